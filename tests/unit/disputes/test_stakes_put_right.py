"""A stake that comes back with its player: what is put right after they left was never theirs, or is theirs again."""

from disputes import services
from disputes.services import Decision, Payment
from games.models import Hand
from games.services import void_hand
from players.models import Sitting
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused

STACK = 200_00


@arranged
def desk() -> DisputeTable:
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


def leaves_after(desk: DisputeTable, hand: Hand) -> Sitting:
    """The winner of the hand, who left with what it brought them."""
    left = desk.table.desk.leave(desk.sitting(desk.winner))
    assert left.left_with == STACK + hand.seats.get(seat=desk.winner).took_out - 60_00
    return left


def must_bring(desk: DisputeTable, left: Sitting, amount: int) -> None:
    """That much is enough to come back, and a dollar less is not."""
    back = {"player": left.player, "seat": 8, "session": desk.table.session}
    refused("going_south", lambda: desk.table.desk.seat(amount=amount - 1_00, **back), least=amount)
    assert desk.table.desk.seat(amount=amount, **back)


def paid(desk: DisputeTable, left: Sitting, amount: int) -> Payment:
    return Payment(left, desk.sitting(desk.loser), amount)


def test_the_chips_of_a_void_hand_stay_away(desk: DisputeTable) -> None:
    hand = desk.showdown()
    left = leaves_after(desk, hand)
    void_hand(hand=hand, reason="a fouled deck", second=desk.other, key=key(), **desk.by())
    must_bring(desk, left, STACK)


def test_the_chips_that_a_ruling_took_stay_away(desk: DisputeTable) -> None:
    hand = desk.showdown()
    left = leaves_after(desk, hand)
    desk.rule(desk.open(hand), paid(desk, left, 40_00))
    must_bring(desk, left, 219_00)


def test_the_chips_that_an_appeal_gave_back_come_along(desk: DisputeTable) -> None:
    hand = desk.showdown()
    left = leaves_after(desk, hand)
    case = desk.open(hand)
    desk.rule(case, paid(desk, left, 40_00))
    desk.appeal(case)
    decision = Decision(outcome="Award stands", rule_code="best_hand")
    given = {"dispute": case, "decision": decision, "takes_back": True, "key": key()}
    services.rule_on_appeal(**(given | desk.by(desk.manager)))
    must_bring(desk, left, 259_00)


def test_chips_that_a_ruling_gave_them_need_not_come_along(desk: DisputeTable) -> None:
    """They left with less."""
    hand = desk.showdown()
    left = desk.table.desk.leave(desk.sitting(desk.loser))
    desk.rule(desk.open(hand), Payment(desk.sitting(desk.winner), left, 40_00))
    must_bring(desk, left, 140_00)


def test_what_was_put_right_before_they_left_is_not_counted_again(desk: DisputeTable) -> None:
    hand = desk.showdown()
    desk.rule(desk.open(hand), paid(desk, desk.sitting(desk.winner), 40_00))
    left = desk.table.desk.leave(desk.sitting(desk.winner))
    must_bring(desk, left, 219_00)
