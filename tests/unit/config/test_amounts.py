"""The one parser of amounts takes plain ASCII digits and nothing that merely looks like them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.amounts import MOST, format_major, parse_major, parse_minor, plain_major
from config.errors import Malformed

HOSTILE = [
    "", " ", "-1", "-0", "+5", "1_000", "1,000", "1e3", "0x10", "NaN", "nan", "inf", "Infinity", "1e400", "007", "00",
    ".5", "5.", "1.234", "1.2.3", "١٠٠", "１００", "100\u200b", "100\n", " 100", "100 ", "1\x00",
    "½", "²", "true", "[]", "9" * 40,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_plain_amount_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_major(text, exponent=2, field="amount")
    assert refused.value.field == "amount"


@pytest.mark.parametrize("value", [None, 100, 10.0, True, [], {}, b"100"])
def test_only_text_is_an_amount_in_major_units(value: object) -> None:
    with pytest.raises(Malformed):
        parse_major(value, exponent=2)


@pytest.mark.parametrize(("text", "exponent", "minor"), [("0", 2, 0), ("12", 2, 1200), ("12.5", 2, 1250), ("7", 0, 7)])
def test_major_units_become_minor_units(text: str, exponent: int, minor: int) -> None:
    assert parse_major(text, exponent=exponent) == minor


def test_no_more_decimals_than_the_currency_has() -> None:
    with pytest.raises(Malformed):
        parse_major("100.5", exponent=0)


@pytest.mark.parametrize("value", [-1, True, False, 1.0, 10.0, "5", None, [], MOST + 1, 2**63, 10**25])
def test_the_api_speaks_whole_minor_units_up_to_a_bound(value: object) -> None:
    with pytest.raises(Malformed):
        parse_minor(value)


def test_the_largest_amount_passes_and_one_more_does_not() -> None:
    assert parse_minor(MOST) == MOST
    assert parse_major(plain_major(MOST, exponent=2), exponent=2) == MOST
    with pytest.raises(Malformed):
        parse_major(plain_major(MOST + 1, exponent=2), exponent=2)


@pytest.mark.parametrize("text", ["9" * 17, "9" * 60])
def test_plain_digits_beyond_the_bound_are_called_too_large(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_major(text, exponent=2)
    assert refused.value.code == "amount_too_large"


@given(st.integers(0, MOST), st.integers(0, 4))
def test_what_is_written_for_files_reads_back_as_the_same_amount(amount: int, exponent: int) -> None:
    assert parse_major(plain_major(amount, exponent=exponent), exponent=exponent) == amount


@given(st.text(max_size=30))
def test_any_text_is_an_amount_or_a_refusal(text: str) -> None:
    try:
        assert 0 <= parse_major(text, exponent=2) <= MOST
    except Malformed:
        return
    assert text.isascii()


def test_people_see_thousands_and_decimals_only_where_there_are_any() -> None:
    assert [format_major(n, exponent=2) for n in (125000, 125050, -300, 0)] == ["1,250", "1,250.50", "−3", "0"]
