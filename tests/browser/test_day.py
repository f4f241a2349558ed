"""The whole job in real browsers: from an empty table to the day's report, by four people with four tablets."""

import csv
import io
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Page, expect

from cage.services import fund_drawer, stock_vault
from config.rooms.models import Room
from config.staff.models import User
from config.staff.services import set_own_pin
from games.models import Hand
from players.models import Account, AccountKind, Player, Sitting
from players.services import Identity, register_player
from rake.models import Rating
from rules.house.house import LIVE
from tables.models import Table
from tables.services import post_house_rules
from tests.support.browser import Drawer, Tablet
from tests.support.desk import key
from tests.support.drawers import opened
from tests.support.felt import ask_for, enter, expect_turn, pick, seat_on_felt, type_in
from tests.support.people import PASSWORD, a_person, a_room
from tests.support.worker import running_worker

PIN = "2580"
EARLY = datetime(2025, 3, 8, 18, 0, tzinfo=UTC)


@dataclass
class House:
    """A room with a filled drawer and no table yet, and the people who work there."""

    room: Room
    manager: User
    supervisor: User
    cashier: User
    players: dict[str, Player] = field(default_factory=dict)

    def table(self) -> int:
        """The id of its one table."""
        return Table.objects.get(room=self.room).pk


@pytest.fixture
def house(tablets: Drawer) -> House:
    """Somebody for every role, with a password and a PIN; two players are known, a third walks in."""
    room = a_room()
    people = [a_person(room, role, password=PASSWORD) for role in ("manager", "floor", "cashier")]
    for person in people:
        set_own_pin(person=person, pin=PIN, at=EARLY)
    house = House(room, *people)
    by = {"by": house.manager, "at": EARLY}
    post_house_rules(room=room, house=LIVE, effective_at=EARLY, **by)
    stock_vault(room=room, chips=50_000_00, cash=10_000_00, key=key(), reason="opening", second=house.cashier, **by)
    drawer = opened(room, "Window 1", cashier=house.cashier, **by)
    fund_drawer(drawer=drawer, chips=20_000_00, cash=5_000_00, key=key(), reason="opening", second=house.cashier, **by)
    for name in ("Bo Lund", "Cy Moss"):
        house.players[name] = register_player(room=room, identity=Identity(display_name=name, legal_name=name), **by)
    return house


def test_the_whole_day(house: House, tablets: Drawer, committed_db: str, tmp_path: Path) -> None:
    manager, floor, cage = tablets.take(), tablets.take(), tablets.take()
    for tablet, person in ((manager, house.manager), (floor, house.supervisor), (cage, house.cashier)):
        tablet.sign_in(person.username, PASSWORD)
    with running_worker(tmp_path, committed_db):
        put_up_a_table(manager)
        post_its_plaque(manager)
        open_it(floor, house)
        sell_chips(cage)
        seat_everybody(floor, house)
        sell_more_to_a_seated_player(cage)
        play_a_hand_with_a_side_pot(floor, house)
        read_the_hand_and_its_rating(floor, manager)
        tick_a_hand(floor, house)
        leave_and_cash_out(floor, cage, house)
        read_the_report(manager)
    said = io.StringIO()
    call_command("audit_books", stdout=said)
    assert {line.split()[0] for line in said.getvalue().splitlines()} == {"ok"}


# -------------------------------------------------------------------------------------------------- before the cards


def put_up_a_table(manager: Tablet) -> None:
    page = manager.page
    manager.look()
    expect(page.get_by_role("heading", name="No tables yet")).to_be_visible()
    manager.tap("Add a table")
    manager.look()
    page.get_by_label("Name or number").fill("Table 1")
    manager.tap("Add the table")
    page.wait_for_url("**/plaque/")


