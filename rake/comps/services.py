"""Give players what a locked gaming day has earned them, once; and correct hours of it by two people."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Q, Sum

from cage.selectors.on_duty import on_duty
from config.audit.services import record
from config.days.models import DayLock
from config.days.registry import in_words
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.models import CompDay, CompEntry, HoursCorrection, Player
from players.selectors.comps import OF_PLAY, account_of, in_hours
from players.services.admission import refuse_unfit
from players.services.comp_posting import add_entry, gone_on
from players.services.people import lock_player
from players.works_here import employed_at, refuse_oneself
from rake.comps.earned import HOUR, DayOfComps, day_of_comps
from rake.comps.hours import corrected, play_of_day
from rake.play_time import ends_at
from tables.models import PlaqueVersion, TableSession

_K = CompEntry.Kind


def earn_day(*, room: Room, day: date, at: datetime) -> int:
    """Give everybody what a locked gaming day has earned them, on the day that is open now, and note that it is done;
    returns how many have an entry of it. Safe to run twice and at once: each player has it once.

    Refuses a day that is not locked (`day_not_locked`). Where comps were off nothing is done.
    """
    comps = day_of_comps(locked(room, day))
    if comps is None:
        return 0
    players = [comps.players[pk] for pk in sorted(comps.players) if comps.play[pk]]
    for player in players:
        _earn(comps, player, at)
    _note_done(comps, len(players), at)
    return len(players)


def locked(room: Room, day: date) -> DayLock:
    """The lock of a gaming day. Refuses one that is not locked (`day_not_locked`)."""
    lock = DayLock.objects.select_related("room").filter(room=room, gaming_day=day).first()
    if lock is None:
        message = f"{in_words(day)} is not locked: hours earn points, and are corrected, once it is. Lock it first."
        raise DomainError("day_not_locked", message)
    return lock


@transaction.atomic
def _earn(comps: DayOfComps, player: Player, at: datetime) -> None:
    """Give one player what the day has earned them, unless they have it."""
    player = lock_player(player)
    room = comps.room
    if CompEntry.objects.filter(room=room, player=player, kind=_K.EARNED, for_day=comps.day).exists():
        return
    earned = comps.of(player)
    entry = add_entry(
        room=room, player=player, kind=_K.EARNED, points=earned.points, rules=comps.rules, for_day=comps.day,
        seconds=earned.seconds, lines=[line.to_json() for line in earned.lines], what=earned.why,
        expires_on=gone_on(comps.rules, room.gaming_day(at)), by=None, at=at,
        key=f"comps-earned:{room.pk}:{comps.day}:{player.pk}",
    )  # fmt: skip
    after = {"points": entry.points, "player": player.pk, "of_day": comps.day.isoformat(), "balance": entry.balance}
    record("comps.earned", entry, room=room, by=None, at=at, after=after)


@transaction.atomic
def _note_done(comps: DayOfComps, players: int, at: datetime) -> None:
    facts = {"rules": comps.rules, "players": players, "settled_at": at}
    done, is_new = CompDay.objects.get_or_create(room=comps.room, for_day=comps.day, defaults=facts)
    if is_new:
        after = {"of_day": comps.day.isoformat(), "players_earned": players}
        record("comps.day", done, room=comps.room, by=None, at=at, after=after)


@transaction.atomic
def correct_hours(
    *,
    room: Room,
    player: Player,
    day: date,
    plaque: PlaqueVersion,
    since: datetime,
    until: datetime,
    adds: bool,
    reason: str,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
) -> CompEntry:
    """Add play of a locked gaming day that the books have not or, without `adds`, take off what nobody played, by two
    people; the difference is booked on the open day and names the day that it belongs to. Returns its entry.

    Refuses `reason_missing`, a day that isn't locked (`day_not_locked`) or whose points are not given yet
    (`comps_not_earned`), comps that were off (`comps_off`), a span out of that day (`span_out_of_day`), a plaque that
    was not played then (`plaque_not_in_play`), more than an hour in an hour or less than nothing (`hours_impossible`),
    who may not play (as `refuse_unfit`) or was on duty here at any time of it (`on_duty`), points that were redeemed
    meanwhile (`points_gone`), hours of one's own (`serves_oneself`), and as `refuse_alone`.
    """
    body = {"room": room.pk, "player": player.pk, "day": day, "plaque": plaque.pk, "since": since, "until": until}
    body |= {"adds": adds, "reason": reason, "second": second.pk if second else None}
    if claim(key, "correct_hours", body, by=by, at=at):
        return CompEntry.objects.get(request_key=f"{key}:points")
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say what shows that these hours are wrong.", field="reason")
    comps = _settled(room, day)
    player = lock_player(player)
    refuse_oneself(player, by, second, what="corrects hours of their own")
    if adds:
        refuse_unfit(player, room=room, at=at)
    since, until = since.replace(microsecond=0), until.replace(microsecond=0)
    _refuse_out_of_day(comps, plaque, since, until)
    if adds:
        _refuse_on_duty(player, room, since, until)
    refuse_alone(second, by, Permission.COMP_REDEEM, room, "hours of a player are corrected", at=at)
    assert second is not None  # noqa: S101 - refused above
    row = HoursCorrection(
        room=room, player=player, for_day=day, plaque=plaque, began_at=since, until=until, adds=adds,
        reason=reason.strip(), by=by, second=second, at=at, gaming_day=room.gaming_day(at), request_key=key,
    )  # fmt: skip
    _refuse_impossible(comps, row)
    row.save()
    entry = _difference(comps, player, row)
    after = {"player": player.pk, "of_day": day.isoformat(), "seconds": entry.seconds, "points": entry.points}
    after |= {"balance": entry.balance, "confirmed_by": second.pk}
    record("comps.corrected", entry, room=room, by=by, at=at, after=after, reason=reason)
    return entry


def _settled(room: Room, day: date) -> DayOfComps:
    comps = day_of_comps(locked(room, day))
    if comps is None:
        raise DomainError("comps_off", f"{room} had no comps on {in_words(day)}: its hours earn nothing.")
    if not CompDay.objects.filter(room=room, for_day=day).exists():
        message = f"The points of {in_words(day)} are being given at this moment: correct its hours in a minute."
        raise DomainError("comps_not_earned", message)
    return comps


def _refuse_out_of_day(comps: DayOfComps, plaque: PlaqueVersion, since: datetime, until: datetime) -> None:
    room = comps.room
    if not room.start_of(comps.day) <= since < until <= ends_at(room, comps.day):
        message = f"The hours lie within {in_words(comps.day)}, and end after they begin: correct them."
        raise DomainError("span_out_of_day", message, field="since")
    open_then = TableSession.objects.filter(
        Q(closed_at=None) | Q(closed_at__gte=until), room=room, table=plaque.table_id, opened_at__lte=since,
        source=TableSession.Source.FLOOR,
    )  # fmt: skip
    later = PlaqueVersion.objects.filter(table=plaque.table_id, number__gt=plaque.number, effective_at__lt=until)
    if plaque.room_id != room.pk or plaque.effective_at > since or later.exists() or not open_then.exists():
        message = "That plaque wasn’t in play for all of that time: choose one that was, at a table that was open, and "
        message += "correct the time of another plaque by itself."
        raise DomainError("plaque_not_in_play", message, field="plaque")


def _refuse_on_duty(player: Player, room: Room, since: datetime, until: datetime) -> None:
    """Refuse play of somebody who worked here at that time, or for any part of it."""
    for row in employed_at([player.person_id], room, since).select_related("room"):
        if duty := on_duty(row, since, until - timedelta.resolution):
            least = f" {room.at_work_minutes} minutes or more" if row.user_id else ""
            message = (
                f"{row.player} is {row.who}, badge {row.who.badge_number}, who {duty}: nobody plays for comps at work. "
            )
            message += f"Correct only what was played{least} before that, or after."
            raise DomainError("on_duty", message, allowed={"player": row.player_id}, field="since")


def _refuse_impossible(comps: DayOfComps, row: HoursCorrection) -> None:
    """Refuse a correction after which an hour has more play than an hour, or less than none."""
    play = dict(play_of_day(comps.room, comps.day).get(row.player_id, {}))
    corrected(play, row, comps.room.time_zone)
    hours: dict[datetime, int] = {}
    for (_, hour), seconds in play.items():
        hours[hour] = hours.get(hour, 0) + seconds
    if any(seconds < 0 for seconds in play.values()):
        message = f"The books have less play of {row.player} then: take off no more than they have."
        raise DomainError("hours_impossible", message, field="since")
    if any(seconds > HOUR for seconds in hours.values()):
        message = f"The books have {row.player} in a seat then already: add only what they lack."
        raise DomainError("hours_impossible", message, field="since")


def _difference(comps: DayOfComps, player: Player, row: HoursCorrection) -> CompEntry:
    """Book what the day earns now beyond what was given for it before."""
    earned = comps.of(player)
    given = CompEntry.objects.filter(room=comps.room, player=player, for_day=comps.day, kind__in=OF_PLAY).order_by()
    sums = given.aggregate(points=Sum("points"), seconds=Sum("seconds"))
    points, seconds = earned.points - (sums["points"] or 0), earned.seconds - (sums["seconds"] or 0)
    today = comps.room.gaming_day(row.at)
    if points < 0 and -points > (left := account_of(comps.room, player, today).balance):
        message = (
            f"{-points:,} points of these hours would go, and {player} has {left:,} left: they were redeemed. "
            "Correct fewer hours, or take a redemption back first."
        )
        raise DomainError("points_gone", message, allowed={"most": left}, field="since")
    gone = gone_on(comps.rules, today) if points > 0 else None
    return add_entry(
        room=comps.room, player=player, kind=_K.DIFFERENCE, points=points, rules=comps.rules, for_day=comps.day,
        seconds=seconds, lines=[line.to_json() for line in earned.lines], what=_words(earned.why, seconds),
        expires_on=gone, reason=row.reason, by=row.by, second=row.second, at=row.at, key=f"{row.request_key}:points",
    )  # fmt: skip


def _words(why: str, seconds: int) -> str:
    return why or f"{'added' if seconds > 0 else 'taken off'} {in_hours(abs(seconds))}"
