"""The work of the job that imports a chosen file: chunk by chunk, with a word of progress after each."""

from collections.abc import Callable

from django.db import OperationalError
from django.utils import timezone

from config.errors import DomainError
from config.jobs.services import Cancelled, ToldError
from games.importing import CHUNK, Importer, Outcome
from games.models import FileImport, RefusedHand
from games.services.file_imports import end_import, forget_texts
from rules.house.house import HOUSES
from rules.phh.files import HandText
from rules.phh.values import Unreadable

Progress = Callable[[int, int], None]


class TextGoneError(ToldError):
    """The text of the file isn't kept any more."""


class TableBusyError(ToldError):
    """Another import works at the table."""


def import_file(*, room_id: int, digest: str, progress: Progress) -> None:
    """Record the hands of a chosen file that aren't recorded yet, and keep why each of the others stays out.

    It may be run again however it ended: what an earlier run recorded counts as recorded by this file. Cancelled
    between two chunks (`progress` raises), it closes its sessions and leaves the rest for another run.
    """
    file_import = FileImport.objects.select_related("room", "table__room", "asked_by").get(room=room_id, digest=digest)
    forget_texts(at=timezone.now())
    if file_import.ended_at:
        return
    if not file_import.text:
        raise TextGoneError(f"{file_import} isn't kept any more: choose it again on the page of imports.")
    file_import.refused_hands.all().delete()
    file_import.recorded = file_import.known = 0
    house = HOUSES.get(file_import.house)
    try:
        with Importer(file_import.table, house=house, by=file_import.asked_by) as importer:
            _record(importer, file_import, progress)
    except OperationalError as error:
        if "lock timeout" not in str(error):
            raise
        raise TableBusyError(f"Another import works at {file_import.table}: this one waits.") from error
    end_import(file_import=file_import, at=timezone.now())


def _record(importer: Importer, file_import: FileImport, progress: Progress) -> None:
    """Record the hands, and close the sessions; also where somebody cancels it meanwhile."""
    seen: list[Outcome] = []
    told = 0
    try:
        progress(0, file_import.hands)
        for outcome in importer.record(HandText.of(file_import.name, file_import.text)):
            seen.append(outcome)
            if len(seen) == CHUNK:
                told += _keep(file_import, seen)
                progress(told, file_import.hands)
    except Cancelled:
        importer.close()
        raise
    _keep(file_import, seen)
    importer.close()


def _keep(file_import: FileImport, seen: list[Outcome]) -> int:
    """Keep what became of these hands, and forget them; returns how many they were."""
    RefusedHand.objects.bulk_create(_refused(file_import, each) for each in seen if _stays_out(file_import, each))
    file_import.recorded += sum(each.result == "recorded" or _is_own(file_import, each) for each in seen)
    file_import.known += sum(each.result == "known" and not _is_own(file_import, each) for each in seen)
    file_import.save(update_fields=["recorded", "known"])
    many = len(seen)
    seen.clear()
    return many


def _stays_out(file_import: FileImport, outcome: Outcome) -> bool:
    """Whether a hand isn't recorded from this file: it was refused, or recorded before from another one."""
    return outcome.problem is not None or (outcome.earlier is not None and not _is_own(file_import, outcome))


def _is_own(file_import: FileImport, outcome: Outcome) -> bool:
    """Whether an earlier run of this import recorded the hand; one that the file holds again counts once."""
    earlier = outcome.earlier
    return (
        earlier is not None
        and earlier.recorded_at >= file_import.asked_at
        and earlier.source_file == file_import.name
        and not outcome.is_again
    )


def _refused(file_import: FileImport, outcome: Outcome) -> RefusedHand:
    problem = outcome.problem
    place = {"file_import": file_import, "hand": outcome.key[:80], "line": outcome.line}
    if outcome.earlier is not None:
        source = f" from {outcome.earlier.source_file}" if outcome.earlier.source_file else ""
        reason = f"It was recorded already{source}: no hand is recorded twice."
        return RefusedHand(**place, code=RefusedHand.KNOWN, reason=reason)
    if isinstance(problem, DomainError):
        facts = {"code": problem.code[:40], "reason": problem.message, "rule": problem.rule}
        return RefusedHand(**place, **facts, citation=problem.citation[:200])
    reason = problem.reason if isinstance(problem, Unreadable) else str(problem)
    return RefusedHand(**place, code="unreadable", reason=reason)
