"""The API's JSON, read strictly: what two readers could understand differently is refused before anybody acts on it."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from config.serving.arrivals import LARGEST_BODY
from config.web.text import is_storable

LARGEST = LARGEST_BODY
DEEPEST = 32
"""Lists and objects inside each other."""
LONGEST_NUMBER = 20
"""Digits of a number: more than any amount or id has."""


class StrictJSONParser(BaseParser):
    """UTF-8 JSON without repeated keys, NaN, fractions where none can be, deep nesting, NUL or lone surrogates."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The body as Python values. Raises ParseError (400) with a sentence for everything that is not plain JSON."""
        return parse(stream.read(LARGEST + 1))


def parse(body: bytes) -> Any:
    """`body` as Python values: see StrictJSONParser."""
    if len(body) > LARGEST:
        raise ParseError(f"The body is larger than {LARGEST} bytes.")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ParseError("The body is not UTF-8.") from error
    _check_depth(text)
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole, parse_float=_fraction
        )
    except ValueError as error:
        raise ParseError(f"The body is not JSON: {error}") from error
    _check_texts(value)
    return value


def _check_depth(text: str) -> None:
    """Refuse deep nesting before the parser recurses into it; brackets inside strings don't count."""
    depth = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            in_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            if depth > DEEPEST:
                raise ParseError(f"The body is nested deeper than {DEEPEST} levels.")
        elif character in "]}":
            depth -= 1


def _check_texts(value: Any) -> None:
    """Refuse what no column can hold, wherever it stands; as deep as _check_depth lets it be."""
    if isinstance(value, str):
        if not is_storable(value):
            raise ParseError("The body holds NUL or half a character.")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_texts(key)
            _check_texts(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_texts(inner)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object. Refused when a key comes twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ParseError(f"The key {_shown(key)} comes more than once.")
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise ParseError(f"{name} is not a number that a room can count with.")


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ParseError("A number is too long.")
    return int(digits)


def _fraction(text: str) -> Any:
    raise ParseError(f"{text[:24]} has a fraction or an exponent: amounts are whole numbers of minor units.")


def _shown(text: str) -> str:
    return json.dumps(text[:40])
