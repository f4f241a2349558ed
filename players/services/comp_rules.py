"""Post the rules of comps and what an hour of play earns: by two people of different roles, for days ahead.

The parameters of a programme for players are changed by another department than the one that runs it
(25 CFR 543.12(c)(1)); what has been earned under earlier ones stays as it is.
"""

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max

from config.audit.services import record
from config.days.registry import in_words
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone, refuse_same_role
from players.comps.terms import CompTerms, RateLine
from players.comps.week import WHOLE_DAY, WeekHours
from players.models import CompRate, CompRules
from players.selectors.comps import point_value, rates_on
from tables.models import PlaqueVersion
from tables.models.floor import PlaySource

MOST_POINTS = 1_000_000
"""The most points of a limit, of an hour and of what a point is worth: a slip of the keys is no fortune."""
MOST_DAYS = 3660
MOST_CHIPS = 25
"""Above this many of the room's smallest chips an hour of play is worth more than rooms give: it is asked about."""
DEAR_HOUR = "comps_dear_hour"
"""The question about an hour that would be worth so much; confirmed, it is posted."""


@transaction.atomic
def post_comp_rules(
    *,
    room: Room,
    terms: CompTerms,
    from_day: date,
    source: str,
    reason: str,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    confirmed: Collection[str] = (),
) -> CompRules:
    """Let other rules of comps hold from a gaming day ahead; returns the version. Earlier ones stay.

    `second` confirms them and holds no role of whoever drafted them (25 CFR 543.12(c)(1)). Refuses `source_missing`,
    `reason_missing`, a day that has begun (`comps_too_early`), one before the last version begins
    (`comps_backwards`), numbers out of bounds (`comps_uncountable`), a plaque of another room (`plaque_unknown`), an
    hour of play worth more than `MOST_CHIPS` that nobody has `confirmed` (`comps_dear_hour`), an approver of the same
    role (`same_role`), and as `refuse_alone`.
    """
    body = {"room": room.pk, "terms": terms.stored(), "from_day": from_day, "source": source, "reason": reason}
    body |= {"second": second.pk if second else None}
    if claim(key, "post_comp_rules", body, by=by, at=at):
        return CompRules.objects.get(request_key=key)
    room, facts = _ahead(room, CompRules, from_day=from_day, source=source, reason=reason, at=at)
    _refuse_uncountable(terms, room)
    most = max((line[3] for rate in rates_on(room, from_day).by_plaque.values() for line in rate.hours), default=0)
    _ask_about_a_dear_hour(room, most, terms.point_value, confirmed, field="point_value")
    signed = _two(room, by, second, at)
    version = CompRules.objects.create(**terms.stored(), **facts, **signed, request_key=key)
    after = {"number": version.number, "from_day": from_day.isoformat(), "second": version.second_id} | terms.stored()
    record("comps.rules", version, room=room, by=by, at=at, after=after, reason=reason)
    return version


@transaction.atomic
def post_comp_rate(
    *,
    room: Room,
    plaque: PlaqueVersion | None,
    lines: Sequence[RateLine],
    from_day: date,
    source: str,
    reason: str,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    confirmed: Collection[str] = (),
) -> CompRate:
    """Let an hour of play earn other points from a gaming day ahead; returns the version. It holds under `plaque` and
    those after it at its table that repeat its game and limits, or without one wherever no rate of a plaque holds.

    Of the `lines` that speak of an hour of the week the last counts; of an hour of which none speaks nothing is earned.
    Refuses as `post_comp_rules`, and no line at all (`rate_empty`).
    """
    stored = [line.to_json() for line in lines]
    body: dict[str, Any] = {
        "room": room.pk,
        "plaque": plaque.pk if plaque else None,
        "lines": stored,
        "from_day": from_day,
    }
    body |= {"source": source, "reason": reason, "second": second.pk if second else None}
    if claim(key, "post_comp_rate", body, by=by, at=at):
        return CompRate.objects.get(request_key=key)
    room, facts = _ahead(room, CompRate, from_day=from_day, source=source, reason=reason, at=at)
    if not lines:
        raise DomainError("rate_empty", "Say what an hour earns: enter the points of every hour at least.")
    _refuse_odd_hours([line.hours for line in lines])
    _refuse_beyond(points=(0, MOST_POINTS, [line.points for line in lines]))
    _refuse_foreign([plaque.pk] if plaque else [], room)
    most = max(line.points for line in lines)
    _ask_about_a_dear_hour(room, most, point_value(room, from_day), confirmed, field="points")
    signed = _two(room, by, second, at)
    version = CompRate.objects.create(plaque=plaque, hours=stored, **facts, **signed, request_key=key)
    after = {"number": version.number, "from_day": from_day.isoformat(), "second": version.second_id}
    after |= {"plaque": plaque.pk if plaque else None, "points_an_hour": stored}
    record("comps.rate", version, room=room, by=by, at=at, after=after, reason=reason)
    return version


