"""Reads a line `name = value` in the form that converters write, without a TOML parser, or says that it is not of it.

There are two readers because of what a night's hands cost: through `tomllib` and the bounds around it, reading the
same files takes four to nine times as long (`dev.py bench`, "without a TOML parser", which holds it to twice). What is
taken here means the same in TOML, and the same to `rules.phh.fields`, as a property says. All else goes
the long way, which also has the words for what is wrong.
"""

import re
from collections.abc import Callable, Mapping
from datetime import time
from functools import lru_cache
from typing import Final

from rules.phh.actions import parse_notations
from rules.phh.fields import CONVERTERS, Stacks, finishing, not_negative, starting
from rules.phh.numerals import Numeral
from rules.text.amounts import HUNDREDTHS, minor_units

SHORT_LINE: Final = 128
"""Shorter lines are remembered, most of them are the same in every hand of a night; a stranger's long ones would fill
the memory."""

LINE_END: Final = "\r\n"
"""The characters at which a line ends; TOML knows no others."""

NOT_DIRECT: Final = object()
"""Stands for the value of a line of another form."""

_LONGEST_LIST: Final = 8 * 1024
_NAME: Final = re.compile(r"[A-Za-z0-9_-]+")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?")
_USUAL_AMOUNT: Final = re.compile(r"(0|[1-9][0-9]{0,14})(?:\.([0-9]{2}))?")
"""An amount as nearly all are written, of which `minor_units` would say the same."""
_TIME: Final = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")


def ready_field(line: str) -> tuple[str, object]:
    """The name of the line's field and what a hand holds for it, amounts in hundredths; the line may have its line end.

    The value is NOT_DIRECT if the line is of another form, or if the field can't hold what stands there.
    """
    name, _, written = line.rstrip(LINE_END).partition(" = ")
    if name not in CONVERTERS:
        return name, direct_value(written) if _NAME.fullmatch(name) else NOT_DIRECT
    try:
        if written[:1] == "[" and name in _READY_LISTS and written[-1] == "]" and len(written) < _LONGEST_LIST:
            return name, _READY_LISTS[name](written[1:-1])
        value = direct_value(written)
        return name, value if value is NOT_DIRECT else CONVERTERS[name](value, HUNDREDTHS)
    except (ValueError, TypeError):
        return name, NOT_DIRECT


remembered_field = lru_cache(maxsize=4096)(ready_field)


def direct_field(line: str) -> tuple[str, object]:
    """Name and plain value of the line's field, integers as int and other numbers as Numeral.

    The value is NOT_DIRECT if the line is of another form.
    """
    name, _, written = line.partition(" = ")
    return name, direct_value(written) if _NAME.fullmatch(name) else NOT_DIRECT


def direct_value(written: str) -> object:
    """The value that TOML writes so, or NOT_DIRECT."""
    first, last = written[:1], written[-1:]
    if first == "[" and last == "]":
        inner = written[1:-1]
        return _texts(inner) if inner[:1] == "'" else _numbers(inner)
    if first == "'" and last == "'" and len(written) > 1:
        text = written[1:-1]
        return text if "'" not in text and text.isprintable() else NOT_DIRECT
    return _read_scalar(written) if len(written) < 40 else NOT_DIRECT


def _texts(inner: str) -> object:
    texts = inner[1:-1].split("', '")
    whole = inner[-1:] == "'" and inner.count("'") == 2 * len(texts) and inner.isprintable()
    return texts if whole else NOT_DIRECT


def _numbers(inner: str) -> object:
    if not inner:
        return []
    numbers = [_scalar(text) if len(text) < 40 else NOT_DIRECT for text in inner.split(", ")]
    return NOT_DIRECT if NOT_DIRECT in numbers else numbers


def _read_scalar(text: str) -> object:
    if ":" in text:
        return time.fromisoformat(text) if _TIME.fullmatch(text) else NOT_DIRECT
    number = _NUMBER.fullmatch(text)
    if number:
        return Numeral(text) if number[1] else int(text)
    return {"true": True, "false": False, "inf": Numeral("inf")}.get(text, NOT_DIRECT)


_scalar = lru_cache(maxsize=8192)(_read_scalar)


# --------------------------------------------------------------------------------------------------------------- lists


@lru_cache(maxsize=8192)
def _hundredths(text: str) -> int | None:
    """An entry of a list of amounts; None for a stack that is unknown."""
    usual = _USUAL_AMOUNT.fullmatch(text)
    if usual:
        whole, cents = usual.groups()
        return int(whole + cents) if cents else int(whole) * 100
    if text == "inf":
        return None
    if not _NUMBER.fullmatch(text):
        raise ValueError("is no list of plain numbers")
    return minor_units(text, HUNDREDTHS)


def _stacks(inner: str) -> Stacks:
    return tuple(map(_hundredths, inner.split(", "))) if inner else ()


def _amounts(inner: str) -> tuple[int, ...]:
    amounts = _stacks(inner)
    if None in amounts:
        raise ValueError("is no list of amounts")
    return amounts  # type: ignore[return-value]  # the line above


def _listed_texts(inner: str) -> list[str]:
    texts = _texts(inner) if inner[:1] == "'" else []
    if not isinstance(texts, list) or (inner and not texts):
        raise ValueError("is no list of texts")
    return texts


_READY_LISTS: Final[Mapping[str, Callable[[str], object]]] = {
    "starting_stacks": lambda inner: starting(finishing(_stacks(inner))),
    "finishing_stacks": lambda inner: finishing(_stacks(inner)),
    "antes": lambda inner: not_negative(_amounts(inner)),
    "winnings": lambda inner: not_negative(_amounts(inner)),
    "blinds_or_straddles": _amounts,
    "players": lambda inner: tuple(_listed_texts(inner)),
    "actions": lambda inner: parse_notations(_listed_texts(inner), HUNDREDTHS),
}
"""Readers of fields that hold a list, without a plain value in between."""
