"""The draw: as many hands as was said, by the seed alone, and checked by whoever has it."""

import hashlib
import hmac
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rake.bands.draw import commitment, lot, new_seed

SEED = "5eed" * 16
HANDS = 20_000


@pytest.mark.parametrize("one_in", [1, 5, 15, 50])
def test_it_draws_one_in_so_many(one_in: int) -> None:
    drawn = sum(lot(SEED, 7, number, one_in=one_in).is_drawn for number in range(1, HANDS + 1))
    expected = HANDS / one_in
    assert abs(drawn - expected) <= 4 * sqrt(expected * (1 - 1 / one_in))


def test_a_rate_of_none_draws_none() -> None:
    assert not any(lot(SEED, 7, number, one_in=0).is_drawn for number in range(1, HANDS + 1))


def test_anybody_who_has_the_secret_draws_the_same() -> None:
    """The page says how: HMAC-SHA256 of "session:number", as a number, in the first of so many parts."""
    key = bytes.fromhex(SEED)
    for number in range(1, 300):
        digest = hmac.new(key, f"7:{number}".encode(), hashlib.sha256).hexdigest()
        assert lot(SEED, 7, number, one_in=15).is_drawn == (int(digest, 16) < 2**256 / 15)


@given(first=st.integers(1, 10**6), other=st.integers(1, 10**6))
def test_each_hand_of_each_session_has_a_lot_of_its_own(first: int, other: int) -> None:
    lots = {lot(SEED, session, number, one_in=15).order for session in (1, 2) for number in {first, other}}
    assert len(lots) == 2 * len({first, other})


def test_another_secret_draws_other_hands() -> None:
    """Who doesn't have it foresees nothing: of two secrets, only as many hands agree as chance lets agree."""
    other = "0ff5" * 16
    drawn, again = (
        {number for number in range(1, HANDS + 1) if lot(seed, 7, number, one_in=5).is_drawn} for seed in (SEED, other)
    )
    assert abs(len(drawn & again) - HANDS / 25) <= 4 * sqrt(HANDS / 25)


def test_a_higher_rate_draws_the_same_hands_and_more() -> None:
    few, many = (
        {number for number in range(1, 2000) if lot(SEED, 7, number, one_in=rate).is_drawn} for rate in (50, 5)
    )
    assert few < many


def test_the_digest_is_of_the_secrets_bytes() -> None:
    assert commitment(SEED) == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


def test_secrets_are_long_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)
