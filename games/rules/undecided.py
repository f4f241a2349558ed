"""What a showdown lacks: the cards without which nobody can say who wins.

A hand of which a card is unknown is settled all the same where every card that it can be leads to the same awards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from games.rules.cards import print_cards
from games.rules.completions import MOST_COMPLETIONS, completions, count_at_most, hidden_players, is_hidden
from games.rules.evaluate import NO_LOW
from games.rules.late_start import open_claims
from games.rules.pots import Half, Showdown, award_pots
from games.rules.settlement import odd_chips_of, pots_of
from games.rules.showdown import rank_hands
from games.rules.state import State

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
    if count_at_most(state) > MOST_COMPLETIONS:
        return False
    pots, _, _ = pots_of(state)
    odd_chips, seen = odd_chips_of(state), set[Ranking]()
    first: list[tuple[int, Half, int, int]] | None = None
    for table in completions(state):
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
    """Who beats whom, and the cards by which a suit would decide: hands that rank alike are paid alike."""
    low = read.low or {}
    return (
        _places([read.high[seat] for seat in read.high]),
        _places([low.get(seat, NO_LOW) for seat in read.high]),
        tuple(read.high_card.values()),
        tuple(read.low_card.values()),
    )


def _places(strengths: Sequence[int]) -> tuple[int, ...]:
    """The strengths by their order alone; who has no low stays without one."""
    order = [NO_LOW, *sorted(set(strengths) - {NO_LOW})]
    return tuple(map(order.index, strengths))
