"""The demo room as it is planned, and the day before its evening, which is played as every simulated day is."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from config.rooms.models import Clock
from demo.dealers import DEALERS, OFF
from demo.people import PLAYERS, STAFF
from demo.places import LIMIT_SECTION, NO_LIMIT_SECTION, PLAQUES, ROOM, UNPOSTED
from demo.simulation.cast import Papers
from demo.simulation.plan import Plan, PlannedPerson, PlannedTable
from demo.simulation.script import LOCKED_AFTER, Script

SEED, ERRORS, HOURS = 2004, 0.05, 8
GAMES = ("Table 1", "Table 2", "Table 4")
"""Tables whose games are played on the day before: no-limit, one that is charged for time, and one with a kill."""
_ZONE = ZoneInfo(str(ROOM["time_zone"]))
SIX, NOON = Clock(_ZONE, time(6)), Clock(_ZONE, time(12))
QUIET = timedelta(hours=1)
"""The least time from the beginning of the gaming day to the evening: the day before is locked within it."""


def day_before(began: datetime, now: datetime) -> Script:
    """The day before the gaming day of an evening that began then and is looked at `now`."""
    clock = clock_of(began, now)
    day = clock.gaming_day(began)
    return Script(
        days=1,
        tables=len(PLAQUES),
        seed=SEED,
        errors=ERRORS,
        first_day=day - timedelta(days=1),
        hours=HOURS,
        slug=str(ROOM["slug"]),
        day_start=clock.gaming_day_start,
        locked_after=min(LOCKED_AFTER, began - clock.start_of(day) - QUIET / 4),
    )


def clock_of(began: datetime, now: datetime) -> Clock:
    """The clock by which a gaming day starts at six in the morning, as card rooms have it; at noon where six falls into
    the evening that is being made, or less than an hour before it."""
    day = SIX.gaming_day(began)
    return SIX if day == SIX.gaming_day(now) and began - SIX.start_of(day) >= QUIET else NOON


def plan(day_start: time) -> Plan:
    """The room with all its people; those who play are those of the evening."""
    return Plan(
        settings=ROOM | {"gaming_day_start": day_start},
        staff=[PlannedPerson(username, role, username, name, badge) for username, badge, name, role in STAFF],
        tables=[PlannedTable(name, PLAQUES.get(name), _section(name)) for name in sorted((*PLAQUES, UNPOSTED))],
        dealers={badge: name for name, badge in (*DEALERS, OFF)},
        players=[
            Papers(display, legal, born, f"DL-{display.upper()}-{born:%y%m%d}") for display, legal, born in PLAYERS
        ],
        games=GAMES,
        chips=60_000_00,
        cash=25_000_00,
    )


def _section(name: str) -> str:
    is_front = name in PLAQUES and PLAQUES[name].structure in ("no_limit", "pot_limit")
    return NO_LIMIT_SECTION if is_front else LIMIT_SECTION
