"""A hand that began to be recorded on a later street: what is known of what was before, and the table that it leaves.

From the street with which the record begins every action is verified as in any other hand. Of what was before it is
known what each player had put in or, at least, what lay in the middle. Nothing is made up: money whose owner isn't
known is nobody's bet, and where a player was all-in before it isn't known how much of it they can win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NoReturn

from rules.cards.card import UNKNOWN
from rules.play.posting import posted
from rules.play.state import State
from rules.table.late import LateStart
from rules.table.seats import Position
from rules.table.setup import Setup
from rules.text.violation import Refused, violation

Cards = tuple[int, ...]


def begin_late(state: State, late: LateStart) -> None:
    """Lay on the table what was there when the record began: chips, cards, and the players who were still in.

    Raises Refused, `facts_contradict`, where no hand can have been so.
    """
    for position in late.folded:
        state.folded[position - 1] = True
    state.contenders -= len(late.folded)
    if state.contenders < 2:
        _refuse(state, "Nobody is left to play against: a hand goes on between two players or more.")
    matched = _is_matched(late)
    for player, paid in enumerate(late.paid):
        _lay_chips(state, player, paid, matched=matched)
    for position in late.all_in:
        _go_all_in(state, position - 1)
    state.able = sum(1 for stack, folded in zip(state.stacks, state.folded, strict=True) if stack and not folded)
    if matched:
        _require_matched(state, late)
    _lay_the_rest(state, late)
    _lay_cards(state, late)


def resolved(setup: Setup) -> Setup:
    """The setup with what follows of the contributions that nobody stated.

    Who was all-in put in all they had, who was in with chips left as much as any other, and where one is left of whom
    nothing is known, that one put in the rest of the pot. A stack that was counted when the record began is what it was
    before the hand, then.
    """
    late = setup.late
    if late is None:
        return setup
    paid = [setup.stacks[at] if at + 1 in late.all_in and owed is None else owed for at, owed in enumerate(late.paid)]
    stacks = list(setup.stacks)
    dead = [_dead_due(setup, Position(at + 1)) for at in range(len(paid))]
    short = {*late.all_in, *late.folded, *late.short(setup.stacks)}
    levels = [owed - dead[at] for at, owed in enumerate(paid) if owed is not None and at + 1 not in short]
    inferred = {
        at: max(levels) + dead[at] for at, owed in enumerate(paid) if levels and owed is None and at + 1 not in short
    }
    rest = [at for at, owed in enumerate(paid) if owed is None and at not in inferred]
    if len(rest) == 1 and late.pot is not None and rest[0] + 1 not in late.all_in:
        left = late.pot - sum(owed or 0 for owed in paid) - sum(inferred.values())
        inferred |= {rest[0]: left} if left >= 0 else {}
    for at, owed in inferred.items():
        stack = stacks[at]
        paid[at], stacks[at] = owed, None if stack is None else stack + owed
    return replace(setup, stacks=tuple(stacks), late=replace(late, paid=tuple(paid)))


def _is_matched(late: LateStart) -> bool:
    """Whether it is known what everybody who was in with chips left had matched."""
    return all(paid is not None for at, paid in enumerate(late.paid, 1) if at not in {*late.folded, *late.all_in})


def _lay_chips(state: State, player: int, paid: int | None, *, matched: bool) -> None:
    """The chips that the player had put in: first what was dead, and the rest to be matched.

    Where nobody knows what was to be matched it is all in the middle alike.
    """
    if paid is None:
        return
    if paid > state.stacks[player]:
        _refuse(state, f"{_seat(state, player)} put in {state.money(paid)}, which is more than was there.", player)
    posts = [post for post in state.setup.posts if post.position == player + 1]
    due = sum(post.amount for post in posts)
    if paid < min(due, state.stacks[player]):
        _refuse(state, f"{_seat(state, player)} posted {state.money(due)} and put in {state.money(paid)}.", player)
    dead = min(paid, _dead_due(state.setup, Position(player + 1))) if matched else paid
    state.take(player, dead)
    state.dead_paid[player] = dead
    state.pay(player, paid - dead)


def _dead_due(setup: Setup, position: Position) -> int:
    """The dead money due of the player: dead posts, and an ante that isn't everybody's or that isn't trimmed."""
    pooled = not posted(setup.posts, len(setup.seats)).uniform_antes or not setup.house.answers.ante_trimming
    dead = ("dead", "ante") if pooled else ("dead",)
    return sum(post.amount for post in setup.posts if post.position == position and post.kind in dead)


