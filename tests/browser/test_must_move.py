"""Must-move and seat changes in a real browser, both ways of holding it: linked, moved in order, refused, ended."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from config.staff.models import User
from players.models import SeatChange, Sitting
from players.services import seat_player
from tables.models import TableSession
from tables.services import link_feeder
from tests.support.browser import Drawer, Tablet
from tests.support.desk import Desk, key, person


@pytest.fixture
def floor(desk: Desk) -> User:
    """The supervisor of the room."""
    return person(desk.room, "floor")


def _sit(desk: Desk, session: TableSession, name: str, seat: int) -> Sitting:
    player = desk.player(name)
    desk.buy_in(player, 200_00, session=session)
    return seat_player(session=session, player=player, seat=seat, amount=200_00, key=key(), **desk.by())


def _feeder(desk: Desk) -> TableSession:
    """A must-move game with Ann, who came first, and Ben."""
    feeder = link_feeder(feeder=desk.open_table(), main=desk.session, **desk.by())
    _sit(desk, feeder, "Ann", 3)
    _sit(desk, feeder, "Ben", 1)
    return feeder


def _at(tablets: Drawer, floor: User, size: tuple[int, int], name: str, *args: int) -> Tablet:
    tablet = tablets.take(floor, size=size)
    tablet.go(reverse(name, args=args))
    return tablet


def _said(tablet: Tablet, words: str) -> None:
    expect(tablet.page.get_by_role("status")).to_contain_text(words)


# ------------------------------------------------------------------------------------------------------------ must-move


def test_a_table_becomes_a_must_move_game_in_two_taps(
    desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    feeder = desk.open_table()
    tablet = _at(tablets, floor, size, "table", feeder.table_id)
    tablet.tap("Must-move")
    tablet.look()
    tablet.tap(f"Make {feeder.table} a must-move game")
    expect(tablet.page.locator("main")).to_contain_text(f"Feeds {desk.session.table}")
    assert tablet.taps == 2
    tablet.look()
    feeder.refresh_from_db()
    assert feeder.feeds_id == desk.session.pk


def test_the_next_in_order_moves_in_two_taps(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    feeder = _feeder(desk)
    tablet = _at(tablets, floor, size, "floor")
    tablet.tap(f"Ann: {feeder.table} to {desk.session.table}, seat 1")
    tablet.look()
    tablet.tap(f"Ann to {desk.session.table}, seat 1")
    _said(tablet, "Ann has moved with all their chips.")
    assert tablet.taps == 2
    assert Sitting.objects.get(player__display_name="Ann", left_at=None).session == desk.session


def test_who_will_not_move_leaves_in_two_taps(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    """Then it is the next one's turn, on the same page."""
    feeder = _feeder(desk)
    tablet = _at(tablets, floor, size, "must_move", feeder.pk)
    tablet.tap(tablet.page.locator("summary", has_text="Ann won’t move"))
    tablet.look()
    tablet.tap("Leaves with their chips")
    expect(tablet.page.get_by_role("button", name=f"Ben to {desk.session.table}, seat 1")).to_be_visible()
    assert tablet.taps == 2
    assert Sitting.objects.get(player__display_name="Ann").left_at is not None


def test_the_must_move_ends_with_one_question(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    feeder = _feeder(desk)
    tablet = _at(tablets, floor, size, "must_move", feeder.pk)
    tablet.page.locator("summary", has_text="End the must-move").click()
    expect(tablet.page.get_by_text("nobody moves to")).to_be_visible()
    tablet.look()
    tablet.tap(f"{feeder.table} is a game of its own")
    expect(tablet.page.get_by_role("button", name=f"Make {feeder.table} a must-move game")).to_be_visible()
    assert tablet.taps == 1
    tablet.look()


# --------------------------------------------------------------------------------------------------------- seat changes


def test_a_player_changes_their_seat_in_three_taps(
    desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    """From the seat's page it is noted in two; the lists, where it leads, offer the free seat as the next tap."""
    _sit(desk, desk.session, "Ann", 2)
    tablet = _at(tablets, floor, size, "seat", desk.session.table_id, 2)
    tablet.tap(tablet.page.locator("summary", has_text="Wants another seat here"))
    tablet.page.locator("form", has=tablet.page.get_by_role("button", name="Gets it before the list")).locator(
        "[name=seat]"
    ).fill("7")
    tablet.look()
    tablet.tap("Gets it before the list")
    _said(tablet, "Ann gets the seat before the list.")
    tablet.look()
    tablet.tap("To seat 7")
    _said(tablet, "Ann has changed seats.")
    assert tablet.taps == 3
    assert Sitting.objects.get(player__display_name="Ann", left_at=None).seat == 7


def test_who_stays_after_all_takes_their_request_back_in_one_tap(
    desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    _sit(desk, desk.session, "Ann", 2)
    tablet = _at(tablets, floor, size, "seat", desk.session.table_id, 2)
    tablet.tap(tablet.page.locator("summary", has_text="Wants another seat here"))
    tablet.tap("Gets it before the list")
    _said(tablet, "Ann gets the seat before the list.")
    tablet.tap("Stays")
    _said(tablet, "Ann stays in seat 2.")
    assert tablet.taps == 3
    assert SeatChange.objects.get().state != SeatChange.State.OPEN
