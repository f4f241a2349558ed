"""Figures computed a second time, plainly: from the records themselves, hand by hand and minute by minute."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from cage.models import BoxPull
from disputes.models import Dispute
from games.models import Hand
from players.models import CompEntry, ListEntry, TimeCharge
from rake.figures.definitions import FIGURES
from rake.figures.measures import MEASURES, Source
from rake.figures.parts import By
from rake.figures.periods import Kind, Period
from rake.figures.scopes import Scope
from rake.figures.sheets import sheet, splits
from rake.figures.units import PER_ONE
from rules.house.variants import SHEETS
from tables.models import Down, TablePlan, TableSession
from tests.support.desk import Desk

Sums = dict[str, int]
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


Record = tuple[dict[str, Any], Sums]


def held_to_records(desk: Desk, periods: Sequence[Period]) -> int:
    """Hold every figure by each split that it has, in each period, against its records; returns how many values were
    compared."""
    plain: dict[tuple[int, By, Source], dict[str, Sums]] = {}
    records = plain_records(desk)
    compared = 0
    for number, period in enumerate(periods):
        for figure in FIGURES.values():
            for by in splits(figure):
                read = sheet(Scope(desk.room, period, desk.now), [figure], by)
                due: dict[str, Sums] = {}
                for source in figure.sources:
                    if (number, by, source) not in plain:
                        plain[number, by, source] = plain_sums(desk, records[source], period, by, source)
                    for name, sums in plain[number, by, source].items():
                        due.setdefault(name, {}).update(sums)
                if period.kind == Kind.SHIFT and By.SHIFT not in splits(figure):
                    assert {row.values[0] for row in read.rows} <= {None}
                    continue
                zeros = dict.fromkeys((measure.code for measure in figure.measures), 0)
                wanted = {name: _value(figure.code, zeros | _known(sums)) for name, sums in due.items()}
                found = {row.part.name: row.values[0] for row in read.rows}
                assert found == wanted, (figure.code, by, period)
                compared += len(wanted)
    return compared


def _known(sums: Sums) -> dict[str, int | None]:
    """The sums without those of boxes that nobody has counted: nothing is known of them, unlike of an empty box."""
    waits = {f"{kind}_counted" for kind in ("rake", "promo", "time") if sums.get(f"{kind}_waiting")}
    waits |= {"drop_over", "drop_under"} if sums.get("boxes_waiting") and not sums["boxes_counted"] else set()
    return {code: None if code in waits and not value else value for code, value in sums.items()}


def _value(code: str, sums: Mapping[str, int | None]) -> int | None:
    """The figure by its formula, in floating point: to a part in a million what the exact value is."""
    figure = FIGURES[code]
    exact = figure.formula.worth(sums)
    return None if exact is None else round(exact * PER_ONE[figure.unit])


def plain_records(desk: Desk) -> dict[Source, list[Record]]:
    """The records of every source: what each is told apart by, and what it adds to which measure."""
    return {source: list(records(desk)) for source, records in _RECORDS.items()}


def plain_sums(desk: Desk, records: list[Record], period: Period, by: By, source: Source) -> dict[str, Sums]:
    """The sums of a source's measures by the name of each part that has any record in the period."""
    found: dict[str, Sums] = defaultdict(lambda: dict.fromkeys(_codes(source), 0))
    for facts, sums in records:
        if _in_period(desk, facts, period):
            line = found[_name(desk, facts, by)]
            for code, value in sums.items():
                line[code] = line.get(code, 0) + value
    return dict(found)


def _codes(source: Source) -> list[str]:
    return [code for code, measure in MEASURES.items() if measure.source == source]


def _hour(desk: Desk, at: datetime) -> datetime:
    local = at.astimezone(desk.room.zone)
    return local.replace(minute=0, second=0, microsecond=0).astimezone(UTC)


def _shift(desk: Desk, hour: datetime) -> int:
    starts = sorted(int(text[:2]) for text in desk.room.shift_starts)
    local = hour.astimezone(desk.room.zone)
    return max((number for number, start in enumerate(starts) if start <= local.hour), default=len(starts) - 1)


def _in_period(desk: Desk, facts: dict[str, Any], period: Period) -> bool:
    if facts.get("stays"):
        return facts["day"] <= period.last
    if not period.first <= facts["day"] <= period.last:
        return False
    return period.kind != Kind.SHIFT or _shift(desk, facts["hour"]) == period.shift


