"""Cuts the text of a .phh or .phhs file into hands and reads each into plain fields.

Two readers give the same fields: a direct one for the form that converters write, one `name = value` to a line, and
`tomllib` for all other TOML. Integers are int, other numbers Numeral.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import time
from functools import lru_cache
from typing import Final

from games.rules.phh_amounts import Numeral
from games.rules.phh_bounds import LARGEST_HAND, BoundsScan
from games.rules.phh_values import Unreadable

Fields = dict[str, object]

_HEADER: Final = re.compile(r"""[ \t]*\[[ \t]*["']?([0-9]{1,18})["']?[ \t]*\][ \t]*(?:#.*)?""")
_BEFORE_A_NUMBER: Final = frozenset("[ \t")
_NAME: Final = re.compile(r"[A-Za-z0-9_-]+")
_DIRECT_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?")
_DIRECT_TIME: Final = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")
_TOML_PLACE: Final = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)")
_NOT_DIRECT: Final = object()


@dataclass(slots=True)
class Block:
    """The lines of one hand. `fields` is filled as long as every line is of the direct form, then None."""

    key: str
    line: int
    lines: list[str] = field(default_factory=list)
    fields: Fields | None = field(default_factory=dict)
    scan: BoundsScan | None = None
    _size: int = 0

    @property
    def closed(self) -> bool:
        """Whether the lines so far end outside every array, table and string."""
        return self.scan is None or self.scan.closed

    def add(self, line: str) -> None:
        """Take one more line; raises Unreadable when the hand passes a bound."""
        self.lines.append(line)
        self._size += len(line) + 1
        if self._size > LARGEST_HAND:
            raise Unreadable(f"it is larger than {LARGEST_HAND // 1024} kB; a hand is a few lines")
        if self.fields is not None and line:
            name, value = _remembered_field(line) if len(line) < 128 else _direct_field(line)
            if value is not _NOT_DIRECT and name not in self.fields:
                self.fields[name] = value
                return
            self.fields, self.scan = None, BoundsScan()
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
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        header = _HEADER.fullmatch(line) if line[:1] in _BEFORE_A_NUMBER else None
        if header is None or not block.closed:
            _add(block, line, number)
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


def _add(block: Block, line: str, number: int) -> None:
    try:
        if number == 1 and line.startswith("\ufeff"):
            raise Unreadable("it begins with a byte order mark; save it as UTF-8 without one")
        block.add(line)
    except Unreadable as problem:
        raise Unreadable(problem.reason, key=block.key, line=number) from None


def _only_table(tables: Fields, key: str) -> Fields:
    fields = tables.pop(key)
    if tables:
        raise Unreadable(f"a table “{next(iter(tables))}” stands inside hand {key}; hands are numbered", key=key)
    if not isinstance(fields, dict):
        raise Unreadable(f"hand {key} is no table of fields", key=key)
    return fields


def _direct_field(line: str) -> tuple[str, object]:
    """Name and value of a `name = value` line; the value is _NOT_DIRECT if the line is of another form."""
    name, _, written = line.partition(" = ")
    return name, _direct_value(written) if _NAME.fullmatch(name) else _NOT_DIRECT


# Most short lines of a night are the same in every hand. Whoever keeps a list of theirs must copy it; long lines
# aren't remembered, a stranger's file could fill the memory with them.
_remembered_field = lru_cache(maxsize=4096)(_direct_field)


def _direct_value(written: str) -> object:
    first, last = written[:1], written[-1:]
    if first == "[" and last == "]":
        return _direct_list(written[1:-1])
    if first == "'" and last == "'" and len(written) > 1:
        text = written[1:-1]
        return text if "'" not in text and text.isprintable() else _NOT_DIRECT
    return _direct_scalar(written) if len(written) < 40 else _NOT_DIRECT


def _direct_list(inner: str) -> object:
    if inner[:1] == "'":
        texts = inner[1:-1].split("', '")
        whole = inner[-1] == "'" and inner.count("'") == 2 * len(texts) and inner.isprintable()
        return texts if whole else _NOT_DIRECT
    if not inner:
        return []
    numbers = [_direct_scalar(text) if len(text) < 40 else _NOT_DIRECT for text in inner.split(", ")]
    return _NOT_DIRECT if _NOT_DIRECT in numbers else numbers


@lru_cache(maxsize=8192)
def _direct_scalar(text: str) -> object:
    number = _DIRECT_NUMBER.fullmatch(text)
    if number:
        return Numeral(text) if number[1] else int(text)
    if _DIRECT_TIME.fullmatch(text):
        return time.fromisoformat(text)
    return {"true": True, "false": False, "inf": Numeral("inf")}.get(text, _NOT_DIRECT)
