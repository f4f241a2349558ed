"""A hand's PHH fields as JSON, written as the PHH document that says the same; one reader then serves both."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from config.errors import Malformed

AMOUNT_LISTS = (
    *("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings", "time_banks"),
    "_paid",
)
AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet", "time_limit", "_rake", "_drop", "_pot")
TEXTS = (
    *("variant", "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
    *("currency", "currency_symbol", "time_zone", "time_zone_abbreviation", "_from_street", "_board"),
)
TEXT_LISTS = ("actions", "players", "_posts", "_folded", "_all_in", "_hole", "_irregularities")
WHOLE = ("day", "month", "year", "level", "seat_count", "_button")
NAMES = ("hand", "table")
TABLES = ("_house", "_plaque")
TRUTHS = ("ante_trimming_status", "_killed", "_kill_unposted")
OTHERS = ("seats", "time")
FIELDS = (*AMOUNT_LISTS, *AMOUNTS, *TEXTS, *TEXT_LISTS, *WHOLE, *NAMES, *TABLES, *TRUTHS, *OTHERS)

_NUMERAL = re.compile(r"-?(0|[1-9][0-9]{0,15})(\.[0-9]{1,4})?|inf", re.ASCII)
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]", re.ASCII)


def phh_text(fields: Mapping[str, Any]) -> str:
    """The PHH document with these fields.

    Amounts are those of the format, major units: JSON integers, or strings where there are decimals ("2.50", "inf");
    a JSON float is refused. Raises Malformed with the field for what no PHH document can say.
    """
    return "".join(f"{name} = {_write(name)(name, value)}\n" for name, value in fields.items())


def _write(name: str) -> Callable[[str, Any], str]:
    """The function that writes the field `name`."""
    for names, write in _WRITERS.items():
        if name in names:
            return write
    raise Malformed("malformed", f"A hand has no field {name[:60]}.", field=name[:60])


def _list(write: Callable[[str, Any], str]) -> Callable[[str, Any], str]:
    def written(name: str, value: Any) -> str:
        if not isinstance(value, list):
            raise _wrong(name, "is a list")
        return f"[{', '.join(write(name, each) for each in value)}]"

    return written


def _numeral(name: str, value: Any) -> str:
    text = str(value) if type(value) is int else value
    if not isinstance(text, str) or not _NUMERAL.fullmatch(text):
        message = f"{name} holds amounts in major units: whole numbers, or text with decimals like “2.50”."
        raise Malformed("amount_unreadable", message, field=name)
    return text


def _whole(name: str, value: Any) -> str:
    if type(value) is not int:
        raise _wrong(name, "is a whole number")
    return str(value)


def _text(name: str, value: Any) -> str:
    """A TOML string: JSON's escapes are TOML's too, but for the delete character, which TOML wants escaped."""
    if not isinstance(value, str):
        raise _wrong(name, "is text")
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _name(name: str, value: Any) -> str:
    return _text(name, value) if isinstance(value, str) else _whole(name, value)


def _clock(name: str, value: Any) -> str:
    if not isinstance(value, str) or not _CLOCK.fullmatch(value):
        raise _wrong(name, "is a time of day like 21:30:00")
    return value


def _truth(name: str, value: Any) -> str:
    if not isinstance(value, bool):
        raise _wrong(name, "is true or false")
    return str(value).lower()


def _table(name: str, value: Any) -> str:
    """A table of our own fields, without what is null: TOML has no word for it."""
    if not isinstance(value, dict):
        raise _wrong(name, "is an object")
    pairs = (f"{_text(name, key)} = {_any(name, each)}" for key, each in value.items() if each is not None)
    return f"{{{', '.join(pairs)}}}"


def _any(name: str, value: Any) -> str:
    writers: dict[type, Callable[[str, Any], str]] = {
        dict: _table,
        list: _list(_any),
        bool: _truth,
        int: _whole,
        str: _text,
    }
    if type(value) not in writers:
        raise _wrong(name, "holds texts, whole numbers, lists and objects")
    return writers[type(value)](name, value)


def _wrong(name: str, what: str) -> Malformed:
    return Malformed("malformed", f"{name} {what}.", field=name)


_WRITERS: Mapping[tuple[str, ...], Callable[[str, Any], str]] = {
    AMOUNT_LISTS: _list(_numeral),
    AMOUNTS: _numeral,
    TEXTS: _text,
    TEXT_LISTS: _list(_text),
    WHOLE: _whole,
    NAMES: _name,
    TABLES: _table,
    ("seats",): _list(_whole),
    ("time",): _clock,
    TRUTHS: _truth,
}
