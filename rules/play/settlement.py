"""The settlement of a finished hand: pots, winners, the house's part, and a sentence with its source for every line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import repeat
from operator import add, sub
from typing import Final, NamedTuple

from rules.house.fee_schedule import FeeSchedule
from rules.house.rake import NO_FEE, RakeResult, take
from rules.play.explanation import Explanation, Facts, Step, explain
from rules.play.pots import (
    Award,
    Layers,
    OddChips,
    Pot,
    award_pots,
    award_uncontested,
    bear_fees,
    layer_pots,
    pot_of_the_last,
)
from rules.play.showdown import read_showdown
from rules.play.state import State
from rules.table.seats import Seat
from rules.text.violation import Json


class Settlement(NamedTuple):
    """The way that every chip of a hand went. Amounts are minor units.

    Tuples are by position, position 1 first: `put_in` is what a player put in and didn't get back uncalled,
    `returned` the uncalled part, `won` what was pushed to them, `net` the difference for them, `finishing_stacks` None
    where the stack was unknown. `pots` (the main pot first) and `awards` name seats; pots are gross and say what
    they bear of the fees, awards are net. Always: put in = won + rake + promo. `steps` say why; they are written
    when they are first read.
    """

    seats: tuple[Seat, ...]
    pots: tuple[Pot, ...]
    awards: tuple[Award, ...]
    put_in: tuple[int, ...]
    returned: tuple[int, ...]
    won: tuple[int, ...]
    net: tuple[int, ...]
    finishing_stacks: tuple[int | None, ...]
    rake: int
    promo: int
    flop_dealt: bool
    explanation: Explanation

    @property
    def steps(self) -> tuple[Step, ...]:
        """Why, line by line."""
        return self.explanation.steps

    @property
    def called_pot(self) -> int:
        """All the called money with the dead money: what a rake is reckoned on."""
        return sum(pot.amount for pot in self.pots)

    def to_json(self) -> dict[str, Json]:
        """Plain JSON. Players are seats with their positions; tuples by position stay lists by position."""
        return {
            "seats": self.seats,
            "pots": [self._pot_to_json(place, pot) for place, pot in enumerate(self.pots)],
            "put_in": self.put_in,
            "returned": self.returned,
            "won": self.won,
            "net": self.net,
            "finishing_stacks": self.finishing_stacks,
            "rake": self.rake,
            "promo": self.promo,
            "flop_dealt": self.flop_dealt,
            "steps": [{"text": step.text, "rule": step.rule, "citation": step.citation} for step in self.steps],
        }

    def _pot_to_json(self, place: int, pot: Pot) -> dict[str, Json]:
        awards = [self._award_to_json(award) for award in self.awards if award.pot == place]
        return {
            "amount": pot.amount,
            "rake": pot.rake,
            "promo": pot.promo,
            "eligible": [self.seats.index(seat) + 1 for seat in pot.eligible],
            "awards": awards,
        }

    def _award_to_json(self, award: Award) -> dict[str, Json]:
        return {
            "position": self.seats.index(award.seat) + 1,
            "seat": award.seat,
            "half": award.half,
            "amount": award.amount,
            "odd_chip": award.odd_chip,
            "why": award.why,
            "citation": award.citation,
        }


class Owed(NamedTuple):
    """The called money of a hand that is over, minor units, and the fees that its plaque takes of it: no card is read
    for either."""

    called_pot: int
    fees: RakeResult


def owed_by(state: State) -> Owed:
    """The fees that a hand which is over owes by its plaque; of a void one nothing is taken."""
    if state.voided:
        return Owed(0, RakeResult(0, 0, (), ()))
    pots, fees, _ = pots_of(state)
    return Owed(sum(pot.amount for pot in pots), fees)


def settle(state: State, schedule: FeeSchedule | None = None) -> Settlement:
    """The settlement of a hand that is over and whose deciding cards are known, in this order: uncalled chips
    back, pots in layers, fees by the `schedule` or the plaque's, then each pot by itself.

    The caller has seen to both conditions; `Hand.settlement` refuses otherwise.
    """
    seats = state.setup.seats
    pots, fees, back = pots_of(state, schedule)
    awards = _awards(state, pots)
    returned = tuple(map(back.get, seats, repeat(0)))
    won = _by_position(awards, seats)
    put_in = tuple(map(sub, map(add, state.paid, state.dead_paid), returned))
    net = tuple(map(sub, won, put_in))
    middle = sum(put_in) + state.found
    if middle != sum(won) + fees.rake + fees.promo:
        raise AssertionError(f"{middle} went into the pots, but {sum(won)} and the fees came out.")
    finishing = _finishing(state.setup.stacks, net)
    why = Explanation(partial(explain, _facts(state), back, pots, awards, fees))
    rake, promo, flop_dealt = fees.rake, fees.promo, state.has_flop()
    return Settlement(seats, pots, awards, put_in, returned, won, net, finishing, rake, promo, flop_dealt, why)


def pots_of(
    state: State, schedule: FeeSchedule | None = None
) -> tuple[tuple[Pot, ...], RakeResult, Mapping[Seat, int]]:
    """The called pots of a hand that is over, with the fees that they bear, those fees, and what goes back by seat."""
    layers = _layers(state)
    called = _without_mucked(layers.pots, state) if state.mucked else layers.pots
    fees = _fees(state, called, schedule or state.setup.plaque.fee)
    return bear_fees(called, fees.per_pot) if fees.rake or fees.promo else called, fees, layers.returned


def _layers(state: State) -> Layers:
    """The called pots and what goes back, fees aside; where all but one folded that is one pot without side pots."""
    seats, dead = state.setup.seats, sum(state.dead_paid) + state.found
    if state.folded.count(False) == 1:
        return pot_of_the_last(seats, state.paid, state.folded.index(False), dead)
    folded = [seat for seat, folded in zip(seats, state.folded, strict=True) if folded]
    return layer_pots(dict(zip(seats, state.paid, strict=True)), folded, dead)


def odd_chips_of(state: State) -> OddChips:
    """The way this hand's pots are split where they don't split evenly."""
    return OddChips.of(state.setup.house, state.setup.plaque.unit, state.sheet)


def _facts(state: State) -> Facts:
    common_card = bool(state.board) and not state.sheet.board_cards
    return Facts(
        state.setup, tuple(state.dead_paid), tuple(state.mucked), state.money, common_card, tuple(state.understated)
    )


def _awards(state: State, pots: Sequence[Pot]) -> tuple[Award, ...]:
    """The awards of each pot; where nobody contests one, no hand is read and no odd chip asked for."""
    contested = [pot for pot in pots if len(pot.eligible) > 1]
    return award_pots(pots, read_showdown(state), odd_chips_of(state)) if contested else award_uncontested(pots)


def _finishing(stacks: Sequence[int | None], net: Sequence[int]) -> tuple[int | None, ...]:
    if None in stacks:
        return tuple([None if stack is None else stack + won for stack, won in zip(stacks, net, strict=True)])
    return tuple(map(add, stacks, net))


def _by_position(awards: Sequence[Award], seats: Sequence[Seat]) -> tuple[int, ...]:
    won = dict.fromkeys(seats, 0)
    for award in awards:
        won[award.seat] += award.amount
    return tuple(won.values())


def _without_mucked(pots: Sequence[Pot], state: State) -> tuple[Pot, ...]:
    """The pots with those in contention: of a pot in which everybody mucked, the last to do so had it alone."""
    mucked = [state.setup.seats[player] for player in state.mucked]
    return tuple(_contended(pot, mucked) for pot in pots) if mucked else tuple(pots)


def _contended(pot: Pot, mucked: Sequence[Seat]) -> Pot:
    gave_up = [seat for seat in mucked if seat in pot.eligible]
    return pot._replace(eligible=(gave_up[-1],)) if len(gave_up) == len(pot.eligible) else pot


def _fees(state: State, pots: Sequence[Pot], schedule: FeeSchedule | None) -> RakeResult:
    if schedule is None:
        return _NOTHING_TAKEN
    return take(
        schedule,
        [pot.amount for pot in pots],
        players_dealt=state.players,
        flop_dealt=state.has_flop(),
        flop_game=state.sheet.board_cards > 0,
        ante_posted=state.setup.has_ante,
        money=state.money,
    )


_NOTHING_TAKEN: Final = take(NO_FEE, (), players_dealt=0, flop_dealt=False)
"""The takings of any hand under a plaque that posts no fee."""
