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
from rules.play.table import Table
from rules.table.late import LateStart
from rules.table.setup import Setup
from rules.text.violation import Refused, violation

Cards = tuple[int, ...]


def begin_late(table: Table, late: LateStart) -> None:
    """Lay on the table what was there when the record began: chips, cards, and the players who were still in.

    Raises Refused, `facts_contradict`, where no hand can have been so.
    """
    for position in late.folded:
        table.folded[position - 1] = True
    table.contenders -= len(late.folded)
    if table.contenders < 2:
        _refuse(table, "Nobody is left to play against: a hand goes on between two players or more.")
    matched = _is_matched(late)
    for player, paid in enumerate(late.paid):
        _lay_chips(table, player, paid, matched=matched)
    for position in late.all_in:
        _go_all_in(table, position - 1)
    table.able = sum(1 for stack, folded in zip(table.stacks, table.folded, strict=True) if stack and not folded)
    if matched:
        _require_matched(table, late)
    _lay_the_rest(table, late)
    _lay_cards(table, late)


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
    dead = [_dead_due(setup, position) for position in range(1, len(paid) + 1)]
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


def _lay_chips(table: Table, player: int, paid: int | None, *, matched: bool) -> None:
    """The chips that the player had put in: first what was dead, and the rest to be matched.

    Where nobody knows what was to be matched it is all in the middle alike.
    """
    if paid is None:
        return
    if paid > table.stacks[player]:
        _refuse(table, f"{_seat(table, player)} put in {table.money(paid)}, which is more than was there.", player)
    posts = [post for post in table.setup.posts if post.position == player + 1]
    due = sum(post.amount for post in posts)
    if paid < min(due, table.stacks[player]):
        _refuse(table, f"{_seat(table, player)} posted {table.money(due)} and put in {table.money(paid)}.", player)
    dead = min(paid, _dead_due(table.setup, player + 1)) if matched else paid
    table.take(player, dead)
    table.dead_paid[player] = dead
    table.pay(player, paid - dead)


def _dead_due(setup: Setup, position: int) -> int:
    """The dead money due of the player: dead posts, and an ante that isn't everybody's or that isn't trimmed."""
    pooled = not posted(setup.posts, len(setup.seats)).uniform_antes or not setup.house.answers.ante_trimming
    dead = ("dead", "ante") if pooled else ("dead",)
    return sum(post.amount for post in setup.posts if post.position == position and post.kind in dead)


def _go_all_in(table: Table, player: int) -> None:
    """The player had no chips left; how much they had put in may be unknown."""
    left = table.stacks[player]
    if left and table.setup.stacks[player] is not None:
        _refuse(table, f"{_seat(table, player)} was all-in, but {table.money(left)} of the stack are left.", player)
    table.stacks[player] = 0


def _require_matched(table: Table, late: LateStart) -> None:
    """A player who is in with chips left has put in as much as any other: the betting before was over."""
    known = [player for player, paid in enumerate(late.paid) if paid is not None]
    for player in known:
        if table.stacks[player] and not table.folded[player]:
            for other in known:
                if table.paid[other] > table.paid[player]:
                    words = f"{_seat(table, other)} had put in {table.money(table.paid[other])} to be matched"
                    less = f"{_seat(table, player)} {table.money(table.paid[player])}"
                    message = f"{words}, {less}: a fold or a call is missing."
                    _refuse(table, message, player)


def _lay_the_rest(table: Table, late: LateStart) -> None:
    """The chips in the middle besides what is known by owner."""
    if late.pot is None:
        return
    table.found = late.pot - table.pot
    if table.found < 0 or (table.found and None not in late.paid):
        known = f"What each put in adds up to {table.money(table.pot)}"
        _refuse(table, f"{known}, but {table.money(late.pot)} lay in the middle.")
    table.pot = late.pot


def _lay_cards(table: Table, late: LateStart) -> None:
    """The hands and the board as they were, unknown where nobody recorded them."""
    streets = table.sheet.streets[: table.street + 1]
    held, board = table.sheet.held[table.street], sum(street.board for street in streets)
    for player in range(table.players):
        given = late.hole[player] if late.hole else ()
        table.hole[player][:] = given if table.folded[player] else _filled(table, given, held)
        table.up[player][:] = _up_cards(table, player)
    table.board[:] = _filled(table, late.board, board)
    table.dealt_later = True
    draws = any(street.draw for street in streets)
    if draws:
        # nobody knows how many cards the stock has left: whatever is folded or discarded may come again
        table.stock.cards = 0
    hands = [hand for hand, folded in zip(table.hole, table.folded, strict=True) if not (draws and folded)]
    out = [card for cards in (*hands, table.board) for card in cards]
    known = [card for card in out if card < UNKNOWN]
    if len(set(known)) < len(known):
        _refuse(table, "A card is there twice when the record begins: check the cards.")
    table.see(tuple(out))


def _filled(table: Table, cards: Cards, count: int) -> Cards:
    streets = table.sheet.streets[: table.street + 1]
    varies = any(street.hits or street.may_run_short for street in streets)
    if cards and len(cards) != count and not varies:
        street = table.sheet.streets[table.street].name
        _refuse(table, f"On the {street} {count} cards lie there, not {len(cards)}.")
    return cards or (UNKNOWN,) * count


def _up_cards(table: Table, player: int) -> Iterator[int]:
    """Those of the player's cards that were dealt face up, in the order of the streets."""
    cards = iter(table.hole[player])
    for street in table.sheet.streets[: table.street + 1]:
        dealt = [next(cards, UNKNOWN) for _ in range(street.dealt)]
        yield from dealt[street.hole :]


def open_claims(table: Table) -> Iterator[str]:
    """Why the pots can't be told apart: money was in the middle whose owner isn't known while somebody was all-in.

    A sentence for each player who may win a part of it and nobody knows which.
    """
    late = table.setup.late
    if late is None or (not table.found and _is_matched(late)):
        return
    for position in late.short(table.setup.stacks):
        if table.in_hand(position - 1):
            seat = f"seat {table.setup.seats[position - 1]} (p{position})"
            yield f"How much {seat}, who was all-in before, can win of the {table.money(late.pot or 0)} isn't known."


def _seat(table: Table, player: int) -> str:
    return f"Seat {table.setup.seats[player]}"


def _refuse(table: Table, message: str, player: int | None = None) -> NoReturn:
    setup = table.setup
    seat = None if player is None else setup.seats[player]
    actor = None if player is None else player + 1
    raise Refused(
        violation("facts_contradict", message, house=setup.house.name, game=setup.plaque.game, actor=actor, seat=seat)
    )