def post_its_plaque(manager: Tablet) -> None:
    """A blind that no chip pays is refused with the rule; then the plaque stands."""
    page = manager.page
    for name, value in CHOSEN.items():
        with page.expect_response("**/plaque/check/"):
            page.locator(f"#id_{name}").select_option(value)
        expect(page.locator(f"#id_{name}")).to_have_value(value)
    for name, value in PLAQUE.items():
        page.locator(f"#id_{name}").fill(value)
    manager.look()
    page.locator("#id_blinds").fill("1/2.50")
    manager.tap("Post the plaque")
    expect(page.locator("#id_blinds")).to_be_focused()
    expect(page.locator("#sign-form")).to_contain_text("$2.50 can't be paid in units of $1")
    expect(page.locator("#sign-form [data-cite*='004:L290']").first).to_be_visible()
    manager.look()
    page.locator("#id_blinds").fill("1/3")
    manager.tap("Post the plaque")
    page.get_by_role("textbox", name="PIN").fill(PIN)
    manager.look()
    manager.tap("Go on")
    page.wait_for_url("**/plaque/1/")
    expect(page.locator(".sheet-sign")).to_contain_text("NLH 1/3")
    manager.look()


CHOSEN = {"game": "holdem", "structure": "no_limit", "fee_mode": "percent"}
PLAQUE = {
    "buy_in_min": "100",
    "buy_in_max": "300",
    "unit": "1",
    "percent_bp": "5",
    "cap": "5",
    "promo": "1",
    "promo_from": "20",
}


def open_it(floor: Tablet, house: House) -> None:
    floor.go("/floor/")
    floor.look()
    floor.tap("Open Table 1")
    floor.page.wait_for_url(f"**/tables/{house.table()}/")
    expect(floor.page.get_by_text("Nobody sits here yet")).to_be_visible()
    floor.look()


def sell_chips(cage: Tablet) -> None:
    """A newcomer is registered and buys in; too little is refused with the rule; the others buy by keyboard."""
    page = cage.page
    cage.go("/cage/")
    cage.look()
    cage.tap("New player")
    page.wait_for_url("**/cage/new/**")
    cage.look()
    page.get_by_label("Name at the table").fill("Ann Ray")
    page.get_by_text("More about them").click()
    page.get_by_label("Legal name").fill("Annabel Ray")
    page.get_by_label("Date of birth").fill("1988-05-17")
    cage.tap("Register")
    expect(page.get_by_role("heading", name="Ann Ray")).to_be_visible()
    cage.look()
    expect(page.locator("#buy_amount")).to_be_focused()
    cage.type("50")
    cage.press("Enter")
    refused = page.locator("#serve")
    expect(refused).to_contain_text("50 is a short buy")
    expect(refused.locator("[data-cite*='004']").first).to_be_visible()
    cage.look()
    cage.press("Control+a")
    cage.type("100")
    cage.press("Enter")
    expect(page.locator(".receipt")).to_contain_text("$100")
    cage.look()
    for name, amount in (("bo", "200"), ("cy", "250")):
        buy(cage, name, amount)
        expect(page.locator(".receipt")).to_contain_text(f"${amount}")


