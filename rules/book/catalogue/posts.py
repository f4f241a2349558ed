"""Cases of kind `posts`: what each seat puts in before the cards, and what the first round costs."""

from collections.abc import Sequence
from typing import cast

from rules.book.catalogue.sign import read_sign
from rules.book.conformance import Answer, Case, kind
from rules.house.house import HOUSES
from rules.house.plaque import Plaque
from rules.play.hand import Hand
from rules.table.button import Missed, missed_posts
from rules.table.missed_blinds import blinds_of
from rules.table.setup import PostKind, Setup
from rules.text.amounts import major, minor
from rules.text.violation import Refused

_DEEP = minor("1000")


@kind(
    "posts",
    given={"sign", "seats", "button", "straddle", "killer", "owes"},
    expect={"live", "dead", "price", "reason"},
    unstated={"reason": None, "dead": {}},
)
def posts(case: Case) -> Answer:
    """The live bet and the dead money of each seat that has any, or the rule by which they can't be posted."""
    given, house = case.given, HOUSES[case.house].with_answers(**case.house_answers)
    plaque = read_sign(case, house)
    setup = Setup.from_table(
        plaque,
        house,
        given["button"],
        dict.fromkeys(given["seats"], _DEEP),
        straddle_seat=given.get("straddle"),
        extra=[post for owed in given.get("owes", ()) for post in _owed(owed.split(), plaque)],
        killer=given.get("killer"),
    )
    try:
        hand = Hand(setup)
    except Refused as refused:
        return {"reason": refused.violation.code}
    in_all = [paid + dead for paid, dead in zip(hand.paid, hand.dead_paid, strict=True)]
    dead = [paid - bet for paid, bet in zip(in_all, hand.bets, strict=True)]
    return {"live": _by_seat(setup, hand.bets), "dead": _by_seat(setup, dead), "price": major(hand.round.price)}


def _owed(words: Sequence[str], plaque: Plaque) -> list[tuple[PostKind, int, int]]:
    """The posts of "p3 big", "p3 small" or "p3 both": the blinds that the player in that seat missed."""
    player, missed = words
    return [(kind, int(player[1:]), amount) for kind, amount in missed_posts(cast("Missed", missed), blinds_of(plaque))]


def _by_seat(setup: Setup, amounts: Sequence[int]) -> dict[str, str]:
    return {f"p{seat}": major(amount) for seat, amount in zip(setup.seats, amounts, strict=True) if amount}
