"""The next step on the table: the stages of a street, whose turn it is, and the street after it."""

from __future__ import annotations

from functools import cache

from rules.cards.openers import first_on_board, has_hidden, has_open_pair, may_have_open_pair, may_open
from rules.play.actions import INCIDENTS
from rules.play.posting import posted
from rules.play.table import NOBODY, Table


def open_street(table: Table) -> None:
    """Begin the street that the table is at: who is owed cards, who draws, and then who bets."""
    street = table.sheet.streets[table.street]
    table.hole_due = _live(table) if street.dealt else []
    table.draw_due = _live(table) if street.gives_cards_up or street.hits else []
    table.board_due = street.board
    if street.draw:
        table.stock.open(burn=_burns_before_the_draw(table))
    if street.may_run_short and table.supply().is_common:
        table.hole_due, table.board_due = [], 1
    next_stage(table)


def _live(table: Table) -> list[int]:
    return [player for player, folded in enumerate(table.folded) if not folded]


def next_stage(table: Table) -> None:
    """Go on to what the street still asks for: discards, cards to players, cards to the board, and last the bets.

    Where cards are thrown away for good, that mostly waits until all are dealt.
    """
    if table.draw_due and not _deals_first(table):
        table.stage = "draw"
    elif table.hole_due:
        table.stage = "hole"
    elif table.board_due:
        table.stage = "board"
    else:
        table.stage = "betting"
        table.bring_in_due = table.street == 0 and table.sheet.opened_by == "bring_in"
        if table.sheet.streets[table.street].open_pair:
            _offer_the_big_bet(table)
        pass_turn(table, opener(table) - 1)


def answer(table: Table, player: int) -> None:
    """Note that the player has answered the price, and let the next one act."""
    betting = table.round
    betting.answered[player] = betting.price
    pass_turn(table, player)


def pass_turn(table: Table, player: int) -> None:
    """Let the next one after `player` act who owes an answer; where nobody does the street is over."""
    table.to_act = next_to_act(table, player + 1)
    if table.to_act == NOBODY:
        _close_street(table)


def leave(table: Table, player: int) -> None:
    """Count one contender less; the last one has won."""
    table.contenders -= 1
    if table.contenders == 1:
        table.stage, table.to_act = "uncontested", NOBODY
        table.hole_due.clear()
        table.draw_due.clear()
        table.board_due = 0


def opener(table: Table) -> int:
    """The player first in line to act: left of the last blind in the first round, left of the button after it; in stud
    whom the boards name."""
    by = table.sheet.streets[table.street].opener
    if by == "left_of_button":
        return 0
    if by != "left_of_blinds":
        by_suit = table.setup.house.answers.stud_tie_first == "suit"
        first, possible = first_on_board(by, table.boards, ties_by_suit=by_suit), _possible_openers(table)
        return first if first in possible or not possible else possible[0]
    return posted(table.setup.posts, table.players).opens


def may_act_first(table: Table, player: int) -> bool:
    """Whether the player may be the one who opens the street: an up card that would say so is unknown.

    A street that is open has its opener, and where all up cards are known nobody else may be.
    """
    last = next((action.verb for action in reversed(table.actions) if action.verb not in INCIDENTS), "dh")
    opening = table.stage == "betting" and last in ("dh", "db")
    return opening and any(next_to_act(table, first) == player for first in _possible_openers(table))


def must_open(table: Table, player: int) -> bool:
    """Whether the bring-in is forced on the player: theirs is the card that brings it in (001:L193-198).

    Where that one went all-in on the ante it is the next player's to open, who may also fold (RRoP 8).
    """
    if not table.bring_in_due:
        return False
    openers = _possible_openers(table) or [opener(table)]
    return all(first == player for first in openers if next_to_act(table, first) == player)


def _possible_openers(table: Table) -> list[int]:
    """The players whose up cards may be those that open the street; nobody where all up cards are known."""
    by = table.sheet.streets[table.street].opener
    if by == "left_of_button" or not has_hidden(table.boards):
        return []
    if by == "left_of_blinds":
        return []
    by_suit, boards = table.setup.house.answers.stud_tie_first == "suit", table.boards
    return [first for first in range(table.players) if may_open(by, boards, first, table.seen, ties_by_suit=by_suit)]


def next_to_act(table: Table, start: int) -> int:
    """The first player from `start` on who has chips and owes an answer."""
    if table.able < 2 and _nothing_left_to_answer(table):
        return NOBODY
    answered, price, stacks, folded = table.round.answered, table.round.price, table.stacks, table.folded
    waiting = NOBODY
    for player in _round_from(start % table.players, table.players):
        if answered[player] < price and not folded[player] and stacks[player]:
            if player != table.acts_last or table.street:
                return player
            waiting = player
    return waiting


@cache
def _round_from(first: int, players: int) -> tuple[int, ...]:
    """All players in order, beginning with this one."""
    return (*range(first, players), *range(first))


def _nothing_left_to_answer(table: Table) -> bool:
    """Whether the last player with chips, if there is one, has matched all that the others could put in."""
    able = [player for player, stack in enumerate(table.stacks) if stack and not table.folded[player]]
    return all(table.bets[player] >= table.highest_bet_but(player) for player in able)


def _close_street(table: Table) -> None:
    table.bets = [0] * table.players
    table.street += 1
    if table.street == len(table.sheet.streets):
        table.stage = "showdown"
        return
    street = table.sheet.streets[table.street]
    if street.stake or table.setup.plaque.ranges:
        table.structure = table.structure_of_round()
    table.round = table.structure.open(table.players, street.tier)
    open_street(table)


def _deals_first(table: Table) -> bool:
    """Whether players see the cards of the street before they throw some away."""
    street = table.sheet.streets[table.street]
    dealing = bool(table.hole_due or table.board_due)
    return dealing and bool(street.discard) and not street.discard_comes_first


def _burns_before_the_draw(table: Table) -> bool:
    """Whether a card is burned now, by the house rule `burn_before_draw`."""
    burns = table.setup.house.answers.burn_before_draw
    return burns == "each" or (burns == "first_only" and table.street == 1)


def _offer_the_big_bet(table: Table) -> None:
    """The bigger bet of fourth street, by the house rule `fourth_street_pair`."""
    offered = table.setup.house.answers.fourth_street_pair
    on_pair = offered in ("optional_on_open_pair", "mandatory_on_open_pair") and may_have_open_pair(table.boards)
    if on_pair or offered == "always_optional":
        instead = offered == "mandatory_on_open_pair" and has_open_pair(table.boards)
        table.structure.offer(table.round, table.structure.sizes["big"], instead=instead)
