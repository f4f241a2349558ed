"""Incidents and actions that stand as lines of text, beside those of the PHH standard.

    p3 dead fouled_hand · p3 clock · p3 showall AhKd · p3 card exposed_card Ah · d card boxed_card Ah
    d void wrong_seat · p3 cbr 7 stands wrong_bet_size · d db Ah7d2c stands round_not_complete

A hand file keeps them in its own field `_irregularities` (docs/HAND-FILES.md), each with the number of `actions` before
it; one that stands is `14 stands wrong_bet_size`, and is the action that follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rules.cards.card import CardError, parse_cards, print_cards
from rules.play.actions import INCIDENTS, Action, MalformedAction, parse_action, print_action, show_all
from rules.table.seats import Position

_CODE: Final = "[a-z][a-z_]{1,40}"
_STANDS: Final = re.compile(rf"(?P<line>.+) stands (?P<why>{_CODE})")
_WHO: Final = r"(?P<who>d|p[1-9][0-9]?)"
_CARDS: Final = r"(?: (?P<cards>[0-9A-Za-z?]{2,16}))?"
_INCIDENTS: Final = (
    (re.compile(rf"(?P<who>p[1-9][0-9]?) dead (?P<why>{_CODE})"), "dead"),
    (re.compile(r"(?P<who>p[1-9][0-9]?) clock"), "clock"),
    (re.compile(rf"(?P<who>p[1-9][0-9]?) showall{_CARDS}"), "showall"),
    (re.compile(rf"{_WHO} card (?P<why>{_CODE}){_CARDS}"), "card"),
    (re.compile(rf"(?P<who>d) void (?P<why>{_CODE})"), "void"),
)
_ENTRY: Final = re.compile(r"(?P<before>0|[1-9][0-9]{0,4}) (?P<words>.{1,80})")
_THAT_STANDS: Final = re.compile(rf"stands (?P<why>{_CODE})")


def print_line(action: Action, amount: Callable[[int], str]) -> str:
    """The line of an action or an incident; `amount` writes minor units as it should show them."""
    if action.verb in INCIDENTS:
        return _print_incident(action)
    line = print_action(action, amount)
    return f"{line} stands {action.why}" if action.why else line


def parse_line(text: str, amount: Callable[[str], int]) -> Action | None:
    """The action or incident that a line writes; None for an empty one. Raises MalformedAction."""
    line = text.partition("#")[0].strip()
    if incident := _parse_incident(line):
        return incident
    stands = _STANDS.fullmatch(line)
    action = parse_action(stands["line"] if stands else line, amount)
    return action._replace(why=stands["why"]) if action and stands else action


def print_entries(actions: Sequence[Action]) -> list[str]:
    """The entries of `_irregularities` for these actions; empty for a hand in which nothing went wrong."""
    return list(_entries(actions))


def with_entries(actions: Sequence[Action], entries: Sequence[str]) -> list[Action]:
    """The actions of a file with what its `_irregularities` say, in order. Raises MalformedAction."""
    told = [_read_entry(entry) for entry in entries]
    stands = {before: why for before, _, why in told if why}
    if any(before > len(actions) - bool(why) for before, _, why in told):
        raise MalformedAction("it counts more actions than there are")
    merged: list[Action] = []
    for index in range(len(actions) + 1):
        merged += [incident for before, incident, _ in told if incident and before == index]
        if index < len(actions):
            merged.append(actions[index]._replace(why=stands[index]) if index in stands else actions[index])
    return merged


def _print_incident(action: Action) -> str:
    who = f"p{action.position}" if action.position else "d"
    why = "" if action.verb in ("clock", "showall") else action.why
    return " ".join(filter(None, [who, action.verb, why, print_cards(action.cards)]))


def _parse_incident(line: str) -> Action | None:
    for pattern, verb in _INCIDENTS:
        if found := pattern.fullmatch(line):
            said = found.groupdict()
            position = 0 if said["who"] == "d" else int(said["who"][1:])
            why = said.get("why") or {"clock": "clock", "showall": show_all(Position(1)).why}[verb]
            return Action(verb, position, 0, _read_cards(line, said.get("cards") or ""), why)  # type: ignore[arg-type]  # a verb
    return None


def _read_cards(line: str, text: str) -> tuple[int, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise MalformedAction(f"“{line}” is no action: {error}") from error


def _entries(actions: Sequence[Action]) -> Iterator[str]:
    before = 0
    for action in actions:
        if action.verb in INCIDENTS:
            yield f"{before} {_print_incident(action)}"
            continue
        if action.why:
            yield f"{before} stands {action.why}"
        before += 1


def _read_entry(entry: str) -> tuple[int, Action | None, str]:
    """The number of actions before it, and the incident, or why the action that follows stands."""
    found = _ENTRY.fullmatch(entry)
    if found is None:
        raise MalformedAction(f"“{entry[:40]}” is no entry such as “12 p3 dead fouled_hand”")
    if stands := _THAT_STANDS.fullmatch(found["words"]):
        return int(found["before"]), None, stands["why"]
    incident = _parse_incident(found["words"])
    if incident is None:
        raise MalformedAction(f"“{entry[:40]}” is no entry such as “12 p3 dead fouled_hand”")
    return int(found["before"]), incident, ""
