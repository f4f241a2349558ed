"""An appeal in a real browser, both ways of holding it: taken to the manager, who hears it, and final."""

import re

from django.urls import reverse
from playwright.sync_api import expect

from disputes.models import Dispute, Ruling
from disputes.services import Payment
from rules.house.house import LIVE
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, Tablet
from tests.support.dispute import DisputeTable, open_dispute_table


@arranged_to_commit
def desk() -> DisputeTable:
    """A table of a house in which a ruling may be taken to the manager."""
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


def _ruled(desk: DisputeTable) -> Dispute:
    """A case in which 40 of the winner's chips went to the loser."""
    case = desk.open(desk.showdown())
    desk.rule(case, Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 40_00))
    return case


def _appealed(desk: DisputeTable) -> Dispute:
    case = _ruled(desk)
    desk.appeal(case, "they had said raise")
    return case


def _at(tablet: Tablet, case: Dispute) -> None:
    tablet.page.wait_for_url(re.compile(rf"/disputes/{case.pk}/$"))


def test_a_ruling_is_taken_to_the_manager_in_two_taps(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    case = _ruled(desk)
    tablet = tablets.take(desk.table.floor, size=size)
    tablet.go(reverse("dispute", args=[case.pk]))
    tablet.tap("To the manager")
    tablet.page.get_by_label("Who appeals").fill("seat 3")
    tablet.page.get_by_label("What they object to").fill("they had said raise")
    tablet.look()
    tablet.tap("Take it to the manager")
    _at(tablet, case)
    assert tablet.taps == 2
    expect(tablet.page.locator("main")).to_contain_text("they had said raise")
    expect(tablet.page.locator(".page-head .button.primary")).to_have_count(0)
    tablet.look()


def test_the_manager_takes_the_chips_back_and_rules_anew_in_four_taps(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    case = _appealed(desk)
    before = desk.table.stacks()
    tablet = tablets.take(desk.manager, size=size)
    tablet.go(reverse("dispute", args=[case.pk]))
    tablet.tap("Rule on the appeal")
    tablet.look()
    tablet.tap(tablet.page.locator(".pill", has_text="Award stands"))
    tablet.tap(tablet.page.get_by_label("Take the first ruling’s chips back"))
    tablet.tap(tablet.page.get_by_role("button", name="Rule", exact=True))
    _at(tablet, case)
    assert tablet.taps == 4
    expect(tablet.page.locator("main")).to_contain_text("The chips of the first ruling were taken back.")
    after = desk.table.stacks()
    assert after[desk.winner] - before[desk.winner] == 40_00
    assert before[desk.loser] - after[desk.loser] == 40_00
    tablet.look()


def test_a_heard_case_is_closed_and_offers_nothing_more(
    desk: DisputeTable, tablets: Drawer, size: tuple[int, int]
) -> None:
    """Both rulings stand there, the last one first; the pages of ruling, appeal and hearing only refuse."""
    case = _appealed(desk)
    tablet = tablets.take(desk.manager, size=size)
    tablet.go(reverse("hear_dispute", args=[case.pk]))
    tablet.tap(tablet.page.locator(".pill", has_text="The ruling stands"))
    tablet.tap(tablet.page.get_by_role("button", name="Rule", exact=True))
    _at(tablet, case)
    expect(tablet.page.locator("section[aria-label^='Ruling of']")).to_have_count(2)
    expect(tablet.page.locator(".page-head a", has_text=re.compile("^(Rule|To the manager)"))).to_have_count(0)
    for name in ("rule_dispute", "hear_dispute", "appeal_dispute"):
        tablet.go(reverse(name, args=[case.pk]))
        expect(tablet.page.locator("main form button[type=submit]")).to_have_count(0)
        expect(tablet.page.locator("main")).to_contain_text("final")
        tablet.look()
    assert Ruling.objects.filter(dispute=case).count() == 2


def test_a_manager_amends_a_ruling_in_four_taps(desk: DisputeTable, tablets: Drawer, size: tuple[int, int]) -> None:
    """A rule that is not among the likely three is found by a word; only the difference moves."""
    case = _ruled(desk)
    before = desk.table.stacks()
    tablet = tablets.take(desk.manager, size=size)
    page = tablet.page
    tablet.go(reverse("dispute", args=[case.pk]))
    tablet.tap("Amend the ruling")
    expect(page.locator("[name=amount_1]")).to_have_value("40")
    page.locator("[name=amount_1]").fill("25")
    page.get_by_label("Why it is amended").fill("fifteen of it were another pot")
    tablet.tap(page.locator("summary", has_text="Another rule"))
    page.get_by_label("Search the rules").fill("side pot")
    expect(page.locator(".rule-line:visible", has_text="burn")).to_have_count(0)
    tablet.look()
    tablet.tap(page.locator(".rule-line:visible").last)
    tablet.tap(page.get_by_role("button", name="Amend", exact=True))
    _at(tablet, case)
    assert tablet.taps == 4
    expect(page.locator("main")).to_contain_text("It was amended")
    tablet.look()
    assert desk.table.stacks()[desk.winner] - before[desk.winner] == 15_00
