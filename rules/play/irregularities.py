"""Irregularities that are part of a hand: actions that stand against a rule, and incidents beside them.

    bet_or_raise_to(3, 700)._replace(why="wrong_bet_size")   # called by all: it stands, and play goes on from there
    dead(4, "fouled_hand") · clock(2) · card_seen("boxed_card", cards) · show_all(3, cards) · void("wrong_seat")

An action stands only against the rule that it says, and only where the chips and cards for it are there. The settlement
has a line for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.cards.card import UNKNOWN
from rules.play.actions import INCIDENTS, Action, Verb
from rules.play.irregular_words import CARDS_SEEN, REPLACED
from rules.play.misdeals import VOIDS
from rules.play.refusal_parts import refusal, what_is_next, who
from rules.play.refusals import why_not, why_not_seen, wrong_amount
from rules.play.rulings import DEAD_CAUSES, declare_dead, why_not_dead, why_not_void
from rules.play.state import NOBODY, State
from rules.play.turns import pass_turn
from rules.table.seats import NO_SEAT
from rules.text.violation import Violation

_SIZES: Final = frozenset(
    {"below_min_bet", "below_min_raise", "above_pot_limit", "wrong_bet_size", "below_spread_min", "above_spread_max"}
)
_RAISES: Final = frozenset({"raise_cap_reached", "betting_not_reopened"})
MAY_STAND: Final[Mapping[Verb, frozenset[str]]] = {
    "cbr": _SIZES | _RAISES | {"not_chip_multiple", "out_of_turn"},
    "cc": frozenset({"out_of_turn"}),
    "pb": frozenset({"wrong_bring_in_seat"}),
    "db": frozenset({"round_not_complete"}),
    "dh": frozenset({"round_not_complete"}),
}
"""Which rules an action may break and stand, once it was acted on: by its verb."""

_OVER: Final = frozenset({"showdown", "uncontested", "void"})


# ------------------------------------------------------------------------------------------------------- what may be


def why_not_irregular(state: State, action: Action) -> Violation | None:
    """Why an incident, or an action that is to stand, can't be recorded now; None when it can."""
    if action.verb in INCIDENTS:
        over = state.stage == "void"
        return _over(state, action) if over else _REFUSE_INCIDENT[action.verb](state, action)
    return _why_not_to_let_stand(state, action)


def _why_not_to_let_stand(state: State, action: Action) -> Violation | None:
    broken = why_not(state, action._replace(why=""))
    if broken is None:
        return _nothing_irregular(state, action, "That is allowed as it is: enter it as any other.")
    if broken.code != action.why or broken.code not in MAY_STAND.get(action.verb, ()):
        return broken
    return _STANDS_IF.get(broken.code, _why_not_size)(state, action)


def _why_not_size(state: State, action: Action) -> Violation | None:
    """A bet that isn't more than what was bet before raises nothing: it can't stand as a bet."""
    if action.verb != "cbr" or action.amount > state.round.price:
        return None
    price = state.money(state.round.price)
    return _nothing_irregular(state, action, f"The bet is {price}: less than that is no bet that could stand.")


def _why_not_other_size(state: State, action: Action) -> Violation | None:
    """A raise that comes too late stands only at an amount that would have been one."""
    player = action.position - 1
    if wrong_amount(state, player, action.amount) is None:
        return None
    return _nothing_irregular(state, action, "That is no amount that a raise could be made to: enter what was raised.")


def _why_not_out_of_turn(state: State, action: Action) -> Violation | None:
    """Whether an action out of turn would have been none in turn, or its player owes none."""
    player, turn = action.position - 1, state.to_act
    has_answered = state.round.answered[player] >= state.round.price
    if state.stage != "betting" or state.bring_in_due or not state.stacks[player] or has_answered:
        return _nothing_irregular(state, action, f"{who(state, action)} has nothing to answer now: it isn't recorded.")
    state.to_act = player
    try:
        return why_not(state, action._replace(why=""))
    finally:
        state.to_act = turn


