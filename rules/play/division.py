"""The money of a hand divided by amounts alone, given who beats whom: pots, fees, awards, uncalled chips.

`settlement` does the same for a hand that was played; here no cards are read, so that a division can be stated and
checked by itself.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules.house.rake import NO_FEE, FeeSchedule, RakeResult, take
from rules.play.pots import Award, OddChips, Pot, Showdown, award_pots, bear_fees, layer_pots
from rules.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Division:
    """The way of every chip of a hand: pots with the fees they bear, awards net of them, uncalled chips back."""

    pots: tuple[Pot, ...]
    awards: tuple[Award, ...]
    returned: Mapping[Seat, int]
    fees: RakeResult

    def won(self) -> dict[Seat, int]:
        """The chips that each winner is pushed in all, by seat ascending."""
        seats = sorted({award.seat for award in self.awards})
        return {seat: sum(award.amount for award in self.awards if award.seat == seat) for seat in seats}


def divide(
    contributions: Mapping[Seat, int],
    *,
    showdown: Showdown,
    odd_chips: OddChips,
    players_dealt: int,
    flop_dealt: bool,
    folded: Collection[Seat] = (),
    dead: int = 0,
    schedule: FeeSchedule = NO_FEE,
) -> Division:
    """The money of a hand: uncalled chips, pots, fees, awards; every chip is accounted for.

    Refuses as `layer_pots` and `award_pots` do.
    """
    layers = layer_pots(contributions, folded, dead)
    called = [pot.amount for pot in layers.pots]
    fees = take(schedule, called, players_dealt=players_dealt, flop_dealt=flop_dealt)
    pots = bear_fees(layers.pots, fees.per_pot)
    division = Division(pots, award_pots(pots, showdown, odd_chips), layers.returned, fees)
    _require_conserved(sum(contributions.values()) + dead, division)
    return division


def _require_conserved(put_in: int, division: Division) -> None:
    out = sum(division.won().values()) + sum(division.returned.values())
    if put_in != out + division.fees.rake + division.fees.promo:
        raise AssertionError(f"{put_in} went into the pots, but {out} and the fees came out.")
