"""The demo room as it is planned, and the day before its evening, which is played as every simulated day is."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from demo.dealers import DEALERS, OFF
from demo.people import PLAYERS, STAFF
from demo.places import LIMIT_SECTION, NO_LIMIT_SECTION, PLAQUES, ROOM, UNPOSTED
from demo.simulation.cast import Papers
from demo.simulation.plan import Plan, PlannedPerson, PlannedTable
from demo.simulation.script import LOCKED_AFTER, Script

SEED, ERRORS, HOURS = 2004, 0.05, 8
GAMES = ("Table 1", "Table 2", "Table 4")
"""Tables whose games are played on the day before: no-limit, one that is charged for time, and one with a kill."""
ZONE = ZoneInfo(str(ROOM["time_zone"]))
SIX, NOON = time(6), time(12)
QUIET = timedelta(hours=1)
"""The least time from the beginning of the gaming day to the evening: the day before is locked within it."""


def day_before(began: datetime, now: datetime) -> Script:
    """The day before the gaming day of an evening that began then and is looked at `now`."""
    day_start = start_of_day(began, now)
    begins = _begins(began, day_start)
    locked_after = min(LOCKED_AFTER, (began - begins) - QUIET / 4)
    return Script(
        days=1,
        tables=len(PLAQUES),
        seed=SEED,
        errors=ERRORS,
        first_day=begins.date() - timedelta(days=1),
        hours=HOURS,
        slug=str(ROOM["slug"]),
        day_start=day_start,
        locked_after=locked_after,
    )


def start_of_day(began: datetime, now: datetime) -> time:
    """Six in the morning, as card rooms have it; noon where six falls into the evening that is being made, or less than
    an hour before it."""
    return SIX if _begins(began, SIX) == _begins(now, SIX) and began - _begins(began, SIX) >= QUIET else NOON


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


def _begins(at: datetime, day_start: time) -> datetime:
    """The instant at which the gaming day of `at` began."""
    local = at.astimezone(ZONE)
    day = local.date() - timedelta(days=local.time() < day_start)
    return datetime.combine(day, day_start, ZONE)


def _section(name: str) -> str:
    is_front = name in PLAQUES and PLAQUES[name].structure in ("no_limit", "pot_limit")
    return NO_LIMIT_SECTION if is_front else LIMIT_SECTION
