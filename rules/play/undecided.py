"""The gaps of a showdown: the cards without which nobody can say who wins.

A hand of which a card is unknown is settled all the same where every card that it can be leads to the same awards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, TypeAlias

from rules.cards.card import print_cards
from rules.cards.evaluate import NO_LOW
from rules.play.completions import MOST_COMPLETIONS, completions, hidden_players, is_hidden, unseen_of
from rules.play.late_start import open_claims
from rules.play.pots import Half, Pot, Showdown, award_pots, best_of
from rules.play.settlement import odd_chips_of, pots_of
from rules.play.showdown import rank_hands
from rules.play.state import State
from rules.table.seats import Seat

Ranking: TypeAlias = tuple[tuple[int, ...], ...]


def undecided(state: State) -> tuple[str, ...]:
    """The cards that have to be known before the hand can be settled, a sentence each; the hand is over."""
    if state.contenders == 1:
        return ()
    claims, lacking = tuple(open_claims(state)), tuple(_lacking(state))
    return claims if lacking and not claims and _ends_alike(state) else (*claims, *lacking)


def _lacking(state: State) -> Iterator[str]:
    if is_hidden(state.board):
        yield "A card on the board is unknown."
    for player in hidden_players(state):
        yield _hand(state, player)


def _hand(state: State, player: int) -> str:
    who, held = f"seat {state.setup.seats[player]} (p{player + 1})", state.hole[player]
    if state.has_halves and len(set(held)) > 1:
        return f"Of the cards of {who} only this is known: {print_cards(held)}."
    return f"The cards of {who} are unknown."


def _ends_alike(state: State) -> bool:
    """Whether every showdown that this may have been pays the same seats the same amounts."""
    unseen = unseen_of(state)
    if unseen.count_at_most() > MOST_COMPLETIONS:
        return False
    pots, _, _ = pots_of(state)
    showdowns = map(rank_hands, completions(state, unseen))
    tried = list(islice(showdowns, 1))
    if tried and pots and pots[0].net:
        for showdown in islice(showdowns, _A_FEW):
            tried.append(showdown)
            if _goes_to_others(pots[0], tried[0], showdown):
                return False
    return _pay_alike(state, pots, chain(tried, showdowns))


_A_FEW: Final = 3
"""Of nearly every doubt one of so many more showdowns goes to others than the first."""


def _goes_to_others(pot: Pot, one: Showdown, other: Showdown) -> bool:
    """Whether nobody who wins the pot in one showdown wins of it in the other: then they pay differently, and neither
    what each is paid nor the odd chips need be known."""
    if one.low is not None:
        return False
    winners = best_of(one.high, pot.eligible)
    return bool(winners) and set(winners).isdisjoint(best_of(other.high, pot.eligible))


def _pay_alike(state: State, pots: Sequence[Pot], showdowns: Iterable[Showdown]) -> bool:
    """Whether all these showdowns pay the same seats the same amounts; not where there is none."""
    odd_chips, seen = odd_chips_of(state), set[Ranking]()
    first: list[tuple[int, Half, Seat, int]] | None = None
    for showdown in showdowns:
        ranking = _ranking(showdown)
        if ranking in seen:
            continue
        seen.add(ranking)
        awards = [(each.pot, each.half, each.seat, each.amount) for each in award_pots(pots, showdown, odd_chips)]
        first = awards if first is None else first
        if awards != first:
            return False
    return first is not None


def _ranking(read: Showdown) -> Ranking:
    """The ranking of the hands, and the cards by which a suit would decide: hands that rank alike are paid alike."""
    high = tuple(_places(tuple(read.high.values()), read.high_card))
    if read.low is None:
        return high
    low = [read.low.get(seat, NO_LOW) for seat in read.high]
    return (*high, *_places(low, read.low_card))


def _places(strengths: Sequence[int], deciding: Mapping[Seat, int]) -> Iterator[tuple[int, ...]]:
    """The strengths by their order alone, who has no low staying without one, and the cards that decide a tie."""
    order = [NO_LOW, *sorted(set(strengths) - {NO_LOW})]
    yield tuple(map(order.index, strengths))
    if len(order) <= len(strengths):
        yield tuple(deciding.values())
