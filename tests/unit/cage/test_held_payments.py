"""Prizes, promotions, comps, shares of awards and withdrawals that would cross the limit of identity: held, not
refused, with an alarm, until an identity is on record or a supervisor decides (C-3)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cage import services as cage
from cage.models import AwardShare, CashSlip, HeldCashOut, HoldEnd, PlayerBank, PromoPool
from cage.selectors.holds import held_at, still_held
from config.audit.books import audit
from config.days.selectors import open_items
from players.models import AccountKind, Player, TransferKind
from players.services import Identity, edit_player
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed, paid
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.window import a_void, book, described, identified

pytestmark = pytest.mark.django_db
_K = TransferKind
PAYMENTS = (_K.TOURNAMENT_PAID, _K.PROMO_PAYOUT, _K.COMP_PAID)
PAPERS: dict[str, Any] = {
    "legal_name": "Ann Berg", "date_of_birth": date(1980, 5, 6), "document_kind": "passport",
    "document_number": "P1234567", "document_expires_on": date(2030, 1, 1),
}  # fmt: skip


@arranged
def desk() -> Desk:
    """A room that moves 300 a day without an identity."""
    return open_desk(identity_from=300_00, plaque=replace(NLH, buy_in_max=5_000_00), payouts_alone=50_000_00)


@arranged
def table() -> HandTable:
    """A table at which a pool was fed with 4.00, in a room that moves 3.00 a day without an identity from then on."""
    table = open_hand_table(payouts_alone=50_000_00)
    a_pool(table.desk, reserve_percent=0)
    feed(table, 400)
    table.desk.room.identity_from = 300
    table.desk.room.save()
    return table


def faults() -> list[str]:
    connection.check_constraints()
    return [finding.check.title for finding in audit() if not finding.holds]


def decide(desk: Desk, *, is_paid: bool = True, **facts: Any) -> HoldEnd:
    given: dict[str, Any] = {"held": HeldCashOut.objects.get(end=None), "reason": "known to the bank", "key": key()}
    given |= {"by": person(desk.room, "floor"), "at": desk.at()}
    return cage.decide_hold(is_paid=is_paid, **(given | facts))


def held(pay: Callable[[], object]) -> HeldCashOut:
    """What is held of a payment that would cross."""
    error = refused("cash_out_held", pay)
    found = HeldCashOut.objects.get(end=None)
    assert error.allowed == {"held": found.pk}
    return found


@pytest.mark.parametrize("kind", PAYMENTS, ids=str)
class TestAtTheWindow:
    def test_what_would_cross_is_held_with_an_alarm_and_nothing_moves(self, desk: Desk, kind: TransferKind) -> None:
        patron = described(desk)
        cash = desk.held(AccountKind.DRAWER_CASH)
        waits = held(lambda: book(desk, kind, 301_00, patron))
        assert (waits.kind, waits.amount, waits.by) == (kind.value, 301_00, desk.cashier)
        assert (desk.held(AccountKind.DRAWER_CASH), CashSlip.objects.count()) == (cash, 0)
        assert held_at([desk.session], desk.now) == {desk.session.pk: f"{patron}: {waits.name} of 301 is held"}
        codes = [item.code for item in open_items(desk.room, desk.room.gaming_day(desk.now))]
        assert codes.count("cash_out_held") == 1
        assert faults() == []

    def test_up_to_the_limit_it_is_paid(self, desk: Desk, kind: TransferKind) -> None:
        assert book(desk, kind, 300_00, described(desk)).amount == 300_00
        assert not HeldCashOut.objects.exists()

    def test_nothing_else_is_paid_meanwhile(self, desk: Desk, kind: TransferKind) -> None:
        patron = described(desk)
        held(lambda: book(desk, kind, 301_00, patron))
        for other in PAYMENTS:
            refused("cash_out_held", lambda other=other: book(desk, other, 1_00, patron))
        assert HeldCashOut.objects.count() == 1

    def test_a_supervisor_lets_just_that_be_paid_once(self, desk: Desk, kind: TransferKind) -> None:
        patron = described(desk)
        held(lambda: book(desk, kind, 301_00, patron))
        allowed = decide(desk)
        other = next(each for each in PAYMENTS if each != kind)
        for wrong in ((kind, 302_00), (other, 301_00)):
            held(lambda wrong=wrong: book(desk, *wrong, patron))
            decide(desk, is_paid=False)
        slip = book(desk, kind, 301_00, patron)
        assert slip.allowed_by == allowed
        held(lambda: book(desk, kind, 301_00, patron))
        assert faults() == [], "what a supervisor allowed is beyond nothing"

    def test_what_was_paid_since_asks_anew(self, desk: Desk, kind: TransferKind) -> None:
        """The supervisor saw a sum: by the decision no more of the day is paid without an identity than that."""
        patron = described(desk)
        held(lambda: book(desk, kind, 301_00, patron))
        decide(desk)
        between = book(desk, kind, 100_00, patron)
        held(lambda: book(desk, kind, 301_00, patron))
        again = decide(desk)
        assert book(desk, kind, 301_00, patron).allowed_by == again
        assert between.allowed_by is None

    def test_what_was_paid_before_is_what_the_supervisor_saw(self, desk: Desk, kind: TransferKind) -> None:
        patron = described(desk)
        book(desk, kind, 100_00, patron)
        held(lambda: book(desk, kind, 301_00, patron))
        allowed = decide(desk)
        a_void(desk, book(desk, kind, 50_00, patron), second=person(desk.room, "floor"))
        assert book(desk, kind, 301_00, patron).allowed_by == allowed, "what was voided is not paid"

    def test_only_on_that_gaming_day(self, desk: Desk, kind: TransferKind) -> None:
        patron = described(desk)
        held(lambda: book(desk, kind, 301_00, patron))
        decide(desk)
        desk.now += timedelta(days=1)
        held(lambda: book(desk, kind, 301_00, patron))

    def test_a_retry_holds_once(self, desk: Desk, kind: TransferKind) -> None:
        patron, again = described(desk), key()
        desk.step = timedelta(0)
        facts: dict[str, Any] = {"key": again, "what": "the thing", "reference": "R1"}
        for _ in range(2):
            refused("cash_out_held", lambda: book(desk, kind, 301_00, patron, **facts))
        assert HeldCashOut.objects.count() == 1

    def test_a_decision_pays_a_cash_out_of_no_other_kind(self, desk: Desk, kind: TransferKind) -> None:
        patron = described(desk)
        desk.buy_in(patron, 250_00)
        desk.now += timedelta(days=1)
        desk.buy_in(patron, 250_00)
        held(lambda: book(desk, kind, 301_00, patron))
        decide(desk)
        assert held(lambda: desk.cash_out(patron, 301_00)).kind == _K.CHIP_REDEMPTION.value

    def test_identity_ends_it(self, desk: Desk, kind: TransferKind) -> None:
        player = desk.player("Ann")
        held(lambda: book(desk, kind, 301_00, player))
        edit_player(room=desk.room, player=player, identity=Identity(display_name="Ann", **PAPERS), **desk.by())
        player.refresh_from_db()
        slip = book(desk, kind, 301_00, player)
        ended = HoldEnd.objects.get()
        assert (ended.outcome, ended.paid, slip.allowed_by) == ("identified", None, None)
        assert not still_held(desk.room).exists()
        assert faults() == []

    def test_a_void_gives_no_second_payment_by_the_same_decision(self, desk: Desk, kind: TransferKind) -> None:
        patron = described(desk)
        held(lambda: book(desk, kind, 301_00, patron))
        decide(desk)
        slip = book(desk, kind, 301_00, patron)
        a_void(desk, slip, second=person(desk.room, "floor"))
        held(lambda: book(desk, kind, 301_00, patron))


def test_cash_in_that_would_cross_is_refused(desk: Desk) -> None:
    refused("identity_required", lambda: book(desk, _K.TOURNAMENT_ENTRY, 301_00, described(desk)))
    assert not HeldCashOut.objects.exists()


class TestAwards:
    def share(self, table: HandTable) -> AwardShare:
        pool = PromoPool.objects.get(name="Bad beat")
        award = declared(table.desk, pool, 400, table.sittings[1].player)
        return AwardShare.objects.select_related("award__room", "player").get(award=award)

    def test_a_share_is_held_and_stays_owed(self, table: HandTable) -> None:
        share, desk = self.share(table), table.desk
        waits = held(lambda: paid(desk, share))
        assert (waits.award_share, waits.kind) == (share, "award_paid")
        assert AwardShare.objects.filter(pk=share.pk).unpaid().exists()
        assert "the share stays owed" in refused("cash_out_held", lambda: paid(desk, share)).message
        decide(desk)
        slip = paid(desk, share)
        assert (slip.allowed_by, slip.amount) == (HoldEnd.objects.get(hold=waits), 400)
        assert faults() == []

    def test_the_decision_is_about_that_share_alone(self, table: HandTable) -> None:
        desk, patron = table.desk, table.sittings[1].player
        share = self.share(table)
        held(lambda: paid(desk, share))
        decide(desk)
        assert held(lambda: book(desk, _K.PROMO_PAYOUT, 400, patron)).award_share is None


class TestBanks:
    def bank(self, desk: Desk) -> PlayerBank:
        """A bank of 500, of somebody whose document has expired since."""
        player = desk.player("Ann", **PAPERS)
        bank = cage.open_bank(room=desk.room, player=player, form_number="F-1", pin="4711", **desk.by())
        cage.deposit(bank=bank, amount=500_00, drawer=desk.drawer, key=key(), shown=self.pin(desk, bank), **desk.by())
        Player.objects.filter(pk=player.pk).update(document_expires_on=desk.room.gaming_day(desk.now) - timedelta(1))
        return PlayerBank.objects.get(pk=bank.pk)

    def pin(self, desk: Desk, bank: PlayerBank) -> cage.Shown:
        return cage.show_pin(bank=bank, pin="4711", by=desk.cashier, at=desk.at())

    def take(self, desk: Desk, bank: PlayerBank, amount: int) -> Any:
        facts = {"bank": bank, "amount": amount, "drawer": desk.drawer, "key": key(), "shown": self.pin(desk, bank)}
        return cage.withdraw(**facts, **desk.by())

    def test_a_withdrawal_is_held_and_stays_in_the_bank(self, desk: Desk) -> None:
        bank = self.bank(desk)
        waits = held(lambda: self.take(desk, bank, 301_00))
        assert (waits.bank, waits.kind) == (bank, "withdrawal")
        decide(desk)
        held(lambda: self.take(desk, bank, 302_00))
        decide(desk, is_paid=False)
        assert self.take(desk, bank, 301_00).allowed_by == HoldEnd.objects.get(hold=waits)
        assert faults() == []

    def test_more_than_it_holds_is_refused_not_held(self, desk: Desk) -> None:
        bank = self.bank(desk)
        refused("bank_short", lambda: self.take(desk, bank, 501_00))
        assert not HeldCashOut.objects.exists()


def test_a_cash_out_is_asked_anew_after_another_payment(desk: Desk) -> None:
    """At the window: 900 more were paid while the decision lay there, which nobody had seen."""
    patron = described(desk)
    for _ in range(3):
        desk.buy_in(patron, 250_00)
        desk.now += timedelta(days=1)
    held(lambda: desk.cash_out(patron, 400_00))
    decide(desk)
    desk.cash_out(patron, 200_00)
    held(lambda: desk.cash_out(patron, 400_00))


def test_cash_in_ends_no_decision(desk: Desk) -> None:
    patron = described(desk)
    held(lambda: book(desk, _K.PROMO_PAYOUT, 301_00, patron))
    allowed = decide(desk)
    desk.buy_in(patron, 250_00)
    assert book(desk, _K.PROMO_PAYOUT, 301_00, patron).allowed_by == allowed


def test_the_book_knows_what_a_hold_is_about(desk: Desk) -> None:
    patron = identified(desk)
    facts = {"room": desk.room, "player": patron, "drawer": desk.drawer, "amount": 1_00, "missing": "the name"}
    facts |= {"gaming_day": desk.room.gaming_day(desk.now), "at": desk.now, "by": desk.cashier}
    for kind, name in (("award_paid", "held_award_has_share"), ("withdrawal", "held_withdrawal_has_bank")):
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            HeldCashOut.objects.create(kind=kind, request_key=key(), **facts)
