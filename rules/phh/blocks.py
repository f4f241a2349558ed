"""Cuts the text of a .phh or .phhs file into hands and reads each into fields.

Two readers give the same fields: a direct one for the form that converters write, one `name = value` to a line
(`rules.phh.direct`), and `tomllib` for all other TOML. In plain fields integers are int, other numbers Numeral.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from rules.phh.bounds import LARGEST_HAND, BoundsScan
from rules.phh.direct import LINE_END, NOT_DIRECT, SHORT_LINE, direct_field, ready_field, remembered_field
from rules.phh.numerals import Numeral
from rules.phh.values import Unreadable

Fields = dict[str, object]

_HEADER: Final = re.compile(r"""[ \t]*\[[ \t]*["']?([0-9]{1,18})["']?[ \t]*\][ \t]*(?:#.*)?""")
_BEFORE_A_NUMBER: Final = frozenset("[ \t")
_TOML_PLACE: Final = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)")


@dataclass(slots=True)
class Block:
    """The lines of one hand, with their line ends as long as they are `ready`.

    `ready` holds what a hand holds for each field, amounts in hundredths, as long as every line is of the direct form
    and can be that; then None. So does `fields` with plain values, where they are needed.
    """

    key: str
    line: int
    lines: list[str] = field(default_factory=list)
    ready: Fields | None = field(default_factory=dict)
    scan: BoundsScan | None = None
    _fields: Fields | None = None
    _size: int = 0

    @property
    def closed(self) -> bool:
        """Whether the lines so far end outside every array, table and string."""
        return self.scan is None or self.scan.closed

    @property
    def fields(self) -> Fields | None:
        """The plain values of all lines, None where one isn't of the direct form."""
        if self.ready is not None:
            self._go_the_long_way()
        return self._fields

    def take_ready(self, coming: Iterator[str]) -> str | None:
        """Take the lines that are fields of the direct form; the first that isn't one of them, or None at the end.

        Nearly all lines of all hands go through here, as they come; no header and no blank line does.
        """
        ready, taken, room = self.ready, self.lines, LARGEST_HAND - self._size
        if ready is None:
            line = next(coming, None)
            return line and line.rstrip(LINE_END)
        for line in coming:
            length = len(line)
            name, value = remembered_field(line) if length < SHORT_LINE else ready_field(line)
            if value is NOT_DIRECT or length >= room or name in ready:
                self._size = LARGEST_HAND - room
                return line.rstrip(LINE_END)
            room -= length + 1
            taken.append(line)
            ready[name] = value
        return None

    @property
    def next_line(self) -> int:
        """The number of the line that comes next in the file."""
        return self.line + bool(self.key) + len(self.lines)

    def add(self, line: str) -> None:
        """Take one more line of any form; raises Unreadable when the hand passes a bound."""
        self.lines.append(line)
        self._size += len(line) + 1
        if self._size > LARGEST_HAND and self._without_line_ends() > LARGEST_HAND:
            raise Unreadable(f"it is larger than {LARGEST_HAND // 1024} kB; a hand is a few lines")
        if not line:
            return
        if self.ready is not None:
            self._go_the_long_way()
        elif self._fields is not None:
            self._add_plain(line)
        if self._fields is None:
            self._scan(line)

    def _without_line_ends(self) -> int:
        """The size of all lines; those that came with their line ends were counted with them."""
        self._size = sum(len(line.rstrip(LINE_END)) + 1 for line in self.lines)
        return self._size

    def _go_the_long_way(self) -> None:
        """Read the lines so far again as plain values, as far as they are of the direct form."""
        self.ready, self._fields = None, {}
        self.lines = [line.rstrip(LINE_END) for line in self.lines]
        for line in self.lines:
            if line and self._fields is not None:
                self._add_plain(line)

    def _add_plain(self, line: str) -> None:
        fields = self._fields
        name, value = direct_field(line)
        if fields is None or value is NOT_DIRECT or name in fields:
            self._fields, self.scan = None, BoundsScan()
        else:
            fields[name] = value

    def _scan(self, line: str) -> None:
        if line.startswith("\ufeff") and not self.key and len(self.lines) == 1:
            raise Unreadable("it begins with a byte order mark; save it as UTF-8 without one")
        if not line.isascii() and not _is_text(line):
            raise Unreadable("it holds characters that no text file can hold; save it as UTF-8")
        if self.scan is not None:
            self.scan.feed(line)

    def is_empty(self) -> bool:
        """Whether the lines hold no field: blank lines and comments only."""
        return not (self._general() if self.fields is None else self.fields)

    def hands(self) -> Iterator[tuple[str, Fields]]:
        """Key and fields of the hands in these lines: one, or those that a file writes as `1 = {…}` or `1.name = …`.

        Raises Unreadable for what isn't TOML, with the line.
        """
        if self.fields is not None:
            yield self.key or "1", self.fields
            return
        tables = self._general()
        if self.key:
            yield self.key, _only_table(tables, self.key)
        elif tables and all(name.isdigit() and isinstance(value, dict) for name, value in tables.items()):
            yield from tables.items()  # type: ignore[misc]  # every value is a table, as the line above asked
        else:
            yield "1", tables

    def line_of(self, name: str) -> int:
        """The line on which the field stands, or the hand's first."""
        lines = enumerate(self.lines, self.line + bool(self.key))
        return next((number for number, line in lines if line.lstrip().startswith(name)), self.line)

    def _general(self) -> Fields:
        import tomllib  # noqa: PLC0415 - hardly a file is of another form, and it takes long to import

        header = [f"[{self.key}]"] if self.key else []
        try:
            return tomllib.loads("\n".join([*header, *self.lines, ""]), parse_float=Numeral)
        except tomllib.TOMLDecodeError as problem:
            place = _TOML_PLACE.search(str(problem))
            within = int(place[1]) if place and place[1] else len(header) + len(self.lines)
            reason = f"it is not TOML: {_TOML_PLACE.sub('', str(problem))}"
            raise Unreadable(reason, key=self.key, line=self.line + within - 1) from None
        except (ValueError, RecursionError):
            raise Unreadable("it holds a number of thousands of digits, or nests too deeply", key=self.key) from None


def hand_blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The hands of a file in order: a single one without a key (.phh), or the numbered ones (.phhs).

    `lines` may come from an open file: one hand is held at a time. Raises Unreadable, with the line, where the
    text stops being hands.
    """
    block = Block(key="", line=1)
    seen: set[str] = set()
    coming = iter(lines)
    while (line := block.take_ready(coming)) is not None:
        number = block.next_line
        header = _HEADER.fullmatch(line) if line[:1] in _BEFORE_A_NUMBER else None
        if header is None or not block.closed:
            try:
                block.add(line)
            except Unreadable as problem:
                raise Unreadable(problem.reason, key=block.key, line=number) from None
            continue
        if block.key:
            yield block
        elif not block.is_empty():
            raise Unreadable("fields stand before the first numbered hand; give each hand its [number]", line=number)
        if header[1] in seen:
            raise Unreadable(f"the number {header[1]} is used by two hands", key=header[1], line=number)
        seen.add(header[1])
        block = Block(key=header[1], line=number)
    yield block


def _is_text(line: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in line)


def _only_table(tables: Fields, key: str) -> Fields:
    fields = tables.pop(key)
    if tables:
        raise Unreadable(f"a table “{next(iter(tables))}” stands inside hand {key}; hands are numbered", key=key)
    if not isinstance(fields, dict):
        raise Unreadable(f"hand {key} is no table of fields", key=key)
    return fields
