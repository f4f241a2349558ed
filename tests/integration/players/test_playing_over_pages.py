"""Playing over on the pages without a script: what is offered when, refused with what words, and who may do it."""

from typing import Any

import pytest
import time_machine
from django.urls import reverse

from config.staff.models import User
from players.models import Sitting
from players.services import ask_for_seat, go_away, leave_seat, play_over
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table where hands are played."""
    return open_hand_table()


@pytest.fixture
def ann(table: HandTable) -> Sitting:
    """Seat 3, who is away and has agreed to be played over."""
    go_away(sitting=table.sittings[3], agrees=True, **table.by())
    return table.sittings[3]


@pytest.fixture
def over(table: HandTable, ann: Sitting) -> Sitting:
    """Bo, who plays over."""
    return play_over(sitting=ann, player=_bo(table), amount=150_00, key=key(), **table.by())


def _bo(table: HandTable) -> Any:
    player = table.desk.player("Bo")
    table.desk.buy_in(player, 150_00)
    return player


def _get(table: HandTable, name: str, *args: Any) -> Any:
    return signed_in(table.floor).get(reverse(name, args=args))


def _post(table: HandTable, name: str, sitting: Sitting, user: User | None = None, **data: Any) -> Any:
    with time_machine.travel(table.desk.at(), tick=False):
        return signed_in(user or table.floor).post(reverse(name, args=[sitting.pk]), {"key": key()} | data)


def test_only_where_they_agreed_somebody_is_asked_for(table: HandTable, ann: Sitting) -> None:
    said = _get(table, "seat", table.session.table_id, 3).content.decode()
    assert "Seat who plays over" in said
    assert "Agrees to be" not in said


def test_his_word_leads_to_who_sits_down(table: HandTable) -> None:
    sitting = table.sittings[3]
    refused = _post(table, "sitting_agrees", sitting)
    assert (refused.status_code, "sits in the seat" in refused.content.decode()) == (422, True)
    go_away(sitting=sitting, **table.by())
    answer = _post(table, "sitting_agrees", sitting)
    assert (answer.status_code, answer["Location"]) == (303, reverse("sitting_over", args=[sitting.pk]))


def test_who_is_chosen_sits_down_over_them(table: HandTable, ann: Sitting) -> None:
    player = _bo(table)
    chosen = signed_in(table.floor).get(reverse("sitting_over", args=[ann.pk]), {"player": player.pk})
    assert "Plays over" in chosen.content.decode()
    data = {"key": key(), "player": player.pk, "amount": "50"}
    short = _post(table, "sitting_over", ann, **data)
    assert (short.status_code, "Seat 3, over" in short.content.decode()) == (422, True)
    assert _post(table, "sitting_over", ann, **(data | {"amount": "150"})).status_code == 303
    assert Sitting.objects.get(player=player).is_playing_over


def test_the_seat_is_the_page_of_who_plays_there_and_leads_to_the_absent_one(
    table: HandTable, ann: Sitting, over: Sitting
) -> None:
    said = _get(table, "seat", table.session.table_id, 3).content.decode()
    assert "Seat 3, Bo" in said
    assert reverse("sitting", args=[ann.pk]) in said
    seen = _get(table, "sitting", ann.pk).content.decode()
    assert "Bo to seat 9" in seen
    assert reverse("pick_up", args=[ann.pk]) in seen


def test_back_shows_who_gives_it_up(table: HandTable, ann: Sitting, over: Sitting) -> None:
    answer = _post(table, "sitting_back", ann)
    said = answer.content.decode()
    assert answer.status_code == 422
    assert "Bo plays over in seat 3 and gives it up now" in said
    assert "Bo to the top of the list" in said


def test_a_way_that_is_refused_says_why_and_offers_the_others(table: HandTable, ann: Sitting, over: Sitting) -> None:
    ask_for_seat(sitting=table.sittings[1], seat=7, **table.by())
    answer = _post(table, "sitting_give_back", ann, key=key(), to="seat-7")
    assert answer.status_code == 422
    assert "asked for seat 7 first" in answer.content.decode()
    for nonsense in ("", "seat", "seat-0", "seat-x", "list-3"):
        assert _post(table, "sitting_give_back", ann, key=key(), to=nonsense).status_code == 422
    leaving = {"key": key(), "to": "leave", "counted": "149"}
    asked = _post(table, "sitting_give_back", ann, **leaving)
    assert asked.status_code == 422
    assert '<select name="count_reason"' in asked.content.decode()
    assert _post(table, "sitting_give_back", ann, **leaving, count_reason="left_lying").status_code == 303
    assert table.desk.rack(over.player) == 149_00


def test_a_seat_that_was_left_meanwhile_leads_to_the_seat(table: HandTable, ann: Sitting) -> None:
    leave_seat(sitting=ann, key=key(), **table.by())
    seat = reverse("seat", args=[table.session.table_id, 3])
    for name in ("sitting", "sitting_over"):
        assert _get(table, name, ann.pk)["Location"] == seat


def test_the_cashier_and_the_auditor_may_not(table: HandTable, ann: Sitting) -> None:
    for role in ("cashier", "auditor"):
        user = person(table.desk.room, role)
        assert not user.may("seat", table.desk.room)
        assert _post(table, "sitting_give_back", ann, user, key=key(), to="leave").status_code == 403
