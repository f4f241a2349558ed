"""The pages of drawers: opened and closed by count sheets that tell nobody what must be there."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cage.models import Denominations, Drawer, DrawerSession, DrawerVariance, ExpectedLook, Investigation
from cage.open_items import variances_not_settled
from cage.services.drawers import tills_of
from config.staff.models import User
from config.staff.services import end_role, set_own_pin
from players.models import Transfer
from tests.support.desk import Desk, key, person
from tests.support.drawers import by_the_books, close_exactly, open_exactly, opened, running
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db
S = DrawerSession.State
PIN = "4711"


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A room at play now, with an odd amount sold."""
    desk.buy_in(desk.player(), 137_00)
    return desk


@pytest.fixture
def window(desk: Desk) -> Client:
    return signed_in(desk.cashier)


def sheet(desk: Desk, *, chips: int = 0, cash: int = 0, **more: Any) -> dict[str, Any]:
    """The fields of a count sheet: the pieces that lie there, and so much more."""
    made = by_the_books(desk.drawer, chips=chips, cash=cash)
    pieces = {f"chips_{value}": count for value, count in made.chips.items()}
    pieces |= {f"cash_{value}": count for value, count in made.cash.items()}
    return {"key": key(), **pieces, **more}


def signature(desk: Desk, who: User, prefix: str = "") -> dict[str, str]:
    """Badge and PIN of somebody at another's tablet."""
    set_own_pin(person=who, pin=PIN, at=desk.now)
    return {f"{prefix}badge": who.badge_number, f"{prefix}pin": PIN}


def post(client: Client, name: str, pk: int, **data: Any) -> Any:
    return client.post(reverse(name, args=[pk]), data)


def drawer_page(client: Client, desk: Desk) -> str:
    return text(client.get(reverse("drawer", args=[desk.drawer.pk])))


def closed(desk: Desk, **off: int) -> None:
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.now, **off)


def test_a_cashier_opens_with_one_sheet(desk: Desk, window: Client) -> None:
    closed(desk)
    assert "Open it" in drawer_page(window, desk)
    answer = post(window, "drawer_open", desk.drawer.pk, **sheet(desk))
    assert (answer.status_code, answer["Location"]) == (303, reverse("drawer", args=[desk.drawer.pk]))
    assert running(desk.drawer).cashier == desk.cashier
    assert "and you work it" in drawer_page(window, desk)


class TestRacks:
    """Chips are counted by racks of a hundred with loose ones beside them, and kept by their pieces."""

    def test_they_count_with_the_loose_ones(self, desk: Desk, window: Client) -> None:
        """A hundred for one: a rack of ones, beside those that lie loose, is a chip of a hundred."""
        closed(desk)
        made = sheet(desk)
        loose = made.get("chips_100", 0)
        made |= {"chips_10000": made["chips_10000"] - 1, "racks_100": 1}
        assert post(window, "drawer_open", desk.drawer.pk, **made).status_code == 303
        opening = running(desk.drawer)
        assert opening.state == S.OPEN  # what was counted is what the books say
        (count,) = opening.counts.all()
        assert count.chips["100"] == loose + 100

    def test_racks_alone_are_a_count(self, desk: Desk, window: Client) -> None:
        closed(desk)
        assert post(window, "drawer_open", desk.drawer.pk, key=key(), racks_500="0").status_code == 303

    def test_more_than_any_drawer_holds_is_refused_beside_them(self, desk: Desk, window: Client) -> None:
        closed(desk)
        answer = post(window, "drawer_open", desk.drawer.pk, key=key(), racks_100="999", chips_100="100")
        assert (answer.status_code, "more than 99999 pieces" in text(answer)) == (422, True)

    def test_cash_has_none(self, desk: Desk, window: Client) -> None:
        closed(desk)
        page = window.get(reverse("drawer", args=[desk.drawer.pk])).content.decode()
        assert 'name="racks_100"' in page
        assert page.count('name="racks_') == page.count('name="chips_')


def test_an_empty_sheet_is_asked_about(desk: Desk, window: Client) -> None:
    """A drawer in which nothing is has a 0 in one row; who entered nothing at all is asked first."""
    closed(desk)
    empty = post(window, "drawer_open", desk.drawer.pk, key=key())
    assert (empty.status_code, "The sheet is empty" in text(empty)) == (422, True)
    assert post(window, "drawer_open", desk.drawer.pk, key=key(), cash_100="0").status_code == 303