def _name(desk: Desk, facts: dict[str, Any], by: By) -> str:
    day: date = facts["day"]
    hour = f"{facts['hour'].astimezone(desk.room.zone):%H:%M}" if facts.get("hour") else ""
    starts = sorted(desk.room.shift_starts)
    ends = [*starts[1:], starts[0]]
    names: dict[By, Callable[[], str]] = {
        By.WHOLE: lambda: "In all",
        By.TABLE: lambda: facts["table"].name,
        By.SECTION: lambda: facts["table"].section or "in no section",
        By.GAME: lambda: SHEETS[facts["game"]].name,
        By.LIMIT: lambda: facts["limit"],
        By.PLAQUE: lambda: f"{facts['table'].name}: {facts['limit']}, plaque {facts['plaque'].number}",
        By.DEALER: lambda: str(facts["dealer"]),
        By.SHIFT: lambda: "–".join((starts[_shift(desk, facts["hour"])], ends[_shift(desk, facts["hour"])])),
        By.HOUR: lambda: hour,
        By.WEEKDAY: lambda: WEEKDAYS[day.weekday()],
        By.WEEKDAY_HOUR: lambda: f"{WEEKDAYS[day.weekday()]} {hour}",
        By.DAY: lambda: f"{day:%a} {day.day} {day:%b %Y}",
        By.WEEK: lambda: f"week of {(first := _week(desk, day)).day} {first:%b %Y}",
        By.MONTH: lambda: f"{day:%B %Y}",
    }
    return names[by]()


def _week(desk: Desk, day: date) -> date:
    """The first day of the week: the last one before that is the weekday on which the room's weeks start."""
    return next(each for n in range(7) if (each := day - timedelta(days=n)).weekday() == desk.room.week_starts)


NOBODY = "nobody put down"


def _within(at: datetime, since: datetime, until: datetime | None) -> bool:
    return since <= at and (until is None or at < until)


def _downs(session: TableSession) -> list[Down]:
    return list(
        Down.objects.filter(session=session).exclude(ended_with=Down.End.UNDONE).select_related("shift__dealer")
    )


def _named(down: Down) -> str:
    return f"{down.shift.dealer.display_name} ({down.shift.dealer.badge_number})"


def _dealer(session: TableSession, at: datetime) -> str:
    return next((_named(down) for down in _downs(session) if _within(at, down.started_at, down.ended_at)), NOBODY)


def _hands(desk: Desk) -> Iterator[Record]:
    for hand in Hand.objects.filter(room=desk.room, session__source="floor").order_by("pk"):
        if hasattr(hand, "superseded_by") or hand.is_void:
            continue
        sums = dict.fromkeys(_codes(Source.HANDS), 0)
        sums["ticks" if hand.tier == Hand.Tier.TICK else "full_hands"] = 1
        sums["timed"] = int(hand.plaque.plaque.fee is not None and hand.plaque.plaque.fee.mode == "time")
        sums |= {"rake_taken": hand.rake_taken, "promo_taken": hand.promo_taken}
        if hand.pot is not None:
            rating = hand.rating
            sums["raked_pot"] = 0 if sums["timed"] else hand.pot
            sums |= {"rated": 1, "pot": hand.pot, "rake_owed": rating.rake_owed, "promo_owed": rating.promo_owed}
            for what in ("rake", "promo"):
                off = getattr(hand, f"{what}_taken") - getattr(rating, f"{what}_owed")
                sums |= {f"{what}_over": max(off, 0), f"{what}_under": max(-off, 0)}
        yield _at_table(desk, hand.session, hand.plaque, hand.started_at, hand.gaming_day), sums


def _at_table(desk: Desk, session: TableSession, plaque: Any, at: datetime, day: date) -> dict[str, Any]:
    return {
        "day": day, "hour": _hour(desk, at), "table": session.table, "plaque": plaque, "game": plaque.game,
        "limit": plaque.short_name, "dealer": _dealer(session, at),
    }  # fmt: skip


