"""Stud, stud hi-lo and razz: who opens, what the bring-in is, the open pair, the last card, odd chips by suit."""

from dataclasses import replace

import pytest

from rules.check.checker import check
from rules.house.plaque import Plaque
from rules.phh.export import from_hand
from rules.phh.reader import read_hand
from rules.phh.writer import write_hand
from rules.play.hand import Hand
from rules.table.supply import stud_supply
from tests.support.turns import betting, due
from tests.unit.rules.playing import play, refused, table

LIMITS = {"small_bet": 500, "big_bet": 1_000, "ante": 100, "bring_in": 200}
STUD = Plaque("stud", "fixed_limit", **LIMITS)
RAZZ = Plaque("razz", "fixed_limit", **LIMITS)
STUD8 = Plaque("stud8", "fixed_limit", **LIMITS)
DEEP = (20_000, 20_000, 20_000)
THIRD = "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc"


def turn(hand: Hand) -> int | None:
    return hand.legal_actions().position


class TestThirdStreet:
    def test_there_is_no_button_and_seats_count_from_the_dealers_left(self) -> None:
        hand = table(STUD, DEEP)
        assert hand.setup.seats == (1, 2, 3)
        assert [post.kind for post in hand.setup.posts] == ["ante"] * 3

    def test_the_lowest_card_opens_and_may_neither_check_nor_fold(self) -> None:
        hand = play(table(STUD, DEEP), THIRD)
        legal = betting(hand)
        assert (legal.position, legal.bring_in, legal.may_check, legal.may_fold) == (2, 200, False, False)
        assert refused(hand, "p2 cc").code == "bring_in_required"
        assert refused(hand, "p2 f").code == "bring_in_required"
        assert refused(hand, "p1 pb").code == "wrong_bring_in_seat"

    def test_in_razz_the_highest_card_opens_and_the_ace_is_low(self) -> None:
        assert turn(play(table(RAZZ, DEEP), THIRD)) == 3
        assert turn(play(table(RAZZ, DEEP), "d dh p1 ????Ah, d dh p2 ????Qd, d dh p3 ????Qs")) == 3

    def test_the_bring_in_is_posted_once(self) -> None:
        hand = play(table(STUD, DEEP), THIRD, "p2 pb")
        assert refused(hand, "p3 pb").code == "bring_in_posted"
        assert refused(hand, "p1 pb").code == "out_of_turn"

    def test_the_completion_is_the_bet_and_reopens_for_who_called_the_bring_in(self) -> None:
        hand = play(table(STUD, DEEP), THIRD, "p2 pb, p3 cc, p1 cbr 5, p2 cc")
        legal = betting(hand)
        assert (legal.position, legal.call, legal.raising.least) == (3, 300, 1_000)

    def test_a_low_card_all_in_on_the_ante_leaves_the_opening_to_the_left_who_may_fold(self) -> None:
        hand = play(table(STUD, (20_000, 100, 20_000)), THIRD)
        legal = betting(hand)
        assert (legal.position, legal.bring_in, legal.may_fold) == (3, 200, True)
        assert refused(hand, "p3 cc").code == "bring_in_required"
        assert turn(play(hand, "p3 f")) is None
        assert due(hand)

    def test_a_bring_in_all_in_for_less_is_called_in_full(self) -> None:
        hand = play(table(STUD, (20_000, 250, 20_000)), THIRD, "p2 pb")
        assert betting(hand).call == 200

    def test_without_an_amount_on_the_plaque_the_bring_in_is_half_the_small_bet(self) -> None:
        plaque = Plaque("stud", "fixed_limit", small_bet=500, big_bet=1_000, ante=100)
        hand = play(table(plaque, DEEP, house="cardroom_b"), THIRD)
        assert betting(hand).bring_in == 250

    def test_a_blind_game_has_no_bring_in(self) -> None:
        hand = table(Plaque("holdem", "no_limit", blinds=(100, 200)), DEEP)
        assert refused(hand, "p1 pb").code == "not_in_game"


class TestLaterStreets:
    FOURTH = (THIRD, "p2 pb, p3 cc, p1 cc")

    def test_the_high_board_opens_and_in_razz_the_low_one(self) -> None:
        assert turn(play(table(STUD, DEEP), *self.FOURTH, "d dh p1 7d, d dh p2 As, d dh p3 Qc")) == 1
        razz = play(table(RAZZ, DEEP), THIRD, "p3 pb, p1 cc, p2 cc, d dh p1 7d, d dh p2 As, d dh p3 Qc")
        assert turn(razz) == 2

    @pytest.mark.parametrize(
        ("value", "sizes"),
        [
            ("optional_on_open_pair", (500, 1_000)),
            ("mandatory_on_open_pair", (1_000, 1_000)),
            ("always_optional", (500, 1_000)),
            ("never", (500, 500)),
        ],
    )
    def test_an_open_pair_on_fourth_street(self, value: str, sizes: tuple[int, int]) -> None:
        hand = table(STUD, DEEP, fourth_street_pair=value)
        legal = betting(play(hand, *self.FOURTH, "d dh p1 7d, d dh p2 9s, d dh p3 Jc"))
        assert (legal.raising.least, legal.raising.most) == sizes

    @pytest.mark.parametrize(("value", "most"), [("optional_on_open_pair", 500), ("always_optional", 1_000)])
    def test_without_an_open_pair_on_fourth_street(self, value: str, most: int) -> None:
        hand = table(STUD, DEEP, fourth_street_pair=value)
        legal = betting(play(hand, *self.FOURTH, "d dh p1 8d, d dh p2 9s, d dh p3 Jc"))
        assert legal.raising.most == most

    def test_between_the_two_sizes_there_is_no_bet(self) -> None:
        hand = play(table(STUD, DEEP), *self.FOURTH, "d dh p1 7d, d dh p2 9s, d dh p3 Jc")
        assert refused(hand, "p1 cbr 7").message == "Seat 1 can't make it 7: in this round it is 5 or 10."

    def test_once_the_larger_bet_was_made_the_round_goes_on_at_its_size(self) -> None:
        hand = play(table(STUD, DEEP), *self.FOURTH, "d dh p1 7d, d dh p2 9s, d dh p3 Jc, p1 cbr 5, p2 cbr 15")
        legal = betting(hand)
        assert (legal.raising.least, legal.raising.most) == (2_500, 2_500)

    def test_hi_lo_has_no_larger_bet_for_an_open_pair(self) -> None:
        hand = play(table(STUD8, DEEP), *self.FOURTH, "d dh p1 7d, d dh p2 9s, d dh p3 Jc")
        assert betting(hand).raising.most == 500

    def test_a_folded_pair_offers_nothing(self) -> None:
        hand = play(table(STUD, DEEP), "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc, p2 pb, p3 cc, p1 f")
        assert betting(play(hand, "d dh p2 7d, d dh p3 9s")).raising.most == 500