def _go_all_in(state: State, player: int) -> None:
    """The player had no chips left; how much they had put in may be unknown."""
    left = state.stacks[player]
    if left and state.setup.stacks[player] is not None:
        _refuse(state, f"{_seat(state, player)} was all-in, but {state.money(left)} of the stack are left.", player)
    state.stacks[player] = 0


def _require_matched(state: State, late: LateStart) -> None:
    """A player who is in with chips left has put in as much as any other: the betting before was over."""
    known = [player for player, paid in enumerate(late.paid) if paid is not None]
    for player in known:
        if state.stacks[player] and not state.folded[player]:
            for other in known:
                if state.paid[other] > state.paid[player]:
                    words = f"{_seat(state, other)} had put in {state.money(state.paid[other])} to be matched"
                    less = f"{_seat(state, player)} {state.money(state.paid[player])}"
                    message = f"{words}, {less}: a fold or a call is missing."
                    _refuse(state, message, player)


def _lay_the_rest(state: State, late: LateStart) -> None:
    """The chips in the middle besides what is known by owner."""
    if late.pot is None:
        return
    known = state.pot
    state.found = late.pot - known
    if state.found < 0 or (state.found and None not in late.paid):
        adds_up = f"What each put in adds up to {state.money(known)}"
        _refuse(state, f"{adds_up}, but {state.money(late.pot)} lay in the middle.")


def _lay_cards(state: State, late: LateStart) -> None:
    """The hands and the board as they were, unknown where nobody recorded them."""
    streets = state.sheet.streets[: state.street + 1]
    held, board = state.sheet.held[state.street], sum(street.board for street in streets)
    for player in range(state.players):
        given = late.hole[player] if late.hole else ()
        state.hole[player][:] = given if state.folded[player] else _filled(state, given, held)
        state.up[player][:] = _up_cards(state, player)
    state.board[:] = _filled(state, late.board, board)
    state.dealt_later = True
    draws = any(street.draw for street in streets)
    if draws:
        # nobody knows how many cards the stock has left: whatever is folded or discarded may come again
        state.stock.cards = 0
    hands = [hand for hand, folded in zip(state.hole, state.folded, strict=True) if not (draws and folded)]
    out = [card for cards in (*hands, state.board) for card in cards]
    known = [card for card in out if card < UNKNOWN]
    if len(set(known)) < len(known):
        _refuse(state, "A card is there twice when the record begins: check the cards.")
    state.see(tuple(out))


def _filled(state: State, cards: Cards, count: int) -> Cards:
    streets = state.sheet.streets[: state.street + 1]
    varies = any(street.hits or street.may_run_short for street in streets)
    if cards and len(cards) != count and not varies:
        street = state.sheet.streets[state.street].name
        _refuse(state, f"On the {street} {count} cards lie there, not {len(cards)}.")
    return cards or (UNKNOWN,) * count


def _up_cards(state: State, player: int) -> Iterator[int]:
    """Those of the player's cards that were dealt face up, in the order of the streets."""
    cards = iter(state.hole[player])
    for street in state.sheet.streets[: state.street + 1]:
        dealt = [next(cards, UNKNOWN) for _ in range(street.dealt)]
        yield from dealt[street.hole :]


def open_claims(state: State) -> Iterator[str]:
    """Why the pots can't be told apart: money was in the middle whose owner isn't known while somebody was all-in.

    A sentence for each player who may win a part of it and nobody knows which.
    """
    late = state.setup.late
    if late is None or (not state.found and _is_matched(late)):
        return
    for position in late.short(state.setup.stacks):
        if state.in_hand(position - 1):
            seat = f"seat {state.setup.seats[position - 1]} (p{position})"
            yield f"How much {seat}, who was all-in before, can win of the {state.money(late.pot or 0)} isn't known."


def _seat(state: State, player: int) -> str:
    return f"Seat {state.setup.seats[player]}"


def _refuse(state: State, message: str, player: int | None = None) -> NoReturn:
    setup = state.setup
    seat = None if player is None else setup.seats[player]
    actor = None if player is None else player + 1
    raise Refused(
        violation("facts_contradict", message, house=setup.house.name, game=setup.plaque.game, actor=actor, seat=seat)
    )
