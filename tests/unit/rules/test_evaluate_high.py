"""High hands: all 2,598,960 five-card hands are counted, seven cards are the best of their 21 fives."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import CardError, parse_cards, print_cards
from rules.cards.evaluate import (
    best_five,
    best_five_exactly_two,
    deciding_card,
    describe_high,
    high,
    high_category,
    high_exactly_two,
    high_short_deck,
    short_deck_category,
)

EVERY_FIVE = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "one_pair": 1_098_240,
    "high_card": 1_302_540,
}
distinct_cards = st.lists(st.integers(0, 51), unique=True, min_size=9, max_size=9)


def strength(text: str) -> int:
    return high(parse_cards(text))


def test_every_five_card_hand_is_in_its_category() -> None:
    strengths = Counter(map(high, combinations(range(52), 5)))
    assert len(strengths) == 7_462
    categories: Counter[str] = Counter()
    for value, times in strengths.items():
        categories[high_category(value)] += times
    assert categories == EVERY_FIVE


@given(distinct_cards, st.integers(5, 7))
def test_the_best_of_seven_is_the_best_of_its_fives(cards: list[int], size: int) -> None:
    assert high(cards[:size]) == max(high(five) for five in combinations(cards[:size], 5))


@given(distinct_cards, st.integers(3, 5))
def test_omaha_plays_two_from_the_hand_and_three_from_the_board(cards: list[int], size: int) -> None:
    hole, board = cards[:4], cards[4 : 4 + size]
    fives = [pair + three for pair in combinations(hole, 2) for three in combinations(board, 3)]
    assert high_exactly_two(hole, board) == max(map(high, fives))
    assert high(best_five_exactly_two(hole, board)) == high_exactly_two(hole, board)


@given(distinct_cards, st.permutations(range(4)), st.permutations(range(7)))
def test_neither_order_nor_the_naming_of_suits_changes_a_hand(
    cards: list[int], suits: list[int], order: list[int]
) -> None:
    renamed = [cards[place] & ~3 | suits[cards[place] & 3] for place in order]
    assert high(renamed) == high(cards[:7])


@given(distinct_cards)
def test_the_five_that_make_the_hand_are_as_strong_as_the_hand(cards: list[int]) -> None:
    five = best_five(cards[:7])
    assert set(five) <= set(cards[:7])
    assert high(five) == high(cards[:7])


@pytest.mark.parametrize(
    ("cards", "five"),
    [
        ("2c5d3h4sAcKdKh", "5d4s3h2cAc"),
        ("2c9d2hAs9h9sKc", "9s9h9d2h2c"),
        ("KcKdQhQsAcAd2s", "AdAcKdKcQs"),
        ("AhKhQhJhTh9h8h", "AhKhQhJhTh"),
        ("7c7dKcKdKh2s3d", "KhKdKc7d7c"),
    ],
)
def test_a_hand_is_read_out_with_what_makes_it_in_front(cards: str, five: str) -> None:
    assert print_cards(best_five(parse_cards(cards))) == five


def test_an_odd_chip_by_suit_goes_by_the_hand_or_by_all_cards() -> None:
    """9-8-7-6-5 is the hand; the ace is not part of it."""
    held = parse_cards("9c8d7h6s5cAdAh")
    assert print_cards([deciding_card(held), deciding_card(held, basis="all")]) == "9cAh"
    assert print_cards([deciding_card(parse_cards("KcKsQdJhTc"))]) == "Ks"


def test_straights_do_not_wrap_around_the_ace() -> None:
    assert high_category(strength("3c2dAhKsQc")) == "high_card"
    assert strength("5c4d3h2sAc") < strength("6c5d4h3s2c")


def test_an_omaha_flush_takes_two_suited_cards_from_the_hand() -> None:
    board = parse_cards("KsQs9s4s2d")
    one_spade = high_exactly_two(parse_cards("As5d7c6h"), board)
    three_spades = high_exactly_two(parse_cards("8s5s3sTc"), board)
    assert high_category(one_spade) == "high_card"
    assert describe_high(three_spades) == "Flush, K-Q-9-8-5"


def test_seven_suited_cards_are_their_highest_five() -> None:
    assert strength("AsQsTs8s6s4s2s") == strength("AdQdTd8d6d")
    assert high_category(strength("9h8h7h6h5hAhKh")) == "straight_flush"


def test_the_lower_straight_flush_beats_the_higher_plain_flush() -> None:
    assert strength("5h4h3h2hAhKhQc") > strength("AhKhQhJh9h8d7d")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AhKhQhJhTh", "Royal flush"),
        ("6h5h4h3h2h", "Straight flush, six high"),
        ("6h6d6s6cTd", "Four of a kind, sixes with a ten"),
        ("9h9dKsKd9c", "Full house, nines full of kings"),
        ("Ah9h4h3h2h", "Flush, A-9-4-3-2"),
        ("Ah2d3c4s5h", "Straight, five high"),
        ("QhQdQc9s2d", "Three of a kind, queens with 9-2"),
        ("2h2d3s3dAc", "Two pair, threes and twos with an ace"),
        ("AhAdKsQdJc", "One pair, aces with K-Q-J"),
        ("As9h4h3h2h", "High card, A-9-4-3-2"),
    ],
)
def test_a_hand_is_told_in_words(cards: str, words: str) -> None:
    assert describe_high(strength(cards)) == words


@pytest.mark.parametrize(("cards", "code"), [("AhKhQhJh", "wrong_card_count"), ("AhKdQhJc??", "unknown_card")])
def test_too_few_or_unknown_cards_are_refused(cards: str, code: str) -> None:
    with pytest.raises(CardError) as refused:
        strength(cards)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("cards", "code"), [("AhKhQhJhTh9h8h7h", "wrong_card_count"), ("AhKhQhJhTh??", "unknown_card")]
)
def test_suited_cards_are_held_to_the_same(cards: str, code: str) -> None:
    with pytest.raises(CardError) as refused:
        strength(cards)
    assert refused.value.code == code


def test_an_unknown_card_in_an_omaha_hand_is_refused() -> None:
    with pytest.raises(CardError, match="enter the card first"):
        high_exactly_two(parse_cards("AhKhQh??"), parse_cards("2c3c4c5d6d"))
    with pytest.raises(CardError, match="five to seven"):
        high_exactly_two(parse_cards("AhKhQhJh"), parse_cards("2c3c"))


def test_with_36_cards_a_flush_beats_a_full_house_and_the_ace_plays_below_the_six() -> None:
    flush, full_house = parse_cards("AhKh9h8h7h"), parse_cards("AhAdAcKsKd")
    wheel, trips = parse_cards("Ah9d8c7h6s"), parse_cards("AhAdAcKsQd")
    assert high_short_deck(flush) > high_short_deck(full_house) > high_short_deck(wheel) > high_short_deck(trips)
    named = [short_deck_category(high_short_deck(cards)) for cards in (flush, full_house, wheel, trips)]
    assert named == ["flush", "full_house", "straight", "three_of_a_kind"]
    assert high_short_deck(wheel) < high_short_deck(parse_cards("Td9c8h7s6d"))
