"""Exclusions: who may not play, from when, until when, and how they are let in again. Never deleted."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Max

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.exclusion_rules import RULES, irrevocable_until
from players.models import Ban, ListEntry, Player, Sitting, Transfer, TransferKind
from players.services.list_endings import off_all_lists
from players.services.people import lock_player
from players.standing import bans_by_person, binding_bans
from tables.models import SessionAlarm
from tables.services import clear_alarm, raise_alarm

BARRED_SEATED = "barred_seated"
"""The alarm at a table where someone sits who was barred meanwhile."""


@dataclass(frozen=True, slots=True)
class Notice:
    """The notice with which the regulator ends an exclusion: its reference, and the date that it bears."""

    reference: str
    day: date | None


@transaction.atomic
def bar_player(
    *,
    room: Room,
    player: Player,
    kind: Ban.Kind,
    reason: str,
    by: User | None,
    at: datetime,
    ends_at: datetime | None = None,
) -> Ban:
    """Bar a person from now on, until `ends_at` or for good: no list, no seat, no buy-in; cashing out stays open.

    It binds every record of the person. Where they sit at that moment an alarm is raised at the table, and from every
    list their name is gone. Refuses a
    missing reason (`reason_missing`) and an end that is not ahead (`ban_ended`).
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why: whoever meets them next must know.", field="reason")
    if ends_at is not None and ends_at <= at:
        raise DomainError("ban_ended", "The ban must end later than now, or leave its end open.", field="ends_at")
    player = lock_player(player)
    starts_at = max([at, *_served(player)])
    ban = Ban.objects.create(
        player=player, room=room, kind=kind, reason=reason, starts_at=starts_at, ends_at=ends_at, imposed_by=by
    )
    _bind(ban, by=by, at=at)
    after = {"kind": kind, "ends_at": ends_at.isoformat() if ends_at else None}
    record("player.barred", player, room=room, by=by, at=at, after=after, reason=reason)
    return ban


