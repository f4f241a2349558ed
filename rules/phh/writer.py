"""Writes `PhhHand` values as poker hand histories, in the form that converters use: one field to a line.

What is written here is read again as an equal value, by `read_hands` and, as far as the standard goes, by any other
reader of PHH.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time
from typing import Final

from rules.phh.actions import print_notation
from rules.phh.numerals import Numeral
from rules.phh.values import PhhHand
from rules.text.amounts import major_text

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}

_AMOUNTS: Final = ("antes", "blinds_or_straddles")
_BETS: Final = ("bring_in", "small_bet", "big_bet", "min_bet")
_RESULTS: Final = ("finishing_stacks", "winnings")
_PLAIN: Final = (
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
    *("time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level"),
    *("seats", "seat_count", "table", "players", "time_limit", "time_banks", "currency", "currency_symbol"),
)


def write_hand(hand: PhhHand) -> str:
    """The text of a .phh file; ends with a line feed."""
    return "".join(f"{_key(name)} = {written}\n" for name, written in _fields(hand))


def write_hands(hands: Iterable[PhhHand]) -> Iterator[str]:
    """The text of a .phhs file, hand by hand, numbered from 1 and parted by blank lines."""
    for number, hand in enumerate(hands, 1):
        yield f"{'' if number == 1 else chr(10)}[{number}]\n{write_hand(hand)}"


def _fields(hand: PhhHand) -> Iterator[tuple[str, str]]:
    """Name and TOML text of each field that the hand has, in the order in which converters write them."""
    yield "variant", _written(hand.variant)
    yield "ante_trimming_status", _written(hand.ante_trimming_status)
    yield from _amount_lists(hand, _AMOUNTS)
    for name in _BETS:
        amount = getattr(hand, name)
        if amount is not None:
            yield name, major_text(amount, hand.exponent)
    yield from _amount_lists(hand, ("starting_stacks",))
    yield "actions", _written([print_notation(notation, hand.exponent) for notation in hand.actions])
    for name in _PLAIN:
        value = getattr(hand, name)
        if value is not None:
            yield name, _written(value)
    yield from _amount_lists(hand, _RESULTS)
    for name, value in hand.extras.items():
        yield name, _written(value)


def _amount_lists(hand: PhhHand, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        amounts = getattr(hand, name)
        if amounts:
            texts = ["inf" if amount is None else major_text(amount, hand.exponent) for amount in amounts]
            yield name, f"[{', '.join(texts)}]"


def _written(value: object) -> str:
    """The value in TOML."""
    for kind, write in _WRITERS.items():
        if isinstance(value, kind):
            return write(value)
    raise TypeError(f"PHH has no way to write {value!r}")


def _quoted(text: str) -> str:
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    return f'"{"".join(_escaped(character) for character in text)}"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    return character if character.isprintable() else f"\\U{ord(character):08X}"


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else f'"{"".join(_escaped(character) for character in name)}"'


def _list(values: Iterable[object]) -> str:
    return f"[{', '.join([_written(value) for value in values])}]"


def _table(table: dict[str, object]) -> str:
    pairs = ", ".join([f"{_key(name)} = {_written(value)}" for name, value in table.items()])
    return f"{{{pairs}}}"


# bool is an int and Numeral a str: the narrower kind stands first.
_WRITERS: Final[dict[type | tuple[type, ...], Callable[..., str]]] = {
    Numeral: str,
    str: _quoted,
    bool: lambda value: "true" if value else "false",
    int: str,
    (list, tuple): _list,
    dict: _table,
    (datetime, date, time): lambda value: value.isoformat(),
}
