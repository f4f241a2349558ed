"""Cases of kind `posts`: what each seat puts in before the cards, and what the first round costs."""

from collections.abc import Sequence
from typing import cast

from rules.book.catalogue.plaque import plaque_of
from rules.book.conformance import Answer, kind
from rules.book.scenarios.hands import PostBySeat, set_up
from rules.book.scenarios.situation import Situation, amount, by_player, seat
from rules.house.plaque import Plaque
from rules.play.hand import Hand
from rules.table.button import Missed, missed_posts
from rules.table.missed_blinds import blinds_of
from rules.table.setup import Setup
from rules.text.amounts import major
from rules.text.violation import Refused

_DEEP = amount("1000")


@kind(
    "posts",
    given={"plaque", "seats", "button", "straddle", "killer", "owes"},
    expect={"live", "dead", "price", "reason"},
    unstated={"reason": None, "dead": {}},
)
def posts(case: Situation) -> Answer:
    """The live bet and the dead money of each seat that has any, or the rule by which they can't be posted."""
    plaque = plaque_of(case)
    owed = [post for words in case.given.get("owes", ()) for post in _owed(words.split(), plaque)]
    setup = set_up(case, plaque, dict.fromkeys(case.given["seats"], _DEEP), owed)
    try:
        hand = Hand(setup)
    except Refused as refused:
        return {"reason": refused.violation.code}
    in_all = [paid + dead for paid, dead in zip(hand.paid, hand.dead_paid, strict=True)]
    dead = [paid - bet for paid, bet in zip(in_all, hand.bets, strict=True)]
    return {"live": _by_player(setup, hand.bets), "dead": _by_player(setup, dead), "price": major(hand.round.price)}


def _owed(words: Sequence[str], plaque: Plaque) -> list[PostBySeat]:
    """The posts of "p3 big", "p3 small" or "p3 both": the blinds that the player in that seat missed."""
    who, missed = words
    return [(post, seat(who), posted) for post, posted in missed_posts(cast("Missed", missed), blinds_of(plaque))]


def _by_player(setup: Setup, amounts: Sequence[int]) -> dict[str, str]:
    return by_player({seat: posted for seat, posted in zip(setup.seats, amounts, strict=True) if posted})