def buy(cage: Tablet, letters: str, amount: str) -> None:
    """Type what a cashier types for one player, from anywhere at the cage."""
    page = cage.page
    cage.go("/cage/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    cage.type(letters)
    expect(page.locator(f"#results[data-found={letters}] a")).to_have_count(1)
    cage.press("+")
    expect(page.locator("#buy_amount")).to_be_focused()
    cage.type(amount)
    cage.press("Enter")


def seat_everybody(floor: Tablet, house: House) -> None:
    """From the table's page: the open seat, the player, Sits down."""
    page = floor.page
    for seat, name in ((2, "Ann Ray"), (5, "Bo Lund"), (8, "Cy Moss")):
        floor.go(reverse("table", args=[house.table()]))
        floor.taps = 0
        floor.tap(seat_on_felt(page, seat))
        page.wait_for_url(f"**/seats/{seat}/")
        floor.tap(page.locator("#candidates").get_by_role("link", name=name))
        floor.tap("Sits down")
        page.wait_for_url(f"**/tables/{house.table()}/")
        assert floor.taps == 3
    floor.look()
    assert stacks(house) == {2: 100_00, 5: 200_00, 8: 250_00}


def sell_more_to_a_seated_player(cage: Tablet) -> None:
    buy(cage, "bo", "100")
    expect(cage.page.locator(".receipt")).to_contain_text("on the stack, seat 5")


# ------------------------------------------------------------------------------------------------------------- hands


def play_a_hand_with_a_side_pot(floor: Tablet, house: House) -> None:
    """Seat 2 is all-in for 100, seats 5 and 8 play on for a side pot of 220."""
    page = floor.page
    floor.go(reverse("console", args=[house.table()]))
    floor.look()
    deal_from(floor, button=2)
    floor.look()
    enter(floor, page.get_by_role("button", name="all-in"), turn=5)
    enter(floor, "Call 99", turn=8)
    enter(floor, "Call 97", turn=None)
    floor.look()
    pick(floor, "Ah", "7d", "2c")
    expect_turn(page, 5)
    enter(floor, "Check", turn=8)
    type_in(floor, "bet 50")
    expect_turn(page, 5)
    be_refused_a_small_raise(floor)
    enter(floor, "Call 50", turn=None)
    type_in(floor, "turn 9s")
    expect_turn(page, 5)
    enter(floor, "Check", turn=8)
    enter(floor, "Check", turn=None)
    floor.tap("Undo")
    expect_turn(page, 8)
    enter(floor, "Check", turn=None)
    type_in(floor, "river 2h")
    expect_turn(page, 5)
    type_in(floor, "b 60")
    enter(floor, "Call 60", turn=None)
    show_the_hands(floor)
    floor.look()
    assert page.evaluate("document.documentElement.scrollHeight") <= floor.size[1]
    read_the_settlement(page)
    floor.tap("Record hand 1")
    expect(page.locator("body")).to_contain_text("Hand 1 is recorded")
    floor.look()
    assert stacks(house) == AFTER
    assert (Hand.objects.get().pot, Hand.objects.get().rake_taken) == (520_00, 5_00)


SETTLEMENT = (
    "The main pot: 300, for seats 2, 5, 8",
    "The side pot: 220, for seats 5, 8",
    "5% of the called 520 is 26",
    "Never more than 5: the rake is 5",
    "Seat 2 wins the main pot with two pair, aces and twos with a king. 294 to seat 2",
    "Seat 5 wins the side pot with two pair, aces and twos with a queen. 220 to seat 5",
)
AFTER = {2: 294_00, 5: 310_00, 8: 40_00}


def deal_from(floor: Tablet, *, button: int) -> None:
    """Deal with the button there, whatever the console suggests."""
    page = floor.page
    page.locator("summary", has_text="Button, stacks, posts").click()
    page.get_by_label("Button", exact=True).select_option(str(button))
    floor.tap("Deal hand 1")
    expect_turn(page, button)


def be_refused_a_small_raise(floor: Tablet) -> None:
    """A raise from 50 to 60: the sentence, the rule, its source and what would have been allowed; nothing changes."""
    page = floor.page
    type_in(floor, "r 60")
    refusal = page.locator("#console .refusal")
    expect(refusal).to_be_visible()
    expect(refusal).to_contain_text("60")
    expect(refusal.locator("[data-cite]").first).to_have_attribute("data-cite", re.compile("live|WSOP|TDA|004"))
    refusal.locator("summary").click()
    expect(refusal.locator(".facts")).to_contain_text("100")
    expect_turn(page, 5)
    floor.look()


def show_the_hands(floor: Tablet) -> None:
    """Seat 2 has aces up with a king, seat 5 aces up with a queen, seat 8 a pair of sevens less."""
    for seat, cards in ((2, ("As", "Kd")), (5, ("Ac", "Qd")), (8, ("8h", "8d"))):
        ask_for(floor, seat)
        pick(floor, *cards)
        expect(floor.page.locator(f"#console .console-felt [aria-label^='Seat {seat},'] .face")).to_have_count(2)


def read_the_settlement(page: Page) -> None:
    """Every amount of the preview: the pots, the fees, who wins what."""
    steps = page.locator("#console .steps")
    for said in SETTLEMENT:
        expect(steps).to_contain_text(said)
    expect(page.locator("#console .won")).to_have_text(["5 Bo Lund wins 220", "2 Ann Ray wins 294"])
    expect(page.get_by_label("Rake dropped")).to_have_value("5")
    expect(page.get_by_label("Promo dropped")).to_have_value("1")


def read_the_hand_and_its_rating(floor: Tablet, manager: Tablet) -> None:
    """The worker rates the hand while its page is open."""
    page = floor.page
    floor.tap(page.locator("#console").get_by_role("link", name="Read it"))
    page.wait_for_url("**/hands/*/")
    expect(page.locator("#rating")).to_contain_text("as owed", timeout=60_000)
    expect(page.locator("#rating .facts")).to_contain_text("Rake owed5")
    floor.look()
    manager.go(page.url)
    expect(manager.page.locator(".log")).to_contain_text("bets 50")
    assert Rating.objects.get().rake_owed == 5_00


def tick_a_hand(floor: Tablet, house: House) -> None:
    """A hand that nobody disputes: the rake, and Tick."""
    floor.go(reverse("table", args=[house.table()]))
    floor.taps = 0
    floor.tap(floor.page.locator(".tick .quick").get_by_role("button", name="3", exact=True))
    floor.tap("Tick hand 2")
    expect(floor.page.locator("#tick")).to_contain_text("Hand 2 is ticked, rake 3")
    assert floor.taps == 2
    expect(floor.page.locator("#last-hands")).to_contain_text("tick")
    floor.look()


def leave_and_cash_out(floor: Tablet, cage: Tablet, house: House) -> None:
    """Seat 5 leaves with what is counted: the tick's rake and promo were paid out of that stack."""
    page = floor.page
    floor.go(reverse("seat", args=[house.table(), 5]))
    floor.look()
    page.locator("summary", has_text="Leaves").click()
    page.locator("form[action$='/leave/']").get_by_label("Stack as counted").fill("306")
    floor.tap("Leaves with their chips")
    floor.look()
    page.locator("form[action$='/leave/']").get_by_label("Why it is not").select_option("ticks")
    floor.tap("Leaves with their chips")
    page.wait_for_url(f"**/tables/{house.table()}/")
    cage.go(reverse("cage_player", args=[house.players["Bo Lund"].pk]))
    cage.look()
    cage.tap("All, 306")
    cage.tap("Take the chips, pay the cash")
    expect(cage.page.locator(".receipt")).to_contain_text("$306")
    cage.look()
    assert Account.objects.filter(kind=AccountKind.RACK, player=house.players["Bo Lund"]).get().balance == 0


# ------------------------------------------------------------------------------------------------------------ report


def read_the_report(manager: Tablet) -> None:
    """Built by the worker with its progress to be seen; the page and its file say what was recorded."""
    page = manager.page
    manager.go("/reports/")
    manager.look()
    manager.tap(page.get_by_role("link", name="›"))
    manager.tap(page.get_by_role("link", name="Look, and don’t count them"))
    manager.tap(page.get_by_role("link", name="Rake report"))
    with page.expect_response(lambda answer: "job=" in answer.url) as asked:
        manager.tap("Build the report")
    shown_at_once = asked.value.text()  # a quick worker is done before the page is drawn
    assert "progress" in shown_at_once or "Built from 2 hands" in shown_at_once
    expect(page.get_by_text("Built from 2 hands")).to_be_visible(timeout=60_000)
    manager.look()
    assert sum(Hand.objects.values_list("rake_taken", flat=True)) == 8_00
    shown = page.locator("main .figures.large > div")
    for label, amount in (("hands", "2"), ("rake taken", "8"), ("rake owed", "5"), ("promo taken", "2")):
        expect(shown.filter(has=page.locator("dt", has_text=label)).first.locator("dd")).to_have_text(amount)
    total = file_of(page)[-1]
    assert [Decimal(total[name]) for name in ("Hands", "Rake taken", "Rake owed", "Promo taken")] == [2, 8, 5, 2]


def file_of(page: Page) -> list[dict[str, str]]:
    """The report's CSV, line by line; the last one is the total."""
    address = page.get_by_role("link", name="CSV").get_attribute("href")
    text = page.context.request.get(str(address)).text()
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def stacks(house: House) -> dict[int, int]:
    """The chips at each taken seat, minor units."""
    seated = Sitting.objects.filter(session__table__room=house.room, left_at=None)
    return {sitting.seat: Account.objects.get(sitting=sitting).balance for sitting in seated}
