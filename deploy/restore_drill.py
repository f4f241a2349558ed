"""Put a backup back beside the running room, audit the books on it, and say what it took.

    python3 -m deploy.restore_drill --backup /var/backups/cardroom/base --archive /var/backups/cardroom/wal
    python3 -m deploy.restore_drill --archive /var/backups/cardroom/wal --to '2026-03-01 04:00:00+00'

Without --backup, a base backup of the running server is taken first (PGHOST, PGPORT, PGUSER, PGPASSFILE); with
--archive its WAL is read on, to the end or to --to. The copy runs in a folder of its own, is reached through a socket
there and by no address, and is removed. `audit_books` runs on it as the role of DATABASE_URL. Exit 0: every invariant
holds on the copy; 1: not all, and each is named; 2: there is no copy to audit.
"""

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from deploy import backup, copies, programs
from deploy.copies import Copy
from devkit.trouble import TroubleError

HOLDS, BROKEN, NO_COPY = 0, 1, 2


@dataclass
class Report:
    """The findings of a drill. Seconds are those of each step."""

    source: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    copied_bytes: int = 0
    recovered_to: str = ""
    last_money: str = ""
    last_money_age: float | None = None
    transfers: int = 0
    anchors: int | None = None
    faults: list[str] = field(default_factory=list)
    checks: int = 0
    checksums: str = ""

    def lines(self) -> list[str]:
        """The report for people."""
        took = ", ".join(f"{step} {seconds:.1f} s" for step, seconds in self.seconds.items())
        money = (
            f"the last is of {self.last_money}, {_aged(self.last_money_age)} old" if self.last_money else "no money yet"
        )
        anchors = "no anchors were named" if self.anchors is None else f"{self.anchors} anchors were held against it"
        audited = f"{self.checks} checks of the books, {len(self.faults)} faults; {anchors}"
        return [
            f"restored  {self.source} ({self.copied_bytes / 1e6:,.0f} MB), recovered to {self.recovered_to}",
            f"took      {took}; in all {sum(self.seconds.values()):.1f} s",
            f"money     {self.transfers:,} transfers; {money}",
            f"audited   {audited}; {self.checksums}",
            *(f"FAULT     {fault}" for fault in self.faults),
        ]


def drill(asked: argparse.Namespace) -> Report:
    """Restore, audit, and put the copy away. Raises TroubleError where there is no copy to audit."""
    report = Report()
    with copies.folder(asked.work, keep=asked.keep_copy) as work:
        copy = _made(asked, work, report)
        began = time.monotonic()
        with copy.running():
            report.seconds["recover"] = time.monotonic() - began
            _look(copy, report)
            began = time.monotonic()
            report.checks, report.faults, report.anchors = copy.audited(report.recovered_to)
            report.seconds["audit"] = time.monotonic() - began
        report.checksums = copy.checksums()
    return report


def _made(asked: argparse.Namespace, work: Path, report: Report) -> Copy:
    """The copy's files, from a backup that is there or from one that is taken now."""
    began = time.monotonic()
    if asked.backup:
        source = backup.newest(asked.backup.absolute())
        found = programs.find(copies.major_of(source))
        copies.copy_backup(source, work / "data", found)
    else:
        found, source = programs.find(), Path("the running server")
        backup.copy_cluster(found, work / "data")
    report.seconds["copy"] = time.monotonic() - began
    if not asked.backup and asked.archive:
        began = time.monotonic()
        copies.wait_for_archive(found, asked.archive)
        report.seconds["archive"] = time.monotonic() - began
    report.source = str(source)
    report.copied_bytes = sum(file.stat().st_size for file in (work / "data").rglob("*") if file.is_file())
    return Copy(work, found, asked.archive.absolute() if asked.archive else None, asked.to)


def _look(copy: Copy, report: Report) -> None:
    """Note how far the copy goes, and the last money in it."""
    report.recovered_to = copy.recovered_to()
    report.transfers, report.last_money = copy.money()
    if report.last_money:
        age = datetime.now().astimezone() - datetime.fromisoformat(report.last_money)
        report.last_money_age = age.total_seconds()


def _aged(seconds: float | None) -> str:
    """ "12 s", "3.4 min", "5.0 h"."""
    if seconds is None:
        return "?"
    for size, word in ((3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.1f} {word}"
    return f"{seconds:.0f} s"


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 -m deploy.restore_drill", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--backup", type=Path, help="a base backup, or the folder of them: the newest is put back")
    parser.add_argument("--archive", type=Path, help="the folder of archived WAL, to be read on from the backup")
    parser.add_argument("--to", default="", help="the time to stop at, as PostgreSQL writes it; the end if left out")
    parser.add_argument("--work", type=Path, help="where to put the copy; a temporary folder if left out")
    parser.add_argument("--keep-copy", action="store_true", help="leave the copy's files there, to be looked at")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")
    asked = parser.parse_args(arguments)
    if asked.to and not asked.archive:
        parser.error("--to needs --archive: without WAL a backup can be put back to its own end only")
    return asked


def main(arguments: list[str]) -> int:
    """0 when every invariant holds on the copy."""
    asked = _asked(arguments)
    try:
        report = drill(asked)
    except (TroubleError, OSError) as error:
        print(f"The drill failed: {error}", file=sys.stderr)
        return NO_COPY
    broken = bool(report.faults) or not report.checks
    if asked.json:
        print(json.dumps({"ok": not broken, **asdict(report)}, indent=2))
    else:
        print("\n".join(report.lines()))
        print("The backup can be put back." if not broken else "The copy's books do NOT hold: see the faults.")
    return BROKEN if broken else HOLDS


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
