"""The floor's daily life in a real browser, both ways of holding it: dealers, must-move, absences, conduct, policy."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from config.staff.models import User
from players.models import Absence, Sitting
from players.services import keep_apart, seat_player, warn_player
from tables.models import Down, TableSession
from tables.services import link_feeder, put_in, register_dealer, start_shift
from tests.support.browser import SIZES, Drawer, Tablet
from tests.support.desk import Desk, key, open_desk, person

BOTH_WAYS = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


@pytest.fixture
def desk(tablets: Drawer) -> Desk:
    """A room at play now."""
    desk = open_desk()
    desk.now = timezone.now()
    desk.step *= 0
    return desk


@pytest.fixture
def floor(desk: Desk) -> User:
    """Who supervises it."""
    return person(desk.room, "floor")


def _tablet(tablets: Drawer, user: User, size: tuple[int, int], address: str) -> Tablet:
    tablet = tablets.take(user, size=size)
    tablet.go(address)
    return tablet


def _sit(desk: Desk, session: TableSession, name: str, seat: int) -> Sitting:
    player = desk.player(name)
    desk.buy_in(player, 200_00, session=session)
    return seat_player(session=session, player=player, seat=seat, amount=200_00, key=key(), **desk.by())


def _dealers(desk: Desk, *names: str) -> None:
    for number, name in enumerate(names):
        dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name=name, **desk.by())
        start_shift(dealer=dealer, **desk.by())
        if not number:
            put_in(session=desk.session, dealer=dealer, **desk.by())


@BOTH_WAYS
def test_the_line_is_pushed_in_one_tap(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    _dealers(desk, "Kim", "Lee")
    tablet = _tablet(tablets, floor, size, reverse("dealers"))
    tablet.look()
    tablet.tap(f"Push: Lee in at {desk.session.table}")
    expect(tablet.page.get_by_role("status")).to_contain_text(f"Pushed: Lee to {desk.session.table}.")
    assert tablet.taps == 1
    assert Down.objects.get(ended_at=None).shift.dealer.display_name == "Lee"
    tablet.go(reverse("dealer_pace"))
    tablet.look()


@BOTH_WAYS
def test_the_next_in_order_moves_in_two_taps(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    feeder = link_feeder(feeder=desk.open_table(), main=desk.session, **desk.by())
    _sit(desk, feeder, "Ann", 3)
    _sit(desk, feeder, "Ben", 1)
    tablet = _tablet(tablets, floor, size, reverse("floor"))
    tablet.tap(f"Ann: {feeder.table} to {desk.session.table}, seat 1")
    tablet.look()
    tablet.tap(f"Ann to {desk.session.table}, seat 1")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann has moved with all his chips.")
    assert tablet.taps == 2
    assert Sitting.objects.get(player__display_name="Ann", left_at=None).session == desk.session


@BOTH_WAYS
def test_away_and_back_are_two_taps_each(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    sitting = _sit(desk, desk.session, "Ann", 2)
    tablet = _tablet(tablets, floor, size, reverse("table", args=[desk.session.table_id]))
    tablet.tap(tablet.page.locator("a[href$='/seats/2/']").first)
    tablet.tap("He is away")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann is away")
    assert tablet.taps == 2
    tablet.tap(tablet.page.locator("a[href$='/seats/2/']").first)
    tablet.look()
    tablet.tap("He is back")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann is back")
    assert tablet.taps == 4
    assert Absence.objects.get().ended_with == Absence.End.BACK
    tablet.go(reverse("pick_up", args=[sitting.pk]))
    tablet.look()


@BOTH_WAYS
def test_conduct_stands_on_the_players_page(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    warn_player(room=desk.room, player=ann, text="threw cards", policy="no_abuse", **desk.by())
    keep_apart(room=desk.room, player=ann, other=str(ben.pk), reason="they fought", **desk.by())
    tablet = _tablet(tablets, floor, size, reverse("player", args=[ann.pk]))
    expect(tablet.page.locator("main")).to_contain_text("Kept apart from Ben")
    tablet.look()
    tablet.tap(tablet.page.get_by_text("Warn him"))
    tablet.page.locator("#warn_text").fill("splashed the pot")
    tablet.tap("He was warned")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann is warned")
    assert tablet.taps == 2


@BOTH_WAYS
def test_house_policy_reads_without_signing_in(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(size=size)
    tablet.go(reverse("policies"))
    expect(tablet.page.locator("main")).to_contain_text("Say it when you go all-in.")
    tablet.look()
