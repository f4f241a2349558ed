"""The floor in a real browser, both ways of holding it: its board, dealers, must-move, absences, conduct, policy."""

from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from config.staff.models import User
from games.services import record_tick
from players.models import Absence, Sitting
from players.services import go_away, seat_player
from rules.house.plaque import Kill
from tables.models import SessionAlarm, TableSession
from tables.services import add_table, link_feeder, put_in, raise_alarm, register_dealer, start_shift
from tests.support.browser import SIZES, Drawer, Tablet
from tests.support.desk import Desk, key, open_desk, person
from tests.support.jobs import run_jobs
from tests.support.table import O8_KILL

LEAVING = """() => [...document.querySelectorAll(".tile")].flatMap((tile) => {
  const box = tile.getBoundingClientRect();
  return [...tile.querySelectorAll("*")].filter((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return [each.getBoundingClientRect(), range.getBoundingClientRect()].some((one) => one.width &&
      (one.left < box.left - 0.5 || one.right > box.right + 0.5 || one.bottom > box.bottom + 0.5));
  }).map((each) => each.outerHTML.slice(0, 120));
})"""
"""Everything in a tile, words included, that reaches over the tile's edge."""
CUT = """() => [...document.querySelectorAll(".tile *")].filter((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  const hides = getComputedStyle(each).overflowX !== "visible";
  return hides && range.getBoundingClientRect().width > each.getBoundingClientRect().width + 0.1;
}).map((each) => each.outerHTML.slice(0, 120))"""
"""Everything in a tile whose words are cut off."""


@pytest.fixture
def desk(tablets: Drawer) -> Desk:
    """A room at play now."""
    desk = open_desk(chips=500_000_00)
    desk.now = timezone.now()
    desk.step *= 0
    return desk


@pytest.fixture
def floor(desk: Desk) -> User:
    """The supervisor of it."""
    return person(desk.room, "floor")


def _tablet(tablets: Drawer, user: User, size: tuple[int, int], address: str) -> Tablet:
    tablet = tablets.take(user, size=size)
    tablet.go(address)
    return tablet


def _sit(desk: Desk, session: TableSession, name: str, seat: int, amount: int = 200_00) -> Sitting:
    player = desk.player(name)
    desk.buy_in(player, amount, session=session)
    return seat_player(session=session, player=player, seat=seat, amount=amount, key=key(), **desk.by())


def _dealers(desk: Desk, *names: str) -> None:
    for number, name in enumerate(names):
        dealer = register_dealer(room=desk.room, badge_number=f"D{number}", display_name=name, **desk.by())
        start_shift(dealer=dealer, **desk.by())
        if not number:
            put_in(session=desk.session, dealer=dealer, **desk.by())


def _crowded(desk: Desk) -> TableSession:
    """A table of ten with everything on its tile at once: a kill, a list, a push that is due, and five alarms."""
    long_plaque = replace(O8_KILL, seats=10, blinds=(200_00, 400_00), small_bet=400_00, big_bet=800_00, unit=100_00)
    table = desk.open_table(replace(long_plaque, kill=Kill("half", 4000_00), buy_in_min=4000_00), seats=10)
    for seat in range(1, 11):
        _sit(desk, table, f"Bartholomew {seat}", seat, 9000_00)
    won = {"pot": 4100_00, "winners": [7], "rake_taken": 2_00}
    record_tick(session=table, key=key(), **desk.by(), **won)
    record_tick(session=table, key=key(), **desk.by(), **won)
    for sitting in table.sittings.filter(seat__lte=4):
        go_away(sitting=sitting, **desk.by())
    texts = {
        "takings_off": "Rake taken is 1,234.50 over what is owed, in 12 hands and 310 under what is owed, in 4 hands",
        "kill_changed": "The correction of hand 112 changes the kill of hands 113-121, 124, 126 and 130-131",
        "dispute": "Case 4711: Misread hand or mispushed pot, hand 131, seat 3, 7, 10. Rule before the next deal.",
        "kept_apart": f"{'Wolfeschlegelsteinhausenbergerdorff' * 2} and Ann are kept apart: move one of them.",
    }
    for kind, text in texts.items():
        raise_alarm(session=table, kind=kind, subject="4711", text=text, at=desk.now)
    return table


