"""Hands as they are stated: the table before the first card, posts and actions whose pN is the player in seat N."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, cast

from rules.book.scenarios.situation import Situation, amount, seat
from rules.house.plaque import Plaque
from rules.play.actions import Action, MalformedAction
from rules.play.incident_lines import parse_line
from rules.table.seats import Seat
from rules.table.setup import PostKind, Setup

PostBySeat: TypeAlias = tuple[PostKind, Seat, int]
"""A post: its kind, the seat, the amount in minor units."""


def read_posts(stated: Iterable[str]) -> list[PostBySeat]:
    """The posts of lines as "p3 sb 2.50"."""
    words = (line.split() for line in stated)
    return [(cast("PostKind", kind), seat(who), amount(posted)) for who, kind, posted in words]


def set_up(situation: Situation, plaque: Plaque, stacks: Mapping[Seat, int], extra: Sequence[PostBySeat] = ()) -> Setup:
    """The hand that a table with this plaque is about to play: the last seat has the button where nobody says."""
    given = situation.given
    return Setup.from_table(
        plaque,
        situation.house,
        given.get("button", max(stacks)),
        stacks,
        straddle_seat=given.get("straddle"),
        extra=extra,
        killer=given.get("killer"),
    )


def read_action(line: str, setup: Setup) -> Action:
    """The action or incident of a line of a hand file. Raises MalformedAction for what is none."""
    action = parse_line(line, amount)
    if action is None:
        raise MalformedAction(f"“{line}” is no action.")
    # the line says a seat where a hand file would say a position
    return action._replace(position=setup.position(Seat(action.position))) if action.position else action
