"""The parts that a period is split into: tables, games, dealers, hours, days. One line of a sheet is one part."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from config.clocks import comes_twice
from config.rooms.models import Room
from rake.figures.periods import Shifts, shifts_of, week_start
from rules.house.variants import SHEETS
from tables.models import Dealer, PlaqueVersion, Table


class By(StrEnum):
    """The ways in which a period is split."""

    WHOLE = "whole"
    TABLE = "table"
    SECTION = "section"
    GAME = "game"
    LIMIT = "limit"
    PLAQUE = "plaque"
    DEALER = "dealer"
    SHIFT = "shift"
    HOUR = "hour"
    WEEKDAY = "weekday"
    WEEKDAY_HOUR = "weekday-hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


NAMES: Mapping[By, str] = {
    By.WHOLE: "In all",
    By.TABLE: "Table",
    By.SECTION: "Section",
    By.GAME: "Game",
    By.LIMIT: "Game and limit",
    By.PLAQUE: "Plaque",
    By.DEALER: "Dealer",
    By.SHIFT: "Shift",
    By.HOUR: "Hour",
    By.WEEKDAY: "Weekday",
    By.WEEKDAY_HOUR: "Weekday and hour",
    By.DAY: "Day",
    By.WEEK: "Week",
    By.MONTH: "Month",
}

FIELDS: Mapping[By, tuple[str, ...]] = {
    By.WHOLE: (),
    By.TABLE: ("table_id",),
    By.SECTION: ("table_id",),
    By.GAME: ("game",),
    By.LIMIT: ("plaque_name",),
    By.PLAQUE: ("plaque_id",),
    By.DEALER: ("dealt_by",),
    By.SHIFT: ("hour",),
    By.HOUR: ("hour",),
    By.WEEKDAY: ("gaming_day",),
    By.WEEKDAY_HOUR: ("gaming_day", "hour"),
    By.DAY: ("gaming_day",),
    By.WEEK: ("gaming_day",),
    By.MONTH: ("gaming_day",),
}
"""Columns of a row that tell its part: `hour` is the instant at which the hour of the clock began, `dealt_by` the id of
the dealer."""

OF_TIME = (By.SHIFT, By.HOUR, By.WEEKDAY, By.WEEKDAY_HOUR, By.DAY, By.WEEK, By.MONTH)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its key in addresses, its name, where it stands among the others, and the day or hour that it is."""

    key: str
    name: str
    place: tuple[Any, ...]
    day: date | None = None


WHOLE = Part("", "In all", ())


