"""The verbs of players and seats. Keyword-only, atomic, `by` and `at` passed in; refusals are DomainErrors."""

from players.services.imports import state_stacks
from players.services.people import (
    Identity,
    bar_player,
    edit_player,
    find_guests,
    lift_ban,
    register_player,
)
from players.services.seating import add_on, leave_seat, move_player, seat_player, take_incidental

__all__ = [
    "Identity",
    "add_on",
    "bar_player",
    "edit_player",
    "find_guests",
    "leave_seat",
    "lift_ban",
    "move_player",
    "register_player",
    "seat_player",
    "state_stacks",
    "take_incidental",
]
