"""A record of what a run has started, in a file: when it is killed together with its watchdog, the next run ends what
it left.

A process is known by its id and the instant at which it began, so that another one with the same id is left alone.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from devkit import groups
from devkit.paths import ROOT

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_SINCE = 19  # the place of the start in /proc/<id>/stat, counted from behind the name


class Noted:
    """The file in which a run notes the groups that it starts, the oldest first."""

    def __init__(self, path: Path) -> None:
        """Begin anew: whatever stood there has been ended."""
        self.path = path
        self.lines: dict[int, str] = {}
        self._write()

    def add(self, group: int, polite: int) -> None:
        """Note a group by its leader, which has just been started."""
        self.lines[group] = f"{group} {int(polite)} {began(group)}"
        self._write()

    def remove(self, group: int) -> None:
        """The group has ended."""
        self.lines.pop(group, None)
        self._write()

    def _write(self) -> None:
        """Replace the file, so that it is never half written."""
        aside = self.path.with_suffix(".new")
        aside.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text("".join(f"{line}\n" for line in self.lines.values()), encoding="utf-8")
        aside.rename(self.path)


def end_all(path: Path) -> list[int]:
    """End what the file names and still runs, the youngest first (the database is the oldest); returns their ids."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    ended = []
    for line in reversed(lines):
        group, polite, *mark = line.split(maxsplit=2)
        if is_left(int(group), "".join(mark)):
            groups.end(int(group), int(polite))
            ended.append(int(group))
    path.unlink(missing_ok=True)
    return ended


def is_left(group: int, mark: str) -> bool:
    """Whether the group that was noted so still runs: its leader, or processes of ours that the leader has left."""
    if groups.is_running(group):
        return bool(mark) and began(group) == mark
    return any(_is_ours(process) for process in _members(group))


def began(process: int) -> str:
    """The time at which the process began, in whatever words the system has for it; "" where there is no such
    process."""
    if groups.HAS_PROC:
        try:
            told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        return f"{_BOOT.read_text(encoding='ascii').strip()} {told.rpartition(')')[2].split()[_SINCE]}"
    said = subprocess.run(["ps", "-p", str(process), "-o", "lstart="], check=False, capture_output=True, text=True)
    return said.stdout.strip()


def _members(group: int) -> Iterator[Path]:
    """The running processes of a group whose leader is gone; none where the system doesn't tell."""
    if groups.HAS_PROC:
        yield from (each for each in Path("/proc").glob("[0-9]*") if groups.group_of(each) == group)


def _is_ours(process: Path) -> bool:
    """Whether the process was started from this checkout."""
    try:
        return (process / "cwd").resolve(strict=True) == ROOT
    except OSError:
        return False
