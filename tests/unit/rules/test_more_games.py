"""Short deck, five-card Omaha, Hold'em Blackjack, and a game that nobody told the engine of before."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.check.checker import check
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES
from rules.house.plaque import Plaque
from rules.house.plaque_check import check_plaque
from rules.house.variants import SHEETS, GameSheet, Street, with_sheet
from rules.phh.export import from_hand
from rules.phh.reader import read_hand
from rules.phh.writer import write_hand
from rules.play.hand import Hand
from tests.support.turns import betting, completing
from tests.unit.rules.playing import play, refused, table

SHORT = Plaque("shortdeck", "no_limit", blinds=(100, 200))
BLACKJACK = Plaque("holdem_blackjack", "spread", blinds=(100, 200), spread_min=200, ante=50)
FIRST = "d dh p1 Td, d dh p2 9c, d dh p3 Kc, p3 cc, p1 cc, p2 cc"
SECOND = "d dh p1 6d, d dh p2 7c, d dh p3 5h, p1 cc, p2 cc, p3 cc"


def survives(hand: Hand) -> bool:
    return check(read_hand(write_hand(from_hand(hand)))).settlement == hand.settlement()


class TestShortDeck:
    def test_no_card_below_a_six_is_dealt(self) -> None:
        hand = table(SHORT, (1_000, 1_000))
        assert refused(play(hand, "d dh p1 AhTh"), "d dh p2 5c6c").code == "card_not_in_deck"

    def test_a_flush_beats_a_full_house_and_says_so(self) -> None:
        hand = play(table(SHORT, (200, 200)), "d dh p1 AhTh, d dh p2 KcKd, p2 cc, d db Ks9h9c, d db 7h, d db 6h")
        settled = hand.settlement()
        assert settled.won == (400, 0)
        assert "flush, A-T-9-7-6" in settled.awards[0].why
        assert survives(hand)


def test_five_card_omaha_plays_exactly_two_of_five() -> None:
    plaque = Plaque("omaha5", "pot_limit", blinds=(100, 200))
    hand = play(table(plaque, (200, 200)), "d dh p1 AhKhQhJhTh, d dh p2 2c2d3c4c5c, p2 cc")
    play(hand, "d db 9h8s8c, d db Kd, d db 2s")
    assert hand.settlement().won == (0, 400)
    assert survives(hand)


class TestHoldemBlackjack:
    def second_round_over(self, **answers: object) -> Hand:
        return play(table(BLACKJACK, (10_000,) * 3, house="cardroom_b", **answers), FIRST, SECOND)

    def test_the_rounds_are_at_one_and_two_big_blinds_and_then_two_to_ten(self) -> None:
        first = play(table(BLACKJACK, (10_000,) * 3, house="cardroom_b"), "d dh p1 Td, d dh p2 9c, d dh p3 Kc")
        legal = betting(first)
        assert (legal.raising.least, legal.raising.most) == (400, 400)
        legal = betting(play(first, "p3 cc, p1 cc, p2 cc, d dh p1 6d, d dh p2 7c, d dh p3 5h"))
        assert (legal.raising.least, legal.raising.most) == (400, 400)
        legal = betting(play(first, "p1 cc, p2 cc, p3 cc, p1 st, p2 st, p3 st"))
        assert (legal.raising.least, legal.raising.most) == (400, 2_000)

    def test_hands_are_completed_in_turn_and_a_busted_one_only_stands(self) -> None:
        hand = self.second_round_over()
        assert completing(hand).may_hit is True
        assert refused(hand, "p2 h 2c").code == "out_of_turn"
        assert refused(hand, "p1 sd Td").code == "no_draw_left"
        play(hand, "p1 h 8s")
        assert (completing(hand).position, completing(hand).may_hit) == (1, False)
        assert refused(hand, "p1 h 2c").code == "must_stand"
        assert play(hand, "p1 st").legal_actions().position == 2

    def test_a_hand_of_twenty_one_may_take_one_more(self) -> None:
        """Whoever hits it is busted and knows it: the house doesn't stand for them."""
        hand = self.second_round_over()
        play(hand, "p1 h 5s")
        assert (completing(hand).position, completing(hand).may_hit) == (1, True)

    def test_a_card_is_hit_once_in_the_deck(self) -> None:
        assert refused(self.second_round_over(), "p1 h 7c").code == "duplicate_card"
        assert refused(self.second_round_over(), "p1 h 2c3c").code == "wrong_card_count"

    def test_seven_cards_are_the_most(self) -> None:
        hand = table(BLACKJACK, (10_000,) * 3, house="cardroom_b")
        play(hand, FIRST.replace("Td", "2d"), SECOND.replace("6d", "2c"))
        play(hand, "p1 h 2h, p1 h 2s, p1 h 3c, p1 h 3d, p1 h Ac")
        assert refused(hand, "p1 h 4c").code == "too_many_cards"

    def test_a_hand_that_nobody_saw_may_take_cards_up_to_seven(self) -> None:
        hand = table(BLACKJACK, (10_000,) * 3, house="cardroom_b")
        play(hand, FIRST.replace("Td", "??"), SECOND, "p1 h 8s, p1 h 9s, p1 h Ts, p1 h Js, p1 h Qs")
        assert refused(hand, "p1 h 4c").code == "too_many_cards"

    @pytest.mark.parametrize(("ties", "charlies"), [("equal", 2), ("by_total", 1)])
    def test_two_charlies_tie_unless_the_house_compares_them(self, ties: str, charlies: int) -> None:
        hand = table(BLACKJACK, (1_000,) * 2, house="cardroom_b", charlie_ties=ties)
        play(hand, "d dh p1 2c, d dh p2 2d, p2 cc, p1 cc, d dh p1 2h, d dh p2 2s, p1 cc, p2 cc")
        play(hand, *(f"p1 h {card}" for card in ("3c", "3d", "3h", "4c", "4d")), "p1 st")
        play(hand, *(f"p2 h {card}" for card in ("3s", "Ac", "Ad", "4h", "4s")), "p2 st, p1 cc, p2 cc")
        settled = hand.settlement()
        assert len([won for won in settled.won if won]) == charlies
        assert ("Charlies are equal" in " ".join(step.text for step in settled.steps)) is (ties == "equal")
        assert survives(hand)

    def test_one_charlie_that_wins_two_pots_ties_with_nobody(self) -> None:
        hand = table(BLACKJACK, (1_000, 1_000, 150), house="cardroom_b", charlie_ties="equal")
        play(hand, "d dh p1 2c, d dh p2 Td, d dh p3 9d, p3 cc, p1 cc, p2 cc")
        play(hand, "d dh p1 2h, d dh p2 7s, d dh p3 7d, p1 cc, p2 cc")
        play(hand, *(f"p1 h {card}" for card in ("3c", "3d", "3h", "4c", "4d")), "p1 st, p2 st, p3 st, p1 cc, p2 cc")
        settled = hand.settlement()
        assert [award.seat for award in settled.awards] == [1, 1]
        assert "Charlies are equal" not in " ".join(step.text for step in settled.steps)

    def test_its_plaque_needs_no_upper_end(self) -> None:
        plaque = Plaque("holdem_blackjack", "spread", (100, 200), spread_min=200, ante=50, buy_in_min=2_000, seats=6)
        assert [refused.code for refused in check_plaque(plaque, HOUSES["cardroom_b"])] == ["fee_required"]


