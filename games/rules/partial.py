"""What a checked hand that can't be settled may have come to: the facts of its file, put to `reconstruct`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.rules.feasible import Figure
from games.rules.hand import Hand
from games.rules.phh_amounts import AmountError, minor_units
from games.rules.phh_values import PhhHand
from games.rules.reconstruct import FeasiblePot, HandFacts, Reconstruction, SeatFacts, reconstruct
from games.rules.violation import Json, Money


def feasible(phh: PhhHand, hand: Hand) -> Reconstruction:
    """What the hand may have come to by its recorded actions and the results that its file states.

    A rake that neither the file nor the sign speaks of is unknown, not nothing. Refuses (Refused) `facts_contradict`.
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


def feasible_json(found: Reconstruction, seats: Sequence[int], money: Money) -> dict[str, Json]:
    """Plain JSON, players pN as in the file, amounts in major units."""

    def named(of: Sequence[int]) -> list[str]:
        return [f"p{seats.index(seat) + 1}" for seat in of]

    def by_player(figures: Mapping[int, Figure]) -> dict[str, Json]:
        return {f"p{place}": figures[seat].to_json(money) for place, seat in enumerate(seats, 1)}

    def one(pot: FeasiblePot) -> dict[str, Json]:
        claims = {"eligible": pot.eligible, "winners": pot.winners, "won_by": pot.won_by}
        return {"amount": pot.amount.to_json(money), **{name: named(of) for name, of in claims.items()}}

    return {
        "pots": [one(pot) for pot in found.pots],
        "pot": found.pot.to_json(money),
        "rake": found.rake.to_json(money),
        "drop": found.promo.to_json(money),
        "put_in": by_player(found.put_in),
        "won": by_player(found.won),
        "missing": list(found.missing),
    }


def feasible_words(found: Reconstruction, money: Money) -> Iterator[str]:
    """The same for people, a line each: the pots with their claimants, the fees, and what each seat put in and won."""
    for place, pot in enumerate(found.pots):
        name = "the pots" if len(found.pots) == 1 else ("the main pot", "side pot")[place > 0]
        who = f"seats {', '.join(map(str, pot.eligible))}"
        winners = f", won by {', '.join(f'seat {seat}' for seat in pot.won_by)}" if pot.won_by else ""
        yield f"{name}: {pot.amount.words(money)}, for {who}{winners}"
    for name, figure in (("rake", found.rake), ("promo drop", found.promo)):
        if figure.high != 0:
            yield f"{name}: {figure.words(money)}"
    for seat, put_in in found.put_in.items():
        won = found.won[seat]
        if put_in.high != 0 or won.high != 0:
            yield f"seat {seat}: put in {put_in.words(money)}, won {won.words(money)}"