def _play(desk: Desk) -> Iterator[Record]:
    """Minute by minute: everything in these tests begins and ends on a full one."""
    for session in TableSession.objects.filter(room=desk.room, source="floor").select_related("table"):
        plaques = list(session.table.plaque_versions.order_by("number"))
        sittings = [(row, list(row.absences.all())) for row in session.sittings.all()]
        dealers = [(down, _named(down)) for down in _downs(session)]
        at = session.opened_at
        while at < (session.closed_at or desk.now):
            plaque = [each for each in plaques if each.effective_at <= at][-1]
            taken = {row.seat for row, _ in sittings if _within(at, row.seated_at, row.left_at)}
            away = {row.pk for row, absences in sittings
                    if any(_within(at, each.started_at, each.ended_at) for each in absences)}  # fmt: skip
            played = {row.seat for row, _ in sittings
                      if _within(at, row.seated_at, row.left_at) and row.pk not in away}  # fmt: skip
            on_time = plaque.plaque.fee is not None and plaque.plaque.fee.mode == "time"
            dealt = [name for down, name in dealers if _within(at, down.started_at, down.ended_at)]
            facts = {
                "day": desk.room.gaming_day(at), "hour": _hour(desk, at), "table": session.table, "plaque": plaque,
                "game": plaque.game, "limit": plaque.short_name, "dealer": dealt[0] if dealt else NOBODY,
            }  # fmt: skip
            yield (
                facts,
                {
                    "open_seconds": 60,
                    "game_seconds": 60 if len(played) >= 2 else 0,
                    "dead_seconds": 60 if len(played) < 2 else 0,
                    "undealt_seconds": 0 if dealt else 60,
                    "dead_undealt_seconds": 0 if dealt or len(played) >= 2 else 60,
                    "seat_seconds": 60 * plaque.plaque.seats,
                    "taken_seconds": 60 * len(taken),
                    "played_seconds": 60 * len(played),
                    "timed_seconds": 60 if on_time else 0,
                    "timed_played_seconds": 60 * len(played) if on_time else 0,
                    "dealer_cost": desk.room.dealer_minute_cost if dealt else 0,
                    "table_cost": desk.room.table_hour_cost // 60,
                },
            )
            at += timedelta(minutes=1)


def _plans(desk: Desk) -> Iterator[Record]:
    """Minute by minute of every gaming day that somebody planned a table for: the newest entry that was there when the
    hour began, one for the day before one for the weekday."""
    entries = list(TablePlan.objects.filter(room=desk.room).order_by("pk"))
    sessions = list(TableSession.objects.filter(room=desk.room, source="floor").select_related("table"))
    at = min(session.opened_at for session in sessions).replace(minute=0)
    minutes: dict[date, list[Record]] = defaultdict(list)
    while at < desk.now:
        day, hour = desk.room.gaming_day(at), _hour(desk, at)
        planned, opened = _planned(desk, at, entries), _opened(sessions, at)
        for name in {*planned, *opened}:
            game, due = planned.get(name, ("", 0))
            other, there = opened.get(name, ("", 0))
            sums = {
                "planned_seconds": 60 * due, "over_seconds": 60 * max(there - due, 0),
                "short_seconds": 60 * max(due - there, 0),
            }  # fmt: skip
            if any(sums.values()):
                minutes[day].append(({"day": day, "hour": hour, "game": game or other, "limit": name}, sums))
        at += timedelta(minutes=1)
    for records in minutes.values():
        if any(sums["planned_seconds"] for _, sums in records):
            yield from records


def _planned(desk: Desk, at: datetime, entries: list[TablePlan]) -> dict[str, tuple[str, int]]:
    day, hour = desk.room.gaming_day(at), _hour(desk, at)
    held = [each for each in entries if each.weekday == day.weekday()]
    held += [each for each in entries if each.for_day == day]
    there = [each for each in held if each.planned_at <= hour and _in_hours(desk, at, each)]
    return {each.plaque_name: (each.game, each.tables) for each in there}


def _opened(sessions: list[TableSession], at: datetime) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for session in sessions:
        if _within(at, session.opened_at, session.closed_at):
            plaques = session.table.plaque_versions.order_by("number")
            plaque = [each for each in plaques if each.effective_at <= at][-1]
            found[plaque.short_name] = plaque.game, found.get(plaque.short_name, ("", 0))[1] + 1
    return found


def _in_hours(desk: Desk, at: datetime, entry: TablePlan) -> bool:
    """Whether the hour of the clock is one of the entry's, counted on from the start of the gaming day."""
    hours = [(desk.room.gaming_day_start.hour + number) % 24 for number in range(24)]
    until = hours.index(entry.until_hour) or 24
    return hours.index(entry.since_hour) <= hours.index(at.astimezone(desk.room.zone).hour) < until


def _drop(desk: Desk) -> Iterator[Record]:
    for pull in BoxPull.objects.filter(room=desk.room).exclude(holds="tokes"):
        sums = dict.fromkeys(_codes(Source.DROP), 0)
        if pull.counted is None:
            sums |= {"boxes_waiting": 1, f"{pull.holds}_waiting": 1}
        else:
            by_then = [cover for cover in pull.covers.all() if pull.counted_at and cover.at <= pull.counted_at]
            off = pull.counted - pull.expected + sum(cover.amount for cover in by_then)
            sums |= {f"{pull.holds}_counted": pull.counted, "boxes_counted": 1}
            sums |= {"drop_over": max(off, 0), "drop_under": max(-off, 0)}
        yield {"day": pull.gaming_day, "hour": _hour(desk, pull.at), "table": pull.table}, sums


