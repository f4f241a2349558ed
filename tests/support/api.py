"""Another system that calls the API: signed in by token, every request with a key of its own."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.utils import timezone

from config.staff.models import User
from config.staff.tokens import give_token
from tests.support.desk import key as fresh_key

PHH = """\
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 3, 0, 0]
min_bet = 3
starting_stacks = [200, 200, 200, 200]
seats = [1, 2, 3, 4]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 cbr 30", "p4 f", "p1 f", "p2 cc",
  "d db AhKd2c", "p2 cc", "p3 cbr 40", "p2 f"]
"""
"""A hand of the table that `open_hand_table` opens: seat 3 wins 61 less 3 of rake, uncontested on the flop."""
FIELDS: dict[str, Any] = {
    "variant": "NT",
    "antes": [0, 0, 0, 0],
    "blinds_or_straddles": [1, 3, 0, 0],
    "min_bet": "3.00",
    "starting_stacks": [200, "200", "200.00", 200],
    "seats": [1, 2, 3, 4],
    "actions": [
        *(f"d dh p{player} ????" for player in (1, 2, 3, 4)),
        *("p3 cbr 30", "p4 f", "p1 f", "p2 cc", "d db AhKd2c", "p2 cc", "p3 cbr 40", "p2 f"),
    ],
}
"""The same hand as JSON fields."""


@dataclass
class Caller:
    """A system with the token of a user."""

    user: User
    client: Client
    token: str = field(default="")

    def get(self, path: str, **query: Any) -> Any:
        """The answer of the address."""
        return self.client.get(f"/api/v1/{path}", query, headers=self._headers())

    def post(self, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Any:
        """The answer of the address to `body`: a value, or bytes that are sent as they are. `key` "" sends none."""
        data = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        named = fresh_key() if key is None else key
        sent = self._headers() | ({"Idempotency-Key": named} if named else {}) | headers
        return self.client.post(f"/api/v1/{path}", data, content_type="application/json", headers=sent)

    def _headers(self) -> dict[str, str]:
        self.token = self.token or token_for(self.user)
        return {"Authorization": f"Token {self.token}"}


def token_for(user: User, *, scope: str = "record") -> str:
    """A new token in the first room in which the user works; of nobody's where there is none."""
    room = user.room_of_work()
    return give_token(person=user, room=room, scope=scope, days=90, by=None, at=timezone.now()) if room else "none"


def caller(user: User) -> Caller:
    """A system that signs in as `user`, whose token was given before it calls."""
    token = token_for(user) if user.room_of_work() else ""
    return Caller(user, Client(raise_request_exception=False), token)
