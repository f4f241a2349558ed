"""The direct reader takes a line only where TOML means exactly the same by it."""

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.phh.blocks import hand_blocks
from rules.phh.numerals import Numeral

words = st.sampled_from(
    ["'", "''", "'a'", "[", "]", ", ", ",", " ", "0", "00", "7", "-", "+", ".", "5.25", "1_0", "inf", "nan", "true",
     "e3", "21:15:00", "24:00:00", "#", '"', "\\", "\t", "é", "\x7f", "\u2028", "= ", "{", "}", "p1 f"]
)  # fmt: skip
names = st.just("antes") | st.sampled_from(["_x", "a-b", "7", "a.b", "'q'", "é", "", "a b"])
separators = st.just(" = ") | st.sampled_from(["=", " =", "  = ", " = = "])


@settings(max_examples=2_000)
@given(names, separators, st.lists(words, max_size=8).map("".join))
def test_what_it_takes_toml_reads_alike(name: str, separator: str, value: str) -> None:
    line = f"{name}{separator}{value}"
    (block,) = hand_blocks([line])
    if block.fields is not None:
        assert block.fields == tomllib.loads(line, parse_float=Numeral)


def test_it_takes_every_line_that_converters_write() -> None:
    lines = [
        "variant = 'NT'",
        "ante_trimming_status = true",
        "antes = [0, 2.50]",
        "starting_stacks = [inf, 1167]",
        "actions = ['d dh p1 ????', 'p3 cbr 47.50', 'p1 f # sighs']",
        "players = []",
        "time = 00:00:26",
        "hand = 3017243630",
        "_rake = -0.5",
    ]
    (block,) = hand_blocks(lines)
    assert block.fields is not None
    assert len(block.fields) == len(lines)
