"""Another system that calls the API: signed in by token, every request with a key of its own."""

import json
from dataclasses import dataclass
from typing import Any

from django.test import Client
from rest_framework.authtoken.models import Token

from config.staff.models import User
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

    def get(self, path: str, **query: Any) -> Any:
        """What the address answers."""
        return self.client.get(f"/api/v1/{path}", query, headers=self._headers())

    def post(self, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Any:
        """What the address answers to `body`: a value, or bytes that are sent as they are. `key` "" sends none."""
        data = body if isinstance(body, bytes) else json.dumps({} if body is None else body).encode()
        named = fresh_key() if key is None else key
        sent = self._headers() | ({"Idempotency-Key": named} if named else {}) | headers
        return self.client.post(f"/api/v1/{path}", data, content_type="application/json", headers=sent)

    def _headers(self) -> dict[str, str]:
        token, _ = Token.objects.get_or_create(user=self.user)
        return {"Authorization": f"Token {token.key}"}


def caller(user: User) -> Caller:
    """A system that signs in as `user`."""
    return Caller(user, Client(raise_request_exception=False))
