"""The pages of time charges: due on the board, collected in one tap or seat by seat, waived with a reason."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from config.staff.services import set_own_pin
from players.models import TimeCharge
from players.selectors.time_due import due_in_words, time_due_at
from players.services import go_away, take_incidental
from players.services.time_charges import collect_time
from rules.house.fee_schedule import live_time
from tests.support.arranged import arranged
from tests.support.desk import NLH, UNPOSTED, Desk, at_play_now, key, open_desk, person
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def timed() -> Desk:
    """A room whose table charges time, with two players who have sat there for half an hour and owe for it."""
    desk = open_desk(house=UNPOSTED, plaque=replace(NLH, fee=live_time(6_00)), courtesy_hand=False)
    desk.now, desk.step = timezone.now() - timedelta(minutes=32), timedelta(0)
    for seat in (1, 2):
        desk.seated(200_00, seat=seat, player=desk.player(f"Ann {seat}"))
    return desk


def owed(desk: Desk) -> int:
    """The amount that one player owes there by now: for one half hour or two."""
    page = signed_in(desk.manager).get(reverse("time", args=[desk.session.pk]))
    return int(page.context["lines"][0][0].amount)


def post(desk: Desk, name: str, **data: Any) -> Any:
    return signed_in(person(desk.room, "floor")).post(reverse(name, args=[desk.session.pk]), {"key": key()} | data)


def shown(desk: Desk, role: str = "floor") -> str:
    return text(signed_in(person(desk.room, role)).get(reverse("table", args=[desk.session.table_id])))


def test_the_board_and_the_table_say_that_time_is_due(timed: Desk) -> None:
    floor = signed_in(person(timed.room, "floor"))
    assert "time due" in text(floor.get(reverse("floor")))
    assert f"Collect time: {timed.room.money(2 * owed(timed))} from 2 players" in shown(timed)
    assert "Collect time" not in shown(timed, "host")
    assert "from 2 players is due for time" in shown(timed, "auditor")
    assert post(timed, "time").status_code == 303
    assert "time due" not in text(floor.get(reverse("floor")))
    assert "Collect time" not in shown(timed)
    assert "No time is due" in text(floor.get(reverse("time", args=[timed.session.pk])))


def test_a_host_sees_what_is_owed_and_collects_nothing(timed: Desk) -> None:
    """The refusal of who owes for time leads here, whoever reads it."""
    host = signed_in(person(timed.room, "host"))
    page = host.get(reverse("time", args=[timed.session.pk]))
    assert f"Owes {timed.room.money(owed(timed))}" in text(page)
    assert "A supervisor collects it" in text(page)
    assert 'method="post" action="/table-sessions/' not in page.content.decode()
    assert host.post(reverse("time", args=[timed.session.pk]), {"key": key()}).status_code == 403
    assert TimeCharge.objects.count() == 0


def test_one_seat_pays_by_itself_and_another_is_let_off(timed: Desk) -> None:
    one, two = timed.session.sittings.order_by("seat")
    assert post(timed, "time", sitting=one.pk).status_code == 303
    refused = post(timed, "time_waive", sitting=two.pk, reason="")
    assert refused.status_code == 422
    assert "Ann 2" in text(refused)
    assert post(timed, "time_waive", sitting=two.pk, reason="first visit").status_code == 303
    assert set(TimeCharge.objects.values_list("sitting", "outcome")) == {(one.pk, "collected"), (two.pk, "waived")}


def test_a_waiver_above_ones_day_asks_for_a_second_person_there(client: Client) -> None:
    desk = open_desk(house=UNPOSTED, plaque=replace(NLH, fee=live_time(150_00)))
    desk.now, desk.step = timezone.now() - timedelta(minutes=32), timedelta(0)
    for seat in (1, 2):
        desk.seated(200_00, seat=seat, player=desk.player(f"Ann {seat}"))
    one = desk.session.sittings.get(seat=1).pk
    refused = post(desk, "time_waive", sitting=one, reason="a friend")
    shown = refused.content.decode()
    assert (refused.status_code, TimeCharge.objects.count()) == (422, 0)
    assert shown.count('<details class="drop" open>') == 1
    assert 'value="a friend"' in shown
    assert "A second person confirms this with badge and PIN" in text(refused)
    set_own_pin(person=desk.manager, pin="4711", at=desk.now)
    second = {"badge": desk.manager.badge_number, "pin": "4711"}
    assert post(desk, "time_waive", sitting=one, reason="a friend", **second).status_code == 303


def test_what_was_collected_by_mistake_is_voided_there_and_due_again(timed: Desk) -> None:
    assert post(timed, "time").status_code == 303
    assert "Time that was collected here" in shown(timed)
    charge = TimeCharge.objects.filter(sitting__seat=1).earliest("pk")
    refused = post(timed, "time_void", charge=charge.pk, reason="")
    assert (refused.status_code, "Nothing is voided yet" in text(refused)) == (422, True)
    assert post(timed, "time_void", charge=charge.pk, reason="the wrong seat").status_code == 303
    page = text(signed_in(person(timed.room, "floor")).get(reverse("time", args=[timed.session.pk])))
    assert ": the wrong seat" in page
    assert f"Collect {timed.room.money(owed(timed))} from 1 player" in page
    assert post(timed, "time").status_code == 303


def test_a_host_sees_what_was_collected_and_voids_nothing(timed: Desk) -> None:
    assert post(timed, "time").status_code == 303
    host = signed_in(person(timed.room, "host"))
    page = host.get(reverse("time", args=[timed.session.pk]))
    assert "Collected from whoever sits here" in text(page)
    assert "It was a mistake" not in text(page)


def test_who_is_away_is_named_before_their_time_is_collected(timed: Desk) -> None:
    """The seat that is held for them costs it (004:L48)."""
    one = timed.session.sittings.get(seat=1)
    go_away(sitting=one, by=timed.manager, at=timed.at())
    assert "Of them away: Ann 1. A held seat pays" in shown(timed)
    page = text(signed_in(person(timed.room, "floor")).get(reverse("time", args=[timed.session.pk])))
    assert "Away since" in page
    assert page.count("Away since") == 1


def test_a_second_tap_says_that_nothing_is_due(timed: Desk) -> None:
    again = key()
    assert post(timed, "time", key=again).status_code == 303
    second = post(timed, "time")
    assert (second.status_code, "look at the table again" in text(second)) == (422, True)


def test_a_stack_that_is_too_small_is_named(timed: Desk) -> None:
    one = timed.session.sittings.get(seat=1)
    take_incidental(sitting=one, amount=198_00, reason="dinner", key=key(), **timed.by())
    refused = post(timed, "time", sitting=one.pk)
    assert refused.status_code == 422
    assert "Ann 1 has 2 by the books" in text(refused)
    floor = signed_in(person(timed.room, "floor"))
    assert floor.post(reverse("time", args=[timed.session.pk]), {"key": key()}).status_code == 303
    assert "Still due: Ann 1" in text(floor.get(reverse("floor")))


def test_nobody_pays_at_another_room_s_table(timed: Desk) -> None:
    other = open_desk(house=UNPOSTED, plaque=replace(NLH, fee=live_time(6_00)))
    stranger = signed_in(other.manager)
    assert stranger.post(reverse("time", args=[timed.session.pk]), {"key": key()}).status_code == 404
    sitting = timed.session.sittings.get(seat=1).pk
    facts = {"key": key(), "sitting": sitting, "reason": "test"}
    assert stranger.post(reverse("time_waive", args=[other.session.pk]), facts).status_code == 404
    (charge, *_) = collect_time(session=timed.session, key=key(), by=timed.manager, at=timezone.now())
    facts = {"key": key(), "charge": charge.pk, "reason": "test"}
    assert stranger.post(reverse("time_void", args=[other.session.pk]), facts).status_code == 404


def test_the_page_keeps_to_few_queries(timed: Desk, django_assert_max_num_queries: Any) -> None:
    collect_time(session=timed.session, key=key(), by=timed.manager, at=timezone.now())
    floor = signed_in(person(timed.room, "floor"))
    with django_assert_max_num_queries(16):
        floor.get(reverse("time", args=[timed.session.pk]))


def test_a_refusal_leads_to_where_the_time_is_collected(timed: Desk) -> None:
    one = timed.session.sittings.get(seat=1)
    floor = signed_in(person(timed.room, "floor"))
    page = floor.post(reverse("sitting_leave", args=[one.pk]), {"key": key()})
    assert (page.status_code, "Ann 1 owes" in text(page)) == (422, True)
    assert f'href="{reverse("time", args=[timed.session.pk])}"' in page.content.decode()
    assert "session" not in text(page).partition("Ann 1 owes")[2].partition("why?")[2][:40]


def test_what_was_left_unpaid_at_another_table_is_named(timed: Desk) -> None:
    one = timed.session.sittings.select_related("player").get(seat=1)
    take_incidental(sitting=one, amount=198_00, reason="dinner", key=key(), **timed.by())
    left = timed.room.money(owed(timed))
    at_play_now(timed)
    timed.leave(one)
    other = timed.open_table(replace(NLH, fee=live_time(6_00)))
    timed.buy_in(one.player, 200_00, session=other)
    timed.seat(one.player, 4, 200_00, session=other)
    floor = signed_in(person(timed.room, "floor"))
    page = text(floor.get(reverse("time", args=[other.pk])))
    assert f"{left} of it was left unpaid at {timed.session.table}: it is paid here" in page
    assert f"Collect time: {left} from 1 player" in text(floor.get(reverse("table", args=[other.table_id])))


# --------------------------------------------------------------------------------- a hand where time is due (R14)


def asked(desk: Desk) -> str:
    """What is said to whoever enters a hand there."""
    since = time_due_at(desk.session, timezone.now())[0].owed[0].period.astimezone(desk.room.zone)
    return f"Time was due at {since:%H:%M} from 2 seats, {desk.room.money(2 * owed(desk))} in all: collect it before"


def test_whoever_ticks_a_hand_is_told_of_the_time_that_is_due_and_is_not_held_up(timed: Desk) -> None:
    floor = signed_in(person(timed.room, "floor"))
    tick, console = (reverse(name, args=[timed.session.table_id]) for name in ("tick", "console"))
    said = asked(timed)
    for page in (reverse("table", args=[timed.session.table_id]), tick, console):
        assert text(floor.get(page)).count(said) == 1, page
    assert f'href="{reverse("time", args=[timed.session.pk])}"' in floor.get(console).content.decode()
    answer = floor.post(tick, {"key": key(), "rake_taken": "0"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Hand 1 is ticked" in text(answer)
    assert said in text(answer)
    post(timed, "time")
    for page in (tick, console):
        assert "Time was due" not in text(floor.get(page)), page


def test_a_table_with_a_rake_is_asked_nothing_and_costs_nothing(db: None) -> None:
    desk = open_desk()
    session = desk.session
    with CaptureQueriesContext(connection) as made:
        assert due_in_words(session, time_due_at(session, timezone.now())) == ""
    assert len(made) == 0
