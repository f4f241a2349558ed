"""The outcomes that a checked hand may have had that can't be settled: the facts of its file, put to `reconstruct`."""

from __future__ import annotations

from collections.abc import Iterator

from rules.partial.reconstruct import HandFacts, Reconstruction, SeatFacts, reconstruct
from rules.phh.values import PhhHand
from rules.play.hand import Hand
from rules.text.amounts import AmountError, minor_units


def feasible(phh: PhhHand, hand: Hand) -> Reconstruction:
    """The outcome that the hand may have come to by its recorded actions and the results that its file states.

    A rake that neither the file nor the plaque speaks of is unknown, not nothing. Refuses (Refused) `facts_contradict`.
    """
    rake, promo = (_stated(phh, name) for name in ("_rake", "_drop"))
    over = hand.is_complete or None
    facts = HandFacts(
        seats=tuple(_seats(phh, hand)),
        fee=hand.setup.plaque.fee,
        rake=rake,
        promo=promo if promo is not None or rake is None else 0,
        flop_dealt=hand.has_flop() or (None if over is None else False),
        flop_game=hand.sheet.board_cards > 0,
    )
    return reconstruct(facts, hand.money)


def _seats(phh: PhhHand, hand: Hand) -> Iterator[SeatFacts]:
    after = phh.finishing_stacks or (None,) * hand.players
    for player, seat in enumerate(hand.setup.seats):
        late = hand.setup.late
        unknown = late is not None and late.paid[player] is None
        certain = not unknown and (hand.is_complete or hand.folded[player] or not hand.stacks[player])
        yield SeatFacts(
            seat=seat,
            before=None if unknown else hand.setup.stacks[player],
            after=after[player],
            paid=hand.paid[player] if certain else None,
            at_least=hand.paid[player],
            dead=hand.dead_paid[player],
            won=0 if player in hand.mucked else None,
            folded=True if hand.folded[player] else (False if hand.is_complete else None),
        )


def _stated(phh: PhhHand, name: str) -> int | None:
    """An amount that the file states in a field of ours; None where it states none that can be read."""
    if name not in phh.extras:
        return None
    try:
        return minor_units(str(phh.extras[name]), phh.exponent)
    except AmountError:
        return None
