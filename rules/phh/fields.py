"""The fields of a hand history: what each may hold, from the plain value that a file has for it.

A converter takes the value and the decimals of the currency. It raises ValueError with a sentence that continues “the
field …”.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import time
from typing import Final, TypeAlias

from rules.phh.actions import Notation, parse_notation, parse_notations
from rules.phh.bounds import MOST_KEY_PARTS
from rules.phh.numerals import Numeral
from rules.play.actions import MalformedAction
from rules.text.amounts import LARGEST_AMOUNT, minor_units, shortened

Converter: TypeAlias = Callable[[object, int], object]
Stacks: TypeAlias = tuple[int | None, ...]


def amount(value: object, exponent: int) -> int:
    """The amount in minor units."""
    if type(value) is int:
        scale: int = 10**exponent
        if abs(value) > LARGEST_AMOUNT // scale:
            raise ValueError("holds an amount larger than any can be")
        return value * scale
    if type(value) is Numeral:
        return minor_units(value, exponent)
    raise ValueError(f"holds {_described(value)} where an amount belongs")


def _positive(value: object, exponent: int) -> int:
    positive = amount(value, exponent)
    if positive <= 0:
        raise ValueError("must be more than 0")
    return positive


def _listed(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"is {_described(value)} where a list belongs")
    return value


def _signed_amounts(value: object, exponent: int) -> tuple[int, ...]:
    return tuple([amount(entry, exponent) for entry in _listed(value)])


def _amounts(value: object, exponent: int) -> tuple[int, ...]:
    return not_negative(_signed_amounts(value, exponent))


def _finishing(value: object, exponent: int) -> Stacks:
    return finishing(tuple([_stack(entry, exponent) for entry in _listed(value)]))


def _starting(value: object, exponent: int) -> Stacks:
    return starting(_finishing(value, exponent))


def _stack(value: object, exponent: int) -> int | None:
    return None if value == "inf" and type(value) is Numeral else amount(value, exponent)


def not_negative(amounts: tuple[int, ...]) -> tuple[int, ...]:
    """The amounts as they are; refuses those below nothing."""
    if amounts and min(amounts) < 0:
        raise ValueError("holds a negative amount")
    return amounts


def finishing(stacks: Stacks) -> Stacks:
    """The stacks at the end of a hand, None where unknown; refuses those below nothing."""
    for stack in stacks:
        if stack is not None and stack < 0:
            raise ValueError("holds a negative stack")
    return stacks


def starting(stacks: Stacks) -> Stacks:
    """The stacks at the start of a hand; refuses an empty one, and a hand without players."""
    if 0 in stacks:
        raise ValueError("holds a stack of 0: a player without chips is dealt no hand")
    if not stacks:
        raise ValueError("names no player")
    return stacks


def _notations(value: object, exponent: int) -> tuple[Notation, ...]:
    texts = _listed(value)
    try:
        return parse_notations(texts, exponent)  # type: ignore[arg-type]  # others are told below
    except (MalformedAction, TypeError, AttributeError):
        raise ValueError(_first_malformed(texts, exponent)) from None


def _first_malformed(texts: list[object], exponent: int) -> str:
    for index, text in enumerate(texts):
        if not isinstance(text, str):
            return f"holds {_described(text)} at index {index} where an action belongs"
        try:
            parse_notation(text, exponent)
        except MalformedAction as problem:
            return f"can't be read at index {index}: {str(problem).replace(text.strip(), shortened(text.strip()))}"
    raise AssertionError("a list of actions was refused without a reason")


def _text(value: object, _: int) -> str:
    if type(value) is not str:
        raise ValueError(f"is {_described(value)} where text belongs")
    if "\0" in value:
        raise ValueError("holds a NUL character, which is in no text")
    return value


def _texts(value: object, exponent: int) -> tuple[str, ...]:
    return tuple([_text(entry, exponent) for entry in _listed(value)])


def _whole(value: object, _: int) -> int:
    if type(value) is not int:
        raise ValueError(f"is {_described(value)} where a whole number belongs")
    if abs(value) > LARGEST_AMOUNT:
        raise ValueError("is larger than any number it can be")
    return value


def _seats(value: object, exponent: int) -> tuple[int, ...]:
    seats = tuple([_whole(entry, exponent) for entry in _listed(value)])
    if len(set(seats)) < len(seats) or any(seat < 1 for seat in seats):
        raise ValueError("must give each player a seat of their own, counted from 1")
    return seats


def _name_or_number(value: object, exponent: int) -> str | int:
    return _text(value, exponent) if type(value) is str else _whole(value, exponent)


def _yes_or_no(value: object, _: int) -> bool:
    if type(value) is not bool:
        raise ValueError(f"is {_described(value)} where true or false belongs")
    return value


def _clock(value: object, _: int) -> time:
    if type(value) is not time:
        raise ValueError(f"is {_described(value)} where a time of day belongs")
    return value


def _number(value: object, _: int) -> int | Numeral:
    if type(value) not in (int, Numeral):
        raise ValueError(f"is {_described(value)} where a number belongs")
    return value  # type: ignore[return-value]  # the line above


def _numbers(value: object, exponent: int) -> tuple[int | Numeral, ...]:
    return tuple([_number(entry, exponent) for entry in _listed(value)])


def kept(value: object) -> object:
    """A value of a field that isn't ours, as it is; refused when dotted keys nest it deeper than a writer can go."""
    level, depth = [value], 0
    while level := [inner for outer in level for inner in _inside(outer)]:
        depth += 1
        if depth > MOST_KEY_PARTS:
            raise ValueError(f"nests more than {MOST_KEY_PARTS} levels deep")
    return list(value) if isinstance(value, list) else value


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _described(value: object) -> str:
    """The kind of TOML value that this is, for a sentence."""
    if isinstance(value, Numeral):
        return f"the number {shortened(value)}"
    kinds = {bool: "true or false", int: "a whole number", str: "text", list: "a list", dict: "a table"}
    return kinds.get(type(value), "a date or time")


_TEXT_FIELDS: Final = (
    *("variant", "currency", "currency_symbol", "author", "event", "url", "venue", "time_zone"),
    *("address", "city", "region", "postal_code", "country", "time_zone_abbreviation"),
)
CONVERTERS: Final[Mapping[str, Converter]] = {
    **dict.fromkeys(_TEXT_FIELDS, _text),
    **dict.fromkeys(("day", "month", "year", "level", "seat_count"), _whole),
    **dict.fromkeys(("bring_in", "small_bet", "big_bet", "min_bet"), _positive),
    **dict.fromkeys(("hand", "table"), _name_or_number),
    **dict.fromkeys(("antes", "winnings"), _amounts),
    "blinds_or_straddles": _signed_amounts,
    "starting_stacks": _starting,
    "finishing_stacks": _finishing,
    "actions": _notations,
    "ante_trimming_status": _yes_or_no,
    "seats": _seats,
    "players": _texts,
    "time": _clock,
    "time_limit": _number,
    "time_banks": _numbers,
}
"""The values that each field of the standard may hold."""
