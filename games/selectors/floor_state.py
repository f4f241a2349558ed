"""The state that the floor board is made from, by version: one cheap query, equal as long as the board would show the
same."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.db import connection

from config.rooms.models import Room
from players.models import ListEntry
from tables.models import PlaySource

_STATE = """
SELECT
  (SELECT json_agg(json_build_array(id, name, position, seats) ORDER BY position, name)::text
     FROM tables_table WHERE room_id = %(room)s AND NOT is_retired),
  (SELECT json_agg(json_build_array(table_id, id, version))::text
     FROM tables_tablesession WHERE room_id = %(room)s AND closed_at IS NULL AND source = %(floor)s),
  (SELECT max(id) FROM tables_plaqueversion WHERE room_id = %(room)s),
  (SELECT json_object_agg(key, names)::text
     FROM (SELECT list.key, count(*) AS names
             FROM players_listentry entry JOIN players_waitinglist list ON list.id = entry.waiting_list_id
            WHERE list.room_id = %(room)s AND entry.state = ANY(%(live)s) GROUP BY list.key) AS lists),
  (SELECT count(*) FROM audit_auditfinding WHERE gone_at IS NULL AND seen_at IS NULL
       AND (room_id IS NULL OR room_id = %(room)s)),
  (SELECT nullif(concat_ws(' ', count(*), sum(alarm.id), sum(alarm.version)), '0')
     FROM tables_sessionalarm alarm JOIN tables_tablesession played ON played.id = alarm.session_id
    WHERE played.room_id = %(room)s AND played.source = %(floor)s
      AND played.closed_at IS NOT NULL AND alarm.cleared_at IS NULL)
"""

TableKey = tuple[str, tuple[int, int] | None]
"""The state that a tile is made from: what all tiles share, and the session of its table with its version."""


@dataclass(frozen=True)
class FloorState:
    """The state of a room's floor. Whatever is read after it is at least as new as what it says."""

    shared: str
    """The state that every tile depends on: the room's settings, its tables, its newest plaque, and the minute."""
    tables: tuple[int, ...]
    """The tables in the floor's order, by id."""
    sessions: Mapping[int, tuple[int, int]]
    """Each open table's session and its version, by table."""
    waiting: Mapping[str, int]
    """The number of names that wait, by the key of the game."""
    closed_alarms: str
    """The number of alarms at tables that were closed, the sum of their ids and of their versions; "" without any."""
    findings: int
    """The number of faults that the audit of the books found that nobody has acknowledged."""

    @cached_property
    def version(self) -> str:
        """A short text that changes whenever the board would show something else."""
        changing = sorted(self.sessions.items()), sorted(self.waiting.items()), self.closed_alarms, self.findings
        return _short((self.shared, *changing))

    def key(self, table: int) -> TableKey:
        """A value that changes whenever the tile of this table would show something else; all but who waits."""
        return self.shared, self.sessions.get(table)


def floor_state(room: Room, at: datetime) -> FloorState:
    """The state of `room` at an instant; one query.

    The minute is part of it, because the board says how long dealers deal and how many hands the last hour had.
    """
    facts: dict[str, Any] = {
        "room": room.pk,
        "floor": PlaySource.FLOOR.value,
        "live": [state.value for state in ListEntry.LIVE],
    }
    with connection.cursor() as cursor:
        cursor.execute(_STATE, facts)
        tables, sessions, posted, waiting, findings, closed_alarms = cursor.fetchone()
    listed = json.loads(tables or "[]")
    settings = (room.pk, room.slug, room.currency_symbol, room.exponent, room.smallest_chip, room.zone.key)
    return FloorState(
        shared=_short((settings, listed, posted, int(at.timestamp() // 60))),
        tables=tuple(table for table, *_ in listed),
        sessions={table: (session, version) for table, session, version in json.loads(sessions or "[]")},
        waiting=json.loads(waiting or "{}"),
        closed_alarms=closed_alarms or "",
        findings=findings,
    )


def _short(shown: object) -> str:
    return sha256(repr(shown).encode()).hexdigest()[:16]
