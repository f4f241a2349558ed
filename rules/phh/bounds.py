"""The bounds of a hand history, found before a TOML parser sees it.

`tomllib` takes quadratic time for long dotted keys and the interpreter's stack for nesting, and it forgets how an
integer was spelt. This scan tells strings and comments from structure, line by line, refuses the one and keeps
the other.
"""

import re
from typing import Final

from rules.phh.values import Unreadable

LARGEST_HAND: Final = 256 * 1024
"""Characters of one hand."""
MOST_KEY_PARTS: Final = 64
DEEPEST_NESTING: Final = 16
MOST_DOTS: Final = 8192
"""Dots of all keys and numbers of one hand: many keys of 64 parts cost as much as a few of 500."""

_TOKEN: Final = re.compile(
    r"""(?P<skip>[ \t]+|\#.*)
    |(?P<block>\"{3}|'{3})
    |(?P<quoted>"(?:[^"\\]|\\.)*+"|'[^']*+')
    |(?P<bare>[A-Za-z0-9_+:.\-]+)
    |(?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
_BLOCK_END: Final = {
    '"""': re.compile(r'(?:[^"\\]|\\.|\\$|"(?!""))*+"{3,5}'),
    "'''": re.compile(r"(?:[^']|'(?!''))*+'{3,5}"),
}
# Spellings of an integer that TOML allows and an amount of money doesn't.
_ODD_INTEGER: Final = re.compile(r"0[xob][0-9A-Fa-f_]+|\+[0-9_]+|-?[0-9]+(?:_[0-9]+)+")


class BoundsScan:
    """Follows TOML text line by line and raises Unreadable where it leaves the bounds of this module.

    `closed` says whether the lines so far end outside every array, table and string. `odd_integers` holds, per field,
    the first integer (or the first name in a table) spelt in hexadecimal, octal or binary, with underscores or with
    a plus sign.
    """

    def __init__(self) -> None:
        self.odd_integers: dict[str, str] = {}
        self._open: list[str] = []
        self._block = ""
        self._field = ""
        self._before = ""
        self._dots = 0
        self._all_dots = 0

    @property
    def closed(self) -> bool:
        """Whether a new statement may begin here."""
        return not self._open and not self._block

    def feed(self, line: str) -> None:
        """Take one line, without its line feed."""
        position = self._skip_block(line, 0) if self._block else 0
        if self.closed and position == 0:
            self._dots, self._before, self._field = 0, "", ""
        while match := _TOKEN.match(line, position):
            position = match.end()
            kind, text = match.lastgroup, match.group()
            if kind == "skip":
                continue
            if kind == "block":
                self._block = text
                position = self._skip_block(line, position)
            elif kind == "mark":
                self._mark(text)
            else:
                self._word(text)
            self._before = text if kind == "mark" else "word"

    def _skip_block(self, line: str, position: int) -> int:
        """The place at which the open multi-line string ends in this line, or where the line ends."""
        end = _BLOCK_END[self._block].match(line, position)
        if end is None:
            return len(line)
        self._block = ""
        return end.end()

    def _mark(self, mark: str) -> None:
        if mark in "[{":
            self._open.append(mark)
            if len(self._open) > DEEPEST_NESTING:
                raise Unreadable(f"it nests more than {DEEPEST_NESTING} levels deep; a hand is a flat list of fields")
        elif mark in "]}" and self._open:
            self._open.pop()
        if mark in ",={":
            self._dots = 0

    def _word(self, text: str) -> None:
        if not self._open and not self._before:
            self._field = text.strip("\"'")
        if text[0] in "\"'":
            return
        self._count_dots(text.count("."))
        if self._before in ("=", ",", "[") and _ODD_INTEGER.fullmatch(text):
            self.odd_integers.setdefault(self._field, text)

    def _count_dots(self, dots: int) -> None:
        self._dots += dots
        self._all_dots += dots
        if self._dots >= MOST_KEY_PARTS:
            raise Unreadable(f"a key has more than {MOST_KEY_PARTS} parts; a hand is a flat list of fields")
        if self._all_dots > MOST_DOTS:
            raise Unreadable(f"it has more than {MOST_DOTS} dots in names and numbers; a hand is a few lines")
