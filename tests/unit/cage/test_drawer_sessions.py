"""Sessions of drawers: opened by who works them, closed by two, and every difference against names."""

from typing import Any

import pytest

from cage import services as cage
from cage.counted import Counted
from cage.models import BuyIn, Drawer, DrawerCount, DrawerSession, DrawerVariance, Investigation, SlipVoid
from cage.selectors.variances import given_up
from cage.services.drawers import tills_of
from config.audit.books import audit
from config.audit.models import AuditEvent
from config.rooms.models import Room
from config.staff.models import User
from players.models import AccountKind, Transfer
from players.services.debts import How
from tests.support.desk import Desk, key, person
from tests.support.drawers import by_the_books, close_exactly, counted, open_exactly, opened, running
from tests.support.house import a_debt
from tests.support.refusals import refused

S = DrawerSession.State


def held(desk: Desk) -> tuple[int, int]:
    """The chips and the cash of the drawer by the books."""
    chips, cash = tills_of(desk.drawer)
    return chips.balance, cash.balance


def close(desk: Desk, **off: int) -> DrawerSession:
    """The drawer closed by its cashier and a supervisor, so much off the books."""
    return close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at(), **off)


def begin(desk: Desk, **facts: Any) -> DrawerSession:
    return cage.begin_close(**({"session": running(desk.drawer)} | desk.by() | facts))


def count(desk: Desk, session: DrawerSession, by: User, sheet: Counted | None = None, **facts: Any) -> DrawerSession:
    sheet = sheet or by_the_books(desk.drawer)
    return cage.count_drawer(session=session, counted=sheet, key=key(), by=by, at=desk.at(), **facts)


def settle(desk: Desk, rows: list[int], **given: Any) -> Investigation:
    """The investigation, explained by these rows by the manager and confirmed by a supervisor who counted nothing."""
    facts = {"outcome": Investigation.State.EXPLAINED, "text": "paid twice", "transfers": rows, "at": desk.at()}
    facts |= {"by": desk.manager, "second": given["second"] if "second" in given else person(desk.room, "floor")}
    return cage.settle_investigation(investigation=Investigation.objects.get(), **(facts | given))


def _cash_row(request_key: str, *, is_back: bool = False) -> int:
    """The number of the row by which cash came with a sale, or went back with its void."""
    end = {"target__kind" if is_back else "source__kind": AccountKind.PATRONS}
    return Transfer.objects.get(request_key=request_key, **end).chain_number


def _voided(desk: Desk, sale: BuyIn) -> SlipVoid:
    """The void of a sale, by its cashier with a supervisor."""
    return cage.void_buy_in(bought=sale, reason="entered twice", key=key(), second=desk.second, **desk.by())


def _opened_again(desk: Desk) -> Drawer:
    open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
    return desk.drawer


def the_books_hold() -> None:
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


