"""The next step on the table: the stages of a street, whose turn it is, and the street after it."""

from __future__ import annotations

from rules.cards.openers import first_on_board, has_hidden, has_open_pair, may_have_open_pair, may_open
from rules.play.actions import INCIDENTS
from rules.play.posting import posted
from rules.play.state import NOBODY, State


def open_street(state: State) -> None:
    """Begin the street that the table is at: who is owed cards, who draws, and then who bets."""
    street = state.sheet.streets[state.street]
    state.hole_due = _live(state) if street.dealt else []
    state.draw_due = _live(state) if street.gives_cards_up or street.hits else []
    state.board_due = street.board
    if street.draw:
        state.stock.open(burn=_burns_before_the_draw(state))
    if street.may_run_short and state.supply().is_common:
        state.hole_due, state.board_due = [], 1
    next_stage(state)


def _live(state: State) -> list[int]:
    return [player for player, folded in enumerate(state.folded) if not folded]


def next_stage(state: State) -> None:
    """Go on to what the street still asks for: discards, cards to players, cards to the board, and last the bets.

    Where cards are thrown away for good, that mostly waits until all are dealt.
    """
    if state.draw_due and not _deals_first(state):
        state.stage = "draw"
    elif state.hole_due:
        state.stage = "hole"
    elif state.board_due:
        state.stage = "board"
    else:
        state.stage = "betting"
        state.bring_in_due = state.street == 0 and state.sheet.opened_by == "bring_in"
        if state.sheet.streets[state.street].open_pair:
            _offer_the_big_bet(state)
        pass_turn(state, opener(state) - 1)


def answer(state: State, player: int) -> None:
    """Note that the player has answered the price, and let the next one act."""
    betting = state.round
    betting.answered[player] = betting.price
    state.to_act = next_to_act(state, player + 1)
    if state.to_act == NOBODY:
        _close_street(state)


def pass_turn(state: State, player: int) -> None:
    """Let the next one after `player` act who owes an answer; where nobody does the street is over."""
    state.to_act = next_to_act(state, player + 1)
    if state.to_act == NOBODY:
        _close_street(state)


def leave(state: State, player: int) -> None:
    """Count one contender less; the last one has won."""
    state.contenders -= 1
    if state.contenders == 1:
        state.stage, state.to_act = "uncontested", NOBODY
        state.hole_due.clear()
        state.draw_due.clear()
        state.board_due = 0


def opener(state: State) -> int:
    """The player first in line to act: left of the last blind in the first round, left of the button after it; in stud
    whom the boards name."""
    by = state.sheet.streets[state.street].opener
    if by == "left_of_button":
        return 0
    if by == "left_of_blinds":
        return posted(state.setup.posts, state.players).opens
    boards, by_suit = state.boards, state.setup.house.answers.stud_tie_first == "suit"
    first = first_on_board(by, boards, ties_by_suit=by_suit)
    if not has_hidden(boards):
        return first
    possible = _possible_openers(state)
    return first if first in possible or not possible else possible[0]


def may_act_first(state: State, player: int) -> bool:
    """Whether the player may be the one who opens the street: an up card that would say so is unknown.

    A street that is open has its opener, and where all up cards are known nobody else may be.
    """
    last = next((action.verb for action in reversed(state.actions) if action.verb not in INCIDENTS), "dh")
    opening = state.stage == "betting" and last in ("dh", "db")
    return opening and any(next_to_act(state, first) == player for first in _possible_openers(state))


def must_open(state: State, player: int) -> bool:
    """Whether the bring-in is forced on the player: theirs is the card that brings it in (001:L193-198).

    Where that one went all-in on the ante it is the next player's to open, who may also fold (RRoP 8).
    """
    if not state.bring_in_due:
        return False
    openers = _possible_openers(state) or [opener(state)]
    return all(first == player for first in openers if next_to_act(state, first) == player)


def _possible_openers(state: State) -> list[int]:
    """The players whose up cards may be those that open the street; nobody where all up cards are known."""
    by = state.sheet.streets[state.street].opener
    if by == "left_of_button" or not has_hidden(state.boards):
        return []
    if by == "left_of_blinds":
        return []
    by_suit, boards = state.setup.house.answers.stud_tie_first == "suit", state.boards
    return [first for first in range(state.players) if may_open(by, boards, first, state.seen, ties_by_suit=by_suit)]


def next_to_act(state: State, start: int) -> int:
    """The first player from `start` on who has chips and owes an answer."""
    if state.able < 2 and _nothing_left_to_answer(state):
        return NOBODY
    answered, price, stacks, folded = state.round.answered, state.round.price, state.stacks, state.folded
    waiting = NOBODY
    for player in state.around[start]:
        if answered[player] < price and not folded[player] and stacks[player]:
            if player != state.acts_last or state.street:
                return player
            waiting = player
    return waiting


def _nothing_left_to_answer(state: State) -> bool:
    """Whether the last player with chips, if there is one, has matched all that the others could put in."""
    able = [player for player, stack in enumerate(state.stacks) if stack and not state.folded[player]]
    return all(state.bets[player] >= state.highest_bet_but(player) for player in able)


def _close_street(state: State) -> None:
    state.bets = [0] * state.players
    state.street += 1
    if state.street == len(state.sheet.streets):
        state.stage = "showdown"
        return
    street = state.sheet.streets[state.street]
    if street.stake or state.setup.plaque.ranges:
        state.structure = state.structure_of_round()
    state.round = state.structure.open(state.players, street.tier)
    open_street(state)


def _deals_first(state: State) -> bool:
    """Whether players see the cards of the street before they throw some away."""
    street = state.sheet.streets[state.street]
    dealing = bool(state.hole_due or state.board_due)
    return dealing and bool(street.discard) and not street.discard_comes_first


def _burns_before_the_draw(state: State) -> bool:
    """Whether a card is burned now, by the house rule `burn_before_draw`."""
    burns = state.setup.house.answers.burn_before_draw
    return burns == "each" or (burns == "first_only" and state.street == 1)


def _offer_the_big_bet(state: State) -> None:
    """The bigger bet of fourth street, by the house rule `fourth_street_pair`."""
    offered = state.setup.house.answers.fourth_street_pair
    on_pair = offered in ("optional_on_open_pair", "mandatory_on_open_pair") and may_have_open_pair(state.boards)
    if on_pair or offered == "always_optional":
        instead = offered == "mandatory_on_open_pair" and has_open_pair(state.boards)
        state.structure.offer(state.round, state.structure.sizes["big"], instead=instead)
