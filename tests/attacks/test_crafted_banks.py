"""Rows about players' banks, chip runners and tokes that the application's role writes past the services."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from cage import services as cage
from cage.models import BankSlip, BuyIn, Drawer, PlayerBank, TokeShare, TokeSlip, TokeSplit
from config.days.models import DayLock
from players.ledger import Move, player_bank
from players.models import Ban, Transfer
from players.services import bar_player
from tables.models import Dealer
from tables.services import register_dealer
from tests.attacks.test_crafted_transfers import A, Attack, K, Thief
from tests.support.arranged import arranged
from tests.support.banks import a_bank, a_runner, day_before, pooled_tokes, shown
from tests.support.desk import key, open_desk, person
from tests.support.refusals import refused


def a_thief() -> Thief:
    return Thief(open_desk())


@arranged
def thief() -> Thief:
    return a_thief()


def the_bank(thief: Thief) -> PlayerBank:
    """The friend's bank, with 500."""
    desk = thief.desk
    bank = a_bank(desk, thief.friend.player)
    facts = {"bank": bank, "drawer": desk.drawer, "shown": shown(desk, bank)}
    cage.deposit(amount=500_00, key=key(), **facts, **desk.by())
    return bank


def out(thief: Thief, bank: PlayerBank, amount: int) -> Move:
    return Move(thief.till(A.DRAWER_CASH), player_bank(thief.desk.room, bank.player), amount, K.WITHDRAWAL)


def into(thief: Thief, bank: PlayerBank, amount: int) -> Move:
    return Move(player_bank(thief.desk.room, bank.player), thief.till(A.DRAWER_CASH), amount, K.DEPOSIT)


def a_slip(thief: Thief, bank: PlayerBank, request: str, **changed: Any) -> BankSlip:
    desk = thief.desk
    made = {"room": desk.room, "bank": bank, "player": bank.player, "drawer": desk.drawer, "kind": "withdrawal"}
    made |= {"amount": 100_00, "receipt": 999, "gaming_day": desk.room.gaming_day(desk.now), "at": desk.now}
    return BankSlip.objects.create(**(made | {"by": desk.cashier, "request_key": request} | changed))


def money_out_of_a_bank_without_a_slip(thief: Thief) -> None:
    thief.post(out(thief, the_bank(thief), 100_00))


def more_out_than_the_slip_says(thief: Thief) -> None:
    bank = the_bank(thief)
    a_slip(thief, bank, thief.post(out(thief, bank, 200_00)))


def a_slip_of_somebody_else(thief: Thief) -> None:
    bank, other = the_bank(thief), a_bank(thief.desk, thief.victim.player)
    a_slip(thief, other, thief.post(out(thief, bank, 100_00)))


def two_payments_on_one_slip(thief: Thief) -> None:
    bank = the_bank(thief)
    a_slip(thief, bank, thief.post(out(thief, bank, 100_00), out(thief, bank, 100_00)))


def a_slip_that_moves_nothing(thief: Thief) -> None:
    a_slip(thief, the_bank(thief), key())


def money_of_one_bank_to_another(thief: Thief) -> None:
    bank = the_bank(thief)
    other = player_bank(thief.desk.room, thief.victim.player)
    thief.post(Move(other, player_bank(thief.desk.room, bank.player), 100_00, K.WITHDRAWAL))


def more_out_than_the_bank_holds(thief: Thief) -> None:
    bank = the_bank(thief)
    a_slip(thief, bank, thief.post(out(thief, bank, 600_00)), amount=600_00)


def a_deposit_of_who_is_barred(thief: Thief) -> None:
    bank, desk = the_bank(thief), thief.desk
    facts = {"room": desk.room, "kind": Ban.Kind.BARRED, "reason": "told so"}
    bar_player(player=bank.player, **facts, by=desk.manager, at=desk.at())
    a_slip(thief, bank, thief.post(into(thief, bank, 100_00)), kind="deposit")