class TestOpening:
    def test_a_count_of_what_the_last_close_left_opens_at_once(self, desk: Desk) -> None:
        close(desk)
        session = open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        assert (session.state, session.cashier, session.opened_at) == (S.OPEN, desk.cashier, desk.now)
        assert not DrawerVariance.objects.exists()

    def test_another_count_opens_nothing_and_moves_nothing(self, desk: Desk) -> None:
        close(desk)
        before = held(desk)
        short = by_the_books(desk.drawer, cash=-20_00)
        session = cage.open_drawer(drawer=desk.drawer, counted=short, key=key(), **desk.by())
        assert (session.state, held(desk)) == (S.OPENING, before)
        refused("drawer_opening", lambda: desk.buy_in(desk.player(), 200_00))

    def test_a_second_look_that_agrees_opens(self, desk: Desk) -> None:
        close(desk)
        exact = by_the_books(desk.drawer)
        session = cage.open_drawer(drawer=desk.drawer, counted=Counted(), key=key(), **desk.by())
        session = cage.recount_opening(session=session, counted=exact, key=key(), **desk.by())
        assert session.state == S.OPEN
        assert [each.part for each in session.counts.all()] == [DrawerCount.Part.OPENING] * 2, "both counts stay"

    def test_an_accepted_difference_names_who_closed_and_who_opens(self, desk: Desk) -> None:
        close(desk)
        other = person(desk.room, "cashier")
        chips, cash = held(desk)
        off = by_the_books(desk.drawer, chips=100_00, cash=-20_00)
        facts = {"by": other, "at": desk.at()}
        session = cage.open_drawer(drawer=desk.drawer, counted=off, key=key(), **facts)

        def accept(second: User | None) -> DrawerSession:
            return cage.accept_opening(session=session, second=second, key=key(), **facts)

        refused("second_needed", lambda: accept(None))
        refused("second_is_first", lambda: accept(other))
        refused("second_may_not", lambda: accept(person(desk.room, "host")))
        accepted = accept(desk.second)
        variance = DrawerVariance.objects.get()
        assert (variance.part, variance.chips, variance.cash) == ("opening", 100_00, -20_00)
        assert (variance.cashier, variance.closed_by) == (other, desk.cashier)
        assert (accepted.state, held(desk)) == (S.OPEN, (chips + 100_00, cash - 20_00))
        moved = Transfer.objects.filter(request_key=variance.request_key)
        assert {each.kind for each in moved} == {"opening_variance"}
        assert (desk.held(AccountKind.OVER_SHORT), desk.held(AccountKind.OVER_SHORT_CASH)) == (-100_00, 20_00)
        the_books_hold()

    def test_a_given_up_opening_leaves_the_drawer_closed_and_the_loss_with_who_closed(self, desk: Desk) -> None:
        close(desk)
        other, third = person(desk.room, "cashier"), person(desk.room, "cashier")
        off = by_the_books(desk.drawer, cash=-20_00)
        session = cage.open_drawer(drawer=desk.drawer, counted=off, key=key(), by=other, at=desk.at())
        assert cage.give_up_count(session=session, by=other, at=desk.at()).state == S.CLOSED
        session = cage.open_drawer(drawer=desk.drawer, counted=off, key=key(), by=third, at=desk.at())
        cage.accept_opening(session=session, second=desk.second, key=key(), by=third, at=desk.at())
        variance = DrawerVariance.objects.get()
        assert (variance.closed_by, variance.cashier) == (desk.cashier, third)

    @pytest.mark.parametrize(
        ("state", "code"), [("open", "drawer_open"), ("opening", "drawer_opening"), ("counting", "drawer_counting")]
    )
    def test_what_is_not_closed_is_not_opened(self, desk: Desk, state: str, code: str) -> None:
        if state == "opening":
            close(desk)
            cage.open_drawer(drawer=desk.drawer, counted=Counted(), key=key(), **desk.by())
        elif state == "counting":
            begin(desk)
        worked = running(desk.drawer).cashier
        sheet = by_the_books(desk.drawer)
        other = person(desk.room, "cashier")
        refused(code, lambda: cage.open_drawer(drawer=desk.drawer, counted=sheet, key=key(), by=other, at=desk.at()))
        assert running(desk.drawer).cashier == worked

    def test_how_often_one_person_is_told_the_room_sets(self, desk: Desk) -> None:
        Room.objects.update(opening_looks=1)
        desk.drawer.room.refresh_from_db()
        close(desk)
        off = by_the_books(desk.drawer, cash=-20_00)
        session = cage.open_drawer(drawer=desk.drawer, counted=off, key=key(), **desk.by())
        exact = {"session": session, "counted": by_the_books(desk.drawer)}
        refused("opening_counted_twice", lambda: cage.recount_opening(**exact, key=key(), **desk.by()))
        Room.objects.update(opening_looks=2)
        session.refresh_from_db()
        assert cage.recount_opening(**exact, key=key(), **desk.by()).state == S.OPEN

    def test_who_counts_on_and_on_is_not_told_what_must_be_there(self, desk: Desk) -> None:
        """Two looks; then a second person confirms what lies there, even what is as the last close left it."""
        close(desk)
        off = by_the_books(desk.drawer, cash=-20_00)
        session = cage.open_drawer(drawer=desk.drawer, counted=off, key=key(), **desk.by())
        cage.give_up_count(session=session, **desk.by())
        session = cage.open_drawer(drawer=desk.drawer, counted=off, key=key(), **desk.by())
        exact = {"session": session, "counted": by_the_books(desk.drawer)}
        refused("opening_counted_twice", lambda: cage.recount_opening(**exact, key=key(), **desk.by()))
        cage.give_up_count(session=session, **desk.by())
        session = cage.open_drawer(drawer=desk.drawer, counted=exact["counted"], key=key(), **desk.by())
        assert session.state == S.OPENING, "whether it is equal nobody is told"
        assert AuditEvent.objects.filter(verb="drawer.opening_counted").count() == 1
        session = cage.accept_opening(session=session, second=desk.second, key=key(), **desk.by())
        assert (session.state, DrawerVariance.objects.count()) == (S.OPEN, 0)
        close(desk)
        assert open_exactly(desk.drawer, by=desk.cashier, at=desk.at()).state == S.OPEN, "the next opening is another"
        the_books_hold()

    def test_the_looks_of_another_are_not_ones_own(self, desk: Desk) -> None:
        close(desk)
        off, other = by_the_books(desk.drawer, cash=-20_00), person(desk.room, "cashier")
        session = cage.open_drawer(drawer=desk.drawer, counted=off, key=key(), **desk.by())
        cage.recount_opening(session=session, counted=off, key=key(), **desk.by())
        cage.give_up_count(session=session, **desk.by())
        assert open_exactly(desk.drawer, by=other, at=desk.at()).state == S.OPEN

    def test_only_who_opens_it_goes_on(self, desk: Desk) -> None:
        close(desk)
        session = cage.open_drawer(drawer=desk.drawer, counted=Counted(), key=key(), **desk.by())
        facts = {"session": session, "key": key(), "by": person(desk.room, "cashier"), "at": desk.at()}
        refused("not_your_drawer", lambda: cage.recount_opening(counted=by_the_books(desk.drawer), **facts))
        refused("not_your_drawer", lambda: cage.accept_opening(second=desk.second, **facts))
        refused("not_your_drawer", lambda: cage.give_up_count(session=session, by=facts["by"], at=desk.at()))

    def test_pieces_that_the_room_has_not_are_refused(self, desk: Desk) -> None:
        close(desk)
        for odd in (Counted(chips={7_00: 1}), Counted(cash={3_00: 1}), Counted(chips={1_00: -1})):
            opening = {"drawer": desk.drawer, "counted": odd, "key": key()}
            refused("denomination_unknown", lambda given=opening: cage.open_drawer(**given, **desk.by()))


