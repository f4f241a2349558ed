"""A cashier's whole day in real browsers: from the blind count that opens the drawer to the end of what was short."""

import io
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import product

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cage import services as cage
from cage.counted import Counted
from cage.models import (
    BuyIn,
    CashOut,
    CashSlip,
    DrawerSession,
    DrawerVariance,
    Investigation,
    SlipVoid,
    TransitSlip,
)
from config.staff.models import User
from config.staff.services import set_own_pin
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, Tablet
from tests.support.desk import Desk, key, open_desk_now, person
from tests.support.drawers import by_the_books, close_exactly, running

PIN = "4711"
MOST = 6
"""Keys for a sale to a known player besides the digits of the amount."""
SALES, PAYMENTS = 30, 10
SHORT = 60_00
"""The shortage of the drawer at its close: more than the room investigates from."""
NAMES = [f"{first}{second}rn" for first, second in product("BCDFGHJKLM", "aeo")]


@dataclass
class Day:
    """A room whose drawer is closed with 50,000 in chips and 10,000 in cash, its players, and who works there today."""

    desk: Desk
    late: User = field(init=False)
    carrier: User = field(init=False)

    def __post_init__(self) -> None:
        self.late, self.carrier = person(self.desk.room, "cashier"), person(self.desk.room, "floor")


@arranged_to_commit
def day() -> Day:
    """The drawer was closed the evening before; everybody who signs at another's tablet has a PIN."""
    day = Day(open_desk_now())
    desk = day.desk
    for name in NAMES:
        desk.player(name)
    for who in (desk.second, desk.cashier, day.late):
        set_own_pin(person=who, pin=PIN, at=desk.now)
    close_exactly(desk.drawer, by=desk.cashier, second=desk.manager, at=desk.now)
    return day


