"""Cards are read and written strictly, and their numbers are in the order of rank, then suit."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.cards.card import (
    UNKNOWN,
    CardError,
    could_be,
    mask_of,
    name_of,
    parse_cards,
    print_cards,
    rank_of,
    suit_of,
    without_room,
)


def test_rank_counts_before_suit_and_spades_are_the_highest_suit() -> None:
    assert parse_cards("2c2d2h2s3cAs??") == (0, 1, 2, 3, 4, 51, UNKNOWN)
    assert max(parse_cards("KsAcAdKh")) == parse_cards("Ad")[0]


def test_rank_and_suit_of_a_card() -> None:
    (card,) = parse_cards("Th")
    assert (rank_of(card), suit_of(card), name_of(card)) == (8, 2, "ten of hearts")
    assert name_of(UNKNOWN) == "an unknown card"


@given(st.lists(st.integers(0, 51), unique=True, max_size=40), st.lists(st.integers(UNKNOWN, 69), max_size=1))
def test_what_is_written_is_read_back(cards: list[int], unknown: list[int]) -> None:
    held = (*cards, *unknown, UNKNOWN)
    assume(without_room((card for card in unknown if card > UNKNOWN), mask_of(cards)) is None)
    assert parse_cards(print_cards(held)) == held


@given(st.lists(st.integers(0, 51), unique=True, max_size=52), st.integers(UNKNOWN + 1, 69))
def test_a_half_known_card_has_room_while_the_deck_has_one_such_card_left(cards: list[int], half: int) -> None:
    left = [card for card in could_be(half) if card not in cards]
    assert without_room([half], mask_of(cards)) == (None if left else half)
    assert without_room([half] * (len(left) + 1), mask_of(cards)) == half


def test_half_known_cards_give_way_to_each_other() -> None:
    suited = parse_cards("2h3h4h5h6h7h8h9hThJhQhKh")
    assert without_room(parse_cards("A??h"), mask_of(suited)) is None
    assert without_room(parse_cards("?hA?"), mask_of(suited)) is None
    assert print_cards([without_room(parse_cards("?hA?A?A?A?"), mask_of(suited)) or 0]) == "A?"


def test_half_a_card_is_named_by_the_half_that_was_seen() -> None:
    ace, heart = parse_cards("A??h")
    assert name_of(ace) == "ace of a suit that nobody saw"
    assert name_of(heart) == "card of hearts whose rank nobody saw"
    assert (len(could_be(ace)), len(could_be(heart)), len(could_be(UNKNOWN))) == (4, 13, 52)


@pytest.mark.parametrize("text", ["AhAdAsAcA?", "A?A?A?A?A?", "2h3h4h5h6h7h8h9hThJhQhKhAh?h"])
def test_a_fifth_ace_and_a_fourteenth_heart_are_in_no_deck(text: str) -> None:
    with pytest.raises(CardError, match="no card that is left") as refused:
        parse_cards(text)
    assert refused.value.code == "duplicate_card"


@pytest.mark.parametrize("text", ["A", "AhK", "ah", "AH", "10h", "1h", "Ax", "Ah Kd", "?H", "a?", "?1", "Ａh"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a card") as refused:
        parse_cards(text)
    assert refused.value.code == "not_a_card"


def test_a_card_is_there_once() -> None:
    with pytest.raises(CardError, match="Kd is there twice") as refused:
        parse_cards("KdAhKd")
    assert refused.value.code == "duplicate_card"
    assert parse_cards("????") == (UNKNOWN, UNKNOWN)