class TestLastCard:
    SEATS = range(1, 9)

    def eight(self, house: str) -> Hand:
        """Eight players who all check down to the last card."""
        hand = table(STUD, (20_000,) * 8, house=house)
        play(hand, *(f"d dh p{seat} ????{'23456789'[seat - 1]}{'cdhs'[seat % 4]}" for seat in self.SEATS))
        play(hand, "p1 pb", *(f"p{seat} cc" for seat in range(2, 9)))
        for _ in range(3):
            play(hand, *(f"d dh p{seat} ??" for seat in self.SEATS))
            while position := hand.legal_actions().position:
                play(hand, f"p{position} cc")
        return hand

    @pytest.mark.parametrize("house", ["columbus", "cardroom_b", "live"])
    def test_eight_players_share_a_common_card(self, house: str) -> None:
        hand = self.eight(house)
        owed = due(hand)
        assert (owed.kind, owed.cards) == ("board", 1)
        assert refused(hand, "d dh p1 ??").code == "wrong_card_count"
        assert play(hand, "d db Ah").board

    def test_the_settlement_says_that_it_was_and_by_which_rule(self) -> None:
        hand = play(self.eight("live"), "d db Ah")
        play(hand, f"p{hand.legal_actions().position} cbr 10")
        while position := hand.legal_actions().position:
            play(hand, f"p{position} f")
        (told,) = (step for step in hand.settlement().steps if step.rule == "common_card")
        assert told.citation == "004:L148, L246"

    def test_a_last_card_that_is_not_dealt_makes_a_shortage(self) -> None:
        keeps = table(STUD, DEEP, stud_last_card_playable=False).setup.house
        deals = table(STUD, DEEP).setup.house
        assert stud_supply(6, 3, 5, deals).method == "individual"
        assert stud_supply(6, 3, 5, keeps).method == "reshuffle_burns_individual"

    def test_the_letter_of_card_room_b_asks_for_all_eight(self) -> None:
        house = table(STUD, DEEP, house="cardroom_b", burn_cards=True, stud_community_when="all_eight").setup.house
        assert stud_supply(4, 3, 5, house).method == "reshuffle_burns_individual"
        assert stud_supply(4, 3, 8, house).method == "community"


class TestShowdown:
    def all_in(self, house: str) -> Hand:
        """Seat 3 leaves an odd ante; seats 1 and 2 tie with the same straight, the ace of spades in seat 2."""
        hand = table(replace(STUD, ante=101), (701, 701, 701), house=house)
        play(hand, "d dh p1 TcJd2s, d dh p2 ThJs3d, d dh p3 ????9c, p1 pb, p2 cbr 5, p3 f, p1 cbr 6, p2 cc")
        play(hand, "d dh p1 Qc, d dh p2 Qs, d dh p1 Kd, d dh p2 Kh")
        return play(hand, "d dh p1 Ac, d dh p2 As, d dh p1 4d, d dh p2 5h")

    @pytest.mark.parametrize(("house", "wins"), [("live", 2), ("columbus", 2), ("cardroom_b", 1)])
    def test_the_odd_chip_goes_by_suit_but_in_card_room_b_by_seat(self, house: str, wins: int) -> None:
        settled = self.all_in(house).settlement()
        assert settled.called_pot == 1_503
        assert [award.seat for award in settled.awards if award.odd_chip] == [wins]

    def test_a_razz_hand_is_read_low(self) -> None:
        hand = table(RAZZ, (700, 700))
        play(hand, "d dh p1 Ac2d3s, d dh p2 ThJsKd, p2 pb, p1 cbr 5, p2 cbr 6, p1 cc")
        play(hand, "d dh p1 4c, d dh p2 Qs, d dh p1 6d, d dh p2 9h, d dh p1 Kc, d dh p2 As, d dh p1 Kh, d dh p2 Qh")
        assert hand.settlement().won == (1_400, 0)
        assert "6-4-3-2-A" in hand.settlement().awards[0].why

    def test_a_stud_hand_survives_being_printed(self) -> None:
        hand = self.all_in("live")
        text = write_hand(from_hand(hand))
        assert text.startswith("variant = 'F7S'\n")
        assert "bring_in = 2\n" in text
        assert "blinds_or_straddles" not in text
        assert check(read_hand(text)).settlement == hand.settlement()
