"""Questions of `audit_books` about ratings and reports: rated again by the rules, and summed again from the hands."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.db.models import Count, Min, Sum

from config.audit.checks import recorded_since, register
from config.days.selectors import locked_until
from config.rooms.models import Room
from rake.models import PlanHour, PlayDay, PlayHour, RakeDay, RakeHour, Rating, ReportDay
from rake.planned import planned_time_of
from rake.play_time import play_time_of
from rake.rollup_models import HandSums, PlaySums
from rake.services import owed_of
from rake.summing import figures_of
from rake.unbuilt import days_to_rebuild
from tables.models import PlaqueVersion, TableSession

_OF_DAY = ("room_id", "gaming_day", "source", "table_id", "game", "plaque_name", "plaque_id")
_LINE = ("source", "table_id", "game", "plaque_name", "plaque_id", "dealer_id", "hour_starts_at")


@register(
    "I-9", "Every rating is what the rules say today of the hand and of the plaque it was played under", is_dear=True
)
def wrong_ratings() -> Iterator[str]:
    """Ratings whose owed amounts, or whose difference to what was taken, the rules don't come to."""
    plaques = PlaqueVersion.objects.in_bulk()
    ratings = Rating.objects.select_related("hand__room").order_by("pk")
    if since := recorded_since.get():
        ratings = ratings.filter(rated_at__gte=since)
    for rating in ratings.iterator(chunk_size=1000):
        hand = rating.hand
        hand.plaque = plaques[hand.plaque_id]
        owed = owed_of(hand)
        if (rating.rake_owed, rating.promo_owed) != (owed.rake, owed.promo):
            yield (
                f"hand {hand.pk} was rated {rating.rake_owed} rake and {rating.promo_owed} promo"
                f" by release {rating.engine_version};"
                f" under plaque {hand.plaque.number} it owes {owed.rake} and {owed.promo}"
            )
        off = (hand.rake_taken - rating.rake_owed, hand.promo_taken - rating.promo_owed)
        if (rating.rake_variance, rating.promo_variance) != off:
            yield (
                f"hand {hand.pk}: the rating says {rating.rake_variance} rake and {rating.promo_variance} promo beyond"
                f" what is owed, the hand took {off[0]} and {off[1]} beyond it"
            )
        if (rating.room_id, rating.gaming_day) != (hand.room_id, hand.gaming_day):
            yield f"hand {hand.pk} was rated on {rating.gaming_day}, it was played on {hand.gaming_day}"


@register("I-18", "Every report is what its hands and ratings sum to")
def wrong_reports() -> Iterator[str]:
    """Lines of a report that its hands don't come to. A day that waits for being built again is asked about then."""
    for room in Room.objects.order_by("pk"):
        waiting = set(days_to_rebuild(room))
        built = ReportDay.objects.filter(room=room).order_by("gaming_day").values_list("gaming_day", "unrated")
        unrated = {day for day, hands in built if hands}
        for day in sorted({day for day, _ in built} - waiting - unrated):
            yield from _wrong_lines(room, day)


@register("I-18", "A table's day is what its hours add up to")
def wrong_days() -> Iterator[str]:
    """Sums of a table's day that the lines of its hours don't come to; only these leave the database."""
    for of_day, of_hour, sums in ((RakeDay, RakeHour, HandSums), (PlayDay, PlayHour, PlaySums)):
        names = [field.name for field in sums._meta.local_fields]
        kept = of_day.objects.order_by().values_list(*_OF_DAY, "hours", "first_hour_at", *names)
        counted = {"n": Count("pk"), "first": Min("hour_starts_at")}
        added = {f"sum_{name}": Sum(name) for name in names}
        due = of_hour.objects.order_by().values_list(*_OF_DAY).annotate(**counted, **added)
        wrong = {line[: len(_OF_DAY)] for line in (*kept.difference(due), *due.difference(kept))}
        for _, day, source, table, game, *_ in sorted(wrong, key=str):
            yield f"the sums of {day} for table {table}, {game}, {source} are not what its hours add up to"


@register("I-18", "The time of a locked day is what its tables, dealers and players come to", is_dear=True)
def wrong_times() -> Iterator[str]:
    """Lines of a locked day's time, in seconds, that its sessions, downs, sittings and absences don't come to."""
    built = ReportDay.objects.filter(source=TableSession.Source.FLOOR)
    if since := recorded_since.get():
        built = built.filter(built_at__gte=since)
    for room in Room.objects.order_by("pk"):
        if last := locked_until(room):
            for stamp in built.filter(room=room, gaming_day__lte=last).order_by("gaming_day"):
                yield from _wrong_times(room, stamp)


