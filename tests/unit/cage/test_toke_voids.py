"""Tokes counted, exchanged or paid by mistake: taken back whole and once; counts never once they are shared."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from cage import services as cage
from cage.models import DrawerSession, TokeSlip
from cage.selectors.tokes import counted_on, statement_of, unpaid
from config.audit.models import AuditEvent
from config.errors import DomainError
from config.rooms.models import Room
from players.models import AccountKind, MoneyAct, Transfer
from tables.models import Dealer
from tables.services import end_shift
from tests.support.banks import own_tokes
from tests.support.days import close_drawers, locked_day
from tests.support.desk import Desk, key, person
from tests.support.refusals import refused
from tests.unit.cage.test_tokes import a_dealer, books_agree, count_pool, dealt, exchange, pooled, split, till

pytestmark = pytest.mark.django_db
__all__ = ["pooled"]


def void(desk: Desk, slip: TokeSlip, **facts: Any) -> TokeSlip:
    """The void of a slip, which the room's manager confirms."""
    given = {"slip": slip, "reason": "counted twice", "key": key(), "second": desk.manager}
    return cage.void_toke_slip(**(given | desk.by() | facts))


def shared(desk: Desk) -> TokeSlip:
    """A count of the day before, which was shared."""
    dealt(desk, a_dealer(desk, "D1"), desk.now, 60)
    slip = count_pool(desk)
    desk.now += timedelta(days=1)
    split(desk, slip.of_day)
    return slip


class TestOwn:
    def test_chips_and_cash_go_back(self, desk: Desk) -> None:
        dealer = a_dealer(desk, "D1")
        slip = exchange(desk, dealer)
        made = void(desk, slip)
        assert (made.voids, made.kind, made.dealer, made.amount) == (slip, "own", dealer, 57_00)
        assert (made.receipt, made.second, made.of_day) == (2, desk.manager, slip.of_day)
        assert till(desk.drawer) == (50_000_00, 10_000_00)
        assert (desk.held(AccountKind.TOKES_PAID), desk.held(AccountKind.ABROAD)) == (0, 0)
        assert statement_of(dealer, slip.of_day, slip.of_day) == ([], [])
        books_agree()

    def test_it_is_in_the_trail_with_its_reason_and_both_people(self, desk: Desk) -> None:
        slip = exchange(desk, a_dealer(desk, "D1"))
        made = void(desk, slip)
        event = AuditEvent.objects.get(verb="tokes.exchange_voided")
        assert (event.by_id, event.reason) == (desk.cashier.pk, "counted twice")
        assert event.after["voided_receipt"] == slip.receipt
        assert event.after["confirmed_by"] == desk.manager.pk
        assert MoneyAct.objects.get(request_key=made.request_key).act == "slip_void"

    def test_once(self, desk: Desk) -> None:
        slip, again = exchange(desk, a_dealer(desk, "D1")), key()
        made = void(desk, slip, key=again)
        assert void(desk, slip, key=again) == made
        refused("already_voided", lambda: void(desk, slip))
        refused("is_reversal", lambda: void(desk, made))
        assert till(desk.drawer) == (50_000_00, 10_000_00)

    def test_never_alone_nor_with_whoever_counted(self, desk: Desk) -> None:
        slip = exchange(desk, a_dealer(desk, "D1"))
        Room.objects.filter(pk=desk.room.pk).update(void_alone=1_000_000_00)
        desk.room.refresh_from_db()
        refused("second_needed", lambda: void(desk, slip, second=None))
        refused("second_made_it", lambda: void(desk, slip, second=desk.second))
        refused("second_made_it", lambda: void(desk, slip, second=desk.cashier))
        assert not TokeSlip.objects.exclude(voids=None).exists()

    def test_only_with_a_reason_and_at_the_own_drawer(self, desk: Desk) -> None:
        slip = exchange(desk, a_dealer(desk, "D1"))
        refused("reason_missing", lambda: void(desk, slip, reason=" "))
        refused("not_your_drawer", lambda: void(desk, slip, by=person(desk.room, "cashier")))


