"""A whole table in one act, in a real browser: closed and broken in twenty taps at most, counted with a running sum."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from config.staff.services import set_own_pin
from players.models import AccountKind, ListEntry, Sitting
from tables.models import TableSession
from tests.support.browser import SIZES, Drawer, Tablet
from tests.support.desk import Desk, person
from tests.support.lists import Lists
from tests.support.table import HandTable

STACKS = ("350", "210", "97", "0", "412", "88", "200", "243", "195")
"""Nine stacks that sum to what nine players brought, 1,800, less a rake of 5."""


@pytest.fixture
def table(desk: Desk) -> HandTable:
    """Nine players with 200 each, and a hand that was ticked with a rake of 5: at the cap it bounds no pot."""
    table = HandTable(desk, dict(enumerate(Lists(desk).fill(), start=1)))
    table.tick(rake=500)
    return table


def _at_the_table(table: HandTable, tablets: Drawer, size: tuple[int, int] = SIZES["landscape"]) -> Tablet:
    tablet = tablets.take(person(table.desk.room, "floor"), size=size)
    tablet.go(reverse("table", args=[table.session.table_id]))
    return tablet


def _count(tablet: Tablet) -> None:
    """Every stack, typed where the finger taps."""
    fields = tablet.page.locator("input[data-booked]")
    for field, stack in zip(fields.all(), STACKS, strict=True):
        tablet.tap(field)
        tablet.type(stack)


def _other_table(desk: Desk, taken: int) -> TableSession:
    other = desk.open_table()
    for seat in range(1, taken + 1):
        player = desk.player()
        desk.buy_in(player, 200_00, session=other)
        desk.seat(player, seat, 200_00, session=other)
    return other


def test_nine_seats_are_counted_and_closed(table: HandTable, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = _at_the_table(table, tablets, size)
    tablet.tap("Count, break, close")
    tablet.look()
    page = tablet.page
    _count(tablet)
    expect(page.locator("[data-sum]")).to_have_text("1,795")
    expect(page.locator("[data-difference]")).to_have_text("agrees")
    if folder := os.environ.get("LOOK"):
        page.screenshot(path=f"{folder}/whole-{size[0]}.png")
    tablet.tap(page.get_by_label("leaves: close the table"))
    tablet.tap("Do it for the whole table")
    expect(page.get_by_role("status")).to_contain_text("is closed")
    assert tablet.taps <= 20
    assert not Sitting.objects.filter(left_at=None).exists()
    assert sorted(filter(None, table.desk.room_accounts(AccountKind.RACK))) == sorted(
        int(stack) * 100 for stack in STACKS if int(stack)
    )
    tablet.look()


def test_a_broken_game_goes_to_drawn_seats_and_to_the_list(table: HandTable, tablets: Drawer) -> None:
    others = [_other_table(table.desk, 6), _other_table(table.desk, 5)]
    tablet = _at_the_table(table, tablets)
    tablet.tap("Count, break, close")
    _count(tablet)
    tablet.tap(tablet.page.get_by_label("draws a seat"))
    tablet.tap("Do it for the whole table")
    expect(tablet.page.get_by_role("status")).to_contain_text("is closed")
    assert tablet.taps <= 20
    if folder := os.environ.get("LOOK"):
        tablet.page.screenshot(path=f"{folder}/whole-sent.png")
    moved = Sitting.objects.filter(session__in=others, left_at=None, player__in=_nine(table))
    assert moved.count() == 7
    assert ListEntry.objects.filter(state="waiting", player__in=_nine(table)).count() == 2
    tablet.look()


def test_the_sum_says_how_much_is_missing_as_one_types(table: HandTable, tablets: Drawer) -> None:
    tablet = _at_the_table(table, tablets)
    tablet.tap("Count, break, close")
    _count(tablet)
    tablet.page.locator("input[data-booked]").last.fill("188")
    expect(tablet.page.locator("[data-difference]")).to_have_text("7 short")
    tablet.tap("Do it for the whole table")
    expect(tablet.page.locator("main")).to_contain_text("7 less than was brought")
    expect(tablet.page.locator("input[data-booked]").first).to_have_value("350")
    tablet.page.locator("#id_count_reason").select_option("left_lying")
    tablet.tap("Do it for the whole table")
    expect(tablet.page.locator("main")).to_contain_text("A second person confirms this")
    second = person(table.desk.room, "manager")
    set_own_pin(person=second, pin="4711", at=table.desk.now)
    tablet.page.get_by_label("Second person’s badge").fill(second.badge_number)
    tablet.page.get_by_label("Their PIN").fill("4711")
    tablet.tap("Do it for the whole table")
    expect(tablet.page.get_by_role("status")).to_contain_text("is counted")


def test_works_without_script(table: HandTable, tablets: Drawer) -> None:
    tablet = tablets.take(person(table.desk.room, "floor"), script=False)
    tablet.go(reverse("whole_table", args=[table.session.pk]))
    _count(tablet)
    tablet.tap(tablet.page.get_by_label("leaves: close the table"))
    tablet.tap("Do it for the whole table")
    assert not TableSession.objects.get(pk=table.session.pk).is_open


@pytest.mark.parametrize("script", [True, False])
def test_what_quick_hands_did_not_carry_asks_for_a_second_person(desk: Desk, tablets: Drawer, script: bool) -> None:
    table = HandTable(desk, dict(enumerate(Lists(desk).fill(), start=1)))
    table.tick(rake=300)
    table.tick(rake=200)
    tablet = tablets.take(person(desk.room, "floor"), script=script)
    tablet.go(reverse("whole_table", args=[table.session.pk]))
    _count(tablet)
    tablet.tap(tablet.page.get_by_label("leaves: close the table"))
    tablet.tap("Do it for the whole table")
    expect(tablet.page.locator("main")).to_contain_text("the quick hands since carried 138 at most by their rake")
    second = person(desk.room, "manager")
    set_own_pin(person=second, pin="4711", at=desk.now)
    tablet.page.get_by_label("Second person’s badge").fill(second.badge_number)
    tablet.page.get_by_label("Their PIN").fill("4711")
    if script:
        tablet.look()
    tablet.tap("Do it for the whole table")
    expect(tablet.page.locator("#messages")).to_contain_text("is closed")
    assert not TableSession.objects.get(pk=table.session.pk).is_open


def _nine(table: HandTable) -> list[int]:
    return [sitting.player_id for sitting in table.sittings.values()]
