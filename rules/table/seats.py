"""The two numbers that a player at the table goes by, as types that the checker keeps apart."""

from __future__ import annotations

from typing import Final, NewType

Seat = NewType("Seat", int)
"""A chair at the table, numbered clockwise from 1: what people call a player by."""

Position = NewType("Position", int)
"""A place in the order of play, counted from 1 at the left of the button: what hand files call a player by.

In lists of players the engine counts from 0: `position - 1`.
"""

NO_SEAT: Final[Seat] = Seat(0)
"""Stands where a seat is asked for and it is nobody's, as of a kill that no post names."""

DEALER: Final[Position] = Position(0)
"""Stands in an action for the dealer, who has no place in the order of play."""