def test_who_has_looked_is_told_before_counting(desk: Desk) -> None:
    office, session = signed_in(desk.manager), running(desk.drawer)
    assert "Whoever looks doesn’t count this drawer" in drawer_page(office, desk)
    office.get(reverse("drawer_expected", args=[desk.drawer.pk]))
    assert "Whoever looks" not in drawer_page(office, desk)
    post(signed_in(desk.cashier), "drawer_close", session.pk)
    shown = drawer_page(office, desk)
    assert "You have looked at what must be in the drawer" in shown
    assert "Count what is in the drawer, as" not in shown
    assert "Enter the count" not in shown


def test_the_sums_of_the_house_are_shown_to_who_was_told(desk: Desk) -> None:
    office = signed_in(desk.manager)
    asked = text(office.get(reverse("liability")))
    assert "Whoever looks counts none of the drawers that run" in asked
    assert not ExpectedLook.objects.exists()
    assert "49,863" in text(office.get(reverse("liability"), {"look": "yes"}))
    assert "49,863" in text(office.get(reverse("liability"))), "and is not asked again"


def test_another_count_is_told_without_the_difference(desk: Desk, window: Client) -> None:
    closed(desk)
    post(window, "drawer_open", desk.drawer.pk, **sheet(desk, cash=-20_00))
    shown = drawer_page(window, desk)
    assert "Not what the last close left" in shown
    assert not re.search(r"\b20\.00\b|−20|10,117|10,137", shown)
    alone = post(window, "drawer_accept", running(desk.drawer).pk, key=key())
    assert alone.status_code == 422
    signed = signature(desk, desk.second)
    accepted = post(window, "drawer_accept", running(desk.drawer).pk, key=key(), **signed)
    assert accepted.status_code == 303
    assert (running(desk.drawer).state, DrawerVariance.objects.get().cash) == (S.OPEN, -20_00)


def test_the_opening_is_counted_again_or_given_up(desk: Desk, window: Client) -> None:
    closed(desk)
    post(window, "drawer_open", desk.drawer.pk, **sheet(desk, cash=-20_00))
    again = post(window, "drawer_recount", running(desk.drawer).pk, **sheet(desk, cash=-20_00))
    assert (again.status_code, running(desk.drawer).state) == (303, S.OPENING)
    assert post(window, "drawer_give_up", running(desk.drawer).pk).status_code == 303
    assert "closed" in drawer_page(window, desk)


def test_who_has_counted_twice_is_shown_who_confirms(desk: Desk, window: Client) -> None:
    closed(desk)
    post(window, "drawer_open", desk.drawer.pk, **sheet(desk, cash=-20_00))
    session = running(desk.drawer)
    post(window, "drawer_recount", session.pk, **sheet(desk, cash=-10_00))
    shown = drawer_page(window, desk)
    assert "Let a second person confirm it" in shown
    assert "Count it again" not in shown
    thrice = post(window, "drawer_recount", session.pk, **sheet(desk))
    assert (thrice.status_code, "You have counted Window 1 as often as" in text(thrice)) == (422, True)
    signed = signature(desk, desk.second)
    assert post(window, "drawer_accept", session.pk, key=key(), **signed).status_code == 303
    assert DrawerVariance.objects.get().cash == -10_00


def test_a_drawer_that_was_left_says_who_counts_it(desk: Desk) -> None:
    admin, other = person(desk.room, "administrator"), signed_in(person(desk.room, "cashier"))
    assert "works it, and closes it or hands it over" in drawer_page(other, desk)
    end_role(person=desk.cashier, room=desk.room, role="cashier", by=admin, at=desk.now)
    assert f"{desk.cashier} may work it no more. Count it in their place" in drawer_page(other, desk)
    assert "may work it no more" in text(signed_in(desk.manager).get(reverse("drawers")))
    session = running(desk.drawer)
    missing = post(other, "drawer_close", session.pk)
    assert (missing.status_code, "Say why you count in the place of" in text(missing)) == (422, True)
    assert post(other, "drawer_close", session.pk, reason="left in the review").status_code == 303
    post(other, "drawer_count", session.pk, **sheet(desk))
    signed = signature(desk, desk.manager)
    assert post(other, "drawer_count", session.pk, **sheet(desk), **signed).status_code == 303
    assert DrawerSession.objects.get(pk=session.pk).state == S.CLOSED
    assert "counted by" in drawer_page(signed_in(desk.manager), desk)


