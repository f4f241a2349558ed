"""Cards of which somebody saw a half: what two records of a hand say together, and what the table refuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import UNKNOWN, could_be, parse_cards, print_cards
from rules.cards.half_known import left_after, told_together
from rules.house.plaque import Plaque
from tests.unit.rules.forgetting import forgotten
from tests.unit.rules.playing import play, refused, table

HOLDEM = Plaque("holdem", "no_limit", (100, 200))
OMAHA = Plaque("omaha", "pot_limit", (100, 200))
LOWBALL = Plaque("27td", "fixed_limit", (100, 200), small_bet=200, big_bet=400)


def may_be(cards: tuple[int, ...], hand: list[int]) -> bool:
    """Whether the record may mean this hand, whatever the order."""
    if not cards:
        return not hand
    rest = [(card, [other for other in hand if other != card]) for card in hand if card in could_be(cards[0])]
    return any(may_be(cards[1:], others) for _, others in rest)


records = st.lists(st.integers(0, 3), min_size=5, max_size=5)


@given(st.lists(st.integers(0, 51), unique=True, min_size=1, max_size=5), records, records, st.randoms())
def test_two_records_of_one_hand_go_together_and_still_mean_it(
    hand: list[int], one: list[int], other: list[int], luck: object
) -> None:
    held = [forgotten(card, how) for card, how in zip(hand, one, strict=False)]
    shown = [forgotten(card, how) for card, how in zip(hand, other, strict=False)]
    luck.shuffle(shown)  # type: ignore[attr-defined]  # a random.Random
    told = told_together(held, shown)
    assert told is not None
    assert may_be(told, hand)


@given(st.lists(st.integers(0, 51), unique=True, min_size=1, max_size=5), records, records, st.integers(0, 5))
def test_what_is_left_after_a_discard_still_means_the_rest(
    hand: list[int], one: list[int], other: list[int], count: int
) -> None:
    held = [forgotten(card, how) for card, how in zip(hand, one, strict=False)]
    discards = [forgotten(card, how) for card, how in zip(hand[:count], other, strict=False)]
    left = left_after(held, discards)
    assert left is not None
    assert len(left) == len(hand[count:])
    assert UNKNOWN in discards or may_be(left, hand[count:])


@pytest.mark.parametrize(
    ("held", "shown", "together"),
    [
        ("A?Kd", "Ah??", "KdAh"),
        ("A?K?", "?hKd", "KdAh"),
        ("A???", "Ah??", "Ah??"),
        ("????", "A??h", "A??h"),
        ("A??hKc", "?hA?Kc", "KcA??h"),
        ("A?Kd", "QhKd", None),
        ("A?A?", "AhKd", None),
    ],
)
def test_what_two_records_say_together(held: str, shown: str, together: str | None) -> None:
    told = told_together(parse_cards(held), parse_cards(shown))
    assert (told and sorted(told)) == (together and sorted(parse_cards(together)))


@pytest.mark.parametrize(
    ("held", "discards", "left"),
    [
        ("A?Kd??", "Ah", "Kd??"),
        ("AhKd??", "A?", "Kd??"),
        ("A?KdQc", "Ah", "KdQc"),
        ("A?KdQc", "?h", "KdQc"),
        ("A?KdQc", "A?", "KdQc"),
        ("A?KdQc", "2c", None),
    ],
)
def test_a_discard_is_taken_only_from_cards_that_it_may_be(held: str, discards: str, left: str | None) -> None:
    rest = left_after(parse_cards(held), parse_cards(discards))
    assert (rest and sorted(rest)) == (left and sorted(parse_cards(left)))


class TestAtTheTable:
    def test_half_known_cards_are_dealt_and_shown_in_full(self) -> None:
        hand = play(table(HOLDEM, [5_000, 5_000]), "d dh p1 A??h, d dh p2 KsKd, p2 cc, p1 cc")
        play(hand, "d db 2c7h9s, p1 cc, p2 cc, d db 3d, p1 cc, p2 cc, d db 4h, p1 cc, p2 cc, p1 sm As5h")
        assert print_cards(sorted(hand.hole[0])) == "5hAs"

    def test_a_hand_that_was_not_the_one_recorded_is_refused(self) -> None:
        hand = play(table(HOLDEM, [5_000, 5_000]), "d dh p1 A??h, d dh p2 KsKd, p2 cc, p1 cc")
        play(hand, "d db 2c7h9s, p1 cc, p2 cc, d db 3d, p1 cc, p2 cc, d db 4h, p1 cc, p2 cc")
        why = refused(hand, "p1 sm As5c")
        assert (why.code, why.message) == ("card_not_held", "Seat 1 was dealt A??h, not As5c.")

    def test_a_fifth_ace_is_refused_whichever_comes_last(self) -> None:
        hand = play(table(OMAHA, [5_000, 5_000]), "d dh p1 AhAdAsAc")
        assert refused(hand, "d dh p2 A?KdKhKs").code == "duplicate_card"
        hand = play(table(OMAHA, [5_000, 5_000]), "d dh p1 AhAdA?A?")
        assert refused(hand, "d dh p2 AsKdKhKs").code == "duplicate_card"

    def test_a_half_known_card_that_was_shown_takes_no_second_room(self) -> None:
        hand = play(table(HOLDEM, [5_000, 5_000]), "d dh p1 A?A?, d dh p2 A?Kd, p2 cbr 50, p1 cc, d db 2c7h9s")
        play(hand, "p1 sm AhAd")
        play(hand, "d db As")
        assert refused(hand, "d db Ac").code == "duplicate_card"
        play(hand, "d db Kc")

    def test_discards_are_known_by_the_half_that_was_seen(self) -> None:
        hand = play(table(LOWBALL, [5_000, 5_000]), "d dh p1 2c3cA?Kd9h, d dh p2 ??????????, p2 cc, p1 cc")
        assert refused(hand, "p1 sd Qs").code == "card_not_held"
        play(hand, "p1 sd AsKd")
        assert print_cards(sorted(hand.hole[0])) == "2c3c9h"
