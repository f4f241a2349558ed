"""Write what an event tells, in the transaction of the event: nothing is sent that didn't happen, and nobody who
records money waits for whoever is told of it.
"""

import json
import logging
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models import Model

from config.hooks.events import EventKind
from config.jobs import broker
from config.rooms.models import Room

log = logging.getLogger(__name__)
SENDER = "hooks.send_due"
"""The task that sends what is due."""


def tell(kind: EventKind, row: Model, *, room: Room, at: datetime) -> UUID | None:
    """Write a delivery of this event for each address of the room that asks for its kind, paused ones among them;
    returns the event's id, or None where no address does. One statement, and none where the room, as the caller has it,
    asks for no such kind; the caller is in the event's transaction.

    A worker is asked for when that commits; with a broker that is away the sweep sends it.
    """
    if kind.code not in room.told_events:
        return None
    event = uuid4()
    facts: dict[str, Any] = {
        "event": event, "kind": kind.code, "kinds": json.dumps([kind.code]), "room": room.pk, "at": at,
        "body": _body(event, kind, row, room, at),
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_TELL, facts)
        if not cursor.rowcount:
            return None
    transaction.on_commit(ask_for_worker, robust=True)
    return event


def ask_for_worker() -> None:
    """Ask for what is due to be sent now; a line in the log where the broker is away."""
    try:
        broker.publish(SENDER, {})
    except broker.BrokerAwayError as error:
        log.warning("events wait for the broker: %s", error)


def _body(event: UUID, kind: EventKind, row: Any, room: Room, at: datetime) -> str:
    """The text that is told of a row: ids and codes alone."""
    facts = {
        "id": str(event),
        "kind": kind.code,
        "room": room.slug,
        "at": at.isoformat(),
        "about": dict(kind.about(row)),
        "read": kind.place(row),
    }
    return json.dumps(facts, separators=(",", ":"), sort_keys=True)


_TELL = """
insert into hooks_hookdelivery (hook_id, event_id, kind, body, state, tries, happened_at, due_at, answer)
select id, %(event)s, %(kind)s, %(body)s, 'waiting', 0, %(at)s, %(at)s, ''
from hooks_hook where room_id = %(room)s and ended_at is null and events @> %(kinds)s::jsonb
order by id
"""
