"""The dealers' pages: the line, the push in one tap, refusals, and hands per hour."""

from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.selectors.pace import pace_by_dealer
from tables.models import Dealer, Down
from tables.selectors.dealers import line_up
from tables.services import put_in, register_dealer, start_shift, tap_out
from tests.support.arranged import arranged
from tests.support.people import signed_in
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def table() -> HandTable:
    """A table where hands are played."""
    return open_hand_table()


def _dealer(table: HandTable, name: str) -> Dealer:
    desk = table.desk
    dealer = register_dealer(room=desk.room, badge_number=name[:3], display_name=name, **desk.by())
    start_shift(dealer=dealer, **desk.by())
    return dealer


def _post(table: HandTable, name: str, *args: Any, **data: Any) -> Any:
    with time_machine.travel(table.desk.at(), tick=False):
        return signed_in(table.desk.manager).post(reverse(name, args=args), data)


def _get(table: HandTable, address: str) -> str:
    with time_machine.travel(table.desk.at(), tick=False):
        client: Client = signed_in(table.desk.manager)
        return client.get(address).content.decode()


def test_the_page_shows_the_line_and_pushes_it(table: HandTable) -> None:
    ann, ben = _dealer(table, "Ann"), _dealer(table, "Ben")
    put_in(session=table.session, dealer=ann, **table.desk.by())
    shown = _get(table, reverse("dealers"))
    assert f"Push: Ben in at {table.session.table}" in shown
    seen = line_up(table.desk.room, table.desk.now).seen
    assert _post(table, "dealers_push", seen=seen).status_code == 303
    assert Down.objects.get(ended_at=None).shift.dealer == ben
    answer = _post(table, "dealers_push", seen=seen)
    assert answer.status_code == 422
    assert "The line was pushed a moment ago" in answer.content.decode()


def test_a_line_that_was_pushed_a_moment_ago_is_pushed_again_when_somebody_says_so(table: HandTable) -> None:
    second = table.desk.open_table()
    for session, name in ((table.session, "Ann"), (second, "Ben"), (None, "Cat")):
        dealer = _dealer(table, name)
        if session:
            put_in(session=session, dealer=dealer, **table.desk.by())
    assert _post(table, "dealers_push", seen=line_up(table.desk.room, table.desk.now).seen).status_code == 303
    seen = line_up(table.desk.room, table.desk.now).seen
    answer = _post(table, "dealers_push", seen=seen)
    assert answer.status_code == 422
    assert "push again?" in answer.content.decode()
    assert 'name="again" value="on"' in answer.content.decode()
    assert _post(table, "dealers_push", seen=seen, again="on").status_code == 303


def test_a_dealer_is_put_in_and_tapped_out(table: HandTable) -> None:
    ann = _dealer(table, "Ann")
    assert _post(table, "dealer_in", table.session.pk, dealer=ann.pk).status_code == 303
    assert Down.objects.get(ended_at=None).session == table.session
    answer = _post(table, "dealer_off", ann.pk)
    assert answer.status_code == 422
    assert "push or tap them out, then" in answer.content.decode()
    assert _post(table, "dealer_tap", table.session.pk).status_code == 303
    assert _post(table, "dealer_off", ann.pk).status_code == 303
    assert _post(table, "dealer_on", ann.pk).status_code == 303


def test_a_new_dealer_is_on_shift_at_once(table: HandTable) -> None:
    assert _post(table, "dealers", display_name="Kim", badge_number="77").status_code == 303
    assert [str(out.shift.dealer) for out in line_up(table.desk.room, table.desk.now).out] == ["Kim"]
    answer = _post(table, "dealers", display_name="Lee", badge_number="77")
    assert answer.status_code == 422
    assert "Kim&#x27;s" in answer.content.decode()


@pytest.mark.parametrize("seen", ["1,x", "１", "9" * 30])
def test_a_line_that_cannot_be_read_pushes_nothing(table: HandTable, seen: str) -> None:
    _dealer(table, "Ann")
    assert _post(table, "dealers_push", seen=seen).status_code == 422
    assert not Down.objects.exists()


def test_hands_count_for_who_dealt_them(table: HandTable) -> None:
    desk = table.desk
    ann, ben = _dealer(table, "Ann"), _dealer(table, "Ben")
    put_in(session=table.session, dealer=ann, **desk.by())
    table.tick()
    table.tick()
    desk.now += timedelta(minutes=10)
    put_in(session=table.session, dealer=ben, **desk.by())
    table.tick()
    desk.now += timedelta(minutes=30)
    tap_out(session=table.session, **desk.by())
    day = desk.room.gaming_day(desk.now)
    first, second = pace_by_dealer(desk.room, day, desk.now)
    assert (first.dealer, first.hands, first.downs) == (ann, 2, 1)
    assert (second.dealer, second.hands) == (ben, 1)
    assert first.hands_per_hour == round(2 * 60 / first.minutes)
    shown = _get(table, reverse("dealer_pace") + f"?day={day}")
    assert "Ann" in shown
    assert not pace_by_dealer(desk.room, date(2001, 1, 1), desk.now)


def test_pages_ask_the_same_number_of_queries_however_many_dealers(
    table: HandTable, django_assert_max_num_queries: Any
) -> None:
    dealers = [_dealer(table, f"{number:03} dealer") for number in range(8)]
    put_in(session=table.session, dealer=dealers[0], **table.desk.by())
    with django_assert_max_num_queries(4):
        line_up(table.desk.room, table.desk.now)
    with django_assert_max_num_queries(1):
        pace_by_dealer(table.desk.room, table.desk.room.gaming_day(table.desk.now), table.desk.now)
