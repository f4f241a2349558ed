"""The API's JSON is refused wherever two readers could understand it differently."""

import json

import pytest
from rest_framework.exceptions import ParseError

from config.web.parsers import DEEPEST, LARGEST, parse
from tests.support.pace import about_a_second

HOSTILE = [
    b"", b"{", b'{"a":1}x', b"{'a':1}", b"\xef\xbb\xbf{}", '{"a":1}'.encode("utf-16"), b'{"a":NaN}', b'{"a":Infinity}',
    b'{"a":-Infinity}', b'{"a":1,"a":2}', b'{"x":{"a":1,"a":1}}', b'{"a":10.0}', b'{"a":1e400}', b'{"a":1e3}',
    b'{"a":"\\ud800"}', b'{"a":"\\udc00\\ud800"}', b'{"\\ud800":1}', b'["\\ud800"]', b'"\\ud800"',
    b'{"a":"\\u0000"}', b'["x\\u0000"]',
    b'{"a":' + b"9" * 5000 + b"}", b"[" * 100_000, b'{"a":' * 50_000, b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1),
    b'{"a":"\xff"}', b'{"a":"x\ny"}',
]  # fmt: skip


@pytest.mark.parametrize("body", HOSTILE, ids=lambda body: repr(body[:24]))
def test_what_is_not_plain_json_is_refused_at_once(body: bytes) -> None:
    with about_a_second(), pytest.raises(ParseError):
        parse(body)


def test_a_body_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(ParseError, match="larger"):
        parse(b'"' + b"a" * LARGEST + b'"')


def test_a_large_body_takes_no_long_time() -> None:
    body = json.dumps({"hands": ["x" * 90] * 10_000}).encode()
    with about_a_second():
        parse(body)


@pytest.mark.parametrize(
    "value",
    [{"a": [1, {"b": None}], "c": True, "d": "♥ \u202e '; --", "e": "😀"}, [], "x", 0, -5, {"k": 'a[[[[{{{{"]'}],
)
def test_plain_json_is_read_as_it_is(value: object) -> None:
    assert parse(json.dumps(value).encode()) == value
    assert parse(json.dumps(value, ensure_ascii=False).encode()) == value


def test_nesting_up_to_the_bound_is_read() -> None:
    parse(b"[" * DEEPEST + b"]" * DEEPEST)
