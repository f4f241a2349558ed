"""The first questions about everybody who sits at a table, asked of the database in one statement with the seats.

Every quick hand, page and poll asks them. They are written in SQL because putting the same conditions together from
their parts, anew each time, took longer than the database takes to answer, and half of the time of a quick hand. Each
is about the row of "players_sitting" that is read; of its session only hands count that were played out
(`games.models.PLAYED`).
"""

from typing import Final

from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

_CAME = "coalesce(players_sitting.joined_at, players_sitting.seated_at)"
_PLAYED = """select hand.id from games_hand hand
    where hand.session_id = players_sitting.session_id and hand.void_cause = '' and not hand.is_void
        and not exists (select from games_hand later where later.supersedes_id = hand.id)
        and """
_WAS_IN = """exists (
    select from games_handseat seat where seat.hand_id = hand.id and seat.player_id = players_sitting.player_id
)"""
_OF_THE_FLOOR = "not players_sitting.is_import"

WAS_AWAY: Final = """exists (
    select from players_absence absence join players_sitting earlier on earlier.id = absence.sitting_id
    where earlier.session_id = players_sitting.session_id and earlier.player_id = players_sitting.player_id
)"""
"""Whether the player was away from this table at any time."""

IS_NEW: Final = f"""{_OF_THE_FLOOR}
    and exists ({_PLAYED} hand.started_at < {_CAME})
    and not exists ({_PLAYED} hand.started_at >= {_CAME} and (hand.tier = 'tick' or {_WAS_IN}))
    and not exists (
        select from players_sitting moved
        where moved.player_id = players_sitting.player_id and moved.left_at = {_CAME}
    )"""
"""Whether the player joined a game that was going and hasn't played a hand of it yet. Who was moved from another game
of the house is not new (WSOP 83-99)."""

LEFT_OUT: Final = f"""{_OF_THE_FLOOR}
    and exists (
        {_PLAYED} hand.started_at >= {_CAME} and not {_WAS_IN}
        and hand.id = ({_PLAYED} hand.tier = 'full' order by hand.number desc limit 1)
    )"""
"""Whether the player was there and was left out of the last full hand."""


def answer(question: str) -> RawSQL:
    """The question as a column of a query of sittings."""
    return RawSQL(question, (), output_field=BooleanField())  # noqa: S611 - the questions are those of this file