def _ahead(
    room: Room, model: type[CompRules] | type[CompRate], *, from_day: date, source: str, reason: str, at: datetime
) -> tuple[Room, dict[str, Any]]:
    """The room, locked, and the facts that every version has; refused where it isn't for days ahead, or says no why."""
    room = Room.objects.select_for_update().get(pk=room.pk)
    source, reason, today = source.strip(), reason.strip(), room.gaming_day(at)
    if not source:
        raise DomainError("source_missing", "Say which rule or which book it follows.", field="source")
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why it is posted.", field="reason")
    if from_day <= today:
        tomorrow = today + timedelta(days=1)
        message = (
            f"{in_words(from_day)} has begun, and its hours stay as they are: begin on {in_words(tomorrow)} or later."
        )
        least = {"from": tomorrow.isoformat()}
        raise DomainError("comps_too_early", message, allowed=least, field="from_day")
    known = model._default_manager.filter(room=room)
    number = known.aggregate(most=Max("number"))["most"] or 0
    facts = {"room": room, "number": number + 1, "from_day": from_day, "source": source, "reason": reason}
    return room, facts | {"made_at": at, "made_on": today}


def _two(room: Room, by: User, second: User | None, at: datetime) -> dict[str, Any]:
    """The two people of a version; refused where they are not of different roles."""
    refuse_alone(second, by, Permission.REPORT_VIEW, room, "what players earn by playing is changed", at=at)
    assert second is not None  # noqa: S101 - refused above
    refuse_same_role(second, by, room)
    return {"made_by": by, "second": second}


def _ask_about_a_dear_hour(room: Room, points: int, worth: int, confirmed: Collection[str], *, field: str) -> None:
    """Ask about `points` an hour where one is worth so much (minor units) that a slip of the keys is likelier."""
    most = MOST_CHIPS * room.smallest_chip
    if points * worth > most and DEAR_HOUR not in confirmed:
        message = (
            f"{points:,} points an hour at {room.money(worth)} a point are {room.money(points * worth)} for each hour "
            f"of play, more than {room.money(most)}: look at the number again; if it is meant, say so."
        )
        raise DomainError(DEAR_HOUR, message, allowed={"most": most, "confirm": DEAR_HOUR}, field=field)


def _refuse_uncountable(terms: CompTerms, room: Room) -> None:
    _refuse_beyond(
        point_value=(1, MOST_POINTS, [terms.point_value]),
        earning_days=(1, MOST_DAYS, [terms.earning_days]),
        expires_days=(0, MOST_DAYS, [terms.expires_days]),
        required_minutes=(0, MOST_DAYS * 24 * 60, [terms.required_minutes]),
        most_redemptions=(0, MOST_POINTS, [terms.most_redemptions]),
        player_day_points=(0, MOST_POINTS, [terms.player_day_points]),
        cashier_day_points=(0, MOST_POINTS, [terms.cashier_day_points]),
    )
    if not 0 <= terms.alone_points <= terms.cashier_day_points:
        message = "What one person redeems alone is a part of what they redeem in a day: enter no more than that."
        raise DomainError("comps_uncountable", message, field="alone_points")
    _refuse_odd_hours(terms.excluded_hours)
    _refuse_foreign(terms.excluded_plaques, room)


def _refuse_beyond(**bounds: tuple[int, int, Sequence[int]]) -> None:
    for field, (least, most, numbers) in bounds.items():
        if any(not least <= number <= most for number in numbers):
            message = f"Enter a whole number from {least:,} to {most:,} for {field.replace('_', ' ')}."
            raise DomainError("comps_uncountable", message, field=field)


def _refuse_odd_hours(hours: Sequence[WeekHours]) -> None:
    for each in hours:
        in_bounds = 0 <= each.since < WHOLE_DAY and 0 <= each.until <= WHOLE_DAY and each.since != each.until
        if not in_bounds or not each.days or not set(each.days) <= set(range(7)):
            message = "Hours of the week begin at 0 to 23, end at 0 to 24, and are of one day at least: correct them."
            raise DomainError("hours_unreadable", message)


def _refuse_foreign(plaques: Sequence[int], room: Room) -> None:
    wanted = set(plaques)
    known = PlaqueVersion.objects.filter(pk__in=wanted, table__room=room, source=PlaySource.FLOOR)
    if known.count() != len(wanted):
        raise DomainError("plaque_unknown", "That plaque is none of this room’s tables: choose one from the list.")
