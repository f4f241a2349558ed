"""The hand console in a supervisor's hands: few taps, keys, two tablets, no script, nothing that jumps."""

import re

import pytest
from playwright.sync_api import Locator, expect

from games.models import Hand, HandDraft
from tests.support.arranged import arranged_to_commit
from tests.support.browser import LANDSCAPE, PORTRAIT, Drawer, Tablet
from tests.support.desk import person
from tests.support.table import HandTable, open_hand_table

NINE = tuple(range(1, 10))


@arranged_to_commit
def table() -> HandTable:
    """A full ring, everybody with 200; seat 9 has the button."""
    return open_hand_table(seats=NINE)


def console(tablets: Drawer, table: HandTable, *, size: tuple[int, int] = LANDSCAPE, script: bool = True) -> Tablet:
    tablet = tablets.take(table.floor, size=size, script=script)
    tablet.go(f"/tables/{table.session.table_id}/hand/")
    return tablet


def plate(tablet: Tablet, seat: int) -> Locator:
    """The part of a seat on the felt that a finger meets."""
    return tablet.page.locator(f".console-felt .seat[aria-label^='Seat {seat},'] .plate")


def turn(tablet: Tablet, seat: int) -> None:
    """It is that seat's turn now."""
    seat_to_act = tablet.page.locator(".console-felt .seat.turn")
    expect(seat_to_act).to_have_attribute("aria-label", re.compile(f"^Seat {seat},"))


def test_a_hand_that_ends_on_the_flop_takes_ten_taps(tablets: Drawer, table: HandTable, size: tuple[int, int]) -> None:
    tablet = console(tablets, table, size=size)
    tablet.tap("Deal hand 1")
    turn(tablet, 3)
    tablet.tap(plate(tablet, 6))
    turn(tablet, 6)
    tablet.tap(tablet.page.get_by_role("button", name="12 ×4"))
    turn(tablet, 7)
    tablet.tap(plate(tablet, 2))
    turn(tablet, 2)
    tablet.tap("Call 9")
    tablet.tap("Without cards")
    tablet.tap("Check")
    turn(tablet, 6)
    tablet.tap(tablet.page.get_by_role("button", name="13 ½ pot"))
    turn(tablet, 2)
    tablet.tap("Fold")
    tablet.tap("Record hand 1")
    expect(tablet.page.locator("body")).to_contain_text("Hand 1 is recorded")
    assert tablet.taps == 10
    assert Hand.objects.get().winners == [6]


