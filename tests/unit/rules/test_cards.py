"""Cards are read and written strictly, and their numbers are in the order of rank, then suit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import UNKNOWN, CardError, name_of, parse_cards, print_cards, rank_of, suit_of


def test_rank_counts_before_suit_and_spades_are_the_highest_suit() -> None:
    assert parse_cards("2c2d2h2s3cAs??") == (0, 1, 2, 3, 4, 51, UNKNOWN)
    assert max(parse_cards("KsAcAdKh")) == parse_cards("Ad")[0]


def test_rank_and_suit_of_a_card() -> None:
    (card,) = parse_cards("Th")
    assert (rank_of(card), suit_of(card), name_of(card)) == (8, 2, "ten of hearts")
    assert name_of(UNKNOWN) == "an unknown card"


@given(st.lists(st.integers(0, 51), unique=True, max_size=52), st.integers(0, 5))
def test_what_is_written_is_read_back(cards: list[int], unknown: int) -> None:
    held = (*cards, *[UNKNOWN] * unknown)
    assert parse_cards(print_cards(held)) == held


@pytest.mark.parametrize("text", ["A", "AhK", "ah", "AH", "10h", "1h", "Ax", "Ah Kd", "?h", "A?", "Ａh"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a card") as refused:
        parse_cards(text)
    assert refused.value.code == "not_a_card"


def test_a_card_is_there_once() -> None:
    with pytest.raises(CardError, match="Kd is there twice") as refused:
        parse_cards("KdAhKd")
    assert refused.value.code == "duplicate_card"
    assert parse_cards("????") == (UNKNOWN, UNKNOWN)
