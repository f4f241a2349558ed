"""The parts that refusals are made of: who, what was tried, and what has to happen first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.cards.card import UNKNOWN
from rules.play.actions import Action, Verb
from rules.play.legal import due, legal_actions
from rules.play.state import State
from rules.text.violation import Json, Violation, violation


def refusal(state: State, action: Action, code: str, message: str) -> Violation:
    """The violation of rule `code` by this action, with what would have been allowed."""
    position = action.position if 1 <= action.position <= state.players else None
    allowed: Mapping[str, Json] = legal_actions(state).to_json()
    return violation(
        code,
        message,
        house=state.setup.house.name,
        game=state.setup.plaque.game,
        index=len(state.actions),
        actor=position,
        seat=state.setup.seat(position) if position else None,
        tried=_tried(state, action),
        allowed=allowed,
    )


_TRIED: Mapping[Verb, str] = {
    "dh": "deal hole cards",
    "db": "deal the board",
    "pb": "post the bring-in",
    "f": "fold",
    "sd": "draw",
    "sm": "show",
    "mk": "muck",
    "h": "hit",
    "st": "stand",
    "dead": "declare a hand dead",
    "clock": "call the clock",
    "card": "record a card",
    "showall": "show a hand to all",
    "void": "void the hand",
}


def _tried(state: State, action: Action) -> str:
    mine = action.position == state.to_act + 1
    if action.verb == "cc":
        owed = state.to_call(state.to_act) if mine else state.round.price
        return "call" if owed else "check"
    if action.verb == "cbr":
        return f"{'raise to' if state.round.price else 'bet'} {state.money(action.amount)}"
    return _TRIED[action.verb]


def who(state: State, action: Action) -> str:
    """The player who acts, as people call them: by the seat."""
    known = 1 <= action.position <= state.players
    return f"Seat {state.setup.seat(action.position)}" if known else f"Player {action.position}"


def counted(cards: int) -> str:
    """So many cards."""
    return "one card" if cards == 1 else f"{cards} cards"


def what_is_next(state: State) -> str:
    """A sentence that says what the table waits for."""
    if state.stage == "betting":
        return f"Seat {state.setup.seats[state.to_act]} has to act first."
    if state.stage == "draw":
        return f"Seat {state.setup.seats[state.draw_due[0]]} {_exchanging(state)} first."
    if state.stage in ("hole", "board"):
        return f"The dealer deals the {due(state).street} first."
    return "The hand is void." if state.stage == "void" else "The hand is over but for showing."


def _exchanging(state: State) -> str:
    street = state.sheet.streets[state.street]
    if street.hits:
        return "completes a hand"
    return "throws a card away" if street.discard else "says what to change"


def twice(cards: Sequence[int]) -> list[int]:
    """The known cards that stand there twice, twice."""
    return [card for card in cards if card < UNKNOWN and cards.count(card) > 1]