@transaction.atomic
def lift_ban(
    *, room: Room, ban: Ban, reason: str, second: User | None, by: User, at: datetime, notice: Notice | None = None
) -> Ban:
    """Let a person in again, by two people; where they sit, and no other ban binds them, the alarm comes down.

    `notice` is asked of whoever lifts an exclusion of the regulator, stored with it, and of no other kind.
    Refuses a missing reason (`reason_missing`), one person alone (`second_needed`, `second_is_first`,
    `second_may_not`), a self-exclusion before its end (`exclusion_irrevocable`), the exclusion of another room or of
    the regulator to whoever may not lift it in every room (`exclusion_elsewhere`), the latter without its notice
    (`notice_missing`, `notice_day`), and a ban that was lifted (`ban_lifted`).
    `players.exclusion_rules` has the rules of each kind.
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why they may come back.", field="reason")
    lock_player(ban.player)
    ban = Ban.objects.select_related("player", "room").get(pk=ban.pk)
    _refuse_irrevocable(ban, room, at)
    _refuse_not_theirs(ban, room, by)
    noticed = _noticed(ban, notice, room, at)
    refuse_alone(second, by, Permission.PLAYER_BAR, room, "somebody is let in again", at=at)
    lifted = {"lifted_at": at, "lifted_by": by, "lifted_second": second, "lifted_reason": reason}
    if Ban.objects.filter(pk=ban.pk, lifted_at=None).update(**lifted, **noticed) != 1:
        raise DomainError("ban_lifted", "That ban was lifted already: reload the page.")
    ban.refresh_from_db()
    if not bans_by_person([ban.player.person_id], at):
        _clear_barred(ban.player, by, at)
    told = {"notice": ban.notice, "notice_day": ban.notice_day.isoformat()} if ban.notice_day else {}
    before, after = {"kind": ban.kind}, {"confirmed_by": second.pk if second else None} | told
    record("player.let_in", ban.player, room=room, by=by, at=at, before=before, after=after, reason=reason)
    return ban


def _refuse_irrevocable(ban: Ban, room: Room, at: datetime) -> None:
    until = irrevocable_until(ban)
    if until and at < until:
        message = (
            f"{ban.player} is {ban.get_kind_display()} until {until.astimezone(room.zone):%d %B %Y}, "
            "and nobody lifts that before: offer the helpline."
        )
        raise DomainError("exclusion_irrevocable", message)


def _refuse_not_theirs(ban: Ban, room: Room, by: User) -> None:
    """Refuse whoever may lift no bans here, or not this one: another room's, or the regulator's."""
    if not by.may(Permission.BAN_LIFT, room):
        raise DomainError("lift_not_yours", "A manager lets people in again: ask one.")
    if message := not_theirs_to_lift(ban, room, by):
        raise DomainError("exclusion_elsewhere", message)


def not_theirs_to_lift(ban: Ban, room: Room, by: User) -> str:
    """Why an exclusion is not for somebody who lifts those of this room, in a sentence; "" where it is."""
    rule = RULES[ban.kind]
    if (ban.room_id == room.pk and rule.by_one_room) or by.may_everywhere(Permission.BAN_LIFT):
        return ""
    whose = "The regulator" if not rule.by_one_room else f"{ban.room}" if ban.room else "Another room"
    return f"{whose} made this exclusion: ask somebody who may lift it in every room of the house."


def _noticed(ban: Ban, notice: Notice | None, room: Room, at: datetime) -> dict[str, str | date]:
    """The notice as the exclusion keeps it; nothing where its kind asks for none."""
    if RULES[ban.kind].by_one_room:
        return {}
    if notice is None or not notice.reference.strip():
        message = "The regulator ends this exclusion: enter the reference of the notice as it stands there."
        raise DomainError("notice_missing", message, field="notice")
    if notice.day is None:
        raise DomainError("notice_missing", "Enter the date that the regulator’s notice bears.", field="notice_day")
    made, today = (moment.astimezone(room.zone).date() for moment in (ban.starts_at, at))
    if not made <= notice.day <= today:
        message = f"The notice bears a date from {made:%d %B %Y}, when this exclusion began, to today."
        raise DomainError("notice_day", message, field="notice_day")
    return {"notice": notice.reference.strip(), "notice_day": notice.day}


def bind_ban(player: Player, *, by: User | None, at: datetime) -> None:
    """Let a ban that binds a person bind every record that is theirs by now; the caller has locked them."""
    ban = binding_bans(at).filter(player__in=Player.objects.of(player)).order_by("starts_at", "pk").first()
    if ban:
        _bind(ban, by=by, at=at)


def _bind(ban: Ban, *, by: User | None, at: datetime) -> None:
    """An alarm at every table where the barred person sits, and their names off every list."""
    records = Player.objects.of(ban.player)
    seated = Sitting.objects.filter(player__in=records, left_at=None, is_import=False)
    for sitting in seated.select_related("session__table", "player"):
        _raise_barred(sitting, ban, at)
    for one in records:
        off_all_lists(one, reason="barred", by=by, at=at)


def _served(player: Player) -> Iterable[datetime]:
    """The times at which a person last sat down, bought in and joined a list: what came before a ban could lock their
    rows is not under it.
    """
    theirs = {"player__in": Player.objects.of(player)}
    seated = Sitting.objects.filter(**theirs, is_import=False).aggregate(at=Max("seated_at"))
    sold = Transfer.objects.filter(kind=TransferKind.CHIP_SALE, target__player__in=theirs["player__in"])
    bought = sold.aggregate(at=Max("at"))
    joined = ListEntry.objects.filter(**theirs).aggregate(at=Max("joined_at"))
    return (last["at"] for last in (seated, bought, joined) if last["at"])


def _raise_barred(sitting: Sitting, ban: Ban, at: datetime) -> None:
    raise_alarm(
        session=sitting.session,
        kind=BARRED_SEATED,
        subject=f"player {sitting.player_id}",
        text=f"{sitting.player} in seat {sitting.seat} is {ban.get_kind_display()}: they leave with their chips now.",
        at=at,
    )


def _clear_barred(player: Player, by: User | None, at: datetime) -> None:
    subjects = [f"player {record.pk}" for record in Player.objects.of(player)]
    standing = SessionAlarm.objects.filter(kind=BARRED_SEATED, subject__in=subjects, cleared_at=None)
    for alarm in standing.select_related("session__room"):
        clear_alarm(alarm=alarm, by=by, at=at)
