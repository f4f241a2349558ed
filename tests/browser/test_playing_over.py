"""Playing over in a real browser, both ways of holding it: the agreement, who sits down, and who gives up the seat."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from config.staff.models import User
from players.models import ListEntry, Sitting
from players.services import go_away, play_over
from tests.support.browser import Drawer, Tablet
from tests.support.desk import Desk, key, person


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A room at play now, where Ann sits in seat 3 and Bo has chips."""
    desk.seated(200_00, seat=3, player=desk.player("Ann"))
    desk.buy_in(desk.player("Bo"), 150_00)
    return desk


@pytest.fixture
def floor(desk: Desk) -> User:
    """The supervisor of it."""
    return person(desk.room, "floor")


def _seat(tablets: Drawer, desk: Desk, user: User, size: tuple[int, int]) -> Tablet:
    """A tablet that shows the table, and has seat 3 tapped."""
    tablet = tablets.take(user, size=size)
    tablet.go(reverse("table", args=[desk.session.table_id]))
    tablet.tap(tablet.page.locator("a[href$='/seats/3/']").first)
    return tablet


def _ann(desk: Desk) -> Sitting:
    return desk.session.sittings.get(player__display_name="Ann")


def _away(desk: Desk, *, agrees: bool = True) -> Sitting:
    go_away(sitting=_ann(desk), agrees=agrees, **desk.by())
    return _ann(desk)


def _over(desk: Desk) -> Sitting:
    ann, bought = _away(desk), desk.session.buy_ins.get(player__display_name="Bo")
    return play_over(sitting=ann, player=bought.player, amount=150_00, key=key(), **desk.by())


def test_from_the_seat_they_are_played_over_in_three_taps(
    desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    _away(desk, agrees=False)
    tablet = _seat(tablets, desk, floor, size)
    tablet.look()
    before = tablet.taps
    tablet.tap("Agrees to be played over")
    tablet.look()
    tablet.tap(tablet.page.get_by_role("link", name="Bo"))
    expect(tablet.page.locator("#seat")).to_contain_text("Seat 3, over Ann")
    tablet.look()
    tablet.tap("Plays over")
    expect(tablet.page.get_by_role("status")).to_contain_text("Bo plays over Ann in seat 3.")
    assert tablet.taps - before == 3
    expect(tablet.page.get_by_label("Seat 3, Bo, 150, plays over Ann")).to_be_visible()
    tablet.look()


def test_his_word_is_noted_with_the_absence_in_one_tap(
    desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    tablet = _seat(tablets, desk, floor, size)
    tablet.look()
    tablet.tap("Away, and agrees to be played over")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann is away")
    assert _ann(desk).absences.get().agreed_by == floor
    tablet.tap(tablet.page.locator("a[href$='/seats/3/']").first)
    expect(tablet.page.get_by_role("link", name="Seat who plays over")).to_be_visible()


def test_back_says_who_gives_up_the_seat_and_offers_how(
    desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    over = _over(desk)
    tablet = _seat(tablets, desk, floor, size)
    tablet.look()
    before = tablet.taps
    tablet.tap("Ann is back")
    expect(tablet.page.locator("#seat")).to_contain_text("Bo plays over in this seat and gives it up.")
    tablet.look()
    tablet.tap("Bo to seat 7")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann is back in seat 3; Bo has the other seat.")
    assert tablet.taps - before == 2
    assert Sitting.objects.get(player=over.player, left_at=None).seat == 7
    tablet.look()


def test_he_goes_to_the_top_of_the_list(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    over = _over(desk)
    tablet = _seat(tablets, desk, floor, size)
    tablet.tap("Ann is back")
    tablet.tap("Bo to the top of the list")
    expect(tablet.page.get_by_role("status")).to_contain_text("Bo is first on the list.")
    assert ListEntry.objects.get().player == over.player
    tablet.go(reverse("lists"))
    expect(tablet.page.locator("main")).to_contain_text("Bo")
    tablet.look()
