"""The pages of boxes: what was sent twice is done once, and says so."""

from datetime import timedelta

import pytest
from django.urls import reverse

from cage import services as cage
from cage.models import BoxPull
from config.rooms.models import Room
from config.staff.services import set_own_pin
from players.ledger import table_account
from players.models import Account, AccountKind
from tables.services import close_table
from tests.support.boxes import counted, hung, pulled, two_counters
from tests.support.desk import Desk, key, person
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
BOXES = reverse("boxes")


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A room at play now, with two boxes at its table; a supervisor has a PIN."""
    set_own_pin(person=desk.second, pin="4711", at=desk.now)
    hung(desk, "R1")
    hung(desk, "P1", holds="promo")
    return desk


def test_a_pull_that_is_sent_twice_is_one_pull(desk: Desk) -> None:
    """The first answer was lost on its way; meanwhile nothing hangs there any more."""
    window, table = signed_in(desk.cashier), desk.session.table
    sent = {"key": key(), "why": "emergency", "reason": "the lid is broken", "badge": desk.second.badge_number}
    sent |= {"pin": "4711", "pull_rake": "on", "number_rake": "R1", "pull_promo": "on", "number_promo": "P1"}
    close_table(session=desk.session, by=desk.second, at=desk.now)
    first, again = (window.post(reverse("box_pull", args=[table.pk]), sent) for _ in range(2))
    assert (first.status_code, again.status_code) == (303, 303)
    assert BoxPull.objects.count() == 2


def test_between_drops_a_pull_begins_as_an_emergency(desk: Desk) -> None:
    window, to = signed_in(desk.cashier), reverse("box_pull", args=[desk.session.table_id])
    assert window.get(to).context["form"]["why"].value() == "drop"
    three_hours_ago = (desk.now - timedelta(hours=3)).astimezone(desk.room.zone)
    Room.objects.filter(pk=desk.room.pk).update(drop_times=[f"{three_hours_ago:%H:%M}"], drop_minutes=30)
    assert window.get(to).context["form"]["why"].value() == "emergency"


def test_only_boxes_that_wait_are_left_to_count(desk: Desk) -> None:
    cage.add_box(room=desk.room, number="R2", kind="rake", by=desk.manager, at=desk.at())
    counted(desk, pulled(desk, "R1", next_number="R2", why="emergency", reason="the lid is broken"))
    waiting = pulled(desk, "R2", why="emergency", reason="this one too", next_number="R1")
    sheet = signed_in(two_counters(desk)[0]).get(reverse("box_count", args=[waiting.pk]))
    assert sheet.context["left"] == 1


def test_two_counts_that_differ_are_given_up_on_the_page(desk: Desk) -> None:
    one, two = two_counters(desk)
    cage.add_box(room=desk.room, number="R2", kind="rake", by=desk.manager, at=desk.at())
    pull = pulled(desk, "R1", next_number="R2", why="emergency", reason="the lid is broken")
    for who, count in ((one, "3"), (two, "2")):
        sheet = {"key": key(), "chips_100": count}
        assert signed_in(who).post(reverse("box_count", args=[pull.pk]), sheet).status_code == 303
    tablet, boss = signed_in(one), person(desk.room, "floor")
    assert "Give the counts up" in text(tablet.get(reverse("box_count", args=[pull.pk])))
    to = reverse("box_give_up", args=[pull.pk])
    alone = tablet.post(to, {"reason": "the other went home"})
    assert (alone.status_code, "Give the counts up" in text(alone)) == (422, True)
    set_own_pin(person=boss, pin="4711", at=desk.now)
    signed = {"reason": "the other went home", "badge": boss.badge_number, "pin": "4711"}
    assert tablet.post(to, signed).status_code == 303
    reports = reverse("drop_reports")
    told = text(signed_in(desk.manager).get(reports))
    assert f"{one} and {two} differed by 1." in told
    assert "the other went home" in told
    for who in two_counters(desk):
        sheet = {"key": key(), "chips_100": "3"}
        assert signed_in(who).post(reverse("box_count", args=[pull.pk]), sheet).status_code == 303
    assert f"{one} counted 3, {two} counted 2" in text(signed_in(desk.manager).get(reports))
    sheet_page = text(signed_in(desk.manager).get(reverse("drop_sheet", args=[pull.gaming_day])))
    assert f"{one} (given up), {two} (given up)" in sheet_page
    again = tablet.post(to, signed)
    assert (again.status_code, "nothing is left to give up" in text(again)) == (422, True)


def test_the_comparison_tells_what_was_counted_beside_what_was_recorded(desk: Desk) -> None:
    cage.add_box(room=desk.room, number="R2", kind="rake", by=desk.manager, at=desk.at())
    pull = counted(desk, pulled(desk, "R1", next_number="R2", why="emergency", reason="the lid is broken"), 300)
    shown = text(signed_in(desk.manager).get(reverse("drop_compare", args=[pull.gaming_day])))
    assert f"Table Recorded Counted Difference {desk.session.table} 0 3 3" in shown
    assert f"R1 {desk.session.table} rake 0 0 0 0 0 – 3 3" in shown


def test_where_no_box_is_on_the_shelf_the_page_says_what_comes_first(desk: Desk) -> None:
    floor, office = text(signed_in(desk.second).get(BOXES)), text(signed_in(desk.manager).get(BOXES))
    assert "No box is on the shelf: a manager registers boxes here, or pull one off a table." in floor
    assert "No box is on the shelf: register one first, or pull one off a table." in office
    assert "Hang it" not in floor + office
    cage.add_box(room=desk.room, number="R2", kind="rake", by=desk.manager, at=desk.at())
    shown = text(signed_in(desk.second).get(BOXES))
    assert ("Hang it" in shown, "No box is on the shelf" in shown) == (True, False)


def test_the_boxes_on_the_shelf_are_offered_as_the_next(desk: Desk) -> None:
    for number, kind in (("R2", "rake"), ("E1", "emergency"), ("P2", "promo")):
        cage.add_box(room=desk.room, number=number, kind=kind, **desk.by())
    shown = signed_in(desk.cashier).get(reverse("box_pull", args=[desk.session.table_id])).content.decode()
    taps = [number for number in ("R1", "R2", "E1", "P2") if f'data-fill="{number}" data-for="pull_next_rake"' in shown]
    assert taps == ["R2", "E1"]


def test_a_box_is_hung_on_the_page_where_chips_lie_in_one_off_record(desk: Desk) -> None:
    other = cage.add_box(room=desk.room, number="T2", kind="time", **desk.by())
    place = table_account(desk.session, AccountKind.TIME_BOX)
    Account.objects.filter(pk=place.pk).update(balance=500)
    tablet, sent = signed_in(desk.cashier), {"box": other.pk, "table": desk.session.table_id, "holds": "time"}
    refused = tablet.post(reverse("box_hang"), sent | {"key": key()})
    assert (refused.status_code, "is on no record" in refused.content.decode()) == (422, True)
    assert tablet.post(reverse("box_hang"), sent | {"key": key(), "is_there": "on"}).status_code == 303