FIVE_CARD_DRAW = GameSheet(
    key="5cd",
    name="Five-card draw",
    short="5CD",
    seats_max=6,
    citation="RRoP Draw",
    streets=(
        Street("before the draw", hole=5, opener="left_of_blinds"),
        Street("the draw", draw=5, tier="big"),
    ),
)


def test_a_new_game_is_a_new_sheet() -> None:
    with with_sheet(FIVE_CARD_DRAW):
        plaque = Plaque("5cd", "fixed_limit", blinds=(100, 200), small_bet=200, big_bet=400)
        hand = play(table(plaque, (1_000, 1_000)), "d dh p1 AhKhQh9c9d, d dh p2 2c2d2h5s6s, p2 cc, p1 cc")
        play(hand, "p1 sd 9c9d, p2 sd 5s6s, d dh p1 JhTh, d dh p2 7s8s, p1 cbr 4, p2 cc")
        assert hand.settlement().won == (1_200, 0)
        assert "royal flush" in hand.settlement().awards[0].why


def test_a_game_that_was_tried_out_leaves_nothing_behind() -> None:
    with with_sheet(FIVE_CARD_DRAW):
        assert SHEETS["5cd"] is FIVE_CARD_DRAW
    assert "5cd" not in SHEETS
    with pytest.raises(ValueError, match="a game “holdem” already"), with_sheet(SHEETS["holdem"]):
        pass


