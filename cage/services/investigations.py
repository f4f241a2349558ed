"""Investigations are opened with their deadlines, and the regulator is told of what is large (R28, R29)."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from cage.models import Carried, DrawerVariance, FeltResidual, Investigation, RegulatorNote, TrayOff, VaultVariance
from cage.selectors.explained import Investigated, named_by
from cage.selectors.patterns import is_noticed, is_told_of, standing_together
from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.staff.models import User


def investigate(about: Investigated, *, at: datetime) -> Investigation | None:
    """Ask about a variance that has just been written, where it is beyond the room's notice or the regulator is told of
    it, by itself or with others of its day; returns the investigation with its deadlines, None where nobody is asked.

    They are the room's as it is set now: other settings hold for later variances alone. Source: R28, R29.
    """
    together, room = list(standing_together(about)), about.room
    is_told = is_told_of(about, together)
    if not (is_told or is_noticed(about, together)):
        return None
    note_due = at + timedelta(hours=room.regulator_note_hours) if is_told else None
    due = at + timedelta(days=room.variance_days)
    return Investigation.objects.create(opened_at=at, due_at=due, note_due_at=note_due, **_asked(about))


def _asked(about: Investigated) -> dict[str, Any]:
    """The field of an investigation that says what it is about."""
    if isinstance(about, Carried):
        return {"carried": about.came}
    if isinstance(about, TrayOff):
        return {"tray": about.count}
    if isinstance(about, VaultVariance):
        return {"vault_variance": about}
    if isinstance(about, FeltResidual):
        return {"felt": about}
    return {"variance" if isinstance(about, DrawerVariance) else "box_variance": about}


@transaction.atomic
def note_regulator(*, investigation: Investigation, text: str, key: str, by: User, at: datetime) -> RegulatorNote:
    """Write down that the regulator was told of a variance: who was told, how, and the number of the report; returns
    the note. What is added later is another note; its instant is the one at which it is written down.

    Refuses a variance of which nobody is to be told (`note_not_asked`), no words (`reason_missing`), and whoever the
    variance names or who counted (`not_your_variance`). Source: WAC 230-15-495(5)(g) (R28).
    """
    if earlier := claim(key, "note_regulator", {"investigation": investigation.pk, "text": text}, by=by, at=at):
        return RegulatorNote.objects.get(pk=(earlier.answer or {})["note"])
    if investigation.note_due_at is None:
        message = "The regulator is told of larger variances: write what was found out where this one is settled."
        raise DomainError("note_not_asked", message)
    variance = investigation.about
    if by.pk in named_by(variance):
        message = "Whoever it names, or who counted, doesn’t tell the regulator of it: another manager does."
        raise DomainError("not_your_variance", message)
    if not is_reason(text):
        raise DomainError("reason_missing", "Say who was told, how, and the number of the report.", field="text")
    note = RegulatorNote.objects.create(investigation=investigation, text=text.strip(), by=by, at=at)
    after = {"note": note.pk}
    record("investigation.noted", investigation, room=variance.room, by=by, at=at, after=after, reason=note.text)
    answered(key, {"note": note.pk})
    return note