def test_a_hand_to_the_showdown_with_every_card_takes_few_taps(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    page = tablet.page
    tablet.tap("Deal hand 1")
    turn(tablet, 3)
    tablet.tap(plate(tablet, 1))
    tablet.tap("Call 2")
    turn(tablet, 2)
    tablet.tap("Check")
    for cards in ("Ah 7d 2c", "9s", "3h"):
        expect(page.locator(".picker")).to_be_visible()
        tap_cards(tablet, *cards.split())
        turn(tablet, 1)
        tablet.tap("Check")
        turn(tablet, 2)
        tablet.tap("Check")
    tap_cards(tablet, "As", "Kd")
    expect(page.locator("#cards input[name=place]")).to_have_value("2")
    tablet.tap("Mucks")
    expect(page.locator("#console")).to_contain_text("wins 6")
    tablet.tap("Record hand 1")
    expect(page.locator("body")).to_contain_text("Hand 1 is recorded")
    assert tablet.taps <= 20
    assert Hand.objects.get().called_pots == [6_00]


def tap_cards(tablet: Tablet, *cards: str) -> None:
    for card in cards:
        tablet.tap(tablet.page.locator(f".pick:has(input[value='{card}'])"))


def test_every_stage_can_be_read_and_pressed_by_everybody(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    tablet.look()
    tablet.page.locator("summary", has_text="Button, stacks, posts").click()
    tablet.look()
    tablet.tap("Deal hand 1")
    turn(tablet, 3)
    tablet.look()
    tablet.tap(plate(tablet, 2))
    expect(tablet.page.locator("#console")).to_contain_text("The hand is over")
    tablet.look()
    tablet.tap("Undo")
    turn(tablet, 3)
    tablet.tap(tablet.page.get_by_role("link", name="Cards"))
    expect(tablet.page.locator(".picker")).to_be_visible()
    tablet.look()
    tablet.tap("Back")
    tablet.tap("Other…")
    expect(tablet.page.locator("#keypad")).to_be_visible()
    for digit in "17":
        tablet.tap(tablet.page.locator(f"#keypad [data-digit='{digit}']"))
    tablet.tap(tablet.page.locator("#keypad").get_by_role("button", name="Enter"))
    turn(tablet, 4)
    expect(tablet.page.locator("#console")).to_contain_text("raises to 17")


def test_keys_do_what_taps_do(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    tablet.press("Enter")
    turn(tablet, 3)
    tablet.press("f")
    turn(tablet, 4)
    tablet.press("r")
    turn(tablet, 5)
    tablet.press("c")
    turn(tablet, 6)
    tablet.press("u")
    turn(tablet, 5)
    tablet.press("/")
    tablet.type("to 2")
    tablet.press("Enter")
    turn(tablet, 2)
    assert [line for line in HandDraft.objects.get().actions if "dh" not in line][:2] == ["p3 f", "p4 cbr 6"]


def test_nothing_jumps_when_a_tap_is_answered(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    tablet.tap("Deal hand 1")
    turn(tablet, 3)

    def go_on() -> None:
        tablet.tap("Fold")
        turn(tablet, 4)
        tablet.tap("Raise to 6")
        turn(tablet, 5)

    assert tablet.shifts(go_on) < 0.05


def test_a_double_tap_is_one_action(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    tablet.tap("Deal hand 1")
    turn(tablet, 3)
    tablet.button("Fold").dblclick()
    turn(tablet, 4)
    tablet.page.wait_for_timeout(300)
    turn(tablet, 4)
    assert HandDraft.objects.get().version == 2


# the page's two clocks stand, that of what is pressed and that of the script: a busy machine changes nothing
CLOCKS = """window.held = []; window.pressedAt = window.scriptAt = 1000; const later = window.setTimeout;
window.performance.now = () => window.scriptAt;
Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.pressedAt });
window.setTimeout = (act, ms, ...rest) => ms >= 350 && ms <= 2000 ? window.held.push(act) : later(act, ms, ...rest);"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
READ = "() => { window.pressedAt = window.scriptAt += 1000; window.held.splice(0).forEach((act) => act()); }"
LATE = "() => { window.scriptAt += 5000; window.pressedAt += 120; window.held.splice(0).forEach((act) => act()); }"
"""The page gets round only now to what was pressed 120 ms after the last press."""


@pytest.fixture
def clocked(tablets: Drawer, table: HandTable) -> Tablet:
    """The console of a hand that was dealt, on a tablet whose clocks stand; it is seat 3's turn, and nobody's press is
    unread any more."""
    tablet = console(tablets, table)
    tablet.page.add_init_script(CLOCKS)
    tablet.page.reload()
    tablet.tap("Deal hand 1")
    turn(tablet, 3)
    read(tablet)
    return tablet


def read(tablet: Tablet) -> None:
    """Somebody has looked at the page."""
    tablet.page.evaluate(PAINTED)
    tablet.page.evaluate(READ)


def said_already(tablet: Tablet, seat: int) -> None:
    """The press was answered as one that had been entered for that seat, and entered nothing."""
    expect(tablet.page.locator(".already")).to_have_text(f"Entered already for seat {seat}")


def test_a_second_press_that_comes_too_late_acts_for_nobody_else(clocked: Tablet) -> None:
    box = clocked.button("Fold").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    clocked.page.mouse.click(x, y)
    turn(clocked, 4)
    clocked.page.mouse.click(x, y)
    said_already(clocked, 3)
    assert HandDraft.objects.get().version == 2
    read(clocked)
    clocked.press("c")
    turn(clocked, 5)


def test_a_key_pressed_twice_acts_for_one_seat_on_a_busy_machine(clocked: Tablet) -> None:
    clocked.press("c")
    turn(clocked, 4)
    clocked.page.evaluate(PAINTED)
    clocked.page.evaluate(LATE)
    clocked.press("c")
    said_already(clocked, 3)
    assert HandDraft.objects.get().version == 2
    read(clocked)
    clocked.press("c")
    turn(clocked, 5)


def test_a_key_pressed_twice_acts_for_one_seat_where_the_page_is_fetched_whole(
    tablets: Drawer, table: HandTable
) -> None:
    tablet = console(tablets, table)
    tablet.tap("Deal hand 1")
    turn(tablet, 3)
    tablet.page.route("**/*htmx*.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    tablet.page.add_init_script(CLOCKS)
    tablet.page.reload()
    read(tablet)
    tablet.press("c")
    turn(tablet, 4)
    tablet.page.wait_for_load_state()
    tablet.press("c")
    said_already(tablet, 3)
    assert HandDraft.objects.get().version == 2


def test_the_line_of_a_file_is_typed_whole_with_nothing_in_focus(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    tablet.tap("Deal hand 1")
    turn(tablet, 3)
    tablet.press("p", "3", "Space", "f")
    expect(tablet.page.locator("#notation input[list]")).to_have_value("p3 f")
    tablet.press("Enter")
    expect(tablet.page.locator("#console .refusal")).to_contain_text("is a line of a file")
    turn(tablet, 3)


def test_ranks_and_digits_are_cards_wherever_they_are_typed(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    tablet.tap("Deal hand 1")
    turn(tablet, 3)
    tablet.press("z")
    expect(tablet.page.locator("#console")).to_contain_text("The hand is over")
    tablet.press("u")
    turn(tablet, 3)
    tablet.press("x")
    expect(tablet.page.locator(".picker")).to_be_visible()
    tablet.press("9", "s")
    expect(tablet.page.locator("#notation input[list]")).to_have_value("9s")
    expect(tablet.page.locator(".picker")).to_be_visible()
    tablet.type("9dKc")
    assert tablet.page.url.endswith("/hand/")
    tablet.press("Enter")
    turn(tablet, 1)
    assert HandDraft.objects.get().actions[-1] == "d db 9s9dKc"


def test_an_early_action_of_a_recorded_hand_is_corrected_in_eight_taps(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    draft = table.act(table.deal(), "r 12", "to 2", "c", "flop Ah7d2c", "c", "r 20", "c", "turn 9s", "all check")
    hand = table.record(table.act(draft, "river 3h", "c", "r 40", "f"))
    tablet = tablets.take(person(table.desk.room, "floor"), size=size)
    tablet.go(f"/hands/{hand.pk}/")
    tablet.tap("Correct")
    tablet.page.get_by_label("What was wrong").fill("raised to 15")
    tablet.taps += 1
    tablet.tap("Open it on the console")
    tablet.tap(tablet.page.locator(".console-log").get_by_role("link", name="raises to 12"))
    expect(tablet.page.locator(".changing")).to_contain_text("3 Player")
    turn(tablet, 3)
    tablet.look()
    tablet.tap(tablet.page.get_by_role("button", name="15 ×5"))
    expect(tablet.page.locator(".console-turn")).to_contain_text("What followed stands as it was entered")
    tablet.tap("Record hand 1")
    expect(tablet.page.locator("body")).to_contain_text("Hand 1 is recorded")
    assert tablet.taps <= 8
    assert Hand.objects.get(version=2).pot == hand.pot + 6_00


def test_another_tablet_goes_on_where_the_first_one_died(tablets: Drawer, table: HandTable) -> None:
    first = console(tablets, table)
    first.tap("Deal hand 1")
    turn(first, 3)
    second = console(tablets, table, size=PORTRAIT)
    first.tap("Fold")
    turn(first, 4)
    second.tap("Call 3")
    expect(second.page.locator("#console .refusal")).to_contain_text("Entered already, on another tab by you")
    turn(second, 4)
    second.tap("Call 3")
    turn(second, 5)


PRESS_AS_IT_APPEARS = """() => {
  window.isSamePage = true;
  new MutationObserver((_, observer) => {
    const fold = [...document.querySelectorAll("#console button")].find((each) => each.textContent.trim() === "Fold");
    if (!fold) return;
    observer.disconnect();
    fold.click();
  }).observe(document.querySelector("main"), { childList: true, subtree: true });
}"""


def test_a_press_that_comes_as_the_console_is_drawn_anew_stays_on_the_page(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    tablet.page.evaluate(PRESS_AS_IT_APPEARS)
    tablet.tap("Deal hand 1")
    turn(tablet, 4)
    assert tablet.page.evaluate("window.isSamePage") is True


def test_a_hand_can_be_entered_without_a_script(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table, script=False)
    page = tablet.page
    tablet.tap("Deal hand 1")
    tablet.tap(plate(tablet, 1))
    tablet.tap("Everyone before seat 1 folds")
    turn(tablet, 1)
    tablet.tap("Call 2")
    tablet.tap("Check")
    for card in ("Ah", "7d", "2c"):
        page.locator(f".pick:has(input[value='{card}'])").click()
    tablet.tap("Enter")
    turn(tablet, 1)
    tablet.tap("Check")
    page.locator("#notation input[name=action]").fill("bet 4")
    page.locator("#notation input[name=action]").press("Enter")
    tablet.tap("Fold")
    tablet.tap("Record hand 1")
    expect(page.locator(".messages")).to_contain_text("Hand 1 is recorded")
    assert Hand.objects.get().winners == [2]


def test_the_winner_of_the_draw_for_the_button_is_named_in_two_taps(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table, size=PORTRAIT)
    tablet.tap(tablet.page.get_by_role("link", name="Draw for the button"))
    expect(tablet.page.get_by_role("heading", name="Who won the draw?")).to_be_visible()
    tablet.look()
    tablet.tap(tablet.page.locator("button[name=seat][value='4']"))
    expect(tablet.page.locator("#console")).to_contain_text("Button seat 4")
    assert tablet.taps == 2


def test_the_draw_for_the_button_takes_a_tap_for_each_card(tablets: Drawer) -> None:
    tablet = console(tablets, open_hand_table(seats=(1, 2, 3)))
    tablet.tap(tablet.page.get_by_role("link", name="Draw for the button"))
    for seat, card in ((1, "Kd"), (2, "Ks"), (3, "2c")):
        expect(tablet.page.locator("#draw")).to_contain_text(f"the card of seat {seat}")
        tablet.tap(tablet.page.locator(f".draw-cards a[href$='{card}']"))
    expect(tablet.page.locator("#draw")).to_contain_text("Seat 2")
    tablet.look()
    tablet.tap("Button to seat 2")
    expect(tablet.page.locator("#console")).to_contain_text("Button seat 2")


def test_a_tick_takes_two_taps(tablets: Drawer, table: HandTable) -> None:
    tablet = tablets.take(table.floor)
    tablet.go(f"/tables/{table.session.table_id}/")
    tablet.tap(tablet.page.locator("#tick").get_by_role("button", name="3", exact=True))
    tablet.tap("Tick hand 1")
    expect(tablet.page.locator("#tick")).to_contain_text("Hand 1 is ticked, rake 3")
    expect(tablet.page.locator("#last-hands")).to_contain_text("tick")
    assert tablet.taps == 2
    tablet.look()


def test_the_keypad_has_the_focus_when_it_opens_and_keys_fill_it(tablets: Drawer, table: HandTable) -> None:
    tablet = console(tablets, table)
    tablet.tap("Deal hand 1")
    turn(tablet, 3)
    tablet.press("o")
    expect(tablet.page.locator("#keypad-amount")).to_be_focused()
    tablet.type("15")
    tablet.press("Enter")
    turn(tablet, 4)
    expect(tablet.page.locator("#console")).to_contain_text("raises to 15")
    tablet.press("c")
    turn(tablet, 5)


def test_reading_a_hand_leaves_the_focus_alone(tablets: Drawer, table: HandTable) -> None:
    hand = table.record(table.act(table.deal(), *["f"] * 8))
    tablet = tablets.take(table.floor)
    tablet.go(f"/hands/{hand.pk}/")
    expect(tablet.page.locator("#rating")).not_to_contain_text("See the rating")
    assert tablet.page.evaluate("document.activeElement === document.body")
    tablet.look()