def test_the_other_one_signs_at_the_same_tablet(desk: Desk, window: Client) -> None:
    session = running(desk.drawer)
    assert post(window, "drawer_close", session.pk).status_code == 303
    post(window, "drawer_count", session.pk, **sheet(desk))
    shown = drawer_page(window, desk)
    assert "Somebody else counts now" in shown
    twice = post(window, "drawer_count", session.pk, **sheet(desk))
    assert (twice.status_code, "You have counted already" in text(twice)) == (422, True)
    done = post(window, "drawer_count", session.pk, **sheet(desk), **signature(desk, desk.second))
    assert (done.status_code, DrawerSession.objects.get(pk=session.pk).state) == (303, S.CLOSED)


def test_counts_that_differ_are_counted_by_three(desk: Desk, window: Client) -> None:
    session, third = running(desk.drawer), person(desk.room, "floor")
    post(window, "drawer_close", session.pk)
    post(window, "drawer_count", session.pk, **sheet(desk))
    second = signature(desk, desk.second)
    post(window, "drawer_count", session.pk, **sheet(desk, cash=-100_00), **second)
    told = window.get(reverse("drawer", args=[desk.drawer.pk])).context["messages"]
    assert [(each.level_tag, each.message[:21]) for each in told][-1] == ("warning", "The two counts differ")
    shown = drawer_page(window, desk)
    assert "differ, at 100 in cash" in shown
    lacking = post(window, "drawer_count", session.pk, **sheet(desk), **second)
    assert (lacking.status_code, "A third person counts with you" in text(lacking)) == (422, True)
    refused = post(window, "drawer_give_up", session.pk, reason="late", **second)
    assert (refused.status_code, "ask a supervisor who made neither count" in text(refused)) == (422, True)
    both = second | signature(desk, third, "third_")
    assert post(window, "drawer_count", session.pk, **sheet(desk), **both).status_code == 303
    assert DrawerSession.objects.get(pk=session.pk).state == S.CLOSED


def test_a_drawer_is_handed_over(desk: Desk, window: Client) -> None:
    successor = person(desk.room, "cashier")
    session = running(desk.drawer)
    post(window, "drawer_close", session.pk, successor=successor.pk)
    post(window, "drawer_count", session.pk, **sheet(desk))
    answer = post(signed_in(successor), "drawer_count", session.pk, **sheet(desk))
    assert answer.status_code == 303
    assert (running(desk.drawer).cashier, running(desk.drawer).state) == (successor, S.OPEN)


def test_only_who_may_work_it_takes_it_over(desk: Desk, window: Client) -> None:
    cashier, host = person(desk.room, "cashier"), person(desk.room, "host")
    shown = window.get(reverse("drawer", args=[desk.drawer.pk])).context
    offered = dict(shown["close_form"].fields["successor"].choices)
    assert (str(cashier.pk) in offered, str(host.pk) in offered) == (True, False)


def test_the_limit_begins_with_what_holds(desk: Desk) -> None:
    Drawer.objects.filter(pk=desk.drawer.pk).update(working_capital=9_000_00, credit_step=500_00)
    shown = signed_in(desk.manager).get(reverse("drawer", args=[desk.drawer.pk])).context
    assert shown["limit_form"].initial == {"working_capital": 9_000_00, "step": 500_00}


def test_a_refused_give_up_says_what_to_do(desk: Desk) -> None:
    post(signed_in(desk.cashier), "drawer_close", running(desk.drawer).pk)
    other = signed_in(person(desk.room, "cashier"))
    refused = post(other, "drawer_give_up", running(desk.drawer).pk)
    assert (refused.status_code, "let it be handed over to you" in text(refused)) == (422, True)


@pytest.mark.parametrize("odd", ["-1", "1.5", "x", "100000", "٣"])
def test_pieces_are_whole_numbers(desk: Desk, window: Client, odd: str) -> None:
    closed(desk)
    answer = post(window, "drawer_open", desk.drawer.pk, **(sheet(desk) | {"cash_100": odd}))
    assert answer.status_code == 422
    assert not DrawerSession.objects.exclude(state=S.CLOSED).exists()


