"""The dispute desk in a real browser, both ways of holding it: opened, held, replayed, asked, ruled, found, counted."""

import re

from django.urls import reverse
from playwright.sync_api import expect

from config.staff.services import set_own_pin
from disputes.models import Dispute, Ruling
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, Tablet
from tests.support.desk import person
from tests.support.dispute import DisputeTable, open_dispute_table

CASE = re.compile(r"/disputes/\d+/$")


@arranged_to_commit
def desk() -> DisputeTable:
    return open_dispute_table()


def _pill(tablet: Tablet, words: str) -> None:
    """Tap one of the choices that are all in sight."""
    tablet.tap(tablet.page.locator(".pill", has_text=words))


def _open(tablet: Tablet) -> Dispute:
    """Press the one button that opens the case, and look at its page."""
    tablet.tap("Open the case")
    tablet.page.wait_for_url(CASE)
    tablet.look()
    return Dispute.objects.get()


# -------------------------------------------------------------------------------------------------------- it is opened


def test_a_case_is_opened_from_the_console_in_three_taps(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    desk.table.act(desk.table.deal(), "r 20")
    tablet = tablets.take(desk.table.floor, size=size)
    tablet.go(reverse("console", args=[desk.table.session.table_id]))
    tablet.tap("Dispute")
    tablet.page.wait_for_url("**/dispute/")
    _pill(tablet, "String bet or raise")
    tablet.page.get_by_label("What happened").focus()
    tablet.type("went back to the stack for a raise")
    tablet.look()
    assert _open(tablet).kind == "STRING_BET"
    assert tablet.taps == 3
    expect(tablet.page.locator("main")).to_contain_text("went back to the stack")
    expect(tablet.page.locator(".page-head")).to_contain_text("timely")


def test_a_recorded_hand_is_disputed_and_its_whole_pot_held_in_four_taps(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    hand = desk.showdown()
    tablet = tablets.take(desk.table.floor, size=size)
    tablet.go(reverse("hand", args=[hand.pk]))
    tablet.tap("Dispute")
    tablet.page.wait_for_url("**/dispute/")
    _pill(tablet, "Pot awarded wrongly")
    _pill(tablet, "the whole pot")
    tablet.page.get_by_label("What happened").fill("seat 4 says the kings were good")
    tablet.look()
    _open(tablet)
    assert tablet.taps == 4
    expect(tablet.page.locator(".page-head")).to_contain_text("held")
    assert desk.impounded() == 119_00


def test_a_part_of_the_pot_is_held_from_a_table_in_four_taps(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    """From the table it is about the last hand; how much is asked for only where a part is held."""
    desk.showdown()
    tablet = tablets.take(desk.table.floor, size=size)
    tablet.go(reverse("table", args=[desk.table.session.table_id]))
    tablet.tap("Dispute")
    tablet.page.wait_for_url("**/dispute/")
    _pill(tablet, "Misread hand")
    much = tablet.page.get_by_label("How much of it")
    expect(much).to_be_hidden()
    _pill(tablet, "part of it")
    much.fill("40")
    tablet.page.get_by_label("What happened").fill("half of it was theirs")
    tablet.look()
    _open(tablet)
    assert tablet.taps == 4
    assert desk.impounded() == 40_00


def test_a_dispute_about_a_seat_is_opened_at_the_table(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    tablet = tablets.take(desk.table.floor, size=size)
    tablet.go(reverse("table", args=[desk.table.session.table_id]))
    tablet.tap("Dispute")
    _pill(tablet, "Seat, list order, must-move")
    tablet.page.get_by_label("What happened").fill("they were next on the list")
    assert _open(tablet).hand_number is None
    assert tablet.taps == 3
    expect(tablet.page.locator(".page-head")).to_contain_text("no deadline")


# ------------------------------------------------------------------------------------------------------- it is replayed


def test_a_hand_is_replayed_action_by_action(desk: DisputeTable, tablets: Drawer, size: tuple[int, int]) -> None:
    """One tap on to the next action; the disputed one is marked, and the pots stand there as they stood then."""
    case = desk.open(desk.showdown(), action_index=8)
    tablet = tablets.take(desk.other, size=size)
    page = tablet.page
    tablet.go(reverse("dispute", args=[case.pk]))
    tablet.tap("Replay, what if")
    step = page.locator(".step")
    expect(step).to_contain_text("8 of")
    expect(page.locator(".acts [aria-current]")).to_contain_text("disputed")
    tablet.tap(page.get_by_label("The next action"))
    expect(step).to_contain_text("9 of")
    tablet.tap(page.get_by_label("The action before"))
    expect(step).to_contain_text("8 of")
    assert tablet.taps == 3
    tablet.look()
    for number in range(9, 12):
        page.keyboard.press("ArrowRight")
        expect(step).to_contain_text(f"{number} of")


def test_the_hand_is_asked_under_the_rules_of_another_house_in_two_taps(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    case = desk.open(desk.showdown(), action_index=10)
    tablet = tablets.take(desk.other, size=size)
    page = tablet.page
    tablet.go(reverse("dispute_replay", args=[case.pk]))
    tablet.tap(page.locator("summary", has_text="Under other rules"))
    page.get_by_label("House", exact=True).select_option(label="Solaire Poker Room")
    tablet.look()
    tablet.tap(page.locator("[name=house]").locator("xpath=ancestor::form").get_by_role("button", name="Compare"))
    assert tablet.taps == 2
    expect(page.get_by_role("region", name="Both outcomes")).to_contain_text("as it was")
    tablet.look()


# ---------------------------------------------------------------------------------------------------------- it is ruled


def test_a_what_if_is_ruled_so_with_a_second_person_and_is_final(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    """Without the bet of 40 the loser keeps them: 37 come from the winner, 3 from the rake, with a second person."""
    other = person(desk.table.desk.room, "floor")  # who neither recorded the hand nor opened the case (R69)
    set_own_pin(person=other, pin="2580", at=desk.table.later())
    case = desk.open(desk.showdown(), hold="whole", action_index=9)
    tablet = tablets.take(desk.other, size=size)
    page = tablet.page
    tablet.go(reverse("dispute_replay", args=[case.pk]))
    expect(page.locator(".acts [aria-current]")).to_contain_text("bets 40")
    expect(page.get_by_role("button", name="had folded")).to_have_count(0)
    tablet.tap("Had checked")
    expect(page.get_by_role("region", name="Both outcomes")).to_contain_text("+40")
    tablet.look()
    tablet.tap("Rule so")
    expect(page.locator("[name=amount_1]")).to_have_value("37")
    expect(page.locator("[name=amount_2]")).to_have_value("3")
    _pill(tablet, "Adjusted between players")
    rule = page.get_by_role("button", name="Rule", exact=True)
    tablet.tap(rule)
    expect(page.get_by_role("alert").first).to_contain_text("A second person confirms this")
    tablet.look()
    page.get_by_label("Badge").fill(other.badge_number)
    page.get_by_role("textbox", name="PIN").fill("2580")
    tablet.tap(rule)
    page.wait_for_url(CASE)
    assert tablet.taps == 5
    expect(page.locator(".moves")).to_contain_text("3 from the rake")
    expect(page.locator(".page-head a", has_text=re.compile("^Rule"))).to_have_count(0)
    tablet.look()
    assert Ruling.objects.get().moved == 40_00
    tablet.go(reverse("rule_dispute", args=[case.pk]))
    expect(page.locator("main")).to_contain_text("the ruling is final")
    expect(rule).to_have_count(0)
    tablet.look()


# --------------------------------------------------------------------------------------------------- it is found again


def test_cases_are_found_by_words_and_counted(desk: DisputeTable, tablets: Drawer, size: tuple[int, int]) -> None:
    hand = desk.showdown()
    desk.rule(desk.open(hand, facts="a blue chip was short"))
    desk.open(hand, kind="WRONG_RAKE", facts="too much was taken")
    tablet = tablets.take(desk.table.floor, size=size)
    page = tablet.page
    tablet.go(reverse("disputes"))
    expect(page.locator("tbody tr").first).to_contain_text("Wrong rake")
    tablet.look()
    page.get_by_label("Words or number").fill("blue")
    tablet.tap("Show")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody tr")).to_contain_text("Pot awarded wrongly")
    tablet.tap(page.locator("tbody a").first)
    page.wait_for_url(CASE)
    assert tablet.taps == 2
    tablet.go(reverse("disputes"))
    tablet.tap("Statistics")
    expect(page.locator("main")).to_contain_text("Wrong rake")
    tablet.look()
    assert tablet.taps == 3
