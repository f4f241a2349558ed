"""Examples of kills: when the next hand is one, who posts it, and who owes one."""

from __future__ import annotations

from typing import Final

from rules.book.examples.hands import setup_of
from rules.book.examples.outcome import Outcome, refused
from rules.book.examples.plaques import plaque_of
from rules.book.scenarios.situation import Situation
from rules.book.scenarios.table import kill_state, pot_result
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.table.kill import (
    KillState,
    kill_blind,
    kill_for_deal,
    next_kill,
    why_not_debtors,
    why_not_other_kill,
)
from rules.table.seats import Seat
from rules.text.amounts import major


def next_kill_of(example: Situation) -> Outcome:
    """The kill after a hand, by its `result` and the kill that was on in it, if any."""
    plaque, house, given = plaque_of(example), example.house, example.given
    state = next_kill(plaque, house, kill_state(given.get("previous", {})), pot_result(given["result"]))
    if not state.killer:
        return Outcome("no kill", NO_KILL)
    return Outcome(f"kill by seat {state.killer}", kill_told(plaque, house, state.killer))


NO_KILL: Final = "The next hand is played without a kill."


def kill_told(plaque: Plaque, house: House, killer: Seat) -> str:
    """The sentence on a next hand that is a kill by the player in that seat."""
    limits = f"{major(plaque.killed.small_bet or 0)}/{major(plaque.killed.big_bet or 0)}"
    post = kill_blind(plaque, house)
    posts = f"seat {killer} posts {major(post)}" if post else "nobody posts it"
    return f"The next hand is a kill: {limits}, and {posts}."


def next_hand(example: Situation) -> Outcome:
    """Whether a hand that was put up so is the one that follows a hand which left the kill `after` (a seat, or 0)."""
    violation = why_not_other_kill(setup_of(example), KillState(example.given["after"] or None))
    return refused(violation) if violation else Outcome("accepted", "The hand may be played so.")


def kill_of_deal(example: Situation) -> Outcome:
    """The kill of a hand that is dealt to the seats `dealt_in`, after the `previous` one left a killer and debts."""
    dealt_in, house = example.given["dealt_in"], example.house
    state = kill_for_deal(kill_state(example.given["previous"]), dealt_in, house)
    violation = why_not_debtors(state, dealt_in, house)
    if violation:
        return refused(violation)
    owed = ", ".join(map(str, sorted(state.owing)))
    limits = f"kill by seat {state.killer}" if state.active else "no kill"
    told = "The hand is played at the limits of the kill" if state.active else "The hand is played without a kill"
    debt = f"; seat {owed} owes the kill before playing again." if owed else "."
    return Outcome(f"{limits} · owed by {owed}" if owed else limits, told + debt)
