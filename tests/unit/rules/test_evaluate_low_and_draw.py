"""Lows, deuce-to-seven, badugi and blackjack: counted where the counts are known, worked by hand elsewhere."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import CardError, parse_cards
from rules.cards.evaluate import (
    NO_BADUGI,
    NO_LOW,
    ace_to_five,
    badugi,
    badugi_name,
    blackjack,
    blackjack_name,
    describe_badugi,
    describe_blackjack,
    describe_deuce_seven,
    describe_low,
    deuce_seven,
    deuce_seven_category,
    low8,
    low8_exactly_two,
    low_name,
)

distinct_cards = st.lists(st.integers(0, 51), unique=True, min_size=9, max_size=9)


def cards(text: str) -> tuple[int, ...]:
    return parse_cards(text)


def test_every_eight_or_better_low_is_counted() -> None:
    up_to_eight = [card for card in range(52) if card >> 2 <= 6 or card >> 2 == 12]
    lows = Counter(low8(five) for five in combinations(up_to_eight, 5))
    del lows[NO_LOW]
    assert len(lows) == 56
    assert sum(lows.values()) == 56 * 4**5


@given(distinct_cards)
def test_the_best_low_of_seven_is_the_best_of_its_fives(held: list[int]) -> None:
    assert low8(held[:7]) == max(map(low8, combinations(held[:7], 5)))
    assert ace_to_five(held[:7]) == max(map(ace_to_five, combinations(held[:7], 5)))


@given(distinct_cards)
def test_a_low_in_omaha_plays_two_from_the_hand_and_three_from_the_board(held: list[int]) -> None:
    hole, board = held[:4], held[4:]
    fives = [pair + three for pair in combinations(hole, 2) for three in combinations(board, 3)]
    assert low8_exactly_two(hole, board) == max(map(low8, fives))


@given(distinct_cards)
def test_a_low_that_qualifies_is_the_same_low_ace_to_five(held: list[int]) -> None:
    if low8(held[:5]):
        assert low8(held[:5]) == ace_to_five(held[:5])


def test_ace_to_five_prefers_any_five_ranks_to_a_pair_and_the_lower_pair_to_the_higher() -> None:
    ordered = [
        "5h4h3h2hAh",
        "KcQdJhTs9c",
        "AcAd4h3s2c",
        "2c2d5h4sAc",
        "2c2dAhAs3c",
        "AcAdAh3s2c",
        "AcAdAh2s2c",
        "AcAdAhAs2c",
    ]
    strengths = [ace_to_five(cards(hand)) for hand in ordered]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


def test_a_low_is_named_from_the_highest_card_down() -> None:
    assert low_name(low8(cards("3s8c5d6hKdKhKs2c"[:14]))) == "none"
    assert low_name(low8(cards("3s8c5d6h2dKhKs"))) == "8-6-5-3-2"
    assert describe_low(low8(cards("3s8c5d6h2dKhKs"))) == "Low 8-6-5-3-2"
    assert describe_low(low8(cards("3s5c4dAh2d"))) == "Wheel, 5-4-3-2-A"
    assert describe_low(NO_LOW) == "No qualifying low"


@pytest.mark.parametrize("evaluator", [low8, ace_to_five])
def test_a_low_with_an_unknown_card_is_refused(evaluator: Callable[[tuple[int, ...]], int]) -> None:
    with pytest.raises(CardError) as refused:
        evaluator(cards("Ah2d3c4s??"))
    assert refused.value.code == "unknown_card"


def test_ace_to_five_needs_five_to_seven_cards() -> None:
    with pytest.raises(CardError) as refused:
        ace_to_five(cards("Ah2d3c4s"))
    assert refused.value.code == "wrong_card_count"


def test_every_deuce_to_seven_hand_is_counted() -> None:
    """The 1,024 hands of A-2-3-4-5 are no straights; the other counts are those of high hands."""
    strengths = Counter(map(deuce_seven, combinations(range(52), 5)))
    categories: Counter[str] = Counter()
    for value, times in strengths.items():
        categories[deuce_seven_category(value)] += times
    assert len(strengths) == 7_462
    assert max(strengths) == deuce_seven(cards("7c5d4h3s2c"))
    assert min(strengths) == deuce_seven(cards("AcKcQcJcTc"))
    assert categories["high_card"] == 1_302_540 + 1_020
    assert categories["straight"] == 10_200 - 1_020
    assert categories["flush"] == 5_108 + 4
    assert categories["straight_flush"] + categories["royal_flush"] == 40 - 4


def test_the_ace_is_only_high_in_deuce_to_seven() -> None:
    ace_five, ace_six, king = (deuce_seven(cards(hand)) for hand in ("Ac5d4h3s2c", "Ac6d4h3s2c", "KcQdJhTs8c"))
    assert king > ace_five > ace_six
    assert deuce_seven_category(ace_five) == "high_card"
    assert deuce_seven_category(deuce_seven(cards("Ac5c4c3c2c"))) == "flush"
    assert deuce_seven(cards("Ac5c4c3c2c")) > deuce_seven(cards("Ac6c4c3c2c"))


def test_deuce_to_seven_in_words() -> None:
    assert describe_deuce_seven(deuce_seven(cards("7c5d4h3s2c"))) == "7-5-4-3-2"
    assert describe_deuce_seven(deuce_seven(cards("2d5d4h3s2c"))) == "One pair, twos with 5-4-3"


@pytest.mark.parametrize(
    ("hand", "code"),
    [("7c5d4h3s", "wrong_card_count"), ("7c5d4h3s2c9d", "wrong_card_count"), ("7c5d4h3s??", "unknown_card")],
)
def test_deuce_to_seven_has_five_known_cards(hand: str, code: str) -> None:
    with pytest.raises(CardError) as refused:
        deuce_seven(cards(hand))
    assert refused.value.code == code


def test_every_badugi_hand_is_counted() -> None:
    """Four cards: four ranks in four suits. One card: all of one suit or all of one rank."""
    sizes = Counter(int(badugi_name(badugi(four))[0]) for four in combinations(range(52), 4))
    assert sizes == {4: 13 * 12 * 11 * 10, 3: 154_440, 2: 96_252, 1: 4 * 715 + 13}


def test_without_fallback_only_four_cards_count() -> None:
    assert badugi(cards("As2d3h3c"), fallback=False) == NO_BADUGI
    assert badugi(cards("As2d3h4c"), fallback=False) == badugi(cards("As2d3h4c"))
    assert (badugi_name(NO_BADUGI), describe_badugi(NO_BADUGI)) == ("none", "No badugi")


def test_a_badugi_in_words() -> None:
    assert describe_badugi(badugi(cards("As2d3h4c"))) == "Badugi, 4-3-2-A"
    assert describe_badugi(badugi(cards("As2d3h4h"))) == "Three-card hand, 3-2-A"


@pytest.mark.parametrize(("hand", "code"), [("As2d3h", "wrong_card_count"), ("As2d3h??", "unknown_card")])
def test_a_badugi_hand_has_four_known_cards(hand: str, code: str) -> None:
    with pytest.raises(CardError) as refused:
        badugi(cards(hand))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("AsKd", "points 21"),
        ("AsAd", "points 12"),
        ("AsAdAhAc7c", "points 21"),
        ("AsAd9hKc", "points 21"),
        ("KsQd2h", "busted 22"),
        ("2s2d3h3c4s2hAc", "charlie 17"),
    ],
)
def test_aces_count_to_the_players_advantage(hand: str, name: str) -> None:
    assert blackjack_name(cards(hand)) == name


def test_charlies_tie_or_go_by_total_as_the_house_rule_says() -> None:
    sixteen, twenty = cards("2s2d2h3s3d3hAs"), cards("2cAdAh4s4d5s3c")
    assert blackjack(sixteen) == blackjack(twenty)
    assert blackjack(sixteen, charlie_ties="by_total") < blackjack(twenty, charlie_ties="by_total")
    assert blackjack(sixteen, charlie_ties="by_total") > blackjack(cards("AsKd"))


def test_blackjack_in_words() -> None:
    told = [describe_blackjack(cards(hand)) for hand in ("AsKd", "KsQd2h", "2s2d3h3c4s2hAc")]
    assert told == ["21 points", "Busted with 22", "7 Card Charlie (17 points)"]


@pytest.mark.parametrize(("hand", "code"), [("2s2d2h2c3s3d3h3c", "wrong_card_count"), ("As??", "unknown_card")])
def test_a_blackjack_hand_has_one_to_seven_known_cards(hand: str, code: str) -> None:
    with pytest.raises(CardError) as refused:
        blackjack(cards(hand))
    assert refused.value.code == code
