"""Recording by the API: as the console and the cage would, once for every key."""

from typing import Any

import pytest

from cage.models import BuyIn
from config.jobs.models import Job
from config.jobs.services import enqueue
from games.models import Hand
from players.models import Player, Sitting, Transfer
from tests.support.api import FIELDS, PHH, Caller
from tests.support.desk import key
from tests.support.jobs import run_jobs
from tests.support.table import HandTable


@pytest.fixture
def hands(table: HandTable) -> str:
    """The address that hands of the table are sent to."""
    return f"table-sessions/{table.session.pk}/hands/"


@pytest.fixture
def ticks(table: HandTable) -> str:
    """The address that ticks of the table are sent to."""
    return f"table-sessions/{table.session.pk}/ticks/"


@pytest.mark.parametrize("body", [{"phh": PHH}, FIELDS], ids=["text", "fields"])
def test_a_hand_is_checked_and_nothing_recorded(table: HandTable, floor: Caller, body: dict[str, Any]) -> None:
    answer = floor.post("hands/check/", body, key="")
    assert answer.status_code == 200
    assert (answer.json()["legal"], answer.json()["complete"], answer.json()["missing"]) == (True, True, [])
    assert answer.json()["settlement"]["finishing_stacks"] == ["199", "170", "231", "200"]
    assert not Hand.objects.exists()


@pytest.mark.parametrize("body", [{"phh": PHH}, FIELDS], ids=["text", "fields"])
def test_a_hand_is_recorded_in_either_form(table: HandTable, floor: Caller, hands: str, body: dict[str, Any]) -> None:
    answer = floor.post(hands, body)
    assert answer.status_code == 201
    made = answer.json()
    assert (made["number"], made["tier"], made["pot"], made["rake_taken"]) == (1, "full", 61_00, 3_00)
    assert table.stacks() == {1: 199_00, 2: 170_00, 3: 228_00, 4: 200_00}
    assert table.boxes() == (3_00, 0)


def test_what_was_dropped_is_a_fact(table: HandTable, floor: Caller, hands: str) -> None:
    made = floor.post(
        hands, {"phh": PHH, "rake_taken": 1_00, "promo_taken": 2_00, "confirm": ["takings_never_owed"]}
    ).json()
    assert (made["rake_taken"], made["promo_taken"]) == (1_00, 2_00)
    assert table.boxes() == (1_00, 2_00)


def test_another_stack_than_the_books_says_why(table: HandTable, floor: Caller, hands: str) -> None:
    body = {"phh": PHH.replace("[200, 200, 200, 200]", "[200, 195, 200, 200]")}
    answer = floor.post(hands, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "count_reason_missing")
    assert "Seat 2" in answer.json()["message"]
    assert not Hand.objects.exists()
    name = key()
    made = floor.post(hands, body | {"count_reason": "a chip fell"}, key=name)
    assert made.status_code == 201
    assert Transfer.objects.get(kind="count").reason == "a chip fell"
    assert floor.post(hands, body | {"count_reason": "a chip fell"}, key=name).json() == made.json()
    assert table.stacks()[2] == 165_00


def test_after_a_tick_the_sender_says_that_the_stack_was_counted(
    table: HandTable, floor: Caller, hands: str, ticks: str
) -> None:
    floor.post(ticks, {"rake_taken": 5_00})
    text = PHH.replace("[200, 200, 200, 200]", "[200, 195, 200, 200]")
    assert floor.post(hands, {"phh": text}).json()["code"] == "count_reason_missing"
    more = floor.post(hands, {"phh": text.replace("195", "194"), "count_reason": "ticks"}).json()
    assert (more["code"], more["allowed"]["dropped"]) == ("count_above_ticks", 5_00)
    assert floor.post(hands, {"phh": text, "count_reason": "ticks"}).status_code == 201
    assert Transfer.objects.get(kind="count").reason == "counted after ticks"