@register("I-18", "The plan of a locked day, beside the tables that were open, is what was entered before its hours")
def wrong_plans() -> Iterator[str]:
    """Lines of a locked day's plan, in seconds of tables, that its entries and sessions don't come to."""
    built = ReportDay.objects.filter(source=TableSession.Source.FLOOR)
    if since := recorded_since.get():
        built = built.filter(built_at__gte=since)
    for room in Room.objects.filter(table_plans__isnull=False).distinct().order_by("pk"):
        if last := locked_until(room):
            for stamp in built.filter(room=room, gaming_day__lte=last).order_by("gaming_day"):
                yield from _wrong_plan(room, stamp)


def _wrong_plan(room: Room, stamp: ReportDay) -> Iterator[str]:
    lines = PlanHour.objects.filter(room=room, gaming_day=stamp.gaming_day).values()
    kept: dict[Any, Any] = {_hour_of_plan(row): row for row in lines}
    due: dict[Any, Any] = {_hour_of_plan(row): row for row in planned_time_of(room, stamp.gaming_day, stamp.built_at)}
    for hour in sorted(kept.keys() | due.keys()):
        stands, comes_to = (_seconds(rows.get(hour, {})) for rows in (kept, due))
        if stands != comes_to:
            where = f"the plan of {stamp.gaming_day} for {hour[1]} at {hour[0]:%H:%M} UTC"
            yield f"{where} says {_told(stands)}, not {_told(comes_to)}"


def _hour_of_plan(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return row["hour_starts_at"], row["plaque_name"]


def _told(seconds: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {worth}" for name, worth in seconds.items()) or "nothing"


def _wrong_times(room: Room, stamp: ReportDay) -> Iterator[str]:
    kept: list[Any] = list(PlayHour.objects.filter(room=room, gaming_day=stamp.gaming_day).values())
    due: list[dict[str, Any]] = play_time_of(room, stamp.gaming_day, stamp.built_at)
    yield from _wrong_sums(stamp.gaming_day, *({_line(row): _seconds(row) for row in rows} for rows in (due, kept)))


def _seconds(row: Mapping[str, Any]) -> dict[str, Any]:
    """The seconds of a line, which its records alone say; what they cost follows the room's settings of that time."""
    return {name: worth for name, worth in row.items() if name.endswith("_seconds")}


def _wrong_lines(room: Room, day: date) -> Iterator[str]:
    kept: list[Any] = list(RakeHour.objects.filter(room=room, gaming_day=day).values())
    due: list[dict[str, Any]] = figures_of(room, day)
    if any(row["plaque_id"] is None for row in kept):
        due = list(_by_name_alone(due))
    yield from _wrong_sums(day, {_line(row): row for row in due}, {_line(row): row for row in kept})


def _by_name_alone(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The lines of a day as releases before 0.4 built them: by the plaque's name, whichever plaque and dealer."""
    by_name: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        coarse = row | {"plaque_id": None, "dealer_id": None}
        before = by_name.get(_line(coarse))
        by_name[_line(coarse)] = coarse if before is None else coarse | {
            name: before[name] + row[name] for name in row if name not in _LINE
        }  # fmt: skip
    yield from by_name.values()


def _wrong_sums(
    day: date, due: Mapping[tuple[Any, ...], dict[str, Any]], stands: Mapping[tuple[Any, ...], dict[str, Any]]
) -> Iterator[str]:
    for line in sorted(due.keys() | stands.keys(), key=str):
        _, table, game, _, plaque, dealer, hour = line
        more = "".join(f", {name} {of}" for name, of in (("plaque", plaque), ("dealer", dealer)) if of)
        where = f"the report of {day} for table {table}, {game}{more} at {hour:%H:%M} UTC"
        if line not in due:
            yield f"{where} has a line of nothing that was recorded"
        elif line not in stands:
            yield f"{where} lacks its line"
        else:
            said = (f"{name} {stands[line][name]}, not {worth}" for name, worth in due[line].items()
                    if stands[line][name] != worth)  # fmt: skip
            if wrong := "; ".join(said):
                yield f"{where} says {wrong}"


def _line(figures: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(figures[name] for name in _LINE)
