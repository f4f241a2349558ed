"""Amounts are written in major units and held in minor units, and nothing is guessed in between."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.text.amounts import major, minor


@pytest.mark.parametrize(
    ("text", "cents"), [("0", 0), ("3", 300), ("2.5", 250), ("2.50", 250), ("0.01", 1), ("33.35", 3335)]
)
def test_major_units_become_minor_units(text: str, cents: int) -> None:
    assert minor(text) == cents


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "1_000", "1,000", "1e3", "0x10", "NaN", "1.005", ".5", "1.", " 1", "1\n", "１", "9" * 20]
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no amount|has no sign|2 decimals|larger than"):
        minor(text)


def test_whole_amounts_are_written_without_decimals() -> None:
    assert [major(300), major(305), major(5), major(-250), major(0)] == ["3", "3.05", "0.05", "-2.50", "0"]


@given(st.integers(min_value=0, max_value=10**15))
def test_writing_and_reading_give_the_amount_back(cents: int) -> None:
    assert minor(major(cents)) == cents