@pytest.mark.parametrize("words", [{"hole": 1, "draw": 1}, {"draw": 1, "discard": 1}])
def test_a_street_that_would_deal_after_cards_were_given_up_is_no_street(words: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="make it two streets"):
        Street("second street", **words)  # type: ignore[arg-type]  # numbers of cards


NO_FLOP_NO_DROP = FeeSchedule(mode="percent", percent_bp=1_000, no_flop_no_drop=True)


class TestWhenPineappleThrowsACardAway:
    """Before the flop, when it has been seen, or after its bets: the same two words on another street."""

    DEALT = "d dh p1 AsAdKd, d dh p2 7s8d9c"

    @pytest.fixture
    def pineapple(self, request: pytest.FixtureRequest) -> Iterator[Hand]:
        pre_flop, flop, turn, river = SHEETS["omaha"].streets
        streets = (
            replace(pre_flop, hole=3),
            replace(flop, **request.param[0]),
            replace(turn, **request.param[1]),
            river,
        )
        sheet = GameSheet("pineapple", "Pineapple", "Pineapple", 9, "house", streets=streets)
        with with_sheet(sheet):
            plaque = Plaque("pineapple", "no_limit", blinds=(100, 200), fee=NO_FLOP_NO_DROP)
            yield play(table(plaque, (1_000,) * 2), self.DEALT, "p2 cc, p1 cc")

    @pytest.mark.parametrize("pineapple", [({"discard": 1, "discard_comes_first": True}, {})], indirect=True)
    def test_before_the_flop(self, pineapple: Hand) -> None:
        assert refused(pineapple, "d db AcAh2d").message == "No card is dealt yet: Seat 1 throws a card away first."
        play(pineapple, "p1 sd Ad, p2 sd 7s")
        assert not pineapple.has_flop()
        play(pineapple, "d db AcAh2d, p1 cc")

    @pytest.mark.parametrize("pineapple", [({"discard": 1}, {})], indirect=True)
    def test_when_the_flop_has_been_seen(self, pineapple: Hand) -> None:
        assert refused(pineapple, "p1 sd Ad").code == "out_of_turn"
        assert refused(play(pineapple, "d db AcAh2d"), "p1 cc").code == "round_complete"
        assert play(pineapple, "p1 sd Ad, p2 sd 7s, p1 cc, p2 cc, d db 6h").legal_actions().position == 1

    @pytest.mark.parametrize("pineapple", [({}, {"discard": 1, "discard_comes_first": True})], indirect=True)
    def test_after_the_bets_of_the_flop(self, pineapple: Hand) -> None:
        play(pineapple, "d db AcAh2d, p1 cc, p2 cc, p1 sd Ad, p2 sd 7s, d db 6h")
        assert [len(hole) for hole in pineapple.hole] == [2, 2]
        assert refused(pineapple, "p1 sd Kd").code == "no_draw_left"
        assert refused(play(pineapple, "p1 cc, p2 cc"), "d db Ad").code == "duplicate_card"