def test_the_same_hand_again_is_asked_about(table: HandTable, floor: Caller, hands: str) -> None:
    """A hand's file sent again under another key was once another hand: rake twice, and stacks "counted" to fit."""
    first = floor.post(hands, {"phh": PHH}).json()
    for body in ({"phh": PHH}, {"phh": PHH, "count_reason": "ticks"}, {"phh": first["phh"], "count_reason": "played"}):
        asked = floor.post(hands, body)
        assert (asked.status_code, asked.json()["code"], asked.json()["allowed"]["number"]) == (
            409,
            "same_hand_again",
            1,
        )
        assert asked.json()["allowed"]["confirm"] == "same_hand_again"
    assert Hand.objects.count() == 1
    sure = {"phh": PHH, "confirm": ["same_hand_again"], "count_reason": "played"}
    assert floor.post(hands, sure).json()["code"] == "table_short"
    left = sure | {"phh": PHH.replace("[200, 200, 200, 200]", "[200, 200, 200, 197]")}
    assert floor.post(hands, left).status_code == 201


def test_takings_that_no_hand_owes_are_asked_about(table: HandTable, floor: Caller, hands: str, ticks: str) -> None:
    for path, body in ((ticks, {"rake_taken": 44_00}), (hands, {"phh": PHH, "rake_taken": 44_00})):
        asked = floor.post(path, body)
        assert (asked.status_code, asked.json()["code"]) == (409, "takings_never_owed")
        assert asked.json()["allowed"] == {"most": 5_00, "confirm": "takings_never_owed"}
        assert floor.post(path, body | {"confirm": ["takings_never_owed"]}).status_code == 201
        assert floor.post(path, body | {"confirm": ["yes"]}).status_code == 400


def test_a_recorded_hand_says_itself_again(table: HandTable, floor: Caller, hands: str) -> None:
    made = floor.post(hands, {"phh": PHH}).json()
    again = floor.post("hands/check/", {"phh": made["phh"]}).json()
    assert (again["legal"], again["agrees"], again["disagreements"]) == (True, True, [])


def test_our_own_fields_are_read_as_json_too(table: HandTable, floor: Caller) -> None:
    own = {
        "_house": {"name": "standard"},
        "_posts": ["p1 sb 1", "p2 bb 3"],
        "_button": 4,
        "_rake": "1.50",
        "time": "21:30:00",
    }
    answer = floor.post("hands/check/", FIELDS | own | {"_plaque": None})
    assert answer.status_code == 400
    answer = floor.post("hands/check/", FIELDS | own)
    assert (answer.status_code, answer.json()["legal"]) == (200, True)
    assert answer.json()["disagreements"] == ["the file's “_rake” is 1.50, here it is 0"]


def test_a_tick_is_recorded(table: HandTable, floor: Caller, ticks: str) -> None:
    made = floor.post(ticks, {"rake_taken": 4_00, "pot": 90_00, "winners": [2]}).json()
    assert (made["tier"], made["rake_taken"], made["pot"], made["winners"]) == ("tick", 4_00, 90_00, [2])
    assert (made["phh"], made["settlement"]) == ("", None)


def test_the_same_key_takes_effect_once(table: HandTable, floor: Caller, hands: str, ticks: str) -> None:
    for path, body, other in (
        (hands, {"phh": PHH}, {"phh": PHH, "rake_taken": 0}),
        (ticks, {"rake_taken": 1_00}, {"rake_taken": 2_00}),
    ):
        name = key()
        first, again = floor.post(path, body, key=name), floor.post(path, body, key=name)
        assert (first.status_code, again.status_code) == (201, 201)
        assert first.json() == again.json()
        before = Hand.objects.count(), Transfer.objects.count()
        answer = floor.post(path, other, key=name)
        assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
        assert (Hand.objects.count(), Transfer.objects.count()) == before


def test_two_callers_may_use_the_same_key(table: HandTable, floor: Caller, manager: Caller, ticks: str) -> None:
    assert floor.post(ticks, {"rake_taken": 1_00}, key="the-same-key").json()["number"] == 1
    assert manager.post(ticks, {"rake_taken": 2_00}, key="the-same-key").json()["number"] == 2


@pytest.mark.parametrize("name", ["", "short", "x" * 61, "schlüssel-1", "tab\tin-it-"])
def test_without_a_sound_key_nothing_is_recorded(floor: Caller, ticks: str, name: str) -> None:
    answer = floor.post(ticks, {"rake_taken": 0}, key="" if name.isascii() and "\t" not in name and not name else name)
    assert answer.status_code == 400
    assert (answer.json()["code"], answer.json()["field"]) == ("idempotency_key_missing", "Idempotency-Key")
    assert not Hand.objects.exists()


