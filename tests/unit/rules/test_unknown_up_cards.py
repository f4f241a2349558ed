"""Stud of which some up cards were not recorded: who opens can't be known then, and whoever may is let."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import openers
from rules.cards.card import UNKNOWN, parse_cards
from rules.cards.openers import first_on_board, has_open_pair, may_have_open_pair, may_open
from rules.house.plaque import Plaque
from tests.support.turns import betting
from tests.unit.rules.playing import play, refused, table

LIMITS = {"small_bet": 500, "big_bet": 1_000, "ante": 100, "bring_in": 200}
STUD = Plaque("stud", "fixed_limit", **LIMITS)
RAZZ = Plaque("razz", "fixed_limit", **LIMITS)
DEEP = (20_000, 20_000, 20_000)
OPENERS = st.sampled_from(["low_card", "high_card", "high_board", "low_board"])


@given(OPENERS, st.lists(st.integers(0, 51), unique=True, min_size=12, max_size=12), st.data())
def test_who_opens_may_open_whatever_is_forgotten(opener: str, cards: list[int], data: st.DataObject) -> None:
    size = 1 if opener.endswith("card") else data.draw(st.integers(2, 4))
    boards = [cards[at * size : (at + 1) * size] for at in range(3)]
    by_suit = data.draw(st.booleans())
    true = first_on_board(opener, boards, ties_by_suit=by_suit)  # type: ignore[arg-type]  # one of the four
    hidden = [[card if data.draw(st.booleans()) else UNKNOWN for card in board] for board in boards]
    seen = sum(1 << card for board in hidden for card in board if card != UNKNOWN)
    assert may_open(opener, hidden, true, seen, ties_by_suit=by_suit)  # type: ignore[arg-type]  # likewise


@given(OPENERS, st.lists(st.integers(0, 51), unique=True, min_size=12, max_size=12), st.integers(2, 4), st.booleans())
def test_where_all_is_known_nobody_else_may(opener: str, cards: list[int], size: int, by_suit: bool) -> None:
    size = 1 if opener.endswith("card") else size
    boards = [cards[at * size : (at + 1) * size] for at in range(3)]
    may = [may_open(opener, boards, player, 0, ties_by_suit=by_suit) for player in range(3)]  # type: ignore[arg-type]  # one of the four
    assert may.index(True) == first_on_board(opener, boards, ties_by_suit=by_suit)  # type: ignore[arg-type]  # likewise
    assert may.count(True) == 1


def test_boards_of_which_nothing_is_known_are_compared_once_and_not_for_every_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[list[int]] = []
    by_pairs = openers._by_pairs
    monkeypatch.setattr(openers, "_by_pairs", lambda ranks: compared.append(ranks) or by_pairs(ranks))
    openers._extremes_of_ranks.cache_clear()
    hand = table(STUD, (20_000,) * 7)
    play(hand, *(f"d dh p{player} ??????" for player in range(1, 8)), "p1 pb")
    play(hand, *(f"p{player} cc" for player in range(2, 8)))
    for _ in range(3):
        play(hand, *(f"d dh p{player} ??" for player in range(1, 8)))
        play(hand, *(f"p{player} cc" for player in range(1, 8)))
    assert len(compared) == sum(comb(12 + hidden, hidden) for hidden in (2, 3, 4))


class TestThirdStreet:
    def test_whoever_may_have_the_low_card_may_bring_it_in(self) -> None:
        hand = table(STUD, DEEP)
        play(hand, "d dh p1 ????7h, d dh p2 ??????, d dh p3 ????Kc")
        assert hand.legal_actions().position == 1
        assert refused(hand, "p3 pb").code == "wrong_bring_in_seat"
        play(hand, "p2 pb, p3 f, p1 cc")

    def test_who_may_open_may_not_fold_instead(self) -> None:
        hand = play(table(STUD, DEEP), "d dh p1 ????7h, d dh p2 ??????, d dh p3 ????Kc")
        assert refused(hand, "p2 f").code == "bring_in_required"
        assert refused(hand, "p1 f").code == "bring_in_required"
        assert refused(hand, "p3 f").code == "out_of_turn"

    def test_a_card_that_is_known_to_be_out_makes_nobody_open(self) -> None:
        hand = play(table(STUD, DEEP), "d dh p1 ????2c, d dh p2 ??????, d dh p3 ????Kc")
        assert refused(hand, "p2 pb").code == "wrong_bring_in_seat"
        play(hand, "p1 pb")

    def test_half_a_card_may_be_enough(self) -> None:
        hand = play(table(STUD, DEEP), "d dh p1 ????7h, d dh p2 ????K?, d dh p3 ????Qc")
        assert refused(hand, "p2 pb").code == "wrong_bring_in_seat"
        hand = play(table(RAZZ, DEEP), "d dh p1 ????7h, d dh p2 ????K?, d dh p3 ????Qc")
        assert refused(hand, "p3 pb").code == "wrong_bring_in_seat"
        play(hand, "p2 pb")

    def test_the_turn_goes_on_from_whoever_opened(self) -> None:
        hand = play(table(STUD, DEEP), "d dh p1 ??????, d dh p2 ??????, d dh p3 ??????, p2 pb")
        assert hand.legal_actions().position == 3
        assert refused(hand, "p1 cc").code == "out_of_turn"

    def test_left_of_one_who_may_be_all_in_on_the_ante_another_opens_and_may_fold(self) -> None:
        hand = play(table(STUD, (20_000, 100, 20_000)), "d dh p1 ????7h, d dh p2 ??????, d dh p3 ????Kc")
        play(hand, "p3 f")
        assert hand.folded == [False, False, True]


class TestLaterStreets:
    def test_the_better_board_may_be_the_unknown_one(self) -> None:
        hand = play(table(STUD, DEEP), "d dh p1 ????7h, d dh p2 ????2c, d dh p3 ????Kc, p2 pb, p3 cc, p1 cc")
        play(hand, "d dh p1 ??, d dh p2 3c, d dh p3 9d")
        assert hand.legal_actions().position in (1, 3)
        assert refused(hand, "p2 cc").code == "out_of_turn"
        play(hand, "p1 cc, p2 cc, p3 cc")

    def test_an_unknown_fourth_card_may_have_paired(self) -> None:
        hand = play(table(STUD, DEEP), "d dh p1 ????7h, d dh p2 ????2c, d dh p3 ????Kc, p2 pb, p3 cc, p1 cc")
        play(hand, "d dh p1 ??, d dh p2 3c, d dh p3 9d")
        legal = betting(hand)
        assert (legal.raising.least, legal.raising.most) == (500, 1_000)
        play(hand, "p1 cbr 10, p2 f, p3 cc")

    @pytest.mark.parametrize(
        ("board", "shows", "may"),
        [("7h7d", True, True), ("7h7?", True, True), ("7h8?", False, False), ("7h?d", False, True)],
    )
    def test_a_pair_is_known_by_ranks(self, board: str, shows: bool, may: bool) -> None:
        boards = [parse_cards(board), parse_cards("2c3c"), None]
        assert (has_open_pair(boards), may_have_open_pair(boards)) == (shows, may)
