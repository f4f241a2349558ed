"""Each action as a transition from one state of the hand to the next.

The transitions check nothing: `hand.Hand` verifies an action before it lets it happen. Who acts is whom the action
names: where up cards are unknown the player who begins a street is known by acting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.cards.card import UNKNOWN, mask_of
from rules.cards.half_known import has_halves, left_after, told_together
from rules.play.actions import Action, Verb
from rules.play.late_start import begin_late
from rules.play.posting import post_all
from rules.play.state import State
from rules.play.turns import answer, leave, next_stage, open_street, pass_turn


def begin(state: State) -> None:
    """Post what is due, or take the hand up where its record begins, and open the first street."""
    if state.setup.late:
        begin_late(state, state.setup.late)
        next_stage(state)
    else:
        post_all(state)
        open_street(state)


# --------------------------------------------------------------------------------------------------------------- cards


def deal_hole(state: State, action: Action) -> None:
    """Give the next player due their cards."""
    cards, street = action.cards, state.sheet.streets[state.street]
    if street.draw:
        _draw_from_stock(state, cards)
    player = state.hole_due.pop(0)
    state.hole[player].extend(cards)
    if street.up:
        state.up[player].extend(cards[-street.up :])
    state.dealt_later = state.street > 0
    state.see(cards)
    if not state.hole_due:
        next_stage(state)


def deal_board(state: State, action: Action) -> None:
    """Turn up the cards due."""
    state.board.extend(action.cards)
    state.board_due = 0
    state.dealt_later = state.street > 0
    state.see(action.cards)
    next_stage(state)


def discard(state: State, action: Action) -> None:
    """The next player gives these cards up; in a draw they are owed as many, and standing pat is a draw too."""
    cards, player = action.cards, state.draw_due.pop(0)
    held = state.hole[player][:]
    state.hole[player][:] = _without(held, cards)
    state.lost[player] |= mask_of(held) & ~mask_of([*state.hole[player], *cards])
    state.stock.discards.extend(cards)
    if state.sheet.streets[state.street].draw:
        state.dealt_later = True
        if cards:
            state.hole_due.append(player)
    next_stage(state)


def hit(state: State, action: Action) -> None:
    """The next player who completes a hand takes a card."""
    state.hole[state.draw_due[0]].extend(action.cards)
    state.see(action.cards)


def stand(state: State, _: Action) -> None:
    """The next player who completes a hand is content with it."""
    state.draw_due.pop(0)
    next_stage(state)


def _draw_from_stock(state: State, cards: tuple[int, ...]) -> None:
    """Take these replacements from the stock, shuffled anew where they show that it was."""
    again = state.may_come_again(len(cards))
    if not again.isdisjoint(cards) or state.stock.is_short(len(cards), more=len(state.hole_due) > 1):
        for card in again:
            state.seen &= ~(1 << card)
        state.stock.reshuffle(len(cards))
        return
    state.stock.cards -= len(cards)
    if again and max(cards) >= UNKNOWN:
        # one of these, which nobody saw, may be of the discards: then all of them may be in the stock
        for card in again:
            state.seen &= ~(1 << card)


# ------------------------------------------------------------------------------------------------------------- betting


def bring_in(state: State, action: Action) -> None:
    """The player posts the bring-in; all-in for less, the price is the whole of it."""
    player, amount = action.position - 1, state.setup.plaque.bring_in_amount
    state.bring_in_due = False
    state.said.append((player, "bet"))
    state.bet(player, min(amount, state.stacks[player]))
    state.structure.post(state.round, amount)
    answer(state, player)


def fold(state: State, action: Action) -> None:
    """The player gives up."""
    player = action.position - 1
    state.said.append((player, "fold"))
    state.folded[player] = True
    state.able -= 1
    state.stock.muck.extend(state.hole[player])
    leave(state, player)
    if state.contenders > 1:
        pass_turn(state, player)


def check_or_call(state: State, action: Action) -> None:
    """The player matches the price as far as the stack goes."""
    player = action.position - 1
    owed = state.to_call(player)
    state.said.append((player, "call" if owed else "check"))
    state.bet(player, owed)
    answer(state, player)


def bet_to(state: State, action: Action) -> None:
    """The player makes it so much in all; a fixed bet that only counts in part may be stated as that."""
    player, to = action.position - 1, action.amount
    is_short = state.structure.is_fixed and to < state.bets[player] + state.stacks[player]
    if is_short and state.is_all_that_counts(player, to):
        state.understated.append((player, to, state.structure.smallest(state.round)))
    state.bring_in_due = False
    state.said.append((player, "raise"))
    state.bet(player, to - state.bets[player])
    state.structure.bet(state.round, to, state.contenders)
    answer(state, player)


# ------------------------------------------------------------------------------------------------------------ showdown


def show(state: State, action: Action) -> None:
    """The player turns the hand over; cards that are still unknown (`??`) change nothing."""
    player, cards = action.position - 1, action.cards
    state.shown.add(player)
    if tuple(state.hole[player]) == cards and max(cards, default=UNKNOWN) < UNKNOWN:
        return  # nothing new: most hands are recorded when they are dealt
    if has_halves([*cards, *state.hole[player]]):
        state.hole[player][:] = told_together(state.hole[player], cards) or state.hole[player]
        state.see(tuple(state.hole[player]))
        return
    known = [card for card in cards if card != UNKNOWN]
    kept = [card for card in state.hole[player] if card != UNKNOWN and card not in known]
    hidden = len(state.hole[player]) - len(known) - len(kept)
    if known:
        state.hole[player][:] = [*known, *kept, *[UNKNOWN] * hidden]
        state.see(cards)


def muck(state: State, action: Action) -> None:
    """The player gives the hand up at the showdown."""
    player = action.position - 1
    state.mucked.append(player)
    leave(state, player)


def _without(held: list[int], cards: tuple[int, ...]) -> list[int]:
    """The hand without these cards; one that isn't among the known ones was one of the unknown.

    Where a known hand loses a card that nobody saw, nothing is known of what remains.
    """
    if has_halves([*held, *cards]):
        return list(left_after(held, cards) or ())
    left = [card for card in held if card == UNKNOWN or card not in cards]
    for _ in range(len(cards) - (len(held) - len(left))):
        if UNKNOWN not in left:
            return [UNKNOWN] * (len(held) - len(cards))
        left.remove(UNKNOWN)
    return left


TRANSITIONS: Final[Mapping[Verb, Callable[[State, Action], None]]] = {
    "cc": check_or_call,
    "f": fold,
    "cbr": bet_to,
    "pb": bring_in,
    "dh": deal_hole,
    "db": deal_board,
    "sd": discard,
    "h": hit,
    "st": stand,
    "sm": show,
    "mk": muck,
}
"""The transition that each verb of a hand file stands for."""
