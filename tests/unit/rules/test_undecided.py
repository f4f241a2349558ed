"""Hands of which not every card is known: they stay legal, and are settled where no unknown card could change it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.house.plaque import Plaque
from rules.play.hand import Hand
from rules.text.violation import Refused
from tests.unit.rules.forgetting import half_remembered
from tests.unit.rules.playing import play, table
from tests.unit.rules.strategies import hands_of_every_game, rolling

HOLDEM = Plaque("holdem", "no_limit", (100, 200))
OMAHA8 = Plaque("omaha8", "no_limit", (100, 200))


@given(hands_of_every_game(finished=True), st.integers(0, 2**32), st.sampled_from([1, 2, 8]))
def test_a_hand_stays_legal_whatever_cards_are_forgotten(hand: Hand, seed: int, one_in: int) -> None:
    remembered = Hand.replay(hand.setup, half_remembered(hand, rolling(seed), one_in=one_in))
    assert remembered.is_complete
    assert (remembered.paid, remembered.folded) == (hand.paid, hand.folded)


@given(hands_of_every_game(finished=True), st.integers(0, 2**32), st.sampled_from([4, 12]))
def test_what_is_settled_all_the_same_is_settled_as_it_was(hand: Hand, seed: int, one_in: int) -> None:
    remembered = Hand.replay(hand.setup, half_remembered(hand, rolling(seed), one_in=one_in))
    if remembered.missing():
        return
    ours, true = remembered.settlement(), hand.settlement()
    assert (ours.won, ours.pots, ours.rake) == (true.won, true.pots, true.rake)
    assert [(award.seat, award.half, award.amount) for award in ours.awards] == [
        (award.seat, award.half, award.amount) for award in true.awards
    ]


def at_showdown(first: str, second: str, board: str = "2c7h9s3d4h", plaque: Plaque = HOLDEM) -> Hand:
    """Two players who check to the end; each bet is even."""
    hand = play(table(plaque, [5_000, 5_000]), f"d dh p1 {first}, d dh p2 {second}, p2 cc, p1 cc, d db {board[:6]}")
    return play(hand, f"p1 cc, p2 cc, d db {board[6:8]}, p1 cc, p2 cc, d db {board[8:]}, p1 cc, p2 cc")


class TestHoldem:
    def test_half_a_hand_that_wins_either_way_is_settled(self) -> None:
        hand = at_showdown("A?A?", "KsKd")
        assert hand.missing() == ()
        assert hand.settlement().won == (400, 0)

    def test_the_hand_that_is_half_known_is_not_put_in_words(self) -> None:
        steps = [step.text for step in at_showdown("A?A?", "KsKd").settlement().steps]
        assert steps[-1] == "Seat 1 wins the pot. 4 to seat 1."

    def test_half_a_hand_that_may_lose_is_named_with_what_is_known(self) -> None:
        hand = at_showdown("A?K?", "AsKd", board="2h7h9h3d4c")
        assert hand.missing() == ("Of the cards of seat 1 (p1) only this is known: A?K?.",)
        with pytest.raises(Refused) as caught:
            hand.settlement()
        assert caught.value.violation.code == "showdown_incomplete"

    def test_cards_that_nobody_saw_decide_nothing_where_the_board_plays(self) -> None:
        hand = at_showdown("????", "AsKd", board="ThJhQhKhAh")
        assert hand.missing() == ()
        assert hand.settlement().won == (200, 200)

    def test_two_unseen_cards_that_may_win_are_missing(self) -> None:
        assert at_showdown("????", "AsAd").missing() == ("The cards of seat 1 (p1) are unknown.",)

    def test_a_card_that_is_known_elsewhere_is_not_tried(self) -> None:
        assert at_showdown("A?Kc", "AsKd", board="2h7hAh3dAc").missing() == ()
        assert at_showdown("2??h", "AsKd", board="7h9hTh3c4c").missing() != ()

    def test_a_rank_that_is_known_of_the_board_may_be_enough(self) -> None:
        hand = at_showdown("AsAd", "KsKd", board="2c7h9s3d4?")
        assert hand.missing() == ()
        assert hand.settlement().won == (400, 0)

    def test_too_many_possibilities_are_not_tried(self) -> None:
        assert len(at_showdown("????", "????", board="ThJhQhKhAh").missing()) == 2


class TestHighLow:
    def test_it_is_missing_where_only_the_low_is_open(self) -> None:
        hand = at_showdown("AsAd2?Kc", "KhKsQdQc", board="3c4c9hTsJd", plaque=OMAHA8)
        assert hand.missing() == ()
        hand = at_showdown("AsAd2?Kc", "A?2hQdQc", board="3c4c8hTsJd", plaque=OMAHA8)
        assert hand.settlement().won[0] > 0
        hand = at_showdown("AsTd?dKc", "2hQcQdQs", board="3c4c8h9sJc", plaque=OMAHA8)
        assert hand.missing() == ("Of the cards of seat 1 (p1) only this is known: AsTd?dKc.",)
