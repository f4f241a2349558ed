"""The gaps of a showdown: the cards without which nobody can say who wins.

A hand of which a card is unknown is settled all the same where every card that it can be leads to the same awards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from rules.cards.card import print_cards
from rules.cards.evaluate import NO_LOW
from rules.play.completions import MOST_COMPLETIONS, completions, hidden_players, is_hidden, unseen_of
from rules.play.late_start import open_claims
from rules.play.pots import Half, Showdown, award_pots
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
    odd_chips, seen = odd_chips_of(state), set[Ranking]()
    first: list[tuple[int, Half, Seat, int]] | None = None
    for table in completions(state, unseen):
        showdown = rank_hands(table)
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
