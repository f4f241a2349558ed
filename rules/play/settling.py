"""The settlement of a hand with what was really dropped: a fact pays the awards, even where it is not what was owed."""

from functools import partial

from rules.house.fee_schedule import FeeSchedule
from rules.house.rake import RakeResult
from rules.play.explanation import Explanation, Step
from rules.play.hand import Hand
from rules.play.settlement import Settlement
from rules.text.violation import Money


def settle_taken(hand: Hand, *, rake: int, promo: int) -> Settlement:
    """The settlement of a finished hand of which these minor units were dropped; the pots bear them, the main first.

    Where that is what the plaque's schedule owes, it is the engine's own settlement; otherwise the steps say both.
    Raises Refused where the hand can't be settled. The caller has seen that the pot holds so much.
    """
    owed = hand.fees_owed().fees
    if (owed.rake, owed.promo) == (rake, promo):
        return hand.settlement()
    taken = hand.settlement(_exactly(rake, promo))
    return taken._replace(explanation=Explanation(partial(_told, hand.money, owed, taken)))


def _exactly(rake: int, promo: int) -> FeeSchedule:
    """A schedule that takes these amounts of any called pot."""
    return FeeSchedule(
        mode="steps" if rake else "none",
        steps=((rake, rake),) if rake else (),
        no_flop_no_drop=False,
        promo=promo,
        promo_no_flop_no_drop=False,
    )


def _told(money: Money, owed: RakeResult, taken: Settlement) -> tuple[Step, ...]:
    """The steps: what the schedule owes, then what was dropped, then everything else as it was paid."""
    fact = Step(
        f"Rake {money(taken.rake)} and promo {money(taken.promo)} were dropped where the plaque asks for"
        f" {money(owed.rake)} and {money(owed.promo)}; the pots are paid less what was dropped.",
        "rake",
        "house",
    )
    fees = [Step(fee.sentence, "rake", fee.citation) for fee in owed.steps]
    before = [step for step in taken.steps if step.rule in _BEFORE_FEES]
    after = [step for step in taken.steps if step.rule not in _FEES | _BEFORE_FEES]
    return (*before, *fees, fact, *after)


_FEES = frozenset({"rake"})
_BEFORE_FEES = frozenset({"uncalled_bet", "side_pots", "dead_money", "mucked_hand", "must_show"})
