"""A call of each service of rake assurance that takes a key, for whoever tries what a retry does."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from rake.assurance.services import ask_for_reading, close_flag
from rake.models import AssuranceFlag, AssuranceReading
from tables.models import Table
from tests.support.desk import open_desk
from tests.support.dispute import DisputeTable

Sample = tuple[Callable[..., Any], Mapping[str, Any], Mapping[str, Any]]


def _asked(at: DisputeTable) -> Sample:
    return ask_for_reading, {"room": at.table.desk.room}, {"room": open_desk().room}


def _closed(at: DisputeTable) -> Sample:
    flag = a_flag(at.table.session.table, at.table.desk.at())
    return close_flag, {"flag": flag, "reason": "seen on the recordings"}, {"reason": "nothing was found"}


def a_flag(table: Table, at: datetime) -> AssuranceFlag:
    """A flag of a table, as a reading opens one that found its boxes lacking."""
    reading = AssuranceReading.objects.create(room=table.room, found={"signals": []}, read_at=at)
    facts = {"signal": "box", "evidence": 12_000, "goal": 9_000, "opened_at": at}
    return AssuranceFlag.objects.create(room=table.room, table=table, reading=reading, **facts)


SAMPLES: dict[str, Callable[[DisputeTable], Sample]] = {"ask_for_reading": _asked, "close_flag": _closed}
