"""Mistakes at the window: the whole slip goes back, once, with a reason and a receipt; whatever sums up follows."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cage import services as cage
from cage.models import BuyIn, CashOut, SlipVoid
from cage.selectors.purchases import allowance
from cage.selectors.seen import changes_since, seen_now
from cage.selectors.today import today
from cage.tills import TillsOfTheCage
from config.audit.checks import CHECKS
from config.audit.models import AuditEvent
from config.audit.services import record
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import StaffRole
from players.four_eyes import SLIP_VOID, approve
from players.ledger import reverse
from players.models import AccountKind, MoneyAct, Transfer
from players.selectors.money_today import money_on
from players.selectors.people import past_sittings
from players.services import add_on
from tables.services import claim_hand
from tests.support.desk import Desk, key, person
from tests.support.drawers import close_exactly, open_exactly
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db


def void(desk: Desk, slip: BuyIn | CashOut, **facts: Any) -> SlipVoid:
    given = {"reason": "the wrong player", "key": key()} | desk.by() | facts
    if isinstance(slip, BuyIn):
        return cage.void_buy_in(bought=slip, **given)
    return cage.void_cash_out(paid=slip, **given)


def books_agree() -> None:
    for name, check in CHECKS.items():
        if check.faults.__module__.startswith(("players", "cage")):
            assert list(check.faults()) == [], name


class TestASaleGoesBack:
    def test_chips_and_cash_are_where_they_were(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        voided = void(desk, bought)
        assert (desk.rack(bought.player), desk.held(AccountKind.DRAWER_CASH)) == (0, 10_000_00)
        assert desk.held(AccountKind.DRAWER_CHIPS) == 50_000_00
        assert (voided.slip, voided.reason, voided.by) == (bought, "the wrong player", desk.cashier)
        books_agree()

    def test_from_the_stack_of_who_sits(self, desk: Desk) -> None:
        sitting = desk.seated(100_00)
        bought = desk.buy_in(sitting.player, 50_00)
        assert desk.stack(sitting) == 150_00
        desk.session.refresh_from_db()
        void(desk, bought)
        before = desk.session.version
        desk.session.refresh_from_db()
        assert desk.session.version > before, "the page of the table shows the stack as it was"
        assert (desk.stack(sitting), desk.rack(sitting.player)) == (100_00, 0)
        assert past_sittings(sitting.player, desk.room)[0].brought == 100_00
        books_agree()

    def test_its_receipt_is_the_next_of_the_room(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        voided = void(desk, bought)
        assert (voided.receipt, desk.buy_in(desk.player(), 100_00).receipt) == (bought.receipt + 1, bought.receipt + 2)

    def test_the_trail_tells_it(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        void(desk, bought)
        event = AuditEvent.objects.get(verb="buy_in.voided")
        assert event.reason == "the wrong player"
        assert event.after["voided_receipt"] == bought.receipt

    def test_a_retry_takes_it_back_once(self, desk: Desk) -> None:
        bought, again = desk.buy_in(desk.player(), 100_00), key()
        desk.step = timedelta(0)
        assert void(desk, bought, key=again) == void(desk, bought, key=again)
        assert SlipVoid.objects.count() == 1


class TestAPaymentGoesBack:
    def test_chips_and_cash_are_where_they_were(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        voided = void(desk, desk.cash_out(player, 80_00))
        assert (desk.rack(player), desk.held(AccountKind.DRAWER_CASH)) == (200_00, 10_200_00)
        assert voided.slip.amount == 80_00
        books_agree()

    def test_not_beyond_the_chips_of_the_drawer(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00)
        paid = desk.cash_out(player, 100_00)
        for _ in range(166):
            desk.buy_in(desk.player(), 300_00)
        error = refused("drawer_short", lambda: void(desk, paid))
        assert "ask for a fill first" in error.message


class TestRefused:
    def test_a_slip_that_was_voided_already(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        voided = void(desk, bought)
        error = refused("already_voided", lambda: void(desk, bought))
        assert f"by receipt {voided.receipt}" in error.message

    def test_chips_that_were_paid_out(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        desk.cash_out(bought.player, 1_00)
        error = refused("chips_moved_on", lambda: void(desk, bought), most=99_00)
        assert "has 99 off the table, not 100" in error.message

    def test_chips_that_were_put_on_a_table(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        desk.seat(bought.player, 1, 100_00)
        refused("chips_moved_on", lambda: void(desk, bought), most=0)

    def test_chips_that_were_lost_at_the_table(self, desk: Desk) -> None:
        loser, winner = desk.seated(100_00, seat=1), desk.seated(100_00, seat=2)
        bought = desk.buy_in(loser.player, 100_00)
        desk.leave(winner, **desk.counted(210_00))
        desk.leave(loser, **desk.counted(90_00))
        error = refused("chips_moved_on", lambda: void(desk, bought), most=0)
        assert "in front of them" in error.message

    def test_a_stack_in_the_middle_of_a_hand(self, desk: Desk) -> None:
        sitting = desk.seated(100_00)
        bought = desk.buy_in(sitting.player, 100_00)
        claim_hand(session=desk.session, by=desk.manager, at=desk.at())
        refused("mid_hand", lambda: void(desk, bought))

    def test_a_rack_does_not_wait_for_a_hand(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        claim_hand(session=desk.session, by=desk.manager, at=desk.at())
        assert void(desk, bought)

    @pytest.mark.parametrize("reason", ["", "  "])
    def test_without_a_reason(self, desk: Desk, reason: str) -> None:
        refused("reason_missing", lambda: void(desk, desk.buy_in(desk.player(), 100_00), reason=reason))

    def test_a_closed_drawer(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        refused("drawer_closed", lambda: void(desk, bought))

    def test_somebody_else_at_the_drawer(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        refused("not_your_drawer", lambda: void(desk, bought, by=person(desk.room, "cashier")))


class TestOneOrTwo:
    def test_alone_up_to_what_the_room_has_set_in_a_day(self, desk: Desk) -> None:
        first, second = desk.buy_in(desk.player(), 100_00), desk.buy_in(desk.player(), 100_00)
        void(desk, first)
        error = refused("second_needed", lambda: void(desk, second))
        assert "one person moves 100 a day alone" in error.message
        assert error.field == "badge"
        assert void(desk, second, second=desk.second).second == desk.second
        assert list(MoneyAct.objects.filter(act="slip_void").values_list("amount", "limit", "second")) == [
            (100_00, 100_00, None), (100_00, 100_00, desk.second.pk),
        ]  # fmt: skip
        books_agree()

    def test_the_next_cashier_of_the_drawer_may_too(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        other = person(desk.room, "cashier")
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        open_exactly(desk.drawer, by=other, at=desk.at())
        assert void(desk, bought, by=other).by == other

    def test_above_it_a_second_person_confirms(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 101_00)
        refused("second_needed", lambda: void(desk, bought))
        assert void(desk, bought, second=desk.second)

    def test_a_room_that_sets_nothing_alone(self, desk: Desk) -> None:
        Room.objects.filter(pk=desk.room.pk).update(void_alone=0)
        bought = desk.buy_in(desk.player(), 100_00)
        refused("second_needed", lambda: void(desk, bought))

    def test_after_the_gaming_day_always_two(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        desk.now += timedelta(days=1)
        error = refused("second_needed", lambda: void(desk, bought))
        assert "which is over" in error.message
        assert void(desk, bought, second=desk.second)
        books_agree()

    def test_not_by_somebody_who_may_not_rule(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 200_00)
        refused("second_may_not", lambda: void(desk, bought, second=person(desk.room, "cashier")))

    def test_nor_by_whoever_sold_it(self, desk: Desk) -> None:
        seller = person(desk.room, "manager")
        StaffRole.objects.create(user=seller, room=desk.room, role="cashier")
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        open_exactly(desk.drawer, by=seller, at=desk.at())
        bought = desk.buy_in(desk.player(), 200_00, by=seller)
        close_exactly(desk.drawer, by=seller, second=desk.second, at=desk.at())
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        refused("second_made_it", lambda: void(desk, bought, second=seller))
        refused("second_is_first", lambda: void(desk, bought, second=desk.cashier))


class TestWhatSumsUpFollows:
    def test_the_day_shows_both_and_counts_neither(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        voided = void(desk, bought)
        day = today(desk.room, bought.gaming_day)
        assert (day.cash_in, day.cash_out) == (0, 0)
        assert [(row.about, row.at, row.voids, row.is_voided, row.amount) for row in day.rows] == [
            (bought, voided.at, bought.receipt, False, -100_00), (bought, bought.at, None, True, 100_00),
        ]  # fmt: skip

    def test_a_day_that_is_over_stays_as_it_was(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        desk.now += timedelta(days=1)
        voided = void(desk, bought, second=desk.second)
        assert today(desk.room, bought.gaming_day).cash_in == 100_00
        assert today(desk.room, voided.gaming_day).cash_in == -100_00

    def test_a_payment_too(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 100_00)
        paid = desk.cash_out(player, 60_00)
        void(desk, paid)
        assert (today(desk.room, paid.gaming_day).cash_in, today(desk.room, paid.gaming_day).cash_out) == (100_00, 0)
        money = money_on(player, desk.room, paid.gaming_day)
        assert (money.bought, money.cashed) == (100_00, 0)

    def test_the_cash_of_a_person(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        void(desk, bought)
        assert money_on(bought.player, desk.room, bought.gaming_day).bought == 0

    def test_the_maximum_of_the_plaque(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        again = desk.buy_in(bought.player, 200_00)
        refused("above_max_buyin", lambda: desk.buy_in(bought.player, 100_00))
        void(desk, again, second=desk.second)
        assert allowance(desk.session, bought.player, at=desk.now).most == 200_00
        assert desk.buy_in(bought.player, 200_00)

    def test_the_maximum_counts_no_chips_of_a_voided_sale(self, desk: Desk) -> None:
        """Chips from another game don't count as bought for this one because a sale for it was voided."""
        player = desk.player()
        desk.buy_in(player, 200_00, session=desk.open_table())
        void(desk, desk.buy_in(player, 200_00), second=desk.second)
        assert allowance(desk.session, player, at=desk.now).most == 300_00

    def test_who_bought_for_a_game(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        assert TillsOfTheCage().bought_for(desk.session) == {bought.player_id}
        void(desk, bought)
        assert TillsOfTheCage().bought_for(desk.session) == set()

    def test_a_page_that_was_opened_before_asks(self, desk: Desk) -> None:
        sitting = desk.seated(100_00)
        bought = desk.buy_in(sitting.player, 100_00)
        seen = seen_now(desk.room, sitting.player)
        void(desk, bought)
        assert changes_since(seen, desk.room, sitting.player) == [
            f"had receipt {bought.receipt} voided at {desk.now.astimezone(desk.room.zone):%H:%M}"
        ]


class TestACorrection:
    def test_is_a_void_and_a_sale_that_names_it(self, desk: Desk) -> None:
        voided = void(desk, desk.buy_in(desk.player(), 100_00))
        right = desk.buy_in(desk.player(), 100_00, corrects=voided)
        assert right.corrects == voided
        error = refused("corrected_already", lambda: desk.buy_in(desk.player(), 100_00, corrects=voided))
        assert f"by receipt {right.receipt}" in error.message

    def test_may_pay_out_what_was_sold_by_mistake(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 100_00)
        voided = void(desk, desk.buy_in(player, 100_00))
        assert desk.cash_out(player, 100_00, corrects=voided).corrects == voided
        refused("corrected_already", lambda: desk.buy_in(player, 100_00, corrects=voided))

    def test_a_correction_may_be_a_mistake_too(self, desk: Desk) -> None:
        voided = void(desk, desk.buy_in(desk.player(), 100_00))
        right = desk.buy_in(desk.player(), 100_00, corrects=voided)
        assert desk.buy_in(desk.player(), 100_00, corrects=void(desk, right, second=desk.second))


class TestTheDatabaseRefuses:
    def test_a_sale_that_is_taken_back_without_its_void(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        act = {"room": desk.room, "amount": 100_00, "second": None}
        with pytest.raises(IntegrityError, match="taken back without its void"), transaction.atomic():
            _takes_back(desk, bought.request_key, act=act)

    def test_a_sale_that_is_taken_back_without_an_act(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        with pytest.raises(IntegrityError, match="no act says who answers"), transaction.atomic():
            _takes_back(desk, bought.request_key)

    def test_an_act_of_less_than_was_taken_back(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        act = {"room": desk.room, "amount": 1_00, "second": None}
        with pytest.raises(IntegrityError, match="no act says who answers"), transaction.atomic():
            _takes_back(desk, bought.request_key, act=act)

    def test_a_void_that_moves_nothing(self, desk: Desk) -> None:
        bought = desk.buy_in(desk.player(), 100_00)
        SlipVoid.objects.create(
            room=desk.room, buy_in=bought, reason="test", receipt=99, gaming_day=bought.gaming_day, at=desk.now,
            by=desk.cashier, request_key=key(),
        )  # fmt: skip
        with pytest.raises(IntegrityError, match="takes back nothing"):
            _commit_now()

    def test_chips_of_a_rack_that_are_taken_back_off_a_stack(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        sitting = desk.seat(player, 1, 100_00)
        request = key()
        add_on(sitting=sitting, amount=50_00, key=request, **desk.by())
        with pytest.raises(IntegrityError, match="without the sale that brought them"), transaction.atomic():
            _takes_back(desk, request)


def _takes_back(desk: Desk, request: str, *, act: dict[str, Any] | None = None) -> None:
    """Take transfers back as no service does, and look as a commit would."""
    again, facts = key(), desk.by()
    claim(again, "theft", {}, **facts)
    record("buy_in.voided", desk.session, room=desk.room, **facts)
    if act:
        approve(SLIP_VOID, key=again, **facts, **act)
    moved = list(Transfer.objects.filter(request_key=request).order_by("number"))
    reverse(transfers=moved, key=again, reason="test", **facts)
    _commit_now()


def _commit_now() -> None:
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