def _why_not_early_card(state: State, action: Action) -> Violation | None:
    """An early card stands only where nobody owed a bet: the round then ends with what was bet."""
    if state.stage != "betting" or state.bring_in_due or state.street + 1 == len(state.sheet.streets):
        return _nothing_irregular(state, action, "No betting round is going that it could have cut short.")
    for player, seat in enumerate(state.setup.seats):
        if state.in_hand(player) and state.to_call(player):
            sentence = f"Seat {seat} still owed a bet: the card goes back, and the street is dealt again."
            return _nothing_irregular(state, action, sentence)
    return _why_not_next_street(state, action)


def _why_not_next_street(state: State, action: Action) -> Violation | None:
    """Cards that aren't those with which the next street begins."""
    street = state.sheet.streets[state.street + 1]
    first = next(player for player in range(state.players) if state.in_hand(player))
    due = street.board if action.verb == "db" else street.dealt if action.position == first + 1 else 0
    if len(action.cards) != due or not due:
        return refusal(state, action, "wrong_card_count", f"The {street.name} does not begin with these cards.")
    return why_not_seen(state, action, action.cards)


_STANDS_IF: Final[Mapping[str, Callable[[State, Action], Violation | None]]] = {
    **dict.fromkeys(_RAISES, _why_not_other_size),
    "out_of_turn": _why_not_out_of_turn,
    "wrong_bring_in_seat": lambda state, action: None,
    "round_not_complete": _why_not_early_card,
}


def _why_not_dead(state: State, action: Action) -> Violation | None:
    if action.why not in DEAD_CAUSES:
        return _nothing_irregular(state, action, f"No hand is dead for “{action.why}”: say which rule kills it.")
    if action.why == "clock" and not may_run_out(state, action.position - 1):
        sentence = f"{who(state, action)} faces no bet on the clock: the hand lives."
        return refusal(state, action, "clock", sentence)
    seat = state.setup.seat(action.position) if 1 <= action.position <= state.players else NO_SEAT
    return why_not_dead(state, seat, action.why)


def may_run_out(state: State, player: int) -> bool:
    """Whether the clock that was called on the player may kill their hand: it runs, and they face a bet (WSOP 81)."""
    called = next((act for act in reversed(state.actions) if act.position == player + 1), None)
    mine = state.stage == "betting" and state.to_act == player
    return mine and called is not None and called.verb == "clock" and state.to_call(player) > 0


def _why_not_clock(state: State, action: Action) -> Violation | None:
    waits_for = state.draw_due[0] if state.stage == "draw" else state.to_act if state.stage == "betting" else NOBODY
    if action.position == waits_for + 1 and waits_for != NOBODY:
        return None
    return refusal(state, action, "out_of_turn", f"The clock runs for who is to act. {what_is_next(state)}")


def _why_not_show_all(state: State, action: Action) -> Violation | None:
    player, cards = action.position - 1, action.cards
    if not 0 <= player < state.players:
        return refusal(state, action, "not_in_hand", f"{who(state, action)} was not dealt in.")
    if state.in_hand(player) and not state.betting_is_over:
        sentence = f"{who(state, action)} still plays: the hand is shown to all when the betting is over."
        return refusal(state, action, "round_not_complete", sentence)
    held = state.hole[player]
    if cards and len(cards) != len(held):
        return refusal(state, action, "wrong_card_count", f"{who(state, action)} had {len(held)} cards.")
    strange = tuple(card for card in cards if card not in held)
    if len(strange) > held.count(UNKNOWN):
        return refusal(state, action, "card_not_held", f"{who(state, action)} was dealt other cards.")
    return why_not_seen(state, action, strange)