def test_no_page_tells_a_cashier_what_must_be_there(desk: Desk, window: Client) -> None:
    """Neither the chips nor the cash of the drawer stand on any page that the cashier can open."""
    chips, cash = (desk.room.money(till.balance) for till in tills_of(desk.drawer))
    assert (chips, cash) == ("49,863", "10,137")
    buyer = desk.player()
    pages = [reverse(name) for name in ("cage", "drawers", "denominations")]
    pages += [reverse("drawer", args=[desk.drawer.pk]), reverse("cage_player", args=[buyer.pk])]
    shown = "".join(text(window.get(page)) for page in pages)
    post(window, "drawer_close", running(desk.drawer).pk)
    shown += drawer_page(window, desk)
    post(window, "drawer_count", running(desk.drawer).pk, **sheet(desk))
    shown += drawer_page(window, desk)
    assert len(shown) > 500
    assert chips not in shown
    assert cash not in shown
    assert "All day" not in shown, "nor the sums of the day, of which the opening count makes them"
    for name, pk in (("drawer_expected", [desk.drawer.pk]), ("variances", []), ("liability", [])):
        assert window.get(reverse(name, args=pk)).status_code == 403


def test_a_sale_at_somebody_elses_drawer_says_whose_it_is(desk: Desk, window: Client) -> None:
    session = desk.session
    sent = {"key": key(), "session": session.pk, "drawer": desk.drawer.pk, "amount": "300"}
    player = desk.player()
    answer = window.post(reverse("buy_in", args=[player.pk]), sent)
    assert answer.status_code == 303
    other = signed_in(person(desk.room, "cashier"))
    refused = other.post(reverse("buy_in", args=[desk.player().pk]), sent | {"key": key()})
    assert (refused.status_code, f"worked by {desk.cashier}" in text(refused)) == (422, True)


@pytest.mark.parametrize("address", ["drawer_expected", "liability"])
def test_who_looks_is_noted_and_counts_no_more(desk: Desk, address: str) -> None:
    office = signed_in(desk.manager)
    args = [desk.drawer.pk] if address == "drawer_expected" else []
    assert "49,863" in text(office.get(reverse(address, args=args), {"look": "yes"}))
    assert ExpectedLook.objects.get().by == desk.manager
    session = running(desk.drawer)
    post(signed_in(desk.cashier), "drawer_close", session.pk)
    refused = post(office, "drawer_count", session.pk, **sheet(desk))
    assert (refused.status_code, "You have looked at what must be in the drawer" in text(refused)) == (422, True)


def test_a_manager_closes_for_a_cashier_who_is_gone_and_says_why(desk: Desk) -> None:
    office, session = signed_in(desk.manager), running(desk.drawer)
    assert post(office, "drawer_close", session.pk).status_code == 422
    assert post(office, "drawer_close", session.pk, reason="went home ill").status_code == 303


def test_investigations_are_listed_and_settled(desk: Desk) -> None:
    closed(desk, cash=-60_00)
    office = signed_in(desk.manager)
    assert "1 variance waits for an explanation" in text(office.get(reverse("drawers")))
    found = Investigation.objects.get()
    assert "Cash 60 short" in text(office.get(reverse("variances")))
    other = person(desk.room, "floor")
    given = {"outcome": "explained", "text": "a payment was booked twice"} | signature(desk, other)
    refused = post(office, "investigation_settle", found.pk, **given)
    assert (refused.status_code, "Name the rows of the ledger" in text(refused)) == (422, True)
    refused = post(office, "investigation_settle", found.pk, **given, transfers="1, 2")
    assert (refused.status_code, "Row 1 has nothing to do with it" in text(refused)) == (422, True)
    row = Transfer.objects.get(target__kind="drawer_cash", amount=137_00).chain_number
    refused = post(office, "investigation_settle", found.pk, **given, transfers=str(row))
    assert (refused.status_code, "77 more than the difference" in text(refused)) == (422, True)
    given |= {"outcome": "accepted", "text": "not found"}
    assert post(office, "investigation_settle", found.pk, **given, transfers="").status_code == 303
    shown = text(office.get(reverse("variances")))
    assert f"accepted by {desk.manager} and {other}: not found" in shown
    assert "waits for an explanation" not in text(office.get(reverse("drawers")))


