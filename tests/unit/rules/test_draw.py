"""Badugi and the lowball draws: discards, pat hands, replacements in either order, a stock that runs out."""

import pytest

from rules.cards.card import UNKNOWN
from rules.check.checker import check
from rules.house.fee_schedule import FeeSchedule
from rules.house.plaque import Plaque
from rules.house.variants import Structure
from rules.phh.export import from_hand
from rules.phh.reader import read_hand
from rules.phh.writer import write_hand
from rules.play.hand import Hand
from rules.play.legal import Drawing
from tests.support.turns import betting, due
from tests.support.turns import drawing as drawing_now
from tests.unit.rules.playing import play, refused, table

LIMITS = {"blinds": (200, 400), "small_bet": 400, "big_bet": 800}
BADUGI = Plaque("badugi", "fixed_limit", **LIMITS)
TRIPLE = Plaque("27td", "fixed_limit", **LIMITS)
DEEP = (10_000, 10_000, 10_000)
DEALT = "d dh p1 AsKd3h4c, d dh p2 7s8d9cQc, d dh p3 ????????"
CALLED = "p3 cc, p1 cc, p2 cc"


def drawing(plaque: Plaque = BADUGI, *, house: str = "live") -> Hand:
    return play(table(plaque, DEEP, house=house), DEALT, CALLED)


class TestDiscards:
    def test_the_draw_says_whose_turn_it_is_and_how_many_they_may_change(self) -> None:
        legal = drawing_now(drawing())
        assert (legal.position, legal.most_discards) == (1, 4)

    def test_replacements_come_at_once_or_after_all_discards(self) -> None:
        at_once = play(drawing(), "p1 sd Kd, d dh p1 2c, p2 sd 9cQc, d dh p2 2h3c, p3 sd")
        after_all = play(drawing(), "p1 sd Kd, p2 sd 9cQc, p3 sd, d dh p1 2c, d dh p2 2h3c")
        assert at_once.hole == after_all.hole
        assert at_once.stage == after_all.stage == "betting"

    def test_the_dealer_gives_as_many_as_were_discarded_in_the_order_of_the_draw(self) -> None:
        hand = play(drawing(), "p1 sd Kd, p2 sd 9cQc, p3 sd ??")
        assert refused(hand, "d dh p2 2h3c").code == "out_of_turn"
        assert refused(hand, "d dh p1 2h3c").code == "wrong_card_count"
        owed = due(play(hand, "d dh p1 2h"))
        assert (owed.position, owed.cards) == (2, 2)

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("p1 sd Kh", "card_not_held"),
            ("p1 sd KdKd", "card_not_held"),
            ("p1 sd AsKd3h4c5s", "too_many_discards"),
            ("p2 sd Qc", "out_of_turn"),
            ("p1 cc", "round_complete"),
            ("d dh p1 2c", "wrong_card_count"),
            ("p1 st", "not_in_game"),
        ],
    )
    def test_what_the_draw_refuses(self, line: str, code: str) -> None:
        assert refused(drawing(), line).code == code

    def test_a_hand_that_nobody_saw_discards_what_it_can_have_held(self) -> None:
        hand = play(drawing(), "p1 sd, p2 sd")
        assert refused(hand, "p3 sd As").code == "duplicate_card"
        assert play(hand, "p3 sd 2c??, d dh p3 5d??").hole[2].count(52) == 3

    def test_a_known_hand_that_discards_a_card_nobody_saw_is_known_no_more(self) -> None:
        assert play(drawing(), "p1 sd ??, d dh p1 2c").hole[0] == [52, 52, 52, 0]

    def test_there_is_no_draw_before_the_bets_are_answered_nor_after_the_last(self) -> None:
        assert refused(play(table(BADUGI, DEEP), DEALT), "p1 sd Kd").code == "round_not_complete"
        hand = drawing()
        for _ in range(3):
            play(hand, "p1 sd, p2 sd, p3 sd, p1 cc, p2 cc, p3 cc")
        assert refused(hand, "p1 sd Kd").code == "no_draw_left"
        assert refused(table(Plaque("holdem", "no_limit", (100, 200)), DEEP), "p1 sd").code == "no_draw_left"

    def test_an_all_in_player_still_draws(self) -> None:
        hand = play(table(BADUGI, (400, 400)), "d dh p1 AsKd3h4c, d dh p2 7s8d9cQc, p2 cc")
        assert drawing_now(hand).most_discards == 4

    def test_standing_pat_is_a_draw_for_the_rake_too(self) -> None:
        fee = FeeSchedule(mode="percent", percent_bp=1_000, no_flop_no_drop=True)
        plaque = Plaque("badugi", "fixed_limit", fee=fee, **LIMITS)
        hand = play(drawing(plaque), "p1 sd, p2 sd, p3 sd, p1 cbr 4, p2 f, p3 f")
        assert hand.settlement().flop_dealt is True


class TestUnknownDiscards:
    def test_a_hand_that_lost_a_card_unseen_may_still_hold_any_of_the_others(self) -> None:
        hand = play(drawing(), "p1 sd ??, d dh p1 2c, p2 sd, p3 sd, p1 cc, p2 cc, p3 cc")
        assert refused(hand, "p1 sd 7s").code == "duplicate_card"
        play(hand, "p1 sd Kd")


