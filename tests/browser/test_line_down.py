"""The table that never stops: a tablet whose line is down keeps what may wait, and sends it once and in order."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from cage.models import BuyIn
from config.requests.models import LateEntry
from config.staff.services import set_own_pin
from games.models import Hand
from players.models import Absence
from tests.support.browser import Drawer, Tablet
from tests.support.desk import person
from tests.support.table import O8_KILL, HandTable

PIN = "4826"


@pytest.fixture
def table(desk: Any) -> HandTable:
    """A table that has been open for a while, with four players."""
    now = desk.now
    desk.now = now - timedelta(hours=2)
    table = HandTable(desk, {seat: desk.seated(200_00, seat=seat, player=desk.player()) for seat in (1, 2, 3, 4)})
    desk.now = now
    return table


def at_the_table(tablets: Drawer, table: HandTable, size: tuple[int, int]) -> Tablet:
    """The floor's tablet on the table's page, whose line a test may cut."""
    tablet = tablets.take(table.floor, size=size)
    tablet.loses_its_line()
    tablet.go(reverse("table", args=[table.session.table_id]))
    return tablet


def ticks(tablet: Tablet, *rakes: str) -> None:
    """Quick hands, one after the other."""
    for rake in rakes:
        tablet.page.locator("#id_rake_taken").fill(rake)
        tablet.tap(tablet.page.locator("#tick button[type=submit]"))


def waiting(page: Page) -> Any:
    """The lines of what waits."""
    return page.locator("#queue [data-part=entries] > li")


def holds_nothing(page: Page) -> None:
    """Wait until the tablet keeps nothing."""
    for _ in range(400):
        if page.evaluate("localStorage.length") == 0:
            return
        page.wait_for_timeout(50)
    raise AssertionError(page.evaluate("localStorage.getItem('cardroom.kept')"))


def drop_first(page: Page) -> None:
    """Drop the first that waits: two presses, for it is gone then."""
    waiting(page).first.get_by_role("button", name="Drop it").click()
    waiting(page).first.get_by_role("button", name="Yes, drop it for good").click()


def sign_out(page: Page) -> None:
    """Open the menu of whoever is signed in, and press it there."""
    page.locator("summary.who").click()
    page.get_by_role("button", name="Sign out").click()


def taken() -> list[int]:
    """The rake of the recorded hands, in their order."""
    return list(Hand.objects.order_by("number").values_list("rake_taken", flat=True))


def test_what_was_entered_without_a_line_is_recorded_once_in_order_and_marked(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    tablet = at_the_table(tablets, table, size)
    page, queue = tablet.page, tablet.page.locator("#queue")
    with tablet.out_of_reach():
        ticks(tablet, "0", "1", "2", "3")
        page.get_by_role("button", name="Seat 3 is away").click()
        page.get_by_role("button", name="Seat 3 is away").click()
        page.locator("#note_text").fill("the shuffler jams")
        page.get_by_role("button", name="Keep the note").click()
        ticks(tablet, "4")
        expect(waiting(page)).to_have_count(7)
        expect(queue.locator(".chip", has_text="not confirmed")).to_have_count(7)
        expect(page.locator("#offline")).to_contain_text("don’t enter it twice. 7 entries are not confirmed")
        expect(page.locator("#tick button[type=submit]")).to_contain_text("Tick hand 6")
        tablet.look()
        assert "Player" not in page.evaluate("localStorage.getItem('cardroom.kept')")
        assert taken() == []
    expect(queue).to_contain_text("Everything that waited in this tablet is recorded")
    expect(page.locator("#last-hands .chip", has_text="sent late")).to_have_count(5)
    expect(page.locator("#tick button[type=submit]")).to_contain_text("Tick hand 6")
    assert taken() == [0, 1_00, 2_00, 3_00, 4_00]
    assert Absence.objects.get().sitting.seat == 3
    kinds = list(LateEntry.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["hand"] * 4 + ["absence", "tablenote", "hand"]
    assert page.evaluate("localStorage.length") == 0
    tablet.look()


def test_a_button_that_is_pressed_twice_keeps_one_hand(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    tablet = at_the_table(tablets, table, size)
    button = tablet.page.locator("#tick button[type=submit]")
    with tablet.out_of_reach():
        button.dblclick()
        expect(waiting(tablet.page)).to_have_count(1)
        expect(button).to_contain_text("Tick hand 2")
        tablet.page.wait_for_timeout(2_000)  # as long as the next hand takes at the least
        button.click()
        expect(waiting(tablet.page)).to_have_count(2)
        expect(button).to_contain_text("Tick hand 3")
    expect(tablet.page.locator("#queue")).to_contain_text("Everything that waited in this tablet is recorded")
    assert Hand.objects.count() == 2


def loses_the_answer(page: Page, address: str) -> Callable[[], None]:
    """From now on the requests to an address arrive and their answers don't; the way to let them through again."""

    def arrives(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(address, arrives)
    return lambda: page.unroute(address)


def test_a_hand_whose_answer_was_lost_is_recorded_once(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    """The first was sent by its form, the second from the queue: both arrived, and the tablet heard of neither."""
    tablet = at_the_table(tablets, table, size)
    page = tablet.page
    page.route("**/account/kept/", lambda route: route.abort())
    through = loses_the_answer(page, "**/ticks/")
    ticks(tablet, "2")
    expect(waiting(page)).to_have_count(1)
    expect(waiting(page).get_by_role("button", name="Drop it")).to_be_hidden()  # it may have arrived
    ticks(tablet, "3")
    expect(waiting(page)).to_have_count(2)
    page.unroute("**/account/kept/")
    page.wait_for_function("JSON.parse(localStorage.getItem('cardroom.kept')).entries[0].sent")
    through()
    expect(page.locator("#queue")).to_contain_text("Everything that waited in this tablet is recorded")
    assert taken() == [2_00, 3_00]
    assert LateEntry.objects.count() == 1, "the first was in time"


def test_a_refusal_stops_the_queue_until_somebody_deals_with_it(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    tablet = at_the_table(tablets, table, size)
    page, queue = tablet.page, tablet.page.locator("#queue")
    with tablet.out_of_reach():
        ticks(tablet, "1", "2.50", "900", "3")
        expect(waiting(page)).to_have_count(4)
        tablet.expected += ("422",)
    expect(queue).to_contain_text("The first was refused")
    expect(waiting(page)).to_have_count(3)
    expect(waiting(page).first).to_contain_text("enter a multiple of")
    assert taken() == [1_00]
    tablet.look()
    waiting(page).first.get_by_role("button", name="Correct it").click()
    waiting(page).first.get_by_label("Rake").fill("2")
    waiting(page).first.get_by_role("button", name="Keep the correction").click()
    expect(waiting(page).first).to_contain_text("Look into the box again")
    assert taken() == [1_00, 2_00]
    drop_first(page)
    expect(queue).to_contain_text("Everything that waited in this tablet is recorded")
    assert taken() == [1_00, 2_00, 3_00]


def test_after_a_quarter_of_an_hour_only_the_same_person_sees_and_sends_it(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    colleague = person(table.desk.room, "floor")
    for each, pin in ((table.floor, PIN), (colleague, "9173")):
        set_own_pin(person=each, pin=pin, at=table.desk.now)
    tablet = tablets.take(table.floor, size=size)
    tablet.loses_its_line()
    page, queue = tablet.page, tablet.page.locator("#queue")
    page.clock.install()
    tablet.go(reverse("table", args=[table.session.table_id]))
    with tablet.out_of_reach():
        ticks(tablet, "2")
        expect(waiting(page)).to_have_count(1)
        page.clock.fast_forward("16:00")
        expect(queue).to_contain_text("locked: after 15 minutes without a line")
        expect(waiting(page)).to_have_count(0)
        ticks(tablet, "3")
        expect(queue).to_contain_text("2 entries are kept")
    expect(queue).to_contain_text("enter your own badge and PIN")
    tablet.look()
    for badge, pin, said in (
        (colleague.badge_number, "9173", "not a colleague’s"),
        (table.floor.badge_number, "9173", "not your PIN"),
    ):
        queue.get_by_label("Your badge").fill(badge)
        queue.get_by_label("Your PIN").fill(pin)
        queue.get_by_role("button", name="Open what waits").click()
        expect(queue).to_contain_text(said)
    assert taken() == []
    queue.get_by_label("Your badge").fill(table.floor.badge_number)
    queue.get_by_label("Your PIN").fill(PIN)
    queue.get_by_role("button", name="Open what waits").click()
    expect(queue).to_contain_text("Everything that waited in this tablet is recorded")
    assert taken() == [2_00, 3_00]
    assert PIN not in page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")


def test_signing_out_drops_what_waits_after_it_was_said(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    tablet = at_the_table(tablets, table, size)
    page = tablet.page
    with tablet.out_of_reach():
        ticks(tablet, "2.50")
    expect(waiting(page)).to_contain_text("enter a multiple of")
    sign_out(page)
    expect(page.locator("#offline")).to_contain_text("1 entry is not confirmed yet")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in/**")
    assert page.evaluate("localStorage.length") == 0
    assert taken() == []


AGED = """(person) => {
    const kept = JSON.parse(localStorage.getItem('cardroom.kept'));
    kept.entries[0].entered -= 13 * 60 * 60 * 1000;
    if (person) kept.person = person;
    localStorage.setItem('cardroom.kept', JSON.stringify(kept));
}"""


def test_what_somebody_else_entered_is_gone_after_twelve_hours_and_ones_own_waits(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    tablet = at_the_table(tablets, table, size)
    page, queue = tablet.page, tablet.page.locator("#queue")
    with tablet.out_of_reach():
        ticks(tablet, "2")
        expect(waiting(page)).to_have_count(1)
        page.evaluate(AGED, "")
    page.reload()
    expect(queue).to_contain_text("This waited for more than twelve hours: drop it, and tell a manager")
    page.evaluate(AGED, "somebody else")
    page.reload()
    expect(queue).to_contain_text("waited for more than twelve hours and is gone: tell a manager")
    assert (page.evaluate("localStorage.length"), taken()) == (0, [])


def test_money_never_waits_and_what_was_typed_stays(tablets: Drawer, table: HandTable, size: tuple[int, int]) -> None:
    player = table.desk.player("Ann")
    tablet = tablets.take(table.desk.cashier, size=size)
    tablet.loses_its_line()
    page, before = tablet.page, BuyIn.objects.count()
    tablet.go(f"{reverse('cage_player', args=[player.pk])}?table={table.session.pk}")
    form = page.locator("main form[method=post]", has=page.locator("[name=amount]")).first
    with tablet.out_of_reach():
        form.locator("[name=amount]").fill("200")
        form.locator("button[type=submit]").first.click()
        expect(page.locator("#offline")).to_contain_text("this can’t wait in the tablet")
        expect(form.locator("[name=amount]")).to_have_value("200")
        assert page.evaluate("localStorage.length") == 0
        tablet.look()
    assert BuyIn.objects.count() == before


def test_with_the_line_up_each_hand_goes_at_once(tablets: Drawer, table: HandTable, size: tuple[int, int]) -> None:
    """One after the other on one page, a refused one corrected between: nothing is kept once it is answered."""
    tablet = at_the_table(tablets, table, size)
    page = tablet.page
    number = page.locator("#tick [data-counts]")
    for hands, rake in enumerate(("1", "2", "3"), start=1):
        ticks(tablet, rake)
        expect(number).to_have_text(str(hands + 1))
        holds_nothing(page)
    tablet.expected += ("422",)
    ticks(tablet, "2.50")
    expect(page.locator("#tick")).to_contain_text("enter a multiple of")
    holds_nothing(page)
    ticks(tablet, "4")
    expect(number).to_have_text("5")
    expect(page.locator("#queue")).to_be_hidden()
    assert taken() == [1_00, 2_00, 3_00, 4_00]
    assert not LateEntry.objects.exists()
    tablet.go("/floor/")
    expect(page.locator("#queue")).to_be_hidden()
    holds_nothing(page)


def test_a_count_that_is_refused_asks_what_is_missing_where_it_is_seen(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    tablet = at_the_table(tablets, table, size)
    page = tablet.page
    tablet.go(reverse("seat", args=[table.session.table_id, 2]))
    tablet.expected += ("422",)
    page.get_by_text("Count the stack").click()
    page.locator("details[open]").get_by_label("Counted").fill("150")
    page.get_by_role("button", name="That is the stack").click()
    expect(page.get_by_label("Why it is not the books’ stack")).to_be_visible()
    holds_nothing(page)
    tablet.look()


def test_a_colleague_who_signs_out_drops_nothing_of_ours(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    """The session of whoever entered it ended; somebody else works on that tablet meanwhile, and goes."""
    tablet = at_the_table(tablets, table, size)
    page = tablet.page
    with tablet.out_of_reach():
        ticks(tablet, "2.50")
    expect(waiting(page)).to_contain_text("enter a multiple of")
    kept = page.evaluate("localStorage.getItem('cardroom.kept')")
    page.evaluate(
        'text => localStorage.setItem(\'cardroom.kept\', text.replace(/"person":"[0-9]+"/, \'"person":"0"\'))', kept
    )
    tablet.go("/floor/")
    expect(page.locator("#queue")).to_contain_text("1 entry is waiting here from badge")
    sign_out(page)
    page.wait_for_url("**/sign-in/**")
    assert "2.50" in page.evaluate("localStorage.getItem('cardroom.kept')")


def test_what_waited_is_corrected_with_seats_and_reasons_to_choose(
    tablets: Drawer, desk: Any, size: tuple[int, int]
) -> None:
    """At a table with a kill the winners are tapped, and a count has its reason: both are seen, and can be mended."""
    now, desk.now = desk.now, desk.now - timedelta(hours=2)
    desk.session = desk.open_table(O8_KILL)
    table = HandTable(desk, {seat: desk.seated(200_00, seat=seat, player=desk.player()) for seat in (1, 2, 3, 4)})
    desk.now = now
    tablet = at_the_table(tablets, table, size)
    page = tablet.page
    with tablet.out_of_reach():
        page.locator("#id_pot").fill("30")
        ticks(tablet, "1")
        page.locator("#id_pot").fill("60")
        page.locator("#tick").get_by_label("2", exact=True).check()
        ticks(tablet, "1")
        expect(waiting(page).nth(1)).to_contain_text("Won by seat 2")
        page.locator("#count_counted").fill("150")
        page.get_by_role("button", name="That is the stack of seat 4").click()
        expect(waiting(page)).to_have_count(3)
        tablet.expected += ("422",)
    expect(waiting(page).first).to_contain_text("tap the seats that won it")
    waiting(page).first.get_by_role("button", name="Correct it").click()
    waiting(page).first.get_by_label("3", exact=True).check()
    tablet.look()
    waiting(page).first.get_by_role("button", name="Keep the correction").click()
    expect(waiting(page)).to_have_count(1)
    assert [hand.winners for hand in Hand.objects.order_by("number")] == [[3], [2]]
    expect(waiting(page).first).to_contain_text("Counted 150")
    waiting(page).first.get_by_role("button", name="Correct it").click()
    waiting(page).first.get_by_label("Why it is not the books’ stack").select_option("ticks")
    waiting(page).first.get_by_role("textbox", name="Counted").fill("199")
    page.wait_for_timeout(6000)  # the tablet looks for its line meanwhile, and leaves alone what is typed
    waiting(page).first.get_by_role("button", name="Keep the correction").click()
    expect(page.locator("#queue")).to_contain_text("Everything that waited in this tablet is recorded")
    expect(page.locator("#felt, main").first).to_contain_text("199")
    holds_nothing(page)


def test_the_newest_page_stays_whichever_answer_comes_last(
    tablets: Drawer, table: HandTable, size: tuple[int, int]
) -> None:
    """Two things are sent shortly after one another; the page that was asked for first comes back last."""
    tablet = at_the_table(tablets, table, size)
    page, address = tablet.page, reverse("table", args=[table.session.table_id])
    held: list[tuple[Route, Any]] = []

    def answers(route: Route) -> None:
        if route.request.resource_type == "fetch" and not held:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route(f"**{address}", answers)
    with tablet.out_of_reach():
        page.get_by_role("button", name="Seat 3 is away").click()
    expect(page.locator("#queue")).to_contain_text("Everything that waited in this tablet is recorded")
    for _ in range(200):
        if held:
            break
        page.wait_for_timeout(50)
    route, older = held[0]
    with tablet.out_of_reach():
        page.get_by_role("button", name="Seat 4 is away").click()
    expect(page.locator("#queue")).to_contain_text("is away: not dealt in")
    expect(page.locator("#line-down [formaction$='/away/']")).to_have_count(2)
    route.fulfill(response=older)
    page.wait_for_timeout(500)
    expect(page.locator("#line-down [formaction$='/away/']")).to_have_count(2)