def test_only_who_may_settle_it_is_shown_the_form(desk: Desk) -> None:
    """The manager whom it names reads that another one does; the other is asked for the second person."""
    other = person(desk.room, "manager")
    close_exactly(desk.drawer, by=desk.cashier, second=desk.manager, at=desk.at(), cash=-60_00)
    mine = text(signed_in(desk.manager).get(reverse("variances")))
    assert "You counted, or it names you: ask another manager to settle it." in mine
    assert "Settle it" not in mine
    theirs = text(signed_in(other).get(reverse("variances")))
    assert "Settle it" in theirs
    assert "Second person’s badge optional" not in theirs


def test_values_are_posted(desk: Desk, window: Client) -> None:
    office = signed_in(desk.manager)
    assert "5,000, 1,000, 500" in text(window.get(reverse("denominations")))
    refused = office.post(reverse("denominations"), {"chips": "5 25", "cash": "1"})
    assert (refused.status_code, "the smallest chip" in text(refused)) == (422, True)
    assert office.post(reverse("denominations"), {"chips": "1 2.50", "cash": "x"}).status_code == 422
    assert office.post(reverse("denominations"), {"chips": "1 5", "cash": "20 1 0.05"}).status_code == 303
    assert (Denominations.objects.get().chips, Denominations.objects.get().cash) == ([5_00, 1_00], [20_00, 1_00, 5])


def test_a_name_that_a_drawer_has_is_refused(desk: Desk) -> None:
    office = signed_in(desk.manager)
    taken = office.post(reverse("drawer_add"), {"name": "window 1"})
    assert (taken.status_code, "There is a drawer called Window 1" in text(taken)) == (422, True)
    assert office.post(reverse("drawer_add"), {"name": "Window 2"}).status_code == 303


def test_the_pages_take_as_many_queries_for_many_drawers(desk: Desk) -> None:
    office = signed_in(desk.manager)
    addresses = [reverse("drawers"), reverse("variances")]
    _a_drawer_that_was_off(desk)
    counts = [_queries(office, address) for address in addresses]
    for _ in range(4):
        _a_drawer_that_was_off(desk)
    assert [_queries(office, address) for address in addresses] == counts


def test_what_keeps_a_day_open_takes_as_many_queries_for_many_variances(desk: Desk) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as made:
            assert list(variances_not_settled(desk.room, desk.room.gaming_day(desk.now)))
        return len(made)

    _a_drawer_that_was_off(desk)
    once = asked()
    for _ in range(3):
        _a_drawer_that_was_off(desk)
    assert asked() == once


def _a_drawer_that_was_off(desk: Desk) -> None:
    """Another drawer, open again after it was closed with a hundred too much."""
    name = f"Window {desk.room.drawers.count() + 1}"
    cashier = person(desk.room, "cashier")
    drawer = opened(desk.room, name, cashier=cashier, by=desk.manager, at=desk.now)
    close_exactly(drawer, by=cashier, second=desk.second, at=desk.now, cash=100_00)
    open_exactly(drawer, by=cashier, at=desk.now)


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as made:
        assert client.get(address).status_code == 200
    return sum(query["sql"].startswith("SELECT") for query in made.captured_queries)


def test_where_no_drawer_is_open_the_desk_says_who_opens_one(desk: Desk, window: Client) -> None:
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.now)
    shown = text(window.get(reverse("cage")))
    assert "Open yours with a count" in shown
    assert "Who is at the window?" not in shown
    office = text(signed_in(desk.manager).get(reverse("cage")))
    assert "Its cashier opens it with a count" in office
    assert "Look at Window 1" in office
    assert "Open Window 1" not in office


def test_where_no_drawer_is_open_none_is_filled(desk: Desk) -> None:
    office = signed_in(desk.manager)
    assert 'id="fill_drawer"' in office.get(reverse("drawers")).content.decode()
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.now)
    shown = office.get(reverse("drawers"))
    assert "No drawer is open: whoever works one opens it with a count first." in text(shown)
    assert 'id="fill_drawer"' not in shown.content.decode()


def test_a_small_one_says_that_it_is_asked_about_with_others_of_its_day(desk: Desk) -> None:
    said = "By itself it is no more than 5. It is asked about together with what else the same people"
    for off in (-5_00, -4_00):
        closed(desk, cash=off)
        assert (said in text(signed_in(desk.manager).get(reverse("variances")))) == (off == -4_00)
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
