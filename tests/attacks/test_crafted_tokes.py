"""Slips of tokes that the application's role writes past the services: shares of another dealer, cash that nobody
brought chips for, and voids of what they don't name."""

import pytest
from django.db import DatabaseError, connection, transaction

from cage import services as cage
from cage.models import TokeShare, TokeSlip, TokeSplit
from players.ledger import Move
from players.models import Transfer
from tables.models import Dealer
from tests.attacks.test_crafted_banks import a_dealer, a_thief, a_toke_slip, cash_for_tokes
from tests.attacks.test_crafted_transfers import A, Attack, K, Thief, called, committed
from tests.support.arranged import arranged
from tests.support.banks import day_before, own_tokes
from tests.support.desk import key


def another(thief: Thief) -> Dealer:
    return Dealer.objects.create(room=thief.desk.room, badge_number="D8", display_name="Dot")


def a_share(thief: Thief) -> TokeShare:
    """The only share of the day before, of 10."""
    desk, day = thief.desk, day_before(thief.desk)
    facts = {"at": desk.now, "by": desk.manager, "request_key": key()}
    split = TokeSplit.objects.create(room=desk.room, gaming_day=day, amount=10_00, **facts)
    return TokeShare.objects.create(split=split, dealer=a_dealer(thief), minutes=10, amount=10_00)


def a_share_paid_to_another_dealer(thief: Thief) -> None:
    share = a_share(thief)
    facts = {"kind": "paid", "share": share, "second": None, "chips": {}, "of_day": share.split.gaming_day}
    a_toke_slip(thief, thief.post(cash_for_tokes(thief, 10_00)), dealer=another(thief), **facts)


def chips(thief: Thief, amount: int) -> Move:
    return Move(thief.house(A.ABROAD), thief.till(A.DRAWER_CHIPS), amount, K.TOKE_EXCHANGE)


def chips_taken_for_more_cash(thief: Thief) -> None:
    a_toke_slip(thief, thief.post(chips(thief, 10_00), cash_for_tokes(thief, 15_00)), dealer=a_dealer(thief))


def a_void(thief: Thief, of: TokeSlip, request: str, **changed: object) -> None:
    said = {name: getattr(of, name) for name in ("kind", "dealer", "of_day", "amount", "chips")}
    a_toke_slip(thief, request, **(said | {"voids": of, "reason": "wrong"} | changed))


def a_void_for_another_dealer(thief: Thief) -> None:
    a_void(thief, own_tokes(thief.desk, a_dealer(thief)), key(), dealer=another(thief))


def a_void_of_a_void(thief: Thief) -> None:
    slip = own_tokes(thief.desk, a_dealer(thief))
    facts = {"slip": slip, "reason": "wrong", "key": key(), "second": thief.desk.manager}
    a_void(thief, cage.void_toke_slip(**facts, **thief.desk.by()), key())


def a_void_that_takes_another_slip_back(thief: Thief) -> None:
    dealer = a_dealer(thief)
    named, other = own_tokes(thief.desk, dealer), own_tokes(thief.desk, dealer)
    rows = Transfer.objects.filter(request_key=other.request_key).select_related("source", "target").order_by("pk")
    back = [Move(row.target, row.source, row.amount, K.TOKE_EXCHANGE, reverses=row) for row in rows]
    a_void(thief, named, thief.post(*back, act="void"))


REFUSED: tuple[tuple[Attack, str], ...] = (
    (a_share_paid_to_another_dealer, "to another dealer, or another share"),
    (chips_taken_for_more_cash, "without a slip of that drawer and amount"),
    (a_void_for_another_dealer, "says something else than its slip"),
    (a_void_of_a_void, "says something else than its slip"),
    (a_void_that_takes_another_slip_back, "without a slip of that drawer and amount"),
)


@arranged
def thief() -> Thief:
    return a_thief()


@pytest.mark.parametrize(("attack", "said"), REFUSED, ids=called(REFUSED))
def test_the_database_refuses(thief: Thief, attack: Attack, said: str) -> None:
    connection.check_constraints()
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        committed(attack, thief)