def test_a_cashier_works_a_day(
    day: Day, tablets: Drawer, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cage.services.same_again.A_MOMENT", timedelta())  # a day's sales, within a minute
    enough_is_out: tuple[dict[str, object], str] = {}, ""  # chips of days before, which the test's books don't have
    monkeypatch.setattr("cage.services.presented.ask_about_more_than_is_out", lambda *_, **__: enough_is_out)
    early = tablets.take(day.desk.cashier, size=size)
    open_the_drawer(early, day)
    sell(early)
    pay(early)
    ask_for_a_fill(early, day)
    void_a_mistake(early)
    take_chips_from_abroad(early)
    late = tablets.take(day.late, size=size)
    hand_over(early, late, day)
    close_short(late, day)
    settle(tablets.take(day.desk.manager, size=size), day)
    said = io.StringIO()
    call_command("audit_books", stdout=said)
    assert {line.split()[0] for line in said.getvalue().splitlines()} == {"ok"}, said.getvalue()


# ------------------------------------------------------------------------------------------------------- at the window


def open_the_drawer(tablet: Tablet, day: Day) -> None:
    """The cashier counts what lies there, and is shown no sum of it beside the sheet."""
    page = tablet.page
    tablet.go(reverse("cage"))
    tablet.look()
    tablet.tap("Open Window 1")
    expect(page.locator("main")).not_to_contain_text("50,000")
    tablet.look()
    enter(page, by_the_books(day.desk.drawer))
    tablet.tap("Open the drawer")
    expect(page.get_by_text("is open, and you work it")).to_be_visible()
    assert running(day.desk.drawer).cashier == day.desk.cashier


def sell(tablet: Tablet) -> None:
    """Thirty sales in one line each, by keys alone."""
    tablet.go(reverse("cage"))
    for name, amount in zip(NAMES, ("100", "250", "300") * 10, strict=True):
        before = tablet.strokes, tablet.taps
        line(tablet, f"{name[:2].lower()}+{amount}", "Take the cash")
        expect(tablet.page.locator(".receipt")).to_contain_text(f"${amount}")
        expect(tablet.page.locator(".receipt")).to_contain_text(name)
        assert tablet.strokes - before[0] <= MOST + len(amount)
        assert tablet.taps == before[1]
    tablet.look()
    assert BuyIn.objects.count() == SALES


def pay(tablet: Tablet) -> None:
    """Ten of them cash out a part of it."""
    for name in NAMES[:PAYMENTS]:
        line(tablet, f"{name[:2].lower()} -50", "Take the chips")
        expect(tablet.page.locator(".receipt")).to_contain_text("Cash paid")
        expect(tablet.page.locator(".receipt")).to_contain_text(name)
    tablet.look()
    assert CashOut.objects.count() == PAYMENTS


def ask_for_a_fill(tablet: Tablet, day: Day) -> None:
    """The cashier asks and receives; elsewhere the floor authorises and carries, and the manager sends."""
    page, desk = tablet.page, day.desk
    desk.now = timezone.now()
    cage.stock_vault(room=desk.room, chips=1_000_00, cash=0, key=key(), reason="new", **desk.at_the_vault())
    tablet.go(reverse("drawer", args=[desk.drawer.pk]))
    tablet.tap("Ask for a fill")
    page.locator("[name=chips_10000]").fill("10")
    tablet.look()
    tablet.tap("Ask for it")
    expect(page.get_by_text("is asked for.")).to_be_visible()
    slip = TransitSlip.objects.get()
    cage.authorise_slip(slip=slip, key=key(), by=desk.second, at=desk.at())
    cage.send_slip(slip=slip, runner=day.carrier, key=key(), by=desk.manager, at=desk.at())
    tablet.go(reverse("slip", args=[slip.pk]))
    tablet.look()
    page.locator("[name=chips_10000]").first.fill("10")
    tablet.tap("Received at Window 1")
    expect(page.get_by_text("is received.")).to_be_visible()


def void_a_mistake(tablet: Tablet) -> None:
    """A sale to the wrong player goes back whole, and is put right."""
    page = tablet.page
    tablet.go(reverse("cage"))
    line(tablet, "da+100", "Take the cash")
    expect(page.locator(".receipt")).to_contain_text("Darn")
    expect(page.get_by_role("searchbox")).to_be_focused()
    tablet.press("Alt+v")
    expect(page.get_by_role("heading", name="Void receipt")).to_be_visible()
    tablet.look()
    page.get_by_label("What was wrong").focus()
    tablet.type("the wrong player")
    tablet.press("Enter")
    expect(page.locator(".receipt").first).to_contain_text("VOID")
    tablet.look()
    page.get_by_role("searchbox").focus()
    line(tablet, "ja+100", "Take the cash")
    expect(page.locator(".receipt")).to_contain_text("Jarn")
    assert BuyIn.objects.latest("pk").corrects == SlipVoid.objects.get()


def take_chips_from_abroad(tablet: Tablet) -> None:
    """Somebody brings more than the books know of."""
    page = tablet.page
    page.get_by_role("searchbox").focus()
    tablet.type("ba -150")
    expect(page.locator("#results[data-found='ba -150'] a")).to_have_count(1)
    tablet.press("Enter")
    expect(page.get_by_role("heading", name="Chips that the books don’t know")).to_be_visible()
    tablet.look()
    page.locator("#present-title").click()
    tablet.press("2")
    expect(page.locator(".receipt")).to_contain_text("brought back")
    assert CashSlip.objects.get().amount == 100_00


# ---------------------------------------------------------------------------------------------- the end of the shift


def hand_over(early: Tablet, late: Tablet, day: Day) -> None:
    """Both count the drawer, each for themselves, and whoever comes works it."""
    drawer = day.desk.drawer
    address = reverse("drawer", args=[drawer.pk])
    early.go(address)
    early.page.get_by_label("Hand over to").select_option(str(day.late.pk))
    early.tap("Count the drawer")
    count_blind(early, by_the_books(drawer))
    expect(early.page.get_by_text(f"{day.late} counts now")).to_be_visible()
    late.go(address)
    late.look()
    count_blind(late, by_the_books(drawer))
    expect(late.page.get_by_role("heading", name="Close it, or hand it over")).to_be_visible()
    assert running(drawer).cashier == day.late
    assert not DrawerVariance.objects.exists()


def close_short(tablet: Tablet, day: Day) -> None:
    """The next cashier sells once more, and the drawer is counted short by two people who agree."""
    page, drawer = tablet.page, day.desk.drawer
    tablet.go(reverse("cage"))
    line(tablet, "ma+100", "Take the cash")
    expect(page.locator(".receipt")).to_contain_text("$100")
    tablet.go(reverse("drawer", args=[drawer.pk]))
    tablet.tap("Count the drawer")
    found = by_the_books(drawer, cash=-SHORT)
    count_blind(tablet, found)
    expect(page.get_by_text("Somebody else counts now")).to_be_visible()
    page.get_by_label("Second person’s badge").fill(day.desk.second.badge_number)
    page.get_by_label("Their PIN").fill(PIN)
    count_blind(tablet, found)
    expect(page.get_by_text("Window 1 is closed")).to_be_visible()
    assert not DrawerSession.objects.exclude(state=DrawerSession.State.CLOSED).exists()
    assert DrawerVariance.objects.get().cash == -SHORT


def settle(tablet: Tablet, day: Day) -> None:
    """The manager is led to what is short, and says what was found out before the cashier of the early shift."""
    page = tablet.page
    tablet.go(reverse("drawers"))
    expect(page.get_by_text("1 variance waits")).to_be_visible()
    tablet.tap(page.get_by_role("navigation", name="The cage").get_by_role("link", name="Short and over"))
    tablet.look()
    page.get_by_label("Outcome").select_option("accepted")
    page.get_by_label("What was found out").fill("Three notes of 20 stuck together; the camera shows them paid out.")
    page.get_by_label("Second person’s badge").fill(day.desk.cashier.badge_number)
    page.get_by_label("Their PIN").fill(PIN)
    tablet.tap("Settle it")
    expect(page.get_by_text("The variance is accepted.")).to_be_visible()
    tablet.look()
    assert Investigation.objects.get().state == Investigation.State.ACCEPTED


# ------------------------------------------------------------------------------------------------------------- typing


def line(tablet: Tablet, typed: str, press: str) -> None:
    """One line at the window that finds one player, and the press of Enter that books it."""
    page = tablet.page
    expect(page.get_by_role("searchbox")).to_be_focused()
    tablet.type(typed)
    expect(page.locator(f"#results[data-found='{typed}'] a")).to_have_count(1)
    tablet.press("Enter")
    expect(page.get_by_role("button", name=press)).to_be_focused()
    tablet.press("Enter")


def enter(page: Page, counted: Counted) -> None:
    """Enter the pieces of a count."""
    for what, pieces in (("chips", counted.chips), ("cash", counted.cash)):
        for value, count in pieces.items():
            page.locator(f"[name={what}_{value}]").fill(str(count))


def count_blind(tablet: Tablet, counted: Counted) -> None:
    """Enter a count on a sheet that says nothing of what must be there."""
    enter(tablet.page, counted)
    tablet.tap("Enter the count")
