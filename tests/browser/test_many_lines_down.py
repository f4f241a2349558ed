"""Thirty minutes without a line at ten tables: nothing is lost, nothing doubled, and each table keeps its order.

The thirty minutes are those of the tablets' own clocks, which a test moves on; nobody waits for them.
"""

from contextlib import ExitStack
from copy import copy
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from config.requests.models import LateEntry
from config.staff.services import set_own_pin
from games.models import Hand, TableNote
from players.models import Absence
from tests.browser.test_line_down import PIN, holds_nothing, ticks, waiting
from tests.support.browser import SIZES, Drawer, Tablet
from tests.support.desk import Desk
from tests.support.proofs import sized
from tests.support.storm import faults_of_the_books
from tests.support.table import HandTable

TABLES = sized(3, 10, 10)
KEPT = ["hand", "hand", "absence", "hand", "sitting", "tablenote", "hand", "hand"]
"""The entries of each tablet, in its order, as the marks of what came late name them."""


@dataclass
class Cut:
    """A table, and the tablet of its own floor that loses its line."""

    table: HandTable
    tablet: Tablet

    @property
    def page(self) -> Page:
        return self.tablet.page

    @property
    def hands(self) -> list[Hand]:
        """Its recorded hands, in their order."""
        return list(Hand.objects.filter(session=self.table.desk.session).order_by("number"))


@pytest.fixture
def cut(desk: Desk, tablets: Drawer) -> list[Cut]:
    """So many tables that have been open for two hours, each before a tablet with a clock that can be moved."""
    now, desk.now = desk.now, desk.now - timedelta(hours=2)
    found = []
    for number in range(TABLES):
        desk.session = desk.open_table() if number else desk.session
        table = HandTable(copy(desk), {seat: desk.seated(200_00, seat=seat) for seat in (1, 2, 3, 4)})
        set_own_pin(person=table.floor, pin=PIN, at=desk.now)
        tablet = tablets.take(table.floor, size=list(SIZES.values())[number % 2])
        tablet.loses_its_line()
        tablet.page.clock.install()
        found.append(Cut(table, tablet))
    desk.now = now
    for each in found:
        each.tablet.go(reverse("table", args=[each.table.session.table_id]))
    return found


def work(cut: Cut) -> None:
    """The first minutes at a table: hands, somebody who goes, a count, a note."""
    page = cut.page
    ticks(cut.tablet, "1", "2")
    page.get_by_role("button", name="Seat 3 is away").click()
    ticks(cut.tablet, "3")
    page.locator("#count_counted").fill("190")
    page.get_by_label("Why it is not the books’ stack").select_option("ticks")
    page.get_by_role("button", name="That is the stack of seat 4").click()
    page.locator("#note_text").fill("the shuffler jams")
    page.get_by_role("button", name="Keep the note").click()
    expect(waiting(page)).to_have_count(6)


def opens(cut: Cut) -> None:
    """Whoever entered it shows badge and PIN."""
    queue = cut.page.locator("#queue")
    expect(queue).to_contain_text("enter your own badge and PIN")
    queue.get_by_label("Your badge").fill(cut.table.floor.badge_number)
    queue.get_by_label("Your PIN").fill(PIN)
    queue.get_by_role("button", name="Open what waits").click()


def loses_its_first_answer(page: Page) -> list[Route]:
    """The first hand that is sent arrives, and its answer doesn't: the tablet sends it again. Returns what was lost."""
    held: list[Route] = []

    def arrives(route: Route) -> None:
        if held:
            route.fallback()
            return
        held.append(route)
        route.fetch()
        route.abort()

    page.route("**/ticks/", arrives)
    return held


def test_thirty_minutes_without_a_line_lose_and_double_nothing(cut: list[Cut]) -> None:
    for each in cut:
        ticks(each.tablet, "5")
        holds_nothing(each.page)
    with ExitStack() as away:
        for each in cut:
            away.enter_context(each.tablet.out_of_reach())
            work(each)
        for each in cut:
            each.page.clock.fast_forward("16:00")
            expect(each.page.locator("#queue")).to_contain_text("locked: after 15 minutes without a line")
            expect(waiting(each.page)).to_have_count(0)
            ticks(each.tablet, "4")
            each.page.clock.fast_forward("14:00")
            ticks(each.tablet, "0")
            expect(each.page.locator("#queue")).to_contain_text("8 entries are kept")
        assert [len(each.hands) for each in cut] == [1] * TABLES
        cut[0].tablet.look()
    lost = loses_its_first_answer(cut[0].page)
    for each in cut:
        opens(each)
    for each in cut:
        holds_what_was_entered(each)
    assert len(lost) == 1
    assert Hand.objects.count() == 6 * TABLES
    assert LateEntry.objects.count() == len(KEPT) * TABLES
    assert faults_of_the_books() == []


def holds_what_was_entered(cut: Cut) -> None:
    """All of it is recorded once, in its order, and says that it came late; the hand before the cut does not."""
    page, desk = cut.page, cut.table.desk
    for _ in range(4):
        if page.evaluate("localStorage.length"):  # it looks for its line every five seconds of its clock
            page.clock.fast_forward("00:06")
            page.wait_for_timeout(500)
    expect(page.locator("#queue")).to_contain_text("Everything that waited in this tablet is recorded")
    holds_nothing(page)
    hands = cut.hands
    assert [hand.number for hand in hands] == [1, 2, 3, 4, 5, 6]
    assert [hand.rake_taken for hand in hands] == [5_00, 1_00, 2_00, 3_00, 4_00, 0]
    assert Absence.objects.get(sitting__session=desk.session).sitting.seat == 3
    assert TableNote.objects.get(session=desk.session).text == "the shuffler jams"
    marks = list(LateEntry.objects.filter(by=cut.table.floor).order_by("pk"))
    assert [mark.kind for mark in marks] == KEPT
    assert [mark.subject for mark in marks if mark.kind == "hand"] == [hand.pk for hand in hands[1:]]
    waited = [(mark.arrived_at - mark.entered_at).total_seconds() // 60 for mark in marks]
    assert all(29 < minutes < 45 for minutes in waited[:6]), waited
    assert all(minutes < 20 for minutes in waited[6:]), waited
    assert not any(mark.is_bounded for mark in marks)
    expect(page.locator("#last-hands .chip", has_text="sent late")).to_have_count(5)
