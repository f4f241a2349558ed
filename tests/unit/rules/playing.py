"""Hands written the way a hand history writes them, for tests of single rules."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from rules.house.house import HOUSES
from rules.house.plaque import Plaque
from rules.play.actions import Action
from rules.play.hand import Hand
from rules.play.incident_lines import parse_line
from rules.table.setup import Setup
from rules.text.amounts import minor
from rules.text.violation import Refused, Violation

read = partial(parse_line, amount=minor)


def table(plaque: Plaque, stacks: Sequence[int], *, house: str = "live", **answers: Any) -> Hand:
    """A hand at seats 1, 2, 3 …, the button in the last of them; stacks are minor units by seat."""
    rules = HOUSES[house].with_answers(**answers)
    return Hand(Setup.from_table(plaque, rules, len(stacks), dict(enumerate(stacks, 1))))


def play(hand: Hand, *lines: str) -> Hand:
    """The hand after these lines; several actions may stand in one, parted by commas."""
    for line in ", ".join(lines).split(", "):
        hand.apply(_action(line))
    return hand


def refused(hand: Hand, line: str) -> Violation:
    """Why the line is refused, which it must be."""
    with pytest.raises(Refused) as caught:
        hand.apply(_action(line))
    return caught.value.violation


def _action(line: str) -> Action:
    action = read(line)
    assert action is not None
    return action