class TestWhoseDrawer:
    def test_nobody_else_sells_redeems_or_takes_payments(self, desk: Desk) -> None:
        player, other = desk.player(), person(desk.room, "cashier")
        desk.buy_in(player, 200_00)
        refusal = refused("not_your_drawer", lambda: desk.buy_in(desk.player(), 200_00, by=other))
        assert str(desk.cashier) in refusal.message
        refused("not_your_drawer", lambda: desk.cash_out(player, 100_00, by=other))
        refused("not_your_drawer", lambda: desk.buy_in(desk.player(), 200_00, by=None))
        debt = a_debt(desk)
        facts = {"debt": debt, "how": How.CASH, "amount": 1_00, "drawer": desk.drawer, "key": key(), "at": desk.at()}
        refused("not_your_drawer", lambda: cage.pay_debt(**facts, by=other))

    def test_nothing_goes_in_or_out_while_it_is_counted_or_closed(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        session = begin(desk)
        fill = {"drawer": desk.drawer, "chips": 0, "cash": 100, "key": key()} | desk.at_the_vault()
        for code in ("drawer_counting", "drawer_closed"):
            refused(code, lambda: desk.buy_in(desk.player(), 200_00))
            refused(code, lambda: desk.cash_out(player, 100_00))
            refused(code, lambda: cage.fund_drawer(**fill))
            for who in (desk.cashier, desk.second):
                if code == "drawer_counting":
                    count(desk, session, who)


class TestClosing:
    def test_two_equal_counts_close_it(self, desk: Desk) -> None:
        desk.buy_in(desk.player(), 200_00)
        session = close(desk)
        assert (session.state, session.expected_cash) == (S.CLOSED, 10_000_00 + 200_00)
        assert not DrawerVariance.objects.exists()
        the_books_hold()

    def test_what_is_short_is_booked_against_the_cashier(self, desk: Desk) -> None:
        session = close(desk, chips=-5_00, cash=12_00)
        variance = DrawerVariance.objects.get()
        assert (variance.part, variance.chips, variance.cash) == ("closing", -5_00, 12_00)
        assert (variance.cashier, variance.closed_by, variance.session) == (desk.cashier, None, session)
        assert held(desk) == (50_000_00 - 5_00, 10_000_00 + 12_00)
        assert (desk.held(AccountKind.OVER_SHORT), desk.held(AccountKind.OVER_SHORT_CASH)) == (5_00, -12_00)
        the_books_hold()

    def test_it_ends_with_the_row_that_books_what_was_short(self, desk: Desk) -> None:
        session = close(desk, chips=-5_00)
        booked = Transfer.objects.get(room=desk.room, target__kind=AccountKind.OVER_SHORT)
        assert session.last_number == booked.chain_number, "what it was short is of this session, not of the next"

    def test_a_count_that_is_sent_again_is_the_same(self, desk: Desk) -> None:
        session = begin(desk)
        given: dict[str, Any] = {"session": session, "counted": by_the_books(desk.drawer, cash=-12_00)}
        for who in (desk.cashier, desk.second):
            told: dict[str, Any] = {"key": key(), "by": who, "at": desk.at()}
            first = cage.count_drawer(**given, **told)
            again = cage.count_drawer(**given, **told)
            assert (again.pk, again.state) == (first.pk, first.state)
        assert first.state == S.CLOSED
        assert session.counts.exclude(part="opening").count() == 2
        assert DrawerVariance.objects.count() == 1

    def test_one_person_doesn_t_count_twice(self, desk: Desk) -> None:
        session = begin(desk)
        count(desk, session, desk.cashier)
        refused("same_person", lambda: count(desk, session, desk.cashier))
        refused("same_person", lambda: count(desk, session, desk.second, second=desk.cashier))
        assert running(desk.drawer).state == S.COUNTING

    def test_the_second_may_count_first_and_once(self, desk: Desk) -> None:
        session = begin(desk)
        count(desk, session, desk.second)
        refused("same_person", lambda: count(desk, session, person(desk.room, "floor")))
        assert count(desk, session, desk.cashier).state == S.CLOSED

    def test_the_second_signs_at_the_cashiers_tablet(self, desk: Desk) -> None:
        session = begin(desk)
        count(desk, session, desk.cashier)
        assert count(desk, session, desk.cashier, second=desk.second).state == S.CLOSED
        made = [(each.part, each.counted_by, each.by) for each in session.counts.exclude(part="opening")]
        assert made == [("first", desk.cashier, desk.cashier), ("second", desk.second, desk.cashier)]

    def test_who_has_seen_what_must_be_there_doesn_t_count(self, desk: Desk) -> None:
        assert cage.look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at()) == held(desk)
        cage.look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at())
        session = begin(desk)
        assert session.looks.count() == 1
        refused("has_seen_expected", lambda: count(desk, session, desk.manager))
        count(desk, session, desk.cashier)
        refused("has_seen_expected", lambda: count(desk, session, desk.cashier, second=desk.manager))
        count(desk, session, desk.second)
        again = open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        begin(desk)
        count(desk, again, desk.cashier)
        assert count(desk, again, desk.manager).state == S.CLOSED, "a look at another session is forgotten"

    def test_sums_of_all_drawers_are_a_look_at_each(self, desk: Desk) -> None:
        opened(desk.room, "Window 2", cashier=person(desk.room, "cashier"), **desk.by())
        cage.note_looks(room=desk.room, by=desk.manager, at=desk.at())
        session = begin(desk)
        refused("has_seen_expected", lambda: count(desk, session, desk.manager))

    def test_who_counts_no_drawers_doesn_t(self, desk: Desk) -> None:
        session = begin(desk)
        refused("counter_may_not", lambda: count(desk, session, person(desk.room, "auditor")))

    def test_only_the_cashier_begins_or_a_manager_who_says_why(self, desk: Desk) -> None:
        refused("not_your_drawer", lambda: begin(desk, by=person(desk.room, "cashier")))
        refused("reason_missing", lambda: begin(desk, by=desk.manager))
        session = begin(desk, by=desk.manager, reason="went home ill")
        count(desk, session, desk.manager)
        sheet = by_the_books(desk.drawer, cash=-1_00)
        assert count(desk, session, desk.second, sheet).state == S.RECOUNT
        assert running(desk.drawer).counter_reason == "went home ill"
        cage.give_up_count(session=session, second=person(desk.room, "floor"), reason="late", **desk.by())
        cage.look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at())
        refused("has_seen_expected", lambda: begin(desk, by=desk.manager, reason="went home ill"))

    def test_equal_amounts_of_other_pieces_are_counted_together(self, desk: Desk) -> None:
        session = begin(desk)
        first, (chips, cash) = by_the_books(desk.drawer), held(desk)
        other = Counted(first.chips, {100_00: cash // 100_00 - 1, 50_00: 2})
        assert other.amounts == (chips, cash)
        count(desk, session, desk.cashier, first)
        assert count(desk, session, desk.second, other).state == S.RECOUNT

    def test_three_count_together_and_all_three_counts_stay(self, desk: Desk) -> None:
        session = begin(desk)
        count(desk, session, desk.cashier)
        assert count(desk, session, desk.second, by_the_books(desk.drawer, cash=-1_00)).state == S.RECOUNT
        third, sheet = person(desk.room, "floor"), by_the_books(desk.drawer, cash=-2_00)

        def together(**people: User | None) -> DrawerSession:
            facts = {"session": session, "counted": sheet, "key": key(), "by": desk.cashier, "at": desk.at()}
            return cage.recount_drawer(**(facts | people))

        refused("second_needed", lambda: together(third=third))
        refused("third_needed", lambda: together(second=desk.second))
        refused("same_person", lambda: together(second=desk.second, third=desk.second))
        refused("same_person", lambda: together(second=desk.cashier, third=desk.second))
        refused("counter_missing", lambda: together(second=third, third=desk.manager))
        cage.look_at_expected(drawer=desk.drawer, by=desk.manager, at=desk.at())
        refused("has_seen_expected", lambda: together(second=desk.second, third=desk.manager))
        host = person(desk.room, "host")
        error = refused("counter_may_not", lambda: together(second=desk.second, third=host))
        assert error.field == "third_badge", "it stands at the field of whom it is about"
        assert together(second=desk.second, third=third).state == S.CLOSED
        assert [each.part for each in session.counts.filter(round=1)] == ["first", "second", "together"]
        assert DrawerVariance.objects.get().cash == -2_00, "the count together holds"
        the_books_hold()

    @pytest.mark.parametrize("counts", [0, 1, 2])
    def test_a_count_that_is_given_up_leaves_it_open_and_counts_no_more(self, desk: Desk, counts: int) -> None:
        session = begin(desk)
        for who in (desk.cashier, desk.second)[:counts]:
            count(desk, session, who, counted(desk.room, cash=100 * who.pk))
        supervised = {"second": person(desk.room, "floor"), "reason": "nobody else is here"} if counts == 2 else {}
        assert cage.give_up_count(session=session, **supervised, **desk.by()).state == S.OPEN
        desk.buy_in(desk.player(), 200_00)
        assert close(desk).state == S.CLOSED
        assert not DrawerVariance.objects.exists()
        the_books_hold()

    def test_counts_that_differ_are_given_up_before_a_supervisor_who_made_neither(self, desk: Desk) -> None:
        session = begin(desk)
        count(desk, session, desk.cashier)
        count(desk, session, desk.second, by_the_books(desk.drawer, cash=-10_00))

        def give_up(**facts: Any) -> DrawerSession:
            given: dict[str, Any] = {"second": person(desk.room, "floor"), "reason": "no third person"}
            return cage.give_up_count(session=session, **(given | desk.by() | facts))

        refused("second_needed", lambda: give_up(second=None))
        refused("reason_missing", lambda: give_up(reason=" "))
        refused("same_person", lambda: give_up(second=desk.second))
        refused("not_a_supervisor", lambda: give_up(second=person(desk.room, "cashier")))
        assert give_up().state == S.OPEN
        (found,) = given_up(desk.room)
        assert (found.row.by, found.row.reason, found.cash_apart) == (desk.cashier, "no third person", 10_00)
        assert [each.counted_by for each in found.counts] == [desk.cashier, desk.second], "both counts stay in sight"

    def test_an_open_or_closed_drawer_has_no_count_to_give_up(self, desk: Desk) -> None:
        session = running(desk.drawer)
        refused("drawer_open", lambda: cage.give_up_count(session=session, **desk.by()))
        close(desk)
        refused("drawer_closed", lambda: cage.give_up_count(session=session, **desk.by()))
        refused("drawer_closed", lambda: cage.begin_close(session=session, **desk.by()))

    def test_an_old_page_does_nothing_to_the_next_session(self, desk: Desk) -> None:
        old = close(desk)
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        refused("drawer_open", lambda: cage.begin_close(session=old, **desk.by()))


class TestHandOver:
    def test_both_sign_and_the_next_goes_on_with_the_same_count(self, desk: Desk) -> None:
        successor = person(desk.room, "cashier")
        session = begin(desk, successor=successor)
        count(desk, session, desk.cashier, by_the_books(desk.drawer, cash=-3_00))
        refused("not_the_successor", lambda: count(desk, session, desk.second))
        count(desk, session, successor, by_the_books(desk.drawer, cash=-3_00))
        begun = running(desk.drawer)
        assert (begun.cashier, begun.state) == (successor, S.OPEN)
        assert begun.counts.get().cash_amount == 10_000_00 - 3_00
        variance = DrawerVariance.objects.get()
        assert (variance.cashier, variance.session) == (desk.cashier, session), "what was short is the outgoing one’s"
        refused("not_your_drawer", lambda: desk.buy_in(desk.player(), 200_00))
        desk.buy_in(desk.player(), 200_00, by=successor)
        the_books_hold()

    def test_it_is_handed_to_somebody_else_who_sells_chips(self, desk: Desk) -> None:
        refused("same_person", lambda: begin(desk, successor=desk.cashier))
        refused("successor_may_not", lambda: begin(desk, successor=desk.second))

    def test_who_counts_in_the_place_of_a_cashier_does_not_hand_it_back_to_them(self, desk: Desk) -> None:
        facts = {"by": desk.manager, "reason": "went home ill"}
        refused("same_person", lambda: begin(desk, successor=desk.cashier, **facts))
        refused("same_person", lambda: begin(desk, successor=desk.manager, **facts))
        following = person(desk.room, "cashier")
        assert begin(desk, successor=following, **facts).successor == following


class TestVariances:
    @pytest.mark.parametrize(
        ("chips", "cash", "is_investigated"),
        [(0, -5_00, False), (0, -5_01, True), (0, 6_00, True), (-3_00, -3_00, True), (60_00, -60_00, True)],
    )
    def test_one_beyond_the_notice_is_investigated(
        self, desk: Desk, chips: int, cash: int, is_investigated: bool
    ) -> None:
        close(desk, chips=chips, cash=cash)
        assert Investigation.objects.exists() == is_investigated

    def test_small_ones_of_one_cashier_and_gaming_day_add_up(self, desk: Desk) -> None:
        for off, found in ((-4_00, 0), (3_00, 0), (-4_00, 0), (-4_00, 1)):
            close(desk, cash=off)
            assert Investigation.objects.count() == found
            open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        late = person(desk.room, "cashier")
        close(desk)
        open_exactly(desk.drawer, by=late, at=desk.at())
        close_exactly(desk.drawer, by=late, second=desk.second, at=desk.at(), cash=-4_00)
        assert Investigation.objects.count() == 1, "of one cashier each"

    def test_another_manager_explains_it_by_rows_of_the_ledger(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 200_00)
        close(desk, cash=-200_00)
        row = _cash_row(bought.request_key)
        refused("not_your_variance", lambda: settle(desk, [row], by=desk.cashier))
        refused("not_your_variance", lambda: settle(desk, [row], by=desk.second))
        refused("reason_missing", lambda: settle(desk, [row], text=" "))
        refused("transfers_missing", lambda: settle(desk, []))
        refused("transfer_unknown", lambda: settle(desk, [row, 99_999]))
        settled = settle(desk, [row])
        assert (settled.state, settled.settled_by, settled.transfers) == ("explained", desk.manager, [row])
        refused("investigation_settled", lambda: settle(desk, [row]))

    def test_rows_of_another_place_or_of_before_explain_nothing(self, desk: Desk) -> None:
        earlier = _cash_row(desk.buy_in(desk.player(), 200_00).request_key)
        close(desk)
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        elsewhere = Transfer.objects.filter(source__kind=AccountKind.CHIP_ISSUE).earliest("id").chain_number
        row = _cash_row(desk.buy_in(desk.player(), 200_00).request_key)
        close(desk, cash=-200_00)
        own = Transfer.objects.latest("id").chain_number
        for strange in (elsewhere, earlier, own):
            refused("transfer_elsewhere", lambda strange=strange: settle(desk, [row, strange]))  # type: ignore[misc]
        assert settle(desk, [row]).stays == 0

    def test_rows_come_to_the_difference_or_the_part_that_stays_is_named(self, desk: Desk) -> None:
        small, large = (_cash_row(desk.buy_in(desk.player(), amount).request_key) for amount in (100_00, 300_00))
        close(desk, cash=-150_00)
        refused("transfers_beyond", lambda: settle(desk, [large]))
        refused("transfers_beyond", lambda: settle(desk, [small - 1, small]))
        refusal = refused("part_stays", lambda: settle(desk, [small]))
        assert refusal.allowed == {"stays": 50_00}
        refused("part_stays", lambda: settle(desk, [small], stays=40_00))
        assert settle(desk, [small], stays=50_00).stays == 50_00

    def test_what_was_voided_before_the_count_explains_nothing(self, desk: Desk) -> None:
        wrong = desk.buy_in(desk.player(), 200_00)
        void = _voided(desk, wrong)
        close(desk, cash=-200_00)
        row, back = _cash_row(wrong.request_key), _cash_row(void.request_key, is_back=True)
        for named, other in ((row, back), (back, row)):
            refusal = refused("transfer_undone", lambda named=named: settle(desk, [named]))  # type: ignore[misc]
            assert refusal.message.startswith(f"Row {named} explains nothing: together with row {other} it moved")
        genuine = _cash_row(desk.buy_in(desk.player(), 200_00, drawer=_opened_again(desk)).request_key)
        assert settle(desk, [genuine]).transfers == [genuine], "as a row may that was written since"

    def test_what_is_voided_after_the_count_explains_it_for_the_books_had_one_of_the_two(self, desk: Desk) -> None:
        twice = desk.buy_in(desk.player(), 200_00)
        close(desk, cash=-200_00)
        _opened_again(desk)
        _voided(desk, twice)
        assert settle(desk, [_cash_row(twice.request_key)]).state == "explained"

    def test_from_the_limit_on_a_second_person_confirms_whom_it_doesn_t_name(self, desk: Desk) -> None:
        close(desk, cash=-200_00)
        accepted = Investigation.State.ACCEPTED
        refused("second_needed", lambda: settle(desk, [], outcome=accepted, second=None))
        refused("second_is_first", lambda: settle(desk, [], outcome=accepted, second=desk.manager))
        refused("not_your_variance", lambda: settle(desk, [], outcome=accepted, second=desk.cashier))
        other = person(desk.room, "cashier")
        assert settle(desk, [], outcome=accepted, second=other).second == other

    def test_or_accepts_it_with_words(self, desk: Desk) -> None:
        close(desk, cash=-200_00)
        settled = settle(desk, [], outcome=Investigation.State.ACCEPTED, text="not found")
        assert (settled.state, settled.transfers) == ("accepted", [])