class TestPool:
    def test_a_count_goes_back_until_it_is_shared(self, pooled: Desk) -> None:
        desk = pooled
        dealt(desk, a_dealer(desk, "D1"), desk.now, 60)
        wrong, right = count_pool(desk, 100_00), count_pool(desk, 40_00)
        void(desk, wrong)
        assert (counted_on(desk.room, right.of_day), till(desk.drawer)) == (40_00, (50_040_00, 10_000_00))
        assert AuditEvent.objects.filter(verb="tokes.count_voided").count() == 1
        desk.now += timedelta(days=1)
        assert split(desk, right.of_day).amount == 40_00
        refused("tokes_split_already", lambda: void(desk, right))
        books_agree()

    def test_a_day_whose_only_count_was_voided_waits_for_nobody(self, pooled: Desk) -> None:
        desk = pooled
        slip = count_pool(desk)
        void(desk, slip)
        desk.now += timedelta(days=1)
        refused("tokes_missing", lambda: split(desk, slip.of_day))
        dealt(desk, a_dealer(desk, "D1"), desk.now, 60)
        later = count_pool(desk)
        desk.now += timedelta(days=1)
        assert split(desk, later.of_day).amount == 100_00

    def test_on_the_day_after_it_names_the_day_that_the_tokes_are_of(self, pooled: Desk) -> None:
        desk = pooled
        slip = count_pool(desk)
        desk.now += timedelta(days=1)
        made = void(desk, slip)
        assert (made.of_day, made.gaming_day) == (slip.gaming_day, slip.gaming_day + timedelta(days=1))
        assert counted_on(desk.room, slip.of_day) == 0

    def test_not_once_it_is_shared_or_paid(self, pooled: Desk) -> None:
        desk = pooled
        slip = shared(desk)
        refused("tokes_split_already", lambda: void(desk, slip))
        share = unpaid(desk.room).get()
        cage.pay_share(share=share, drawer=desk.drawer, key=key(), **desk.by())
        refused("tokes_split_already", lambda: void(desk, slip))

    def test_nor_once_it_is_carried_on(self, pooled: Desk) -> None:
        desk = pooled
        slip = count_pool(desk)
        desk.now += timedelta(days=1)
        assert split(desk, slip.of_day).is_carried
        refused("tokes_split_already", lambda: void(desk, slip))


class TestShare:
    """A share that was paid by mistake: the cash comes back into the drawer, and the dealer is owed it again."""

    def paid(self, desk: Desk) -> TokeSlip:
        """A share of 100 for the day before, paid."""
        shared(desk)
        return self.pay(desk)

    def pay(self, desk: Desk) -> TokeSlip:
        return cage.pay_share(share=unpaid(desk.room).get(), drawer=desk.drawer, key=key(), **desk.by())

    def test_it_goes_back_and_is_owed_again(self, pooled: Desk) -> None:
        desk = pooled
        slip = self.paid(desk)
        before, again = till(desk.drawer), key()
        made = void(desk, slip, second=None, key=again, reason="paid to somebody else")
        assert (made.voids, made.kind, made.share, made.dealer, made.of_day) == (
            slip, "paid", slip.share, slip.dealer, slip.of_day,
        )  # fmt: skip
        assert till(desk.drawer) == (before[0], before[1] + 100_00)
        assert (desk.held(AccountKind.TOKES_PAID), made.second) == (0, None)
        assert [share.pk for share in unpaid(desk.room)] == [slip.share_id]
        assert void(desk, slip, second=None, key=again, reason="paid to somebody else") == made
        event = AuditEvent.objects.get(verb="tokes.share_taken_back")
        assert (event.reason, event.after["voided_receipt"]) == ("paid to somebody else", slip.receipt)
        books_agree()

    def test_it_is_paid_anew_once(self, pooled: Desk) -> None:
        desk = pooled
        slip = self.paid(desk)
        share = slip.share
        assert share
        made = void(desk, slip)
        refused("already_voided", lambda: void(desk, slip))
        refused("is_reversal", lambda: void(desk, made))
        anew = self.pay(desk)
        assert (share.paid, share.taken_back) == (anew, [made])
        refused("share_paid", lambda: cage.pay_share(share=share, drawer=desk.drawer, key=key(), **desk.by()))
        assert desk.held(AccountKind.TOKES_PAID) == 100_00
        void(desk, anew)
        assert (share.slips.count(), desk.held(AccountKind.TOKES_PAID)) == (4, 0)
        books_agree()

    def test_alone_up_to_what_the_room_has_set_on_its_own_day(self, pooled: Desk) -> None:
        desk = pooled
        slip = self.paid(desk)
        Room.objects.filter(pk=desk.room.pk).update(void_alone=99_00)
        desk.room.refresh_from_db()
        refused("second_needed", lambda: void(desk, slip, second=None))
        Room.objects.filter(pk=desk.room.pk).update(void_alone=1_000_00)
        refused("reason_missing", lambda: void(desk, slip, second=None, reason=""))
        refused("second_made_it", lambda: void(desk, slip, second=desk.cashier))
        desk.now += timedelta(days=1)
        refused("second_needed", lambda: void(desk, slip, second=None))
        assert void(desk, slip).second == desk.manager

    def test_the_dealer_does_not_confirm_it(self, pooled: Desk) -> None:
        desk = pooled
        slip = self.paid(desk)
        Dealer.objects.filter(pk=slip.dealer_id).update(badge_number=desk.manager.badge_number)
        refused("second_is_dealer", lambda: void(desk, TokeSlip.objects.get(pk=slip.pk)))

    def test_while_the_drawer_is_counted_it_waits(self, pooled: Desk) -> None:
        desk = pooled
        slip = self.paid(desk)
        session = DrawerSession.objects.get(drawer=desk.drawer)
        cage.begin_close(session=session, **desk.by())
        refused("drawer_counting", lambda: void(desk, slip))
        assert unpaid(desk.room).count() == 0

    def test_a_closed_drawer_takes_nothing_back(self, pooled: Desk) -> None:
        desk = pooled
        slip = self.paid(desk)
        close_drawers(desk)
        refused("drawer_closed", lambda: void(desk, slip))

    def test_of_a_locked_day_it_lies_on_the_day_that_runs(self, pooled: Desk) -> None:
        desk = pooled
        dealer = a_dealer(desk, "D1")
        dealt(desk, dealer, desk.now, 60)
        count_pool(desk)
        desk.now += timedelta(hours=2)
        end_shift(dealer=dealer, by=desk.manager, at=desk.at())
        first = locked_day(desk)
        slip = self.pay(desk)
        assert (first, locked_day(desk)) == (slip.of_day, slip.gaming_day)
        made = void(desk, slip)
        assert (made.of_day, made.gaming_day) == (slip.of_day, slip.gaming_day + timedelta(days=1))
        books_agree()

    def test_the_next_pool_is_shared_without_it(self, pooled: Desk) -> None:
        desk = pooled
        slip = self.paid(desk)
        void(desk, slip)
        dealt(desk, a_dealer(desk, "D2"), desk.now, 60)
        later = count_pool(desk, 40_00)
        desk.now += timedelta(days=1)
        assert split(desk, later.of_day).amount == 40_00
        assert sum(share.amount for share in unpaid(desk.room)) == 140_00
        books_agree()

    def test_the_statement_says_both_receipts(self, pooled: Desk, django_assert_num_queries: Any) -> None:
        desk = pooled
        slip = self.paid(desk)
        made = void(desk, slip)
        assert slip.dealer
        with django_assert_num_queries(3):
            (share,), own = statement_of(slip.dealer, slip.of_day, slip.of_day)
            assert (share.paid, share.taken_back, own) == (None, [made], [])