def _time(desk: Desk) -> Iterator[Record]:
    for charge in TimeCharge.objects.filter(session__room=desk.room):
        paid_at = charge.sitting.session
        is_of_then = charge.voids is not None and charge.voids.gaming_day != charge.gaming_day
        hour = _hour(desk, charge.began_at if paid_at == charge.session and not is_of_then else charge.at)
        facts = {"day": charge.gaming_day, "hour": hour, "table": paid_at.table}
        if charge.outcome == "waived":
            yield facts, {"time_waived": charge.amount}
        else:
            sign = -1 if charge.outcome == "voided" else 1
            yield facts, {"time_collected": sign * charge.amount, "time_payers": sign}


def _lists(desk: Desk) -> Iterator[Record]:
    for entry in ListEntry.objects.filter(waiting_list__room=desk.room, ended_at__isnull=False):
        ended = entry.ended_at
        assert ended is not None
        facts = {
            "day": desk.room.gaming_day(ended), "hour": _hour(desk, ended), "game": entry.waiting_list.game,
            "limit": entry.waiting_list.name,
        }  # fmt: skip
        sums = {"names": 1}
        sums[f"names_{entry.state}"] = 1
        if entry.state == "seated":
            since = max(entry.joined_at, entry.arrived_at or entry.joined_at)
            sums["wait_seconds"] = int((ended - since).total_seconds())
            if entry.quoted_minutes is not None:
                sums |= {"quoted_names": 1, "quoted_seconds": entry.quoted_minutes * 60}
                sums["quoted_wait_seconds"] = sums["wait_seconds"]
        yield facts, sums


def _drawers(desk: Desk) -> Iterator[Record]:
    for row in desk.room.drawer_variances.all():
        sums = {"drawer_variances": 1}
        sums["drawers_over"] = max(row.chips, 0) + max(row.cash, 0)
        sums["drawers_short"] = max(-row.chips, 0) + max(-row.cash, 0)
        yield {"day": row.gaming_day, "hour": _hour(desk, row.at)}, sums


def _cases(desk: Desk) -> Iterator[Record]:
    for case in Dispute.objects.filter(room=desk.room):
        facts = _at_table(desk, case.session, case.plaque, case.opened_at, case.gaming_day)
        named = f"{case.dealer.display_name} ({case.dealer.badge_number})" if case.dealer else ""
        dealer = named or _dealer(case.session, case.hand_started_at or case.reported_at)
        sums = {"cases_opened": 1}
        if first := case.rulings.order_by("ruled_at").first():
            sums |= {"cases_ruled": 1, "ruling_seconds": int((first.ruled_at - case.opened_at).total_seconds())}
        yield facts | {"dealer": dealer}, sums


def _comps(desk: Desk) -> Iterator[Record]:
    """Entry by entry; what comes in by what kind it is."""
    for entry in CompEntry.objects.filter(room=desk.room):
        sums = dict.fromkeys(_codes(Source.COMPS), 0)
        if entry.kind in ("earned", "difference"):
            sums["points_earned"] = entry.points
        elif entry.kind == "expired":
            sums["points_expired"] = -entry.points
        else:
            sums |= {"points_redeemed": -entry.points, "comps_redeemed": -entry.value}
        yield {"day": entry.gaming_day, "hour": _hour(desk, entry.at)}, sums


def _comps_owed(desk: Desk) -> Iterator[Record]:
    """Entry by entry, each at what a point was worth by the newest rules of the last day."""
    for entry in CompEntry.objects.filter(room=desk.room):
        worth = entry.points * entry.rules.point_value
        yield {"day": entry.gaming_day, "stays": True}, {"points_unredeemed": entry.points, "comps_owed": worth}


_RECORDS: dict[Source, Callable[[Desk], Iterator[Record]]] = {
    Source.HANDS: _hands,
    Source.PLAY: _play,
    Source.PLANS: _plans,
    Source.DROP: _drop,
    Source.TIME: _time,
    Source.LISTS: _lists,
    Source.DRAWERS: _drawers,
    Source.CASES: _cases,
    Source.COMPS: _comps,
    Source.COMPS_OWED: _comps_owed,
}