def test_nothing_leaves_its_tile(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    """However much there is to say of a table, and whatever lies beside it."""
    table = _crowded(desk)
    link_feeder(feeder=desk.open_table(), main=desk.session, **desk.by())
    bare = add_table(room=desk.room, name="The long table by the window of the back", seats=9, **desk.by())
    tablet = _tablet(tablets, floor, size, reverse("floor"))
    tile = tablet.page.locator(".tile", has_text=str(table.table))
    expect(tile.locator(".alarms li")).to_have_count(2)
    expect(tile.locator(".alarms")).to_contain_text("+4 more")
    expect(tile.locator(".chip.kill")).to_contain_text("HALF-KILL 600/1,200, seat 7")
    expect(tablet.page.locator(".tile", has_text=bare.name)).to_be_visible()
    assert tablet.page.evaluate(LEAVING) == []
    assert tablet.page.evaluate(CUT) == []
    tablet.look()


def test_an_alarm_is_put_away_in_two_taps(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    _sit(desk, desk.session, "Ann", 1)
    record_tick(session=desk.session, pot=70_00, rake_taken=5_00, key=key(), **desk.by())
    run_jobs("rake.rate_hand")
    tablet = _tablet(tablets, floor, size, reverse("floor"))
    tablet.tap("Rake taken is 2 over what is owed, in 1 hand")
    tablet.look()
    tablet.tap("The dealer was told")
    expect(tablet.page.get_by_role("status").first).to_contain_text("Put away")
    expect(tablet.page.locator(".alarms")).to_have_count(0)
    assert tablet.taps == 2
    assert SessionAlarm.objects.get().reason == "The dealer was told"


def test_the_board_stays_readable_without_a_server_and_says_how_old_it_is(
    desk: Desk, floor: User, tablets: Drawer
) -> None:
    tablet = _tablet(tablets, floor, SIZES["landscape"], reverse("floor"))
    page, note = tablet.page, tablet.page.locator(".old-note")
    last = page.locator(".tile .figures div", has_text="last").locator("dd")
    expect(note).to_be_hidden()
    tablet.loses_its_line()
    page.route("**/floor/?seen=*", lambda route: route.abort())
    expect(page.locator("#offline")).to_contain_text("Connection lost, retrying")
    expect(note).to_be_visible()
    fetched = page.locator("#board > p").last.inner_text().partition("as of ")[2]
    expect(note).to_contain_text(f"this is the floor as it was at {fetched}")
    expect(page.get_by_role("link", name=str(desk.session.table))).to_be_visible()
    record_tick(session=desk.session, rake_taken=0, key=key(), **desk.by())
    expect(last).to_have_text("–")
    page.evaluate("document.body.marked = true")
    page.unroute("**/floor/?seen=*")
    expect(last).not_to_have_text("–")
    expect(note).to_be_hidden()
    expect(page.locator("#offline")).to_be_hidden()
    assert page.evaluate("document.body.marked") is True, "without a reload"


def test_a_board_that_nothing_changed_on_is_no_longer_old_once_the_line_is_back(
    desk: Desk, floor: User, tablets: Drawer
) -> None:
    """The answer to the first question after a break may be that nothing has changed."""
    tablet = _tablet(tablets, floor, SIZES["landscape"], reverse("floor"))
    with tablet.out_of_reach():
        expect(tablet.page.locator(".old-note")).to_be_visible()
    expect(tablet.page.locator(".old-note")).to_be_hidden()
    expect(tablet.page.locator("#offline")).to_be_hidden()


def test_away_and_back_are_two_taps_each(desk: Desk, floor: User, tablets: Drawer, size: tuple[int, int]) -> None:
    sitting = _sit(desk, desk.session, "Ann", 2)
    tablet = _tablet(tablets, floor, size, reverse("table", args=[desk.session.table_id]))
    tablet.tap(tablet.page.locator("a[href$='/seats/2/']").first)
    tablet.tap("Is away")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann is away")
    assert tablet.taps == 2
    tablet.tap(tablet.page.locator("a[href$='/seats/2/']").first)
    tablet.look()
    tablet.tap("Is back")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann is back")
    assert tablet.taps == 4
    assert Absence.objects.get().ended_with == Absence.End.BACK
    tablet.go(reverse("pick_up", args=[sitting.pk]))
    tablet.look()


def test_house_policy_reads_without_signing_in(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(size=size)
    tablet.go(reverse("policies"))
    expect(tablet.page.locator("main")).to_contain_text("Say it when you go all-in.")
    tablet.look()