def a_sale_from_a_bank_that_the_slip_does_not_name(thief: Thief) -> None:
    bank = the_bank(thief)
    cash, chips = thief.sale(100_00)
    from_bank = Move(cash.source, player_bank(thief.desk.room, bank.player), 100_00, K.CHIP_SALE)
    thief.write_buy_in(thief.post(from_bank, chips), 100_00)


def a_void_without_its_act(thief: Thief) -> None:
    bank, desk = the_bank(thief), thief.desk
    first = bank.slips.get()
    (moved,) = thief_rows(first.request_key)
    back = Move(moved.target, moved.source, moved.amount, K.DEPOSIT, reverses=moved)
    a_slip(
        thief, bank, thief.post(back), kind="deposit", amount=500_00, voids=first, reason="test", second=desk.manager
    )


def thief_rows(request: str) -> list[Any]:
    return list(Transfer.objects.filter(request_key=request).select_related("source", "target"))


def a_bank_that_becomes_another_player_s(thief: Thief) -> None:
    PlayerBank.objects.filter(pk=the_bank(thief).pk).update(player=thief.victim.player)


def a_runner_redeems(thief: Thief) -> None:
    desk = thief.desk
    runner = person(desk.room, "runner")
    walks = a_runner(desk, by=runner)
    desk.buy_in(thief.friend.player, 50_00, drawer=walks, by=runner)
    chips, cash = thief.till(A.DRAWER_CHIPS, walks), thief.till(A.DRAWER_CASH, walks)
    rack = thief.rack(thief.friend.player)
    thief.post(
        Move(rack, chips, 10_00, K.CHIP_REDEMPTION),
        Move(cash, thief.house(A.PATRONS), 10_00, K.CHIP_REDEMPTION),
        by=runner,
    )


def a_runner_pays_petty_cash(thief: Thief) -> None:
    runner = person(thief.desk.room, "runner")
    walks = a_runner(thief.desk, by=runner)
    thief.desk.buy_in(thief.friend.player, 50_00, drawer=walks, by=runner)
    thief.post(Move(thief.till(A.DRAWER_CASH, walks), thief.house(A.PETTY), 10_00, K.PAID_OUT), by=runner)


def a_runner_sells_from_a_bank(thief: Thief) -> None:
    bank, desk = the_bank(thief), thief.desk
    BuyIn.objects.create(
        room=desk.room, session=desk.session, player=bank.player, drawer=a_runner(desk), plaque=desk.session.plaque,
        sitting=thief.friend, from_bank=bank, amount=10_00, receipt=997, gaming_day=desk.room.gaming_day(desk.now),
        at=desk.now, by=desk.cashier, request_key=key(),
    )  # fmt: skip


def a_runner_becomes_a_window(thief: Thief) -> None:
    Drawer.objects.filter(pk=a_runner(thief.desk).pk).update(kind="window")


def a_dealer(thief: Thief) -> Dealer:
    return register_dealer(room=thief.desk.room, badge_number="D9", display_name="Dee", **thief.desk.by())


def a_toke_slip(thief: Thief, request: str, **changed: Any) -> TokeSlip:
    desk, day = thief.desk, thief.desk.room.gaming_day(thief.desk.now)
    made = {"room": desk.room, "drawer": desk.drawer, "kind": "own", "of_day": day, "amount": 10_00, "receipt": 998}
    made |= {"chips": {"100": 10}, "second": desk.manager, "gaming_day": day, "at": desk.now, "by": desk.cashier}
    return TokeSlip.objects.create(**(made | {"request_key": request} | changed))


def cash_for_tokes(thief: Thief, amount: int) -> Move:
    return Move(thief.till(A.DRAWER_CASH), thief.house(A.TOKES_PAID), amount, K.TOKE_EXCHANGE)


def tokes_paid_without_a_slip(thief: Thief) -> None:
    thief.post(cash_for_tokes(thief, 10_00))


def own_tokes_paid_without_their_chips(thief: Thief) -> None:
    a_toke_slip(thief, thief.post(cash_for_tokes(thief, 10_00)), dealer=a_dealer(thief))


