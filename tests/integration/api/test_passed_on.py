"""What a request says reaches the service that acts: each field of its body, as it was sent, and no default in its
place."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from typing import Any

import pytest

from cage.api import BuyInBody, CashOutBody
from config.errors import DomainError
from games import phh_json
from games.api import RecordBody, TickBody
from players.api import AddOnBody, LeaveBody, PlayerBody, SeatBody
from rake.api import ReportBody
from tests.support.api import PHH, Caller
from tests.support.table import HandTable

IDENTITY = {
    "display_name": "Grace", "legal_name": "Grace Hopper", "date_of_birth": "1956-12-09",
    "document_kind": "passport", "document_number": "X123", "document_expires_on": "2031-02-03",
    "confirm": ["not_staff"],
}  # fmt: skip
SEAT = {"seat": 7, "amount": 150_00, "exception": "related", "past_list": "sent over from table 2"}
SALE = {"amount": 150_00, "exception": "related", "confirm": ["same_again"]}
PAYMENT = {"amount": 50_00, "is_late": True, "confirm": ["same_again"]}
TICK = {
    "rake_taken": 3_00, "promo_taken": 1_00, "pot": 60_00, "winners": [1, 2], "has_low": False, "killer_seat": 2,
    "confirm": ["takings_never_owed"],
}  # fmt: skip
HAND = {
    "phh": PHH, "rake_taken": 3_00, "promo_taken": 1_00, "count_reason": "miscounted",
    "confirm": ["takings_never_owed", "same_hand_again"],
}  # fmt: skip
SENT = {
    "players": ("players/", IDENTITY, "players.api.register_player"),
    "seats": ("table-sessions/{session}/sittings/", SEAT, "players.api.seat_player"),
    "add-ons": ("sittings/{sitting}/add-ons/", {"amount": 20_00}, "players.api.add_on"),
    "leave": (
        "sittings/{sitting}/leave/", {"counted": 190_00, "count_reason": "miscounted"}, "players.api.leave_seat"
    ),
    "buy-ins": ("buy-ins/", SALE, "cage.api.services.buy_in"),
    "cash-outs": ("cash-outs/", PAYMENT, "cage.api.services.cash_out"),
    "hands": ("table-sessions/{session}/hands/", HAND, "games.api.record_phh"),
    "ticks": ("table-sessions/{session}/ticks/", TICK, "games.api.record_tick"),
    "reports": ("reports/", {"gaming_day": "2025-03-07"}, "rake.api.services.ask_for_day"),
}  # fmt: skip
"""By what it makes: the address, a body with every field but the ids of things, and the service that acts."""
CALLED = {"confirm": "confirmed", "phh": "phh_text"}
"""The fields that the services call otherwise."""
THINGS = {"seats": ("player",), "buy-ins": ("session", "player", "drawer"), "cash-outs": ("player", "drawer")}
"""The things that a body names by their ids."""
DAYS = {"gaming_day", "date_of_birth", "document_expires_on"}


@pytest.mark.parametrize("what", SENT)
def test_every_field_of_a_body_reaches_the_service(
    table: HandTable, calls: Callable[[str], Caller], cashier: Caller, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    address, body, service = SENT[what]
    given: dict[str, Any] = {}

    def keep(**facts: Any) -> None:
        given.update(facts)
        raise DomainError("kept", "This is as far as it goes.")

    monkeypatch.setattr(service, keep)
    things = {"session": table.session.pk, "player": table.sittings[1].player_id, "drawer": table.desk.drawer.pk}
    named = {name: things[name] for name in THINGS.get(what, ())}
    by = cashier if what in ("buy-ins", "cash-outs") else calls("manager" if what == "reports" else "floor")
    answer = by.post(address.format(sitting=table.sittings[1].pk, **things), body | named)
    assert answer.json()["code"] == "kept", answer.json()
    if what == "players":
        given |= asdict(given["identity"])
    called = CALLED | ({"count_reason": "reason"} if what == "leave" else {})
    wanted = {called.get(name, name): _value(name, sent) for name, sent in body.items()}
    assert {name: given.get(name) for name in wanted} == wanted
    assert {name: given[name].pk for name in named} == named


def _value(name: str, sent: Any) -> Any:
    return date.fromisoformat(sent) if name in DAYS else sent


def test_the_bodies_above_hold_every_field_that_is_read() -> None:
    bodies = {
        "players": PlayerBody, "seats": SeatBody, "add-ons": AddOnBody, "leave": LeaveBody, "buy-ins": BuyInBody,
        "cash-outs": CashOutBody, "hands": RecordBody, "ticks": TickBody, "reports": ReportBody,
    }  # fmt: skip
    read = {what: set(body().fields) - set(phh_json.FIELDS) for what, body in bodies.items()}
    assert {what: {*body, *THINGS.get(what, ())} for what, (_, body, _) in SENT.items()} == read
