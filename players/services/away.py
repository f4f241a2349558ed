"""An absence as it ends, and how many may be away from a table at once; who goes while a hand is played. Whoever calls
holds the session's lock."""

from datetime import datetime

from config.audit.services import record
from config.staff.models import User
from players.dealt import dealt
from players.models import Absence, Sitting
from players.selectors.plaque_rules import refuse_mid_hand
from players.selectors.stacks import stack_of
from rules.text.violation import violation
from tables.models import SessionAlarm, TableSession
from tables.services import clear_alarm, raise_alarm, refusal

MOST_AWAY = 2
"""So many may be away from a table at once; with the third walking the table is over its limit."""
OVER_LIMIT = "absence_limit"
"""The alarm of a table with too many away."""


def open_absence(sitting: Sitting) -> Absence | None:
    """The absence of somebody who is away now."""
    return sitting.absences.filter(ended_at=None).first()


def who_plays_over(sitting: Sitting) -> Sitting | None:
    """The player who uses the seat of this absent one now."""
    overs = sitting.overs.filter(left_at=None, kept_at=None)
    return overs.select_related("player", "session__table", "session__room").first()


def refuse_in_hand(sitting: Sitting, counted: int | None) -> None:
    """Refuse to let a player go while a hand is played (`mid_hand`), but for one who is played over and isn't in it.

    Their chips lie under the cover and their seat is another's. They go with what the books say: where they were
    `counted` to have another stack, minor units, chips would come from the felt, which the hand may need.
    """
    session = sitting.session
    if not session.hand_open:
        return
    if who_plays_over(sitting) is None or dealt().is_dealt_in(session.pk, sitting.pk):
        refuse_mid_hand(session)
    elif counted not in (None, booked := stack_of(sitting)):
        message = (
            f"A hand is being played at {session.table}, and {sitting.player} has {session.room.money(booked)} by the "
            "books: let them go with that, or count another stack when the hand is recorded."
        )
        raise refusal(violation("mid_hand", message, house=session.plaque.house_rules.house.name))


def end_absence(sitting: Sitting, how: Absence.End, *, by: User | None, at: datetime) -> None:
    """End the absence that lasts, if one does, and look at the table's limit again.

    A player who doesn't come back leaves the seat to the one who plays over there.
    """
    ended = {"ended_at": at, "ended_by": by, "ended_with": how}
    if sitting.absences.filter(ended_at=None).update(**ended):
        if how != Absence.End.BACK:
            _leave_seat_to_over(sitting, by=by, at=at)
        watch_limit(sitting.session, by=by, at=at)


def _leave_seat_to_over(sitting: Sitting, *, by: User | None, at: datetime) -> None:
    over = who_plays_over(sitting)
    if over is None:
        return
    over.kept_at = max(at, over.seated_at)  # who waited for the lock may have asked a moment before sitting down
    over.save(update_fields=["kept_at"])
    after = {"seat": over.seat, "played_over": sitting.player_id}
    record("player.kept_seat", over, room=over.session.room, by=by, at=at, after=after)


def stay_away(old: Sitting, new: Sitting, *, by: User | None, at: datetime) -> None:
    """Note that a player who was moved while away is away from the new seat, since when they were from the old one."""
    moved = old.absences.filter(ended_with=Absence.End.MOVED).first()
    if moved:
        Absence.objects.create(sitting=new, started_at=moved.started_at, started_by=moved.started_by)
        watch_limit(new.session, by=by, at=at)


def watch_limit(session: TableSession, *, by: User | None, at: datetime) -> None:
    """Raise the alarm when a table is over its limit of absent players, and take it down when it isn't any more."""
    away = Absence.objects.filter(sitting__session=session, ended_at=None).count()
    if away > MOST_AWAY:
        text = f"{away} players are away: call them back before the next hand."
        raise_alarm(session=session, kind=OVER_LIMIT, subject="", text=text, at=at)
        return
    for alarm in SessionAlarm.objects.filter(session=session, kind=OVER_LIMIT, cleared_at=None):
        clear_alarm(alarm=alarm, by=by, at=at)
