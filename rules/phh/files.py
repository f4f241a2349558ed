"""Files of hand histories on disk: which there are, in which order they were played, and the hands in them."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Self, TextIO

from rules.phh.bounds import LARGEST_HAND
from rules.phh.reader import read_each
from rules.phh.values import PhhHand, Unreadable

SUFFIXES = (".phh", ".phhs")
_DIGITS = re.compile(r"([0-9]+)")
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class HandFile:
    """A file as it was when it was looked at: its path, the SHA-256 of its bytes, and how many lines it has."""

    path: Path
    digest: str
    lines: int

    @property
    def holds_many(self) -> bool:
        """Whether it is a file of several hands (.phhs)."""
        return self.path.suffix == ".phhs"

    def hands(self) -> Iterator[PhhHand | Unreadable]:
        """Its hands in order, one at a time; a hand that can't be read comes as its Unreadable."""
        try:
            with self.opened() as text:
                lines = iter(partial(text.readline, LARGEST_HAND + 1), "")
                yield from read_each(lines, str(self.path))
        except OSError as problem:
            yield Unreadable(f"it can't be opened: {problem.strerror}", file=str(self.path))

    def opened(self) -> TextIO:
        """Its content, to be read line by line."""
        return self.path.open(encoding="utf-8", newline="\n")


@dataclass(frozen=True, slots=True)
class HandText(HandFile):
    """A file that is nowhere on the disk: its `path` is only what it is called."""

    text: str

    @classmethod
    def of(cls, name: str, text: str) -> Self:
        """The text as the file `name` would hold it."""
        content = text.encode()
        return cls(Path(name), hashlib.sha256(content).hexdigest(), content.count(b"\n"), text)

    def opened(self) -> TextIO:
        """Its content, to be read line by line."""
        return StringIO(self.text, newline="\n")


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, whatever their names, and the hand histories below folders: hand 2 before hand 10."""
    for path in paths:
        if path.is_dir():
            found = (file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
            yield from sorted(found, key=_as_counted)
        else:
            yield path


def look_at(path: Path) -> HandFile:
    """The file with its digest and its length; it is read once, piece by piece. Raises OSError."""
    digest, lines = hashlib.sha256(), 0
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            digest.update(piece)
            lines += piece.count(b"\n")
    return HandFile(path, digest.hexdigest(), lines)


def _as_counted(path: Path) -> list[tuple[int, int, str]]:
    """Names in the order in which people count: numbers by value, everything else by letter."""
    parts = _DIGITS.split(path.as_posix())
    return [(1, int(part), part) if part.isdecimal() and part.isascii() else (0, 0, part) for part in parts]
