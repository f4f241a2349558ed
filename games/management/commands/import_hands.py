"""`import_hands`: record many hands from files, with a report of what was refused and why."""

import sys
import time
import tomllib
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from django.utils import timezone

from config.errors import DomainError
from config.rooms.models import Room
from config.web.text import how_many
from games.importing import Importer, Outcome
from players.counts import CountReason
from rules.house.fee_schedule import FeeSchedule
from rules.house.fee_written import read_schedule
from rules.house.house import HOUSES
from rules.phh.files import HandFile, find_files, look_at
from tables.models import Table, TableSession
from tables.services import add_table

REFUSED, UNREADABLE = 1, 2
_REASONS = [reason.value for reason in CountReason if reason != CountReason.OTHER]
BAR_EVERY, LINE_EVERY = 0.1, 10.0
"""Seconds between two plaques of progress: on a terminal, and where nobody watches."""
BAR = 30
SEATS = 10
"""Seats of a table that is added for an import."""


class Command(BaseCommand):
    """Exit 0: everything is recorded; 1: some were refused; 2: some can't be read."""

    help = (
        "Validate the hands of files (.phh, .phhs, or folders of them) and record them at a table, each once however "
        "often it is imported; what was cut short goes on where it was. Sessions are opened from the files' stakes and "
        "stacks, apart from drawers and closed days; unknown players become guests. A table that isn't there is added. "
        "Exit 0: all recorded; 1: some refused; 2: some can't be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder of them")
        parser.add_argument("--table", required=True, metavar="NAME", help="the table that the hands are recorded at")
        parser.add_argument("--room", metavar="SLUG", help="the room, where there are several")
        parser.add_argument("--session", type=int, metavar="ID", help="one open session of the table for all hands")
        parser.add_argument(
            "--count-reason",
            default="",
            metavar="REASON",
            help=f"why a file's stacks aren't those of the books, at a session of the floor: {', '.join(_REASONS)} or "
            "own words",
        )
        parser.add_argument("--house", choices=list(HOUSES), help="whose rules hold; standard unless the file says")
        parser.add_argument("--rake", type=Path, metavar="FILE.toml", help="a fee schedule; no rake without one")

    def handle(self, *args: Any, **options: Any) -> None:
        house, fee = HOUSES[options["house"]] if options["house"] else None, _fee(options["rake"])
        table = self._table(_room(options["room"]), options["table"])
        session = _session(table, options["session"]) if options["session"] else None
        files = [_look_at(path) for path in find_files(options["paths"])]
        if not files:
            raise CommandError("There is no .phh or .phhs file here.", returncode=UNREADABLE)
        try:
            reason = options["count_reason"]
            with Importer(table, house=house, fee=fee, session=session, count_reason=reason) as importer:
                counted = self._record(importer, files)
        except OperationalError as error:
            if "lock timeout" not in str(error):
                raise
            raise CommandError(f"Another import works at {table}: wait until it has ended.") from error
        if counted["unreadable"] or counted["refused"]:
            raise SystemExit(UNREADABLE if counted["unreadable"] else REFUSED)

    def _table(self, room: Room, name: str) -> Table:
        table = Table.objects.filter(room=room, name__iexact=name).select_related("room").first()
        if table is None:
            table = add_table(room=room, name=name[:40], seats=SEATS, by=None, at=timezone.now())
            self.stdout.write(f"{table} was added to {room} with {SEATS} seats.")
        return table

    def _record(self, importer: Importer, files: list[HandFile]) -> Counter[str]:
        """Record every file; returns how many hands were recorded, known, refused and unreadable."""
        counted = Counter[str]()
        progress = Progress(sys.stderr, files)
        for file in files:
            known: list[Outcome] = []
            for outcome in importer.record(file):
                counted[outcome.result] += 1
                if known and not _go_on(known[-1], outcome):
                    self._tell(progress, told_known(known))
                    known = []
                if outcome.earlier:
                    known.append(outcome)
                if outcome.problem:
                    self._tell(progress, told(outcome))
                progress.show(outcome)
            if known:
                self._tell(progress, told_known(known))
        importer.close()
        progress.clear()
        self.stdout.write(
            f"{how_many(counted.total(), 'hand')}: {counted['recorded']} recorded "
            f"in {how_many(len(importer.sessions), 'session')}, "
            f"{counted['known']} known already, {counted['refused']} refused, {counted['unreadable']} unreadable; "
            f"{progress.seconds:.1f} s, {counted['recorded'] / progress.seconds:.0f} hands recorded a second"
        )
        return counted

    def _tell(self, progress: "Progress", words: str) -> None:
        progress.clear()
        self.stdout.write(words)


