"""The statement that reads a day's cash goes from slip to transfer, whatever the database believes of its tables.

A room's first days have no statistics yet, and a database that is busy gathers none: it took every transfer of the room
and looked each up among all slips of the day, seconds for a sale of a room's second day.
"""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.db import connection

from cage.selectors.currency import _MOVES

pytestmark = pytest.mark.django_db


def _parts(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from _parts(part)


@pytest.mark.parametrize("records", [None, [1, 2]])
def test_slips_are_read_once_and_lead_to_their_transfers(records: list[int] | None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("explain (format json) " + _MOVES, {"room": 1, "day": date(2026, 3, 2), "records": records})
        (told,) = cursor.fetchone()
    (plan,) = json.loads(told) if isinstance(told, str) else told
    parts = list(_parts(plan["Plan"]))
    assert sum(part["Node Type"] == "CTE Scan" for part in parts) == 1
    of_slips = [part for part in parts if part.get("Alias") == "players_transfer"]
    assert of_slips
    asked = [str([part.get(name) for name in ("Index Cond", "Recheck Cond", "Filter")]) for part in of_slips]
    assert all("p.request_key" in each for each in asked), "each slip leads to its transfers"
