"""The state of a hand before it is over: the pots so far, who may win them, and the rake that is in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.house.rake import NO_FEE, take
from rules.play.hand import Hand
from rules.play.pots import Pot, layer_pots
from rules.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Outlook:
    """The result that the hand would have now, in sentences; rake and promo so far in minor units; a few words for the
    felt.

    `pots` are those that there would be, `returned` what of a seat's bet nobody has called, minor units by seat.
    """

    sentences: tuple[str, ...]
    rake: int
    promo: int
    note: str
    pots: tuple[Pot, ...] = ()
    returned: Mapping[Seat, int] = field(default_factory=dict)


def look_ahead(hand: Hand) -> Outlook:
    """The pots as they would be layered now, with the fees by the plaque's schedule so far."""
    seats = hand.setup.seats
    folded = [seat for seat, is_folded in zip(seats, hand.folded, strict=True) if is_folded]
    layers = layer_pots(dict(zip(seats, hand.paid, strict=True)), folded, sum(hand.dead_paid))
    layered = _settled(hand, layers.pots)
    fees = take(
        hand.setup.plaque.fee or NO_FEE,
        [pot.amount for pot in layered],
        players_dealt=hand.players,
        flop_dealt=hand.has_flop(),
        flop_game=hand.sheet.board_cards > 0,
        ante_posted=hand.setup.has_ante,
        money=hand.money,
    )
    back = (f"{hand.money(amount)} of seat {seat} is not called yet." for seat, amount in layers.returned.items())
    pots = (_pot(hand, place, len(layered), pot) for place, pot in enumerate(layered))
    sentences = (*pots, *back, *(step.sentence for step in fees.steps))
    note = f"rake so far {hand.money(fees.rake)}"
    promo = f" · promo {hand.money(fees.promo)}" if fees.promo else ""
    return Outlook(sentences, fees.rake, fees.promo, f"{note}{promo}", tuple(layered), layers.returned)


def _settled(hand: Hand, pots: Sequence[Pot]) -> list[Pot]:
    """The pots with only those borders that will stay: where somebody is all-in, not where somebody has yet to call."""
    merged: list[Pot] = []
    for pot in pots:
        below = merged[-1] if merged else None
        if below and not any(_is_all_in(hand, seat) for seat in set(below.eligible) - set(pot.eligible)):
            merged[-1] = below._replace(amount=below.amount + pot.amount)
        else:
            merged.append(pot)
    return merged


def _is_all_in(hand: Hand, seat: Seat) -> bool:
    return not hand.stacks[hand.setup.position(seat) - 1]


def name_of_pot(place: int, count: int) -> str:
    """The name of the pot among `count` of them: "One pot", "Main pot", "Side pot 2"."""
    return "One pot" if count == 1 else "Main pot" if place == 0 else f"Side pot {place}" if count > 2 else "Side pot"


def _pot(hand: Hand, place: int, count: int, pot: Pot) -> str:
    name = name_of_pot(place, count)
    seats = " ".join(map(str, pot.eligible))
    return f"{name} of {hand.money(pot.amount)}, seat{'s' if len(pot.eligible) > 1 else ''} {seats}."