class TestLimits:
    @pytest.mark.parametrize(("draws", "size"), [(1, 400), (2, 800), (3, 800)])
    def test_the_big_bet_comes_with_the_second_draw(self, draws: int, size: int) -> None:
        hand = drawing()
        for _ in range(draws - 1):
            play(hand, "p1 sd, p2 sd, p3 sd, p1 cc, p2 cc, p3 cc")
        assert betting(play(hand, "p1 sd, p2 sd, p3 sd")).raising.least == size


class TestStock:
    HANDS = ("8h8cJd6d3s", "4d2s4sKd7c", "4h2h7s9sJc", "6c9h9cQc6s", "6hTdKc5h4c", "7hJhQhTs5s")

    def six(self, house: str = "standard") -> Hand:
        hand = table(TRIPLE, (20_000,) * 6, house=house)
        play(hand, *(f"d dh p{place} {cards}" for place, cards in enumerate(self.HANDS, 1)))
        return play(hand, "p3 cc, p4 cc, p5 cc, p6 f, p1 cc, p2 cc")

    def drawn(self, house: str = "standard") -> Hand:
        """After one burn card 21 are left; four players take twenty, so that the fifth finds the last card."""
        hand = self.six(house)
        for place, cards in enumerate(self.HANDS[:4], 1):
            play(hand, f"p{place} sd {cards}, d dh p{place} ??????????")
        return hand

    def test_the_last_card_and_the_folded_hand_are_shuffled_when_the_stock_is_short(self) -> None:
        hand = play(self.drawn(), "p5 sd 6hTdKc")
        assert hand.stock.cards == 1
        play(hand, "d dh p5 7hJhQh")
        assert hand.stock.cards == 1 + 1 + 5 - 3
        assert refused(hand, "p5 cc").code == "out_of_turn"

    def test_a_discard_of_the_same_draw_does_not_come_back(self) -> None:
        hand = play(self.drawn(), "p5 sd 6hTdKc")
        assert refused(hand, "d dh p5 7hJh8h").code == "duplicate_card"

    def test_a_card_that_may_have_been_discarded_unseen_may_come_back_from_a_folded_hand(self) -> None:
        others = range(2, 7)
        hand = play(
            table(TRIPLE, (20_000,) * 6), "d dh p1 AhTh9c8c7c", *(f"d dh p{place} ??????????" for place in others)
        )
        play(hand, "p3 cc, p4 cc, p5 cc, p6 cc, p1 cc, p2 cc")
        play(hand, "p1 sd ?h, d dh p1 2c", *(f"p{place} sd ??????, d dh p{place} ??????" for place in others))
        play(hand, "p1 cc, p2 cbr 4, p3 cc, p4 cc, p5 cc, p6 cc, p1 f, p2 sd")
        play(hand, "p3 sd ????????, d dh p3 ????????, p4 sd ????????")
        assert hand.stock.cards < 4
        assert play(hand, "d dh p4 Ah??????").hole[3].count(UNKNOWN) == 4

    def test_the_last_card_is_dealt_when_it_completes_the_draw(self) -> None:
        hand = play(self.drawn(), "p5 sd 6h")
        assert refused(hand, "d dh p5 7h").code == "duplicate_card"
        assert play(hand, "d dh p5 2c").stock.cards == 0

    @pytest.mark.parametrize(("house", "left"), [("live", 22), ("solaire", 21), ("standard", 21)])
    def test_the_house_says_whether_a_card_is_burned(self, house: str, left: int) -> None:
        assert self.six(house).stock.cards == left


@pytest.mark.parametrize(
    ("game", "structure", "hands", "wins"),
    [
        ("27td", "fixed_limit", ("2c3d4h5s7c", "2d3h4s5c8c"), 1),
        ("a5td", "fixed_limit", ("2c3d4h5s7c", "Ad3h4s5c2h"), 2),
        ("27sd", "no_limit", ("2c3d4h5sAc", "2d3h4s5c8c"), 2),
        ("27td", "fixed_limit", ("2c3d4h5sAc", "2d2h4s5c8c"), 1),
        ("badugi", "fixed_limit", ("AcKdQhJs", "AdAh2c3c"), 1),
    ],
)
def test_each_game_reads_its_hands_and_survives_being_printed(
    game: str, structure: Structure, hands: tuple[str, str], wins: int
) -> None:
    limits = LIMITS if structure == "fixed_limit" else {"blinds": (200, 400)}
    hand = table(Plaque(game, structure, **limits), (400, 400))  # type: ignore[arg-type]  # amounts and blinds
    play(hand, f"d dh p1 {hands[0]}, d dh p2 {hands[1]}, p2 cc")
    while isinstance(hand.legal_actions(), Drawing):
        play(hand, f"p{hand.legal_actions().position} sd")
    assert hand.settlement().won == ((800, 0) if wins == 1 else (0, 800))
    assert check(read_hand(write_hand(from_hand(hand)))).settlement == hand.settlement()
    best = hand.settlement().steps[-1].text.partition(" with ")[2]
    assert not best.startswith(("a-", "k-", "q-", "j-", "t-")), "cards are written with capitals"
