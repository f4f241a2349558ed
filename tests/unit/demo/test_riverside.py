"""The day before the demo's evening: it is over and locked before the evening begins, at whatever hour that is."""

from datetime import UTC, datetime, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

from config.days.registry import end_of
from config.rooms.models import Room
from demo.evening import LENGTH
from demo.people import STAFF
from demo.places import ROOM
from demo.riverside import day_before, plan
from demo.simulation import cast
from demo.simulation.room import AFTER_THE_LAST
from demo.simulation.script import DAY_START

MINUTE = timedelta(minutes=1)
LATEST = datetime(2027, 12, 31, tzinfo=UTC)


@given(ago=st.timedeltas(timedelta(), timedelta(days=730)))
@example(ago=LATEST - datetime(2026, 11, 20, 10, 59, tzinfo=UTC))  # six falls into the evening
@example(ago=LATEST - datetime(2026, 11, 20, 12, 20, tzinfo=UTC))  # it begins ten minutes after six
@example(ago=LATEST - datetime(2026, 11, 20, 13, 9, tzinfo=UTC))  # the evening begins an hour after six, less a minute
@example(ago=LATEST - datetime(2026, 11, 20, 13, 10, tzinfo=UTC))
@example(ago=LATEST - datetime(2026, 11, 2, 1, 30, tzinfo=UTC))  # the day before has 25 hours
@example(ago=LATEST - datetime(2026, 3, 9, 1, 30, tzinfo=UTC))  # and 23
def test_the_day_before_is_locked_before_the_evening_begins(ago: timedelta) -> None:
    now = LATEST - ago
    began = now - LENGTH
    script = day_before(began, now)
    room = Room(**ROOM | {"gaming_day_start": script.day_start})
    assert room.gaming_day(began) == room.gaming_day(now) == script.first_day + timedelta(days=1)
    opens, ends = script.opens(0), end_of(room, script.first_day)
    assert room.gaming_day(opens) == script.first_day
    assert (opens + timedelta(hours=script.hours) + AFTER_THE_LAST).astimezone(UTC) <= ends - 30 * MINUTE
    assert ends + 30 * MINUTE <= ends + script.locked_after <= began - 15 * MINUTE


def test_the_demo_has_everybody_whom_a_simulated_day_calls() -> None:
    called = {(worker.name, worker.role) for worker in plan(DAY_START).staff}
    assert set(cast.STAFF) <= called == {(username, role) for username, _, _, role in STAFF}
