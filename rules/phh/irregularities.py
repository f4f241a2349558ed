"""The field of a hand file that says what went wrong in the hand, and the actions of a file with it among them.

- `_irregularities` = ["12 p3 dead fouled_hand", "14 stands wrong_bet_size"]: what happened beside the `actions`, each
  entry with the number of actions before it; `stands` speaks of the action that follows (`incident_lines`)
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rules.phh.values import PhhHand, Unreadable
from rules.play.actions import INCIDENTS, Action, MalformedAction
from rules.play.incident_lines import print_entries, with_entries

FIELD: Final = "_irregularities"


def actions_of(hand: PhhHand) -> Sequence[Action]:
    """The actions of a file without its comments, what went wrong among them. Raises Unreadable for a field that can't
    be read."""
    actions = [action for action, _ in hand.actions if action]
    return _told(actions, hand.extras[FIELD]) if FIELD in hand.extras else actions


def entry_of(hand: PhhHand, action: Action, before: Iterable[Action]) -> int:
    """The index of the action's entry in the file, after those `before` it; an incident has that of the entry that it
    follows."""
    entries = [index for index, (entered, _) in enumerate(hand.actions) if entered]
    entered_before = sum(earlier.verb not in INCIDENTS for earlier in before)
    if action.verb in INCIDENTS:
        return entries[entered_before - 1] if entered_before else 0
    return entries[entered_before]


def irregularity_fields(actions: Sequence[Action]) -> dict[str, object]:
    """The field that says what went wrong; none for a hand in which nothing did."""
    entries = print_entries(actions)
    return {FIELD: entries} if entries else {}


def _told(actions: Sequence[Action], stated: object) -> list[Action]:
    if not isinstance(stated, list) or not all(isinstance(entry, str) for entry in stated):
        raise Unreadable(f"the field “{FIELD}” is no list of texts such as “12 p3 dead fouled_hand”")
    try:
        return with_entries(actions, stated)
    except MalformedAction as problem:
        raise Unreadable(f"the field “{FIELD}” can't be read: {problem}") from None