def _why_not_card(state: State, action: Action) -> Violation | None:
    if state.stage in _OVER:
        return _over(state, action)
    if unclear := _unclear_card(action):
        return _nothing_irregular(state, action, unclear)
    if action.position and not state.in_hand(action.position - 1):
        return refusal(state, action, "not_in_hand", f"{who(state, action)} has no hand.")
    held = state.hole[action.position - 1] if action.position else []
    strange = tuple(card for card in action.cards if card not in held)
    if action.why == "flashed_card" and len(strange) > held.count(UNKNOWN):
        return refusal(state, action, "card_not_held", f"{who(state, action)} was dealt other cards.")
    return why_not_seen(state, action, strange)


def _unclear_card(action: Action) -> str:
    """The facts that are missing to know what became of a card; empty where nothing is."""
    if action.why not in CARDS_SEEN:
        return f"“{action.why}” is nothing that becomes of a card."
    if action.why == "flashed_card" and not action.position:
        return "Say whose card it is that was shown."
    return "" if action.cards else "Name the card, or ?? where nobody could read it."


def _why_not_void(state: State, action: Action) -> Violation | None:
    kind = VOIDS.get(action.why)
    if kind is None:
        return _nothing_irregular(state, action, f"No hand is void for “{action.why}”: say what kind of misdeal it is.")
    if kind.cause == "misdeal" and state.stage == "uncontested":
        return _over(state, action)
    return why_not_void(state, kind.cause)


_REFUSE_INCIDENT: Final[Mapping[Verb, Callable[[State, Action], Violation | None]]] = {
    "dead": _why_not_dead,
    "clock": _why_not_clock,
    "showall": _why_not_show_all,
    "card": _why_not_card,
    "void": _why_not_void,
}


def _nothing_irregular(state: State, action: Action, message: str) -> Violation:
    return refusal(state, action, "irregularity_stands", message)


def _over(state: State, action: Action) -> Violation:
    return refusal(state, action, "hand_complete", "The hand is over: what went wrong after it is a case of its own.")


# ------------------------------------------------------------------------------------------------------ what happens


def happen(state: State, action: Action) -> None:
    """Let an incident happen that may."""
    _INCIDENTS[action.verb](state, action)


def make_way(state: State, action: Action) -> None:
    """Before an action that stands: an early card ends the betting round that it was dealt into."""
    if action.verb not in ("db", "dh"):
        return
    price = state.round.price
    state.round.answered = [max(answered, price) for answered in state.round.answered]
    pass_turn(state, state.to_act)


def _die(state: State, action: Action) -> None:
    declare_dead(state, state.setup.seat(action.position), action.why)  # type: ignore[arg-type]  # _why_not_dead saw to it


def _show_all(state: State, action: Action) -> None:
    if action.cards:
        state.hole[action.position - 1][:] = action.cards
        state.see(action.cards)


def _see(state: State, action: Action) -> None:
    """The card is known; one that is replaced is in nobody's hand, and one that goes back may come again."""
    held = state.hole[action.position - 1] if action.position else []
    if action.why == "flashed_card":
        _tell(held, action.cards)
    if action.why in REPLACED:
        held[:] = [UNKNOWN if card in action.cards else card for card in held]
    if action.why == "premature_card":
        return
    state.see(action.cards)
    if action.why == "boxed_card":
        state.scrap += len(action.cards)
        state.stock.cards -= len(action.cards)


def _tell(held: list[int], cards: tuple[int, ...]) -> None:
    for card in cards:
        if card not in held:
            held[held.index(UNKNOWN)] = card


def _void(state: State, action: Action) -> None:
    state.stage, state.voided, state.to_act = "void", action.why, NOBODY
    state.hole_due, state.draw_due, state.board_due = [], [], 0


_INCIDENTS: Final[Mapping[Verb, Callable[[State, Action], None]]] = {
    "dead": _die,
    "clock": lambda state, action: None,
    "showall": _show_all,
    "card": _see,
    "void": _void,
}