def pieces_that_are_not_the_amount(thief: Thief) -> None:
    a_toke_slip(thief, key(), dealer=a_dealer(thief), chips={"100": 9})


def a_share_paid_that_nobody_has(thief: Thief) -> None:
    a_toke_slip(
        thief, thief.post(cash_for_tokes(thief, 10_00)), kind="paid", dealer=a_dealer(thief), second=None, chips={}
    )


def shares_that_come_to_more(thief: Thief) -> None:
    desk = thief.desk
    day = day_before(desk)
    split = TokeSplit.objects.create(
        room=desk.room, gaming_day=day, amount=10_00, at=desk.now, by=desk.manager, request_key=key()
    )
    TokeShare.objects.create(split=split, dealer=a_dealer(thief), minutes=10, amount=11_00)


def a_split_of_a_day_that_runs(thief: Thief) -> None:
    desk = thief.desk
    day = desk.room.gaming_day(desk.now)
    facts = {"room": desk.room, "gaming_day": day, "amount": 10_00, "is_carried": True, "request_key": key()}
    TokeSplit.objects.create(at=desk.now, by=desk.manager, **facts)


def tokes_for_a_day_that_was_shared(thief: Thief) -> None:
    desk = thief.desk
    day = day_before(desk)
    pooled_tokes(desk, day)
    cage.split_tokes(room=desk.room, day=day, key=key(), by=desk.manager, at=desk.at())
    chips = Move(thief.house(A.ABROAD), thief.till(A.DRAWER_CHIPS), 10_00, K.TOKE_EXCHANGE)
    a_toke_slip(thief, thief.post(chips), kind="counted", of_day=day)


ATTACKS: dict[Attack, str] = {
    money_out_of_a_bank_without_a_slip: "without a slip of that player",
    more_out_than_the_slip_says: "without a slip of that player",
    a_slip_of_somebody_else: "without a slip of that player",
    two_payments_on_one_slip: "without a slip of that player",
    a_slip_that_moves_nothing: "moves nothing",
    money_of_one_bank_to_another: "does not go from|of one player go to another",
    more_out_than_the_bank_holds: "account_owes_only",
    a_deposit_of_who_is_barred: "is barred",
    a_sale_from_a_bank_that_the_slip_does_not_name: "names another bank",
    a_void_without_its_act: "no act says who answers",
    a_bank_that_becomes_another_player_s: "stays whose it is",
    a_runner_redeems: "a chip runner does not do chip_redemption",
    a_runner_pays_petty_cash: "a chip runner does not do paid_out",
    a_runner_sells_from_a_bank: "sells to players in their seats, for cash",
    a_runner_becomes_a_window: "does not become a runner",
    tokes_paid_without_a_slip: "without a slip of that drawer",
    own_tokes_paid_without_their_chips: "without a slip of that drawer",
    pieces_that_are_not_the_amount: "do not come to its amount",
    a_share_paid_that_nobody_has: "toke_slip_by_kind",
    shares_that_come_to_more: "do not come to what was counted",
    a_split_of_a_day_that_runs: "before their gaming day is over",
    tokes_for_a_day_that_was_shared: "for a day that was shared",
}


def _at_once(attack: Attack, thief: Thief) -> None:
    """The attack, looked at as its commit would."""
    with transaction.atomic(), connection.cursor() as cursor:
        attack(thief)
        cursor.execute("set constraints all immediate")


@pytest.mark.django_db
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_it_is_refused(thief: Thief, attack: Attack) -> None:
    with pytest.raises(DatabaseError, match=ATTACKS[attack]):
        _at_once(attack, thief)


@pytest.mark.django_db
def test_tokes_of_a_locked_day_are_refused(thief: Thief) -> None:
    desk = thief.desk
    day = day_before(desk)
    facts = {"locked_by": desk.manager, "second": desk.cashier, "locked_at": desk.now, "request_key": key()}
    DayLock.objects.create(room=desk.room, gaming_day=day, **facts)
    refused("day_locked", lambda: pooled_tokes(desk, day))
