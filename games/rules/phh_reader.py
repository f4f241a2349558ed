"""Reads poker hand histories (.phh, .phhs) into `PhhHand` values.

The fields and what they may hold are the PHH standard's (https://phh.readthedocs.io). Text is untrusted: it is
bounded before it is parsed, amounts are read as text, and whatever can't be read ends in `Unreadable`.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import time
from typing import Final

from games.rules.actions import MalformedAction
from games.rules.phh_actions import Notation, parse_notation
from games.rules.phh_amounts import LARGEST_AMOUNT, Numeral, currency_exponent, minor_units, shortened
from games.rules.phh_blocks import Block, Fields, hand_blocks
from games.rules.phh_bounds import MOST_KEY_PARTS
from games.rules.phh_values import PhhHand, Source, Unreadable
from games.rules.phh_variants import REQUIRED

Converter = Callable[[object, int], object]
"""Takes a field's plain value and the currency's exponent; raises ValueError, continuing “the field …”."""

REQUIRED_EVERYWHERE: Final = ("variant", "antes", "starting_stacks", "actions")
_PER_PLAYER: Final = ("antes", "blinds_or_straddles", "finishing_stacks", "winnings", "seats", "players", "time_banks")


def read_hands(source: str | Iterable[str], file: str = "") -> Iterator[PhhHand]:
    """The hands of a .phh or .phhs text, in order; `source` may be an open file, then one hand is held at a time.

    Raises Unreadable at the first hand that can't be read. `file` is the name to tell it by.
    """
    for hand in read_each(source, file):
        if isinstance(hand, Unreadable):
            raise hand
        yield hand


def read_hand(text: str, file: str = "") -> PhhHand:
    """The single hand of a text. Raises Unreadable when it can't be read or when there are several."""
    hands = read_hands(text, file)
    hand = next(hands)
    if next(hands, None) is not None:
        raise Unreadable("it holds several hands where one is asked for", file=file)
    return hand


def read_each(source: str | Iterable[str], file: str = "") -> Iterator[PhhHand | Unreadable]:
    """As `read_hands`, but a hand that can't be read is yielded as its Unreadable and the next one is read."""
    lines = source.split("\n") if isinstance(source, str) else source
    try:
        for block in hand_blocks(lines):
            yield from _read_block(block, file)
    except Unreadable as problem:
        problem.file = file
        yield problem
    except UnicodeDecodeError:
        yield Unreadable("it is not UTF-8 text", file=file)


def _read_block(block: Block, file: str) -> Iterator[PhhHand | Unreadable]:
    try:
        for key, fields in block.hands():
            yield _read_fields(key, fields, block, file)
    except Unreadable as problem:
        problem.file, problem.key, problem.line = file, block.key, problem.line or block.line
        yield problem


def _read_fields(key: str, fields: Fields, block: Block, file: str) -> PhhHand:
    currency = fields.get("currency")
    exponent = currency_exponent(currency if isinstance(currency, str) else None)
    odd_integers = block.scan.odd_integers if block.scan else {}
    known: Fields = {}
    extras: Fields = {}
    for name, value in fields.items():
        converter = _CONVERTERS.get(name)
        try:
            if converter is None:
                extras[name] = _kept(value)
            elif odd_integers and name in odd_integers:
                raise ValueError(f"is written {shortened(odd_integers[name])}: write plain digits, as 12 or 12.50")
            else:
                known[name] = converter(value, exponent)
        except ValueError as problem:
            raise Unreadable(f"the field “{shortened(name)}” {problem}", line=block.line_of(name)) from None
    _check_whole(known, block)
    unknown = (f"the field “{name}” is not part of PHH; kept as it is" for name in extras if name[:1] != "_")
    return PhhHand(**known, extras=extras, source=Source(file, key, block.line), warnings=tuple(unknown))  # type: ignore[arg-type]  # each converter answers its field's type


def _check_whole(known: Fields, block: Block) -> None:
    variant = known.get("variant")
    required = REQUIRED.get(variant, ()) if isinstance(variant, str) else ()
    for name in (*REQUIRED_EVERYWHERE, *required):
        if name not in known:
            game = f" a hand of {variant}" if name in required else " a hand"
            raise Unreadable(f"the field “{name}” is missing:{game} can't be read without it")
    players = len(known["starting_stacks"])  # type: ignore[arg-type]  # its converter answers a tuple
    for name in _PER_PLAYER:
        values = known.get(name)
        if isinstance(values, tuple) and len(values) != players:
            reason = f"the field “{name}” has {len(values)} entries for {players} players"
            raise Unreadable(reason, line=block.line_of(name))


# ------------------------------------------------------------------------------------------------------ converters


def _amount(value: object, exponent: int) -> int:
    if type(value) is int:
        scale: int = 10**exponent
        if abs(value) > LARGEST_AMOUNT // scale:
            raise ValueError("holds an amount larger than any can be")
        return value * scale
    if type(value) is Numeral:
        return minor_units(value, exponent)
    raise ValueError(f"holds {_described(value)} where an amount belongs")


def _positive(value: object, exponent: int) -> int:
    amount = _amount(value, exponent)
    if amount <= 0:
        raise ValueError("must be more than 0")
    return amount


def _listed(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"is {_described(value)} where a list belongs")
    return value


def _signed_amounts(value: object, exponent: int) -> tuple[int, ...]:
    return tuple([_amount(entry, exponent) for entry in _listed(value)])


def _amounts(value: object, exponent: int) -> tuple[int, ...]:
    amounts = _signed_amounts(value, exponent)
    if amounts and min(amounts) < 0:
        raise ValueError("holds a negative amount")
    return amounts


def _finishing(value: object, exponent: int) -> tuple[int | None, ...]:
    stacks = [
        None if entry == "inf" and type(entry) is Numeral else _amount(entry, exponent) for entry in _listed(value)
    ]
    if any(stack is not None and stack < 0 for stack in stacks):
        raise ValueError("holds a negative stack")
    return tuple(stacks)


def _starting(value: object, exponent: int) -> tuple[int | None, ...]:
    stacks = _finishing(value, exponent)
    if 0 in stacks:
        raise ValueError("holds a stack of 0: a player without chips is dealt no hand")
    if not stacks:
        raise ValueError("names no player")
    return stacks


def _notations(value: object, exponent: int) -> tuple[Notation, ...]:
    texts = _listed(value)
    try:
        return tuple([parse_notation(text, exponent) for text in texts])  # type: ignore[arg-type]  # others are told below
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
        raise ValueError("must give each player a seat of his own, counted from 1")
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


def _kept(value: object) -> object:
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
    """What kind of TOML value this is, for a sentence."""
    if isinstance(value, Numeral):
        return f"the number {shortened(value)}"
    kinds = {bool: "true or false", int: "a whole number", str: "text", list: "a list", dict: "a table"}
    return kinds.get(type(value), "a date or time")


_TEXT_FIELDS: Final = (
    *("variant", "currency", "currency_symbol", "author", "event", "url", "venue", "time_zone"),
    *("address", "city", "region", "postal_code", "country", "time_zone_abbreviation"),
)
_CONVERTERS: Final[dict[str, Converter]] = {
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
