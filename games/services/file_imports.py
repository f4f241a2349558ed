"""Hand files that are chosen on a page: looked at before anything is kept, and imported once by a job."""

import hashlib
import re
from datetime import datetime, timedelta

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError, Malformed
from config.jobs.models import Job
from config.jobs.services import enqueue, run_again
from config.rooms.models import Room
from config.staff.models import User
from games.models import FileImport, RefusedHand
from tables.models import Table
from tables.services import add_table

TASK = "games.import_file"
LARGEST_FILE = 900_000
"""Bytes of one file; with the form round it the server still reads it (`config.serving.arrivals`)."""
MOST_HANDS = 2000
MOST_FILES = 200
"""Files that one person may choose in a room within `QUOTA_OF`: 180 MB at most, whatever becomes of them."""
QUOTA_OF = timedelta(hours=24)
SEATS = 10
"""Seats of a table that is added for an import."""
TEXTS_KEPT = timedelta(days=7)
"""The time that the text of a file is kept whose import failed or was cancelled, so that it may run again."""
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Characters that no text has; every archive and picture does."""
_HAND = re.compile(r"^[ \t]*variant[ \t]*=", re.MULTILINE)
_SECTION = re.compile(r"^[ \t]*\[[^\[\]\n,]{1,40}\][ \t]*\r?$", re.MULTILINE)


@transaction.atomic
def take_file(
    *, room: Room, table_name: str, name: str, content: bytes, house: str, by: User, at: datetime
) -> FileImport:
    """Take a hand file to be imported by a job at the table of that name, which is added where it isn't there; `house`
    is the code of whose rules hold where the file says nothing, "" for the standard. Returns the import.

    A file whose import failed or was cancelled goes on where it was. Refusals, for each of which nothing is kept:
    `file_empty`, `file_too_large`, `file_not_text`, `no_hand_found`, `too_many_hands`, `imported_already` where the
    room has these bytes already, and `too_many_files` from the 201st of one person within 24 hours on.
    """
    text = _text_of(name, content)
    hands = _hands_in(name, text)
    Room.objects.select_for_update().get(pk=room.pk)
    digest = hashlib.sha256(content).hexdigest()
    if earlier := FileImport.objects.select_related("job", "room", "table").filter(room=room, digest=digest).first():
        return _once_more(earlier, name, text, by, at)
    _refuse_beyond_quota(room, by, at)
    table = _table(room, table_name, by, at)
    job = enqueue(TASK, room=room, by=by, title=f"Import of {name}"[:120], digest=digest, room_id=room.pk)
    facts = {"name": name[:200], "digest": digest, "house": house, "text": text, "hands": hands}
    taken = FileImport.objects.create(room=room, table=table, job=job, asked_by=by, asked_at=at, **facts)
    after = {"name": taken.name, "table": table.name, "hands": hands, "digest": digest}
    record("hands.file_taken", taken, room=room, by=by, at=at, after=after)
    return taken


@transaction.atomic
def end_import(*, file_import: FileImport, at: datetime) -> FileImport:
    """Note that the last hand of the file was looked at; its text is needed no more. Returns the import."""
    file_import.text, file_import.ended_at = "", at
    file_import.save(update_fields=["text", "ended_at"])
    stayed_out = file_import.refused_hands.exclude(code=RefusedHand.KNOWN).count()
    after = {"recorded": file_import.recorded, "known": file_import.known, "refused": stayed_out}
    record("hands.file_imported", file_import, room=file_import.room, by=file_import.asked_by, at=at, after=after)
    return file_import


def forget_texts(*, at: datetime) -> int:
    """Let go of the texts of files whose import ended without its work a while ago; returns how many."""
    ended = FileImport.objects.filter(job__state__in=(Job.State.FAILED, Job.State.CANCELLED)).exclude(text="")
    return ended.filter(job__finished_at__lt=at - TEXTS_KEPT).update(text="")


def _refuse_beyond_quota(room: Room, by: User, at: datetime) -> None:
    """Refuse another new file (`too_many_files`) of whoever chose as many as a day may have; says when one may come."""
    lately = FileImport.objects.filter(room=room, asked_by=by, asked_at__gt=at - QUOTA_OF).order_by("-asked_at", "-pk")
    taken = list(lately.values_list("asked_at", flat=True)[:MOST_FILES])
    if len(taken) == MOST_FILES:
        again = (taken[-1] + QUOTA_OF).astimezone(room.zone)
        message = (
            f"You have chosen {MOST_FILES} files within 24 hours: choose the next from {again:%H:%M} on, or have"
            " import_hands read them."
        )
        raise DomainError("too_many_files", message, field="files")


def _once_more(earlier: FileImport, name: str, text: str, by: User, at: datetime) -> FileImport:
    """Go on with a file whose import ended without its work. Refuses any other (`imported_already`)."""
    if not earlier.job.can_run_again:
        state = "is being imported already" if earlier.ended_at is None else "was imported already"
        message = f"{name} {state}, as {earlier.name}: nothing of it is imported twice."
        raise DomainError("imported_already", message, field="files")
    earlier.text = text
    earlier.save(update_fields=["text"])
    run_again(job=earlier.job, by=by, at=at)
    return earlier


def _text_of(name: str, content: bytes) -> str:
    """The text of a file. Refuses what is empty, too large, or no text."""
    if not content:
        raise Malformed("file_empty", f"{name} is empty: choose another file.", field="files")
    if len(content) > LARGEST_FILE:
        most = f"{LARGEST_FILE // 1000} kB"
        raise Malformed("file_too_large", f"{name} is larger than {most}: choose it in parts.", field="files")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if _UNSEEN.search(text):
        message = f"{name} is no text file: choose hand histories (.phh or .phhs), unpacked."
        raise Malformed("file_not_text", message, field="files")
    return text


def _hands_in(name: str, text: str) -> int:
    """The number of hands that the text seems to hold. Refuses none, and too many."""
    hands = len(_HAND.findall(text))
    if not hands:
        message = f"No hand was found in {name}: a hand history begins with its variant."
        raise Malformed("no_hand_found", message, field="files")
    if max(hands, len(_SECTION.findall(text))) > MOST_HANDS:
        message = f"{name} holds more than {MOST_HANDS} hands: choose it in parts, or have import_hands read it."
        raise Malformed("too_many_hands", message, field="files")
    return hands


def _table(room: Room, name: str, by: User, at: datetime) -> Table:
    table = Table.objects.filter(room=room, name__iexact=name).first()
    return table or add_table(room=room, name=name, seats=SEATS, by=by, at=at)