class Progress:
    """The progress of the import: a bar that is drawn over on a terminal, a line now and then elsewhere."""

    def __init__(self, stream: TextIO, files: list[HandFile]) -> None:
        self._stream, self._on_terminal = stream, stream.isatty()
        self._lines = sum(file.lines for file in files) or 1
        self._before: dict[Path, int] = {}
        read = 0
        for file in files:
            self._before[file.path] = read
            read += file.lines
        self._hands = 0
        self._began = self._shown = time.monotonic()

    @property
    def seconds(self) -> float:
        """The time that it has taken."""
        return max(time.monotonic() - self._began, 0.001)

    def show(self, outcome: Outcome) -> None:
        """Count a hand, and show how far it is if that was not shown a moment ago."""
        self._hands += 1
        now = time.monotonic()
        if now - self._shown < (BAR_EVERY if self._on_terminal else LINE_EVERY):
            return
        self._shown = now
        done = (self._before[outcome.file.path] + outcome.line) / self._lines
        words = f"{min(done, 1):4.0%}  {how_many(self._hands, 'hand')}, {self._hands / self.seconds:.0f} a second"
        bar = f"\r[{'#' * int(done * BAR):{BAR}}] {words}\x1b[K"
        self._write(bar if self._on_terminal else f"{words}\n")

    def clear(self) -> None:
        """Take the bar off the terminal, so that a line can be written there."""
        if self._on_terminal:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def told(outcome: Outcome) -> str:
    """A hand that stays out, for people: which one, why, the rule and its source."""
    problem = outcome.problem
    if not isinstance(problem, DomainError):
        return f"UNREADABLE {problem}"
    rule = "; ".join(part for part in (problem.rule, problem.citation) if part)
    return f"REFUSED {outcome.file.path}, hand {outcome.key}: {problem.message} [{problem.code}]" + (
        f"\n    rule: {rule}" if rule else ""
    )


def told_known(outcomes: list[Outcome]) -> str:
    """Hands in a row that were recorded already, for people: at which lines, and from which file."""
    first, last = outcomes[0], outcomes[-1]
    lines = f"line {first.line}" if len(outcomes) == 1 else f"lines {first.line} to {last.line}"
    source = f" from {first.earlier.source_file}" if first.earlier and first.earlier.source_file else ""
    return f"KNOWN {first.file.path}, {lines}: {how_many(len(outcomes), 'hand')} recorded already{source}"


def _go_on(before: Outcome, outcome: Outcome) -> bool:
    """Whether a hand was recorded already, and from the same file as the one before it."""
    if before.earlier is None or outcome.earlier is None:
        return False
    return before.earlier.source_file == outcome.earlier.source_file


def _look_at(path: Path) -> HandFile:
    try:
        return look_at(path)
    except OSError as problem:
        raise CommandError(f"{path} can't be read: {problem.strerror}.", returncode=UNREADABLE) from problem


def _room(slug: str | None) -> Room:
    rooms = list(Room.objects.filter(slug=slug) if slug else Room.objects.all()[:2])
    if len(rooms) == 1:
        return rooms[0]
    named = ", ".join(Room.objects.values_list("slug", flat=True)) or "none yet: set one up first"
    raise CommandError(f"Name the room with --room. There is: {named}.")


def _session(table: Table, session_id: int) -> TableSession:
    session = table.sessions.filter(pk=session_id, closed_at=None).first()
    if session is None:
        raise CommandError(f"{table} has no open session {session_id}.")
    return session


def _fee(path: Path | None) -> FeeSchedule | None:
    if path is None:
        return None
    try:
        return read_schedule(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError) as problem:
        raise CommandError(f"{path} is no fee schedule: {problem}", returncode=UNREADABLE) from problem