class Splitter:
    """Tells the part that a row lies in, and names it; reads names once, when they are asked for."""

    def __init__(self, room: Room, by: By) -> None:
        self._room, self._by = room, by
        self._shifts: Shifts = shifts_of(room)

    def key(self, row: Mapping[str, Any]) -> Any:
        """The key that the rows of one part share; `row` has the fields that `FIELDS` asks for."""
        return _KEYS[self._by](self, *(row[name] for name in FIELDS[self._by]))

    def parts(self, keys: Iterable[Any]) -> dict[Any, Part]:
        """The parts of these keys, named; one query where names are rows."""
        return _NAMED[self._by](self, list(keys))

    # the keys, by what they are made of

    @cached_property
    def sections(self) -> dict[int, str]:
        """The section that each table of the room stands in now; one query."""
        return dict(Table.objects.filter(room=self._room).values_list("pk", "section"))

    def local(self, hour: datetime) -> datetime:
        """The hour on the room's clock."""
        return hour.astimezone(self._room.zone)

    def shift(self, hour: datetime) -> int:
        """The number of the shift that the hour lies in."""
        return self._shifts.number_at(self.local(hour))

    def hour(self, hour: datetime) -> tuple[int, int, str]:
        """The hour of the clock in the order of the gaming day; one that comes twice in autumn is two."""
        local = self.local(hour)
        after = (local.hour - self._room.gaming_day_start.hour) % 24
        zone = f" {local:%Z}" if comes_twice(local) else ""
        return after, local.fold, f"{local:%H:%M}{zone}"

    # the parts, named

    def named_whole(self, keys: list[Any]) -> dict[Any, Part]:
        """The one part there is."""
        return dict.fromkeys(keys, WHOLE)

    def named_tables(self, keys: list[int]) -> dict[Any, Part]:
        """Tables in the floor's order."""
        found = Table.objects.filter(room=self._room, pk__in=keys).values_list("pk", "name", "position")
        return {key: Part(str(key), name, (position, name)) for key, name, position in found}

    def named_sections(self, keys: list[str]) -> dict[Any, Part]:
        """Sections by name; the tables that stand in none come last."""
        return {key: Part(f"in {key}" if key else "none", key or "in no section", (not key, key)) for key in keys}

    def named_games(self, keys: list[str]) -> dict[Any, Part]:
        """Games by the engine's names."""
        names = {key: SHEETS[key].name if key in SHEETS else key for key in keys}
        return {key: Part(key, name, (name,)) for key, name in names.items()}

    def named_limits(self, keys: list[str]) -> dict[Any, Part]:
        """Games at their limits, as plaques name them."""
        return {key: Part(key, key, (key,)) for key in keys}

    def named_plaques(self, keys: list[int | None]) -> dict[Any, Part]:
        """Plaques by table and number."""
        found = PlaqueVersion.objects.filter(room=self._room).select_related("table").in_bulk([k for k in keys if k])
        named = {key: Part("0", "plaque not known", (999,)) for key in keys if key is None}
        for key, row in found.items():
            name = f"{row.table.name}: {row.short_name}, plaque {row.number}"
            named[key] = Part(str(key), name, (row.table.position, row.table.name, row.number))
        return named

    def named_dealers(self, keys: list[int | None]) -> dict[Any, Part]:
        """Dealers by name; what nobody was put down for comes last."""
        found = Dealer.objects.filter(room=self._room).in_bulk([key for key in keys if key])
        named = {key: Part("0", "nobody put down", (1, "")) for key in keys if key is None}
        for key, row in found.items():
            named[key] = Part(str(key), f"{row.display_name} ({row.badge_number})", (0, row.display_name, key))
        return named

    def named_shifts(self, keys: list[int]) -> dict[Any, Part]:
        """Shifts in the order of the gaming day."""
        return {key: Part(str(key), self._shifts.name(key), (key,)) for key in keys}

    def named_hours(self, keys: list[tuple[int, int, str]]) -> dict[Any, Part]:
        """Hours of the clock in the order of the gaming day."""
        return {key: Part(key[2], key[2], key) for key in keys}

    def named_weekdays(self, keys: list[int]) -> dict[Any, Part]:
        """Weekdays from the one on which the room's weeks start."""
        return {key: Part(str(key), WEEKDAYS[key], (self._in_week(key),)) for key in keys}

    def named_weekday_hours(self, keys: list[tuple[int, tuple[int, int, str]]]) -> dict[Any, Part]:
        """Hours of weekdays."""
        return {
            (day, hour): Part(f"{day}-{hour[2]}", f"{WEEKDAYS[day]} {hour[2]}", (self._in_week(day), hour))
            for day, hour in keys
        }

    def _in_week(self, weekday: int) -> int:
        """The place of a weekday in the room's week, from 0."""
        return (weekday - self._room.week_starts) % 7

    def week(self, day: date) -> date:
        """The first day of the week that the day lies in."""
        return week_start(day, self._room.week_starts)

    def named_days(self, keys: list[date]) -> dict[Any, Part]:
        """Gaming days."""
        return {key: Part(key.isoformat(), f"{key:%a} {key.day} {key:%b %Y}", (key,), key) for key in keys}

    def named_weeks(self, keys: list[date]) -> dict[Any, Part]:
        """Weeks by their first day."""
        return {key: Part(key.isoformat(), f"week of {key.day} {key:%b %Y}", (key,), key) for key in keys}

    def named_months(self, keys: list[date]) -> dict[Any, Part]:
        """Calendar months."""
        return {key: Part(key.isoformat(), f"{key:%B %Y}", (key,), key) for key in keys}


_Key = Callable[..., Any]
_KEYS: Mapping[By, _Key] = {
    By.WHOLE: lambda split: (),
    By.TABLE: lambda split, table: table,
    By.SECTION: lambda split, table: split.sections.get(table, ""),
    By.GAME: lambda split, game: game,
    By.LIMIT: lambda split, name: name,
    By.PLAQUE: lambda split, plaque: plaque,
    By.DEALER: lambda split, dealer: dealer,
    By.SHIFT: lambda split, hour: split.shift(hour),
    By.HOUR: lambda split, hour: split.hour(hour),
    By.WEEKDAY: lambda split, day: day.weekday(),
    By.WEEKDAY_HOUR: lambda split, day, hour: (day.weekday(), split.hour(hour)),
    By.DAY: lambda split, day: day,
    By.WEEK: lambda split, day: split.week(day),
    By.MONTH: lambda split, day: day.replace(day=1),
}
_NAMED: Mapping[By, Callable[[Splitter, list[Any]], dict[Any, Part]]] = {
    By.WHOLE: Splitter.named_whole,
    By.TABLE: Splitter.named_tables,
    By.SECTION: Splitter.named_sections,
    By.GAME: Splitter.named_games,
    By.LIMIT: Splitter.named_limits,
    By.PLAQUE: Splitter.named_plaques,
    By.DEALER: Splitter.named_dealers,
    By.SHIFT: Splitter.named_shifts,
    By.HOUR: Splitter.named_hours,
    By.WEEKDAY: Splitter.named_weekdays,
    By.WEEKDAY_HOUR: Splitter.named_weekday_hours,
    By.DAY: Splitter.named_days,
    By.WEEK: Splitter.named_weeks,
    By.MONTH: Splitter.named_months,
}
