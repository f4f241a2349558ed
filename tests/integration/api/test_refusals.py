"""The refusal of a rule is 409 with the rule, its source and what would have been allowed, and no row is changed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cage.models import BuyIn
from config.audit.models import AuditEvent
from games.models import Hand
from players.models import Player, Sitting, Transfer
from players.services import bar_player
from tables.models import TableSession
from tests.support.api import PHH, Caller
from tests.support.desk import open_desk
from tests.support.table import HandTable
from tests.support.wide_language import narrow, plain_words, wide_language


def rows() -> tuple[int, ...]:
    """The number of rows of everything that is recorded."""
    return tuple(model.objects.count() for model in (Hand, Transfer, BuyIn, Sitting, Player, AuditEvent))


def refused(answer: Any, code: str, **allowed: Any) -> dict[str, Any]:
    """The body of a refusal, which must be whole."""
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["code"]) == (409, code), body
    assert body.keys() - {"field"} == {"code", "message", "rule", "citation", "allowed"}
    assert body["message"]
    for name, value in allowed.items():
        assert body["allowed"][name] == value, body["allowed"]
    return body


RAISED_TO_5 = PHH.replace("p3 cbr 30", "p3 cbr 5")
OUT_OF_TURN = PHH.replace('"p3 cbr 30", "p4 f"', '"p4 f", "p3 cbr 30"')
TOO_MUCH = PHH.replace("p3 cbr 30", "p3 cbr 201")
CARD_TWICE = PHH.replace("d db AhKd2c", "d db AhAh2c")
NOT_OVER = PHH.replace(', "p3 cbr 40", "p2 f"]', "]")
UNKNOWN_CARDS = PHH.replace(
    '"p3 cbr 40", "p2 f"]', '"p3 cc", "d db 7s", "p2 cc", "p3 cc", "d db 8s", "p2 cc", "p3 cc"]'
)


@pytest.mark.parametrize(
    ("phh", "code", "allowed"),
    [
        (RAISED_TO_5, "below_min_raise", {"min_raise_to": 600, "max_raise_to": 200_00, "call": 300}),
        (OUT_OF_TURN, "out_of_turn", {}),
        (TOO_MUCH, "insufficient_chips", {"max_raise_to": 200_00}),
        (CARD_TWICE, "duplicate_card", {}),
        (NOT_OVER, "hand_not_complete", {}),
        (UNKNOWN_CARDS, "showdown_incomplete", {}),
        (PHH.replace("NT", "XX"), "game_not_supported", {}),
        (PHH.replace("NT", "PO"), "plaque_differs", {}),
        (PHH.replace("[1, 3, 0, 0]", "[2, 5, 0, 0]").replace("min_bet = 3", "min_bet = 5"), "plaque_differs", {}),
        (PHH.replace("seats = [1, 2, 3, 4]", "seats = [1, 2, 3, 9]"), "player_not_seated", {}),
        (PHH + "finishing_stacks = [198, 171, 228, 200]\n", "finishing_stacks_differ", {"seat": 1}),
    ],
)  # fmt: skip
def test_an_illegal_hand_is_refused_with_its_rule(
    table: HandTable, floor: Caller, phh: str, code: str, allowed: dict[str, Any]
) -> None:
    before = rows()
    body = refused(floor.post(f"table-sessions/{table.session.pk}/hands/", {"phh": phh}), code, **allowed)
    assert code in {"finishing_stacks_differ", "player_not_seated"} or (body["rule"] and body["citation"])
    assert rows() == before
    assert not TableSession.objects.get(pk=table.session.pk).hand_open


@pytest.mark.parametrize("phh", [RAISED_TO_5, OUT_OF_TURN, TOO_MUCH, CARD_TWICE, NOT_OVER, UNKNOWN_CARDS])
def test_a_refusal_is_told_in_the_language_of_the_house_under_the_same_code(
    table: HandTable, floor: Caller, tmp_path: Path, phh: str
) -> None:
    address = f"table-sessions/{table.session.pk}/hands/"
    english = floor.post(address, {"phh": phh}).json()
    with wide_language(tmp_path):
        told = floor.post(address, {"phh": phh}).json()
    assert {"code": told["code"], "allowed": told["allowed"]} == {key: english[key] for key in ("code", "allowed")}
    for part in ("message", "rule"):
        assert narrow(told[part]) == english[part]
        assert plain_words(told[part]) == []


def test_the_check_says_the_same_without_refusing(table: HandTable, floor: Caller) -> None:
    answer = floor.post("hands/check/", {"phh": RAISED_TO_5}).json()
    assert (answer["legal"], answer["violation"]["code"]) == (False, "below_min_raise")
    assert answer["violation"]["allowed"]["min_raise_to"] == "6"
    assert floor.post("hands/check/", {"phh": UNKNOWN_CARDS}).json()["missing"]


@pytest.mark.parametrize(
    ("body", "code", "allowed"),
    [
        ({"rake_taken": 50}, "not_chip_multiple", {"multiple_of": 100}),
        ({"rake_taken": 20_00, "pot": 10_00}, "takings_above_pot", {"most": 10_00}),
        ({"rake_taken": 0, "winners": [9]}, "winner_not_seated", {}),
        ({"rake_taken": 10**12, "confirm": ["takings_never_owed"]}, "table_short", {"most": 800_00}),
    ],
)
def test_an_impossible_tick_is_refused(
    table: HandTable, floor: Caller, body: dict[str, Any], code: str, allowed: dict[str, Any]
) -> None:
    before = rows()
    refused(floor.post(f"table-sessions/{table.session.pk}/ticks/", body), code, **allowed)
    assert rows() == before


@pytest.mark.parametrize(
    ("amount", "code", "allowed"),
    [
        (99_00, "short_buy", {"least": 100_00}),
        (301_00, "above_max_buyin", {}),
        (100_50, "not_chip_multiple", {"multiple_of": 100}),
    ],
)
def test_a_buy_in_is_held_to_the_plaque(
    table: HandTable, cashier: Caller, amount: int, code: str, allowed: dict[str, Any]
) -> None:
    player = table.desk.player()
    body = {"session": table.session.pk, "player": player.pk, "drawer": table.desk.drawer.pk, "amount": amount}
    before = rows()
    refused(cashier.post("buy-ins/", body), code, **allowed)
    assert rows() == before


def test_seats_are_held_to_the_rules(table: HandTable, floor: Caller) -> None:
    desk, seats = table.desk, f"table-sessions/{table.session.pk}/sittings/"
    player, barred = desk.player(), desk.player()
    for each in (player, barred):
        desk.buy_in(each, 200_00)
    bar_player(room=desk.room, player=barred, kind="barred", reason="test", **desk.by())
    before = rows()
    taken = {"player": player.pk, "amount": 200_00}
    refused(floor.post(seats, taken | {"seat": 1}), "seat_taken")
    refused(floor.post(seats, taken | {"seat": 10}), "seat_unknown", seats=9)
    refused(floor.post(seats, taken | {"seat": 7, "amount": 300_00}), "insufficient_chips", most=200_00)
    refused(floor.post(seats, {"player": barred.pk, "amount": 200_00, "seat": 7}), "player_barred")
    sitting = table.sittings[1]
    refused(floor.post(f"sittings/{sitting.pk}/add-ons/", {"amount": 500_00}), "above_max_buyin")
    assert rows() == before


def test_nothing_leaves_in_the_middle_of_a_hand(table: HandTable, floor: Caller) -> None:
    table.deal()
    refused(floor.post(f"sittings/{table.sittings[1].pk}/leave/"), "mid_hand")
    refused(floor.post(f"table-sessions/{table.session.pk}/hands/", {"phh": PHH}), "hand_open")


def test_a_cash_out_takes_from_the_rack_alone(table: HandTable, cashier: Caller) -> None:
    body = {"player": table.sittings[1].player_id, "drawer": table.desk.drawer.pk, "amount": 100_00}
    refused(cashier.post("cash-outs/", body), "insufficient_chips", most=0)


def test_a_document_belongs_to_one_person(table: HandTable, floor: Caller) -> None:
    known = table.desk.player(document_kind="passport", document_number="X1")
    body = {"display_name": "Other", "document_kind": "passport", "document_number": "X1"}
    refused(floor.post("players/", body), "document_known", player=known.pk)


def test_a_document_of_another_room_is_searched_for_before_its_page_opens(table: HandTable, floor: Caller) -> None:
    """The number of somebody whom the room doesn't know leads to a 404: the refusal says what opens the page."""
    known = open_desk().player("Rich One", document_kind="passport", document_number="P1234567")
    body = {"display_name": "Other", "document_kind": "passport", "document_number": "P1234567"}
    said = refused(floor.post("players/", body), "document_known")
    assert (said["allowed"], str(known.pk) in said["message"]) == ({}, False)
    assert "search the players for the whole number" in said["message"]
    assert floor.get(f"players/{known.pk}/").status_code == 404
    assert [row["id"] for row in floor.get("players/", search="P1234567").json()["results"]] == [known.pk]
    assert floor.get(f"players/{known.pk}/").status_code == 200
    refused(floor.post("players/", body), "document_known", player=known.pk)


@pytest.mark.parametrize("role", ["host", "cashier", "auditor", "administrator"])
def test_who_may_not_record_is_403_and_changes_nothing(
    table: HandTable, calls: Callable[[str], Caller], role: str
) -> None:
    before = rows()[:-1]
    for path in ("hands/", "ticks/"):
        answer = calls(role).post(f"table-sessions/{table.session.pk}/{path}", {"phh": PHH, "rake_taken": 0})
        assert answer.status_code == 403
    assert rows()[:-1] == before
