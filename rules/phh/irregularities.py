"""The field of a hand file that says what went wrong in the hand, and the actions of a file with it among them.

- `_irregularities` = ["12 p3 dead fouled_hand", "14 stands wrong_bet_size"]: what happened beside the `actions`, each
  entry with the number of actions before it; `stands` speaks of the action that follows (`incident_lines`)
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.phh.values import PhhHand, Unreadable
from rules.play.actions import INCIDENTS, Action, MalformedAction
from rules.play.incident_lines import print_entries, with_entries

FIELD: Final = "_irregularities"


def actions_of(hand: PhhHand) -> Iterator[Action]:
    """The actions of a file without its comments, what went wrong among them. Raises Unreadable for a field that can't
    be read."""
    return (action for _, action in numbered_actions(hand))


def numbered_actions(hand: PhhHand) -> Iterable[tuple[int, Action]]:
    """Each action with the index of its entry in the file; an incident has that of the entry that it follows."""
    entries = [(index, action) for index, (action, _) in enumerate(hand.actions) if action]
    if FIELD not in hand.extras:
        return entries
    return _numbered([index for index, _ in entries], _told([action for _, action in entries], hand.extras[FIELD]))


def irregularity_fields(actions: Sequence[Action]) -> dict[str, object]:
    """The field that says what went wrong; none for a hand in which nothing did."""
    entries = print_entries(actions)
    return {FIELD: entries} if entries else {}


def _numbered(indexes: Sequence[int], actions: Sequence[Action]) -> Iterator[tuple[int, Action]]:
    before, at = 0, 0
    for action in actions:
        if action.verb not in INCIDENTS:
            at = indexes[before]
            before += 1
        yield at, action


def _told(actions: Sequence[Action], stated: object) -> list[Action]:
    if not isinstance(stated, list) or not all(isinstance(entry, str) for entry in stated):
        raise Unreadable(f"the field “{FIELD}” is no list of texts such as “12 p3 dead fouled_hand”")
    try:
        return with_entries(actions, stated)
    except MalformedAction as problem:
        raise Unreadable(f"the field “{FIELD}” can't be read: {problem}") from None
