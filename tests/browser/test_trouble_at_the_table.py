"""Trouble at the table, entered by a finger: three taps at most, lying and standing, readable by everybody."""

from playwright.sync_api import expect

from games.models import Hand, HandDraft
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, Tablet
from tests.support.table import HandTable, open_hand_table


@arranged_to_commit
def table() -> HandTable:
    return open_hand_table(seats=tuple(range(1, 10)))


def at_the_console(tablets: Drawer, table: HandTable, size: tuple[int, int]) -> Tablet:
    """The console of a hand in which seat 3 has raised to 9."""
    table.act(table.deal(), "r 9")
    tablet = tablets.take(table.floor, size=size)
    tablet.go(f"/tables/{table.session.table_id}/hand/")
    return tablet


def entered(tablet: Tablet, *taps: object) -> str:
    """The line that these taps entered; there are three at most, and they end on the console."""
    before = tablet.taps
    for tap in taps:
        tablet.tap(tap)  # type: ignore[arg-type]  # a locator or its words
    assert tablet.taps - before <= 3
    expect(tablet.page.locator("#console")).to_be_visible()
    return str(HandDraft.objects.get().actions[-1])


def test_each_thing_takes_three_taps(tablets: Drawer, table: HandTable, size: tuple[int, int]) -> None:
    tablet = at_the_console(tablets, table, size)
    page = tablet.page
    panel = lambda title: page.locator("section.panel", has_text=title)  # noqa: E731
    wrong = "Something went wrong"
    assert entered(tablet, wrong, "Call the clock") == "p4 clock"
    assert entered(tablet, wrong, "The time is up") == "p4 dead clock"
    deck = "Boxed"
    assert entered(tablet, wrong, deck, page.get_by_role("button", name="A♥")) == "d card boxed_card Ah"
    exposed = panel("The dealer exposed a card of").locator("a[href$='-5']")
    assert entered(tablet, wrong, exposed, "Nobody could read it") == "p5 card exposed_card ??"
    dead = panel("A hand is dead").locator("a[href$='-6']")
    assert entered(tablet, wrong, dead, "Unprotected, and taken in") == "p6 dead unprotected_hand"
    early = panel("Acted out of turn").locator("a[href$='-8']")
    assert entered(tablet, wrong, early, "Called 9") == "p8 cc stands out_of_turn"
    shown = panel("Show one, show all").get_by_role("button").first
    assert entered(tablet, wrong, shown).endswith("showall")
    assert entered(tablet, wrong, "Two cards of the deck are alike") == "d void cards_alike"
    tablet.tap(f"Record hand {HandDraft.objects.get().number}")
    expect(page.locator("body")).to_contain_text("is recorded")
    assert Hand.objects.get().void_cause == "cards_alike"


def test_the_drawer_can_be_read_and_pressed_by_everybody(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    tablet = at_the_console(tablets, table, size)
    for ask in ("", "?ask=dead-4", "?ask=boxed", "?ask=turn-5"):
        tablet.go(f"/tables/{table.session.table_id}/hand/trouble/{ask}")
        tablet.look()