def test_a_player_comes_sits_adds_on_leaves_and_cashes_out(table: HandTable, floor: Caller, cashier: Caller) -> None:
    body = {"display_name": "Grace", "legal_name": "Grace Hopper", "date_of_birth": "1956-12-09"}
    person = floor.post("players/", body).json()
    drawer = cashier.get("drawers/").json()["results"][0]["id"]
    money = {"session": table.session.pk, "player": person["id"], "drawer": drawer, "amount": 250_00}
    bought = cashier.post("buy-ins/", money)
    assert (bought.status_code, bought.json()["sitting"]) == (201, None)
    seats = f"table-sessions/{table.session.pk}/sittings/"
    sitting = floor.post(seats, {"player": person["id"], "seat": 7, "amount": 200_00}).json()
    assert (sitting["stack"], floor.get(f"players/{person['id']}/").json()["rack"]) == (200_00, 50_00)
    added = floor.post(f"sittings/{sitting['id']}/add-ons/", {"amount": 50_00})
    assert (added.status_code, added.json()["stack"]) == (201, 250_00)
    left = floor.post(f"sittings/{sitting['id']}/leave/")
    assert (left.status_code, left.json()["left_with"], left.json()["stack"]) == (201, 250_00, 0)
    paid = cashier.post("cash-outs/", {"player": person["id"], "drawer": drawer, "amount": 250_00})
    assert (paid.status_code, paid.json()["amount"]) == (201, 250_00)
    assert floor.get(f"players/{person['id']}/").json()["rack"] == 0


def test_money_and_seats_are_moved_once(table: HandTable, floor: Caller, cashier: Caller) -> None:
    player = table.desk.player()
    money = {"session": table.session.pk, "player": player.pk, "drawer": table.desk.drawer.pk, "amount": 200_00}
    seat = {"player": player.pk, "seat": 7, "amount": 100_00}
    seats = f"table-sessions/{table.session.pk}/sittings/"
    for call, path, body, other in (
        (floor, "players/", {"display_name": "Once"}, {"display_name": "Twice"}),
        (cashier, "buy-ins/", money, money | {"amount": 100_00}),
        (floor, seats, seat, seat | {"seat": 8}),
        (cashier, "cash-outs/", {"player": player.pk, "drawer": table.desk.drawer.pk, "amount": 100_00}, None),
    ):
        name = key()
        assert call.post(path, body, key=name).json() == call.post(path, body, key=name).json()
        if other:
            assert call.post(path, other, key=name).status_code == 422
    assert BuyIn.objects.filter(player=player).count() == Sitting.objects.filter(player=player).count() == 1
    assert Player.objects.filter(display_name__in=["Once", "Twice"]).count() == 1
    assert table.desk.rack(player) == 0


def test_a_report_is_built_and_read(table: HandTable, floor: Caller, manager: Caller, ticks: str) -> None:
    floor.post(ticks, {"rake_taken": 3_00, "pot": 70_00, "winners": [1]})
    day = Hand.objects.get().gaming_day.isoformat()
    assert manager.get("reports/", gaming_day=day).json()["built_at"] is None
    job = manager.post("reports/", {"gaming_day": day}).json()
    assert manager.get(f"reports/jobs/{job['id']}/").json()["state"] == Job.State.WAITING
    run_jobs()
    assert manager.get(f"reports/jobs/{job['id']}/").json()["state"] == Job.State.DONE
    report = manager.get("reports/", gaming_day=day).json()
    assert (report["total"]["hands"], report["total"]["rake_taken"], report["total"]["rake_owed"]) == (1, 3_00, 3_00)
    assert manager.get("reports/", gaming_day=day, source="import").json()["total"]["hands"] == 0


def test_other_work_of_the_room_is_no_report(table: HandTable, manager: Caller) -> None:
    other = enqueue("tests.nothing", room=table.desk.room, by=manager.user)
    assert manager.get(f"reports/jobs/{other.pk}/").status_code == 404