class TestRows:
    """The database refuses what no service does."""

    def crafted(self, desk: Desk, slip: TokeSlip, **changed: Any) -> None:
        row = {"room": slip.room, "drawer": slip.drawer, "kind": slip.kind, "dealer": slip.dealer, "receipt": 999}
        row |= {"of_day": slip.of_day, "chips": slip.chips, "amount": slip.amount, "voids": slip, "reason": "test"}
        row |= {"second": desk.manager, "gaming_day": slip.gaming_day, "at": slip.at, "by": desk.cashier}
        with pytest.raises((IntegrityError, DomainError)), transaction.atomic():
            TokeSlip.objects.create(**(row | {"request_key": key()} | changed))

    def test_a_share_is_not_paid_twice(self, pooled: Desk) -> None:
        slip = TestShare().paid(pooled)
        again = {"share": slip.share, "voids": None, "reason": "", "second": None}
        self.crafted(pooled, slip, **again)
        self.crafted(pooled, slip, share=None)
        void(pooled, slip)
        self.crafted(pooled, slip, **again | {"amount": 99_00})

    def test_a_void_says_what_its_slip_says(self, desk: Desk) -> None:
        slip = own_tokes(desk, a_dealer(desk, "D1"))
        self.crafted(desk, slip, amount=6_00, chips={"500": 1, "100": 1})
        self.crafted(desk, slip, dealer=a_dealer(desk, "D2"))
        self.crafted(desk, slip, of_day=slip.of_day - timedelta(days=1))
        self.crafted(desk, slip, reason="")
        self.crafted(desk, void(desk, slip))

    def test_the_money_goes_back_with_a_void_alone(self, desk: Desk) -> None:
        slip = own_tokes(desk, a_dealer(desk, "D1"))
        made = void(desk, slip)
        taken = set(
            Transfer.objects.filter(request_key=made.request_key).values_list("reverses__request_key", flat=True)
        )
        assert taken == {slip.request_key}
