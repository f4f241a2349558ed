"""The alarms at a table: raised by whoever knows, cleared with what they are about, or put away by who looked."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.hooks.outbox import tell
from config.reasons import is_reason
from config.staff.models import User
from tables.alarms import kind_of
from tables.hook_events import ALARM_RAISED
from tables.models import SessionAlarm, TableSession
from tables.services.sessions import lock_session, touch


@transaction.atomic
def raise_alarm(
    *,
    session: TableSession,
    kind: str,
    subject: str,
    text: str,
    at: datetime,
    hands: Mapping[int, str] | None = None,
) -> SessionAlarm:
    """Raise an alarm at a session, or bring the one that stands for the same kind and subject up to date.

    `hands` is what there is to say of each hand that it is about, by the hand's id.
    """
    said: dict[str, Any] = {"text": text, "hands": {str(hand): words for hand, words in (hands or {}).items()}}
    alarm, raised = SessionAlarm.objects.get_or_create(
        session=session, kind=kind, subject=subject, cleared_at=None, defaults=said | {"raised_at": at}
    )
    if not raised and said == {"text": alarm.text, "hands": alarm.hands}:
        return alarm
    if not raised:
        alarm.text, alarm.hands, alarm.version = said["text"], said["hands"], alarm.version + 1
        alarm.save(update_fields=["text", "hands", "version"])
    else:
        tell(ALARM_RAISED, alarm, room=session.room, at=at)
    touch(session)
    return alarm


@transaction.atomic
def clear_alarm(*, alarm: SessionAlarm, by: User | None, at: datetime) -> None:
    """Take an alarm off the board, what it was about being over; clearing it twice does nothing."""
    if SessionAlarm.objects.filter(pk=alarm.pk, cleared_at=None).update(cleared_at=at, cleared_by=by) == 1:
        record("alarm.cleared", alarm, room=alarm.session.room, by=by, at=at, after={"text": alarm.text})
        touch(alarm.session)


@transaction.atomic
def put_away_alarm(*, alarm: SessionAlarm, seen: int, reason: str, by: User, at: datetime) -> None:
    """Take an alarm off the board because somebody has looked at it. What it said of its hands is not said again.

    `seen` is the version that was read. Doing it twice does nothing. Refuses a missing reason (`reason_missing`), a
    kind that goes only with what it is about (`alarm_stays`), and one that says something else by now
    (`alarm_moved_on`).
    """
    lock_session(alarm.session)
    alarm = SessionAlarm.objects.select_related("session__room").get(pk=alarm.pk)
    if alarm.cleared_at:
        return
    kind = kind_of(alarm)
    if not kind.reasons:
        raise DomainError("alarm_stays", "This alarm goes by itself, once what it is about is settled.")
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say in a few words why nothing more is to be done.", field="words")
    if alarm.version != seen:
        raise DomainError("alarm_moved_on", "It says something else by now: read it again, then put it away.")
    alarm.cleared_at, alarm.cleared_by, alarm.reason = at, by, reason.strip()
    alarm.save(update_fields=["cleared_at", "cleared_by", "reason"])
    after = {"text": alarm.text, "hands": alarm.hands}
    record("alarm.put_away", alarm, room=alarm.session.room, by=by, at=at, after=after, reason=alarm.reason)
    touch(alarm.session)
