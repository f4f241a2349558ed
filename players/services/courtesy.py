"""The courtesy hand: who leaves within minutes and after at most one hand more, both as the room has set, owes nothing
for the half hour that has just begun, while nobody waits for the game (FIGURES R-3; allcasinoguide.com, poker
procedures). A person is given one in a gaming day: who left just after each stroke and sat down again would never
pay (house)."""

from datetime import date, datetime, timedelta

from config.audit.services import record
from config.staff.models import User
from players.dealt import dealt
from players.models import Sitting, TimeCharge
from players.selectors.late_comers import waiting_for
from players.selectors.time_charged import Owed, period_of, voids_before
from players.selectors.time_due import due_of
from players.selectors.time_paid import COURTESY
from players.standing import of_persons


def give_courtesy_hand(sitting: Sitting, *, key: str, by: User | None, at: datetime) -> None:
    """Waive the half hour that has just begun for a player who leaves now, under the caller's locks, where the room
    gives a courtesy hand: within its minutes, no more than its hands were recorded since, nobody waits, nor did then,
    and it is their first of the gaming day. What else they owe stays."""
    session, room = sitting.session, sitting.session.room
    began = period_of(room, at)
    if not room.courtesy_hand or not began < at <= began + timedelta(minutes=room.courtesy_minutes):
        return
    owed = _owed_since(sitting, began, at)
    if owed is None or any(waiting_for(room, session.plaque, instant) for instant in (began, at)):
        return
    if dealt().recorded_since(session.pk, began) > room.courtesy_hands or _had_one(sitting, room.gaming_day(at)):
        return
    TimeCharge.objects.create(
        session=session, player_id=sitting.player_id, sitting=sitting, began_at=began, amount=owed.amount,
        outcome=TimeCharge.Outcome.WAIVED, reason=COURTESY, request_key=key, at=at, gaming_day=room.gaming_day(at),
        by=by, again=voids_before([owed])[session.pk, sitting.player_id, began],
    )  # fmt: skip
    after = {"amount": owed.amount, "player": sitting.player_id}
    record("time.waived", sitting, room=room, by=by, at=at, after=after, reason=COURTESY)


def _owed_since(sitting: Sitting, began: datetime, at: datetime) -> Owed | None:
    """The unpaid charge of the player at this table for the half hour that began then; None for none."""
    due = due_of(sitting, at)
    here = (each for each in (due.owed if due else ()) if each.sitting.session_id == sitting.session_id)
    return next((each for each in here if each.period == began), None)


def _had_one(sitting: Sitting, day: date) -> bool:
    """Whether the person was given a courtesy hand in the room on a gaming day, under whichever record."""
    theirs = TimeCharge.objects.filter(of_persons({sitting.player.person_id}), session__room=sitting.session.room)
    return theirs.filter(gaming_day=day, outcome=TimeCharge.Outcome.WAIVED, reason=COURTESY).exists()
