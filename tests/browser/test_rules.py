"""The rulebook in a browser: from a refusal to its rule in one tap, read both ways up, compared without a script."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.arranged import arranged_to_commit
from tests.support.browser import PORTRAIT, Drawer
from tests.support.table import HandTable, open_hand_table


@arranged_to_commit
def table() -> HandTable:
    """Four players with 200 each under the rules of Live!."""
    return open_hand_table()


def test_a_refused_action_is_one_tap_away_from_its_rule(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    """The rule opens beside the console, which stays as it was."""
    tablet = tablets.take(table.floor, size=size)
    page = tablet.page
    tablet.go(f"/tables/{table.session.table_id}/hand/")
    tablet.tap("Deal hand 1")
    expect(page.locator(".console-felt .seat.turn")).to_have_count(1)
    page.keyboard.press("o")
    expect(page.locator("#keypad-amount")).to_be_visible()
    page.locator("#keypad-amount").fill("4")
    page.locator("#keypad-amount").press("Enter")
    cited = page.locator("#console .refusal a.cite-mark")
    expect(cited).to_be_visible()
    with page.expect_popup() as opened:
        cited.click()
    rule = opened.value
    expect(rule.locator(".rule-sentence")).to_contain_text("A raise is at least as large as the bet or raise before it")
    first = rule.locator(".sources > div").first
    expect(first).to_contain_text("Live! Casino Poker Room")
    expect(first).to_contain_text("line 244")
    rule.close()
    expect(page.locator("#console .refusal")).to_be_visible()


@pytest.mark.parametrize(
    "address",
    [
        reverse("rules"),
        reverse("rule", args=["raise_cap_reached"]),
        reverse("house_rule", args=["odd_chip_hilo"]),
        reverse("rule_game", args=["stud"]),
        reverse("rule_game", args=["holdem_blackjack"]),
        reverse("rule_glossary"),
        f"{reverse('rule_houses')}?one=live&two=cardroom_b",
    ],
    ids=["index", "rule", "question", "game", "seven cards", "glossary", "houses"],
)
def test_the_pages_can_be_read_both_ways_up(
    tablets: Drawer, table: HandTable, size: tuple[int, int], address: str
) -> None:
    tablet = tablets.take(table.floor, size=size)
    tablet.go(address)
    tablet.look()


def test_the_sentence_the_houses_lines_and_the_table_are_seen_without_scrolling(
    tablets: Drawer, table: HandTable
) -> None:
    tablet = tablets.take(table.floor, size=PORTRAIT)
    tablet.go(reverse("rule", args=["below_min_raise"]))
    for what in (".rule-sentence", ".sources.own", ".worked .felt"):
        box = tablet.page.locator(what).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PORTRAIT[1], what


def test_houses_are_compared_and_rules_found_without_a_script(tablets: Drawer, table: HandTable) -> None:
    tablet = tablets.take(table.floor, script=False)
    page = tablet.page
    tablet.go(reverse("rule_houses"))
    page.get_by_label("One house").select_option("solaire")
    page.get_by_label("The other").select_option("live")
    tablet.tap("Compare")
    expect(page.locator("table").filter(has_text="How many raises follow")).to_contain_text(
        "The raises are not capped."
    )
    tablet.go(reverse("rules"))
    page.get_by_label("Words of a rule").fill("odd chip")
    tablet.tap("Search")
    expect(page.locator(".rule-list").first).to_contain_text("The odd chip")
    tablet.tap("The odd chip")
    expect(page.locator(".rule-sentence")).to_contain_text("chip by chip")
