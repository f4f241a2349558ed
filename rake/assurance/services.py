"""The acts of assurance: a room is read, somebody looks at what was found, and a flag is closed with a reason."""

from datetime import datetime
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.jobs.models import Job
from config.jobs.services import enqueue, enqueue_due
from config.locks import LockKind, hold
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from rake.assurance.reading import Reading, read
from rake.assurance.selectors import closed_flags, flags_of, has_news, is_about, subject_of
from rake.assurance.told import as_json
from rake.assurance.watching import Line
from rake.models import AssuranceClosing, AssuranceFlag, AssuranceReading

TASK = "rake.read_assurance"


def read_assurance(*, room: Room, by: User | None, at: datetime) -> AssuranceReading:
    """Read a room's counted boxes, told pots and hours, keep what was found, and flag who is worth a look.

    Returns the reading. A subject has one open flag of a signal at most, and after one was closed the next needs more
    evidence, of what came since. Reckoning takes its time: what it rests on is read before the transaction that keeps
    it, and a flag that was closed in between is not opened again.
    """
    return _keep(read(room, at, closed_flags(room)), by=by)


@transaction.atomic
def _keep(found: Reading, *, by: User | None) -> AssuranceReading:
    """Keep a reading with the flags that are new; one at a time in a room."""
    room, at = found.room, found.at
    hold(LockKind.ASSURANCE, room=room.pk, thing=0)
    reading = AssuranceReading.objects.create(room=room, found=as_json(found), read_by=by, read_at=at)
    known = {(flag.signal, subject_of(flag), flag.round) for flag in flags_of(room)}
    reached = [line for line in found.lines if line.is_flagged]
    opened = [_open(line, reading) for line in reached if (line.signal, line.subject, line.round) not in known]
    record("assurance.read", reading, room=room, by=by, at=at, after={"flags": len(opened)})
    return reading


def _open(line: Line, reading: AssuranceReading) -> AssuranceFlag:
    about: dict[str, Any] = {f"{line.subject.kind}_id": line.subject.pk}
    facts = {"round": line.round, "evidence": round(line.evidence * 1000), "goal": round(line.goal * 1000)}
    return AssuranceFlag.objects.create(
        room=reading.room, signal=line.signal, reading=reading, opened_at=reading.read_at, **about, **facts
    )


@transaction.atomic
def ask_for_reading(*, room: Room, key: str, by: User | None, at: datetime) -> Job:
    """Ask the worker to read the room; returns the job that shows its progress. The same `key` asks once."""
    if earlier := claim(key, "assurance", {"room": room.pk}, by=by, at=at):
        return Job.objects.get(pk=(earlier.answer or {})["job"])
    job = enqueue(TASK, room=room, by=by, **_reading_of(room))
    record("assurance.asked", room, room=room, by=by, at=at)
    answered(key, {"job": str(job.pk)})
    return job


def ask_for_due_reading(*, room: Room, at: datetime) -> None:
    """Ask for a reading of a room in which boxes were counted, or pots told, since it was read last."""
    if has_news(room):
        enqueue_due(TASK, room=room, at=at, **_reading_of(room))


def _reading_of(room: Room) -> dict[str, Any]:
    return {"title": "Rake assurance", "room_id": room.pk}


@transaction.atomic
def note_look(*, room: Room, by: User | None, at: datetime, what: str) -> None:
    """Note that somebody was shown who is worth a look, and where: the page, its file, or the command."""
    record("assurance.looked", room, room=room, by=by, at=at, after={"shown": what})


@transaction.atomic
def close_flag(*, flag: AssuranceFlag, reason: str, key: str, by: User, at: datetime) -> AssuranceClosing:
    """Close a flag with what was found when somebody looked; returns the closing.

    The trail tells that it was closed; whom it is about and the reason stand on the page alone, which fewer people see.

    Refusals: `reason_missing`, `flag_closed`, and `flag_is_own` for whoever the flag is about.
    """
    if claim(key, "close_flag", {"flag": flag.pk, "reason": reason}, by=by, at=at):
        return AssuranceClosing.objects.get(request_key=key)
    hold(LockKind.ASSURANCE, room=flag.room_id, thing=0)
    flag = flags_of(flag.room).get(pk=flag.pk)
    if is_about(flag, by):
        message = "This is about yourself: let another manager look at it."
        raise DomainError("flag_is_own", message)
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say what was found when you looked.", field="reason")
    if AssuranceClosing.objects.filter(flag=flag).exists():
        raise DomainError("flag_closed", f"{flag.subject} was looked at already: reload the page to read the reason.")
    closing = AssuranceClosing.objects.create(
        flag=flag, reason=reason.strip(), closed_by=by, closed_at=at, request_key=key
    )
    record("assurance.closed", flag, room=flag.room, by=by, at=at)
    return closing
