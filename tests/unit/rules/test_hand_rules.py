"""Rules of play that the catalogue leaves out, each on the smallest hand that shows it. Amounts are minor units."""

import dataclasses
import json

import pytest

from rules.house.house import HOUSES, House
from rules.house.house_rules import Value
from rules.house.plaque import Plaque
from rules.play.actions import Action, parse_action
from rules.play.hand import Hand
from rules.play.legal import Dealing
from rules.table.setup import Post, PostKind, Setup
from rules.text.violation import Refused, Violation
from tests.support.turns import betting, due

STANDARD = HOUSES["standard"]
NO_LIMIT = Plaque(game="holdem", structure="no_limit", blinds=(100, 200))
POT_LIMIT = dataclasses.replace(NO_LIMIT, game="omaha", structure="pot_limit")
LIMIT = Plaque(game="holdem", structure="fixed_limit", blinds=(100, 200), small_bet=200, big_bet=400)
SPREAD = Plaque(game="holdem", structure="spread", blinds=(100, 200), spread_min=100, spread_max=500)


def at(house: House = STANDARD, **answers: Value) -> House:
    return house.with_answers(**answers)


def deal(
    *stacks: int | None,
    plaque: Plaque = NO_LIMIT,
    house: House = STANDARD,
    hole: str = "",
    extra: tuple[tuple[PostKind, int, int], ...] = (),
    straddle: int | None = None,
) -> Hand:
    """A hand after the deal; seat N is position N and the last has the button. `hole` are the cards, "/" between."""
    seats = dict(enumerate(stacks, start=1))
    if straddle:
        plaque = dataclasses.replace(plaque, straddle="button" if straddle == len(stacks) else "utg")
    hand = Hand(Setup.from_table(plaque, house, len(stacks), seats, extra=extra, straddle_seat=straddle))
    unknown = "??" * hand.sheet.hole_cards
    cards = hole.split("/") if hole else [unknown] * len(stacks)
    for position, held in enumerate(cards, start=1):
        play(hand, f"d dh p{position} {held}")
    return hand


def read(line: str) -> Action:
    action = parse_action(line, int)
    assert action is not None
    return action


def play(hand: Hand, *lines: str) -> Hand:
    for line in lines:
        hand.apply(read(line))
    return hand


def refused(hand: Hand, line: str) -> Violation:
    violation = hand.refusal(read(line))
    assert violation is not None
    return violation


def raising(hand: Hand) -> tuple[int, int, int | None]:
    legal = betting(hand)
    return legal.position, legal.raising.least, legal.raising.most


class TestBlinds:
    def test_a_small_blind_alone_with_a_short_big_blind_owes_nothing(self) -> None:
        hand = play(deal(2_000, 80, 2_000), "p3 f")
        assert due(hand)

    def test_others_pay_the_full_blind_though_it_was_short(self) -> None:
        hand = play(deal(2_000, 80, 2_000), "p3 cc")
        assert hand.bets == [100, 80, 200]
        assert betting(hand).call == 100

    def test_who_is_left_with_short_blinds_only_calls_what_they_have(self) -> None:
        hand = deal(60, 80, 2_000)
        assert betting(hand).call == 80
        assert betting(hand).raising.refusal == "no_opponent_can_call"

    def test_heads_up_the_button_is_small_and_acts_first(self) -> None:
        hand = deal(2_000, 2_000)
        assert hand.setup.posts == (Post("bb", 1, 200), Post("sb", 2, 100))
        assert hand.legal_actions().position == 2

    def test_heads_up_by_the_letter_of_the_online_rooms_the_small_blind_is_left_of_the_button(self) -> None:
        hand = deal(2_000, 2_000, house=at(heads_up_blinds="left_small"))
        assert hand.setup.posts == (Post("sb", 1, 100), Post("bb", 2, 200))
        assert hand.legal_actions().position == 1

    def test_after_a_dead_small_blind_the_big_blind_is_first_left_of_the_button(self) -> None:
        setup = Setup.from_table(NO_LIMIT, STANDARD, 2, {4: 100, 5: 100, 1: 100}, small_blind_posted=False)
        assert setup.seats == (4, 5, 1)
        assert setup.posts == (Post("bb", 1, 200),)

    def test_three_blinds_open_left_of_the_third(self) -> None:
        plaque = dataclasses.replace(NO_LIMIT, blinds=(100, 100, 200))
        hand = deal(2_000, 2_000, 2_000, 2_000, plaque=plaque)
        assert [post.kind for post in hand.setup.posts] == ["sb", "bb", "bb"]
        assert hand.legal_actions().position == 4


class TestStraddles:
    def test_the_straddler_acts_last_and_has_the_option(self) -> None:
        hand = deal(2_000, 2_000, 2_000, 2_000, straddle=3)
        assert raising(hand) == (4, 600, 2_000)
        play(hand, "p4 cc", "p1 cc", "p2 cc")
        assert hand.legal_actions().position == 3
        assert betting(hand).may_check

    def test_a_button_straddle_is_answered_from_the_left_of_the_button(self) -> None:
        assert deal(2_000, 2_000, 2_000, 2_000, straddle=4).legal_actions().position == 1

    def test_the_house_may_ask_for_twice_the_straddle(self) -> None:
        hand = deal(2_000, 2_000, 2_000, 2_000, straddle=3, house=at(straddle_raise="straddle"))
        assert betting(hand).raising.least == 800

    def test_in_limit_a_straddle_is_a_bet_and_a_raise(self) -> None:
        hand = deal(9_000, 9_000, 9_000, 9_000, plaque=LIMIT, straddle=3)
        play(hand, "p4 cbr 600", "p1 cbr 800")
        assert refused(hand, "p2 cbr 1000").code == "raise_cap_reached"


class TestAntes:
    def test_a_short_ante_plays_for_what_it_matched(self) -> None:
        plaque = dataclasses.replace(NO_LIMIT, ante=50)
        hand = deal(2_000, 2_000, 20, plaque=plaque, house=at(ante_trimming=True), hole="2c3d/4c5d/AcAd")
        play(hand, "p1 cc", "p2 cc", "d db KsQs9h")
        assert [pot.amount for pot in finish(hand).settlement().pots] == [60, 460]

    def test_where_antes_are_not_trimmed_it_plays_for_all_of_them(self) -> None:
        plaque = dataclasses.replace(NO_LIMIT, ante=50)
        hand = deal(2_000, 2_000, 20, plaque=plaque, house=at(ante_trimming=False), hole="2c3d/4c5d/AcAd")
        play(hand, "p1 cc", "p2 cc", "d db KsQs9h")
        assert [pot.amount for pot in finish(hand).settlement().pots] == [120, 400]

    def test_one_ante_for_the_table_is_dead_money(self) -> None:
        hand = deal(2_000, 2_000, 100, extra=(("ante", 2, 200),), hole="2c3d/4c5d/AcAd")
        play(hand, "p3 cc", "p1 cc", "p2 cc", "d db KsQs9h")
        settlement = finish(hand).settlement()
        assert [pot.amount for pot in settlement.pots] == [500, 200]
        assert settlement.net == (0, -400, 400)


def finish(hand: Hand) -> Hand:
    """Checked down on blank cards."""
    blanks = iter(("8h", "2h"))
    while not hand.is_complete:
        legal = hand.legal_actions()
        play(hand, f"d db {next(blanks)}" if isinstance(legal, Dealing) else f"p{legal.position} cc")
    return hand


class TestAllIns:
    def test_an_all_in_below_the_smallest_bet_is_called_or_raised_by_a_full_bet(self) -> None:
        hand = play(deal(250, 2_000, 2_000), "p3 cc", "p1 cc", "p2 cc", "d db 2c7dJh", "p1 cbr 50")
        assert raising(hand) == (2, 250, 1_800)

    def test_who_checked_may_not_raise_it(self) -> None:
        hand = play(deal(2_000, 250, 2_000), "p3 cc", "p1 cc", "p2 cc", "d db 2c7dJh", "p1 cc", "p2 cbr 50", "p3 cc")
        assert betting(hand).raising.refusal == "betting_not_reopened"
        assert refused(hand, "p1 cbr 250").allowed == {"actor": 1, "seat": 1, "call": 50, "may_raise": False}

    def test_a_limp_is_an_action_too(self) -> None:
        hand = play(deal(2_000, 300, 2_000), "p3 cc", "p1 cc", "p2 cbr 300")
        assert betting(hand).raising.refusal == "betting_not_reopened"

    def test_where_only_a_full_bet_counts_half_a_bet_is_completed(self) -> None:
        lines = ("p3 cc", "p1 cc", "p2 cc", "d db 2c7dJh", "p1 cbr 150")
        half = play(deal(350, 2_000, 2_000, plaque=LIMIT), *lines)
        full = play(deal(350, 2_000, 2_000, plaque=LIMIT, house=at(short_allin_limit="full")), *lines)
        assert raising(half) == (2, 350, 350)
        assert raising(full) == (2, 200, 200)

    def test_nobody_raises_what_nobody_can_call(self) -> None:
        hand = play(deal(2_000, 500, 700), "p3 cbr 700", "p1 cc", "p2 cc", "d db 2c7dJh")
        assert due(hand)
        hand = play(deal(2_000, 500, 700), "p3 cbr 500")
        assert refused(play(hand, "p1 cc"), "p2 cbr 500").code == "insufficient_chips"
        hand = play(deal(2_000, 500, 700), "p3 cbr 700")
        assert refused(hand, "p1 cbr 1400").code == "no_opponent_can_call"

    def test_an_uncalled_bet_goes_back_before_anything_is_raked(self) -> None:
        hand = play(deal(2_000, 2_000, 2_000), "p3 cbr 900", "p1 f", "p2 f")
        settlement = hand.settlement()
        assert settlement.returned == (0, 0, 700)
        assert settlement.called_pot == 500
        assert settlement.net == (-100, -200, 300)


class TestLimits:
    def test_the_small_blind_may_count_as_a_big_one_in_the_pot(self) -> None:
        exact, rounded = (
            deal(*[9_000] * 4, plaque=POT_LIMIT),
            deal(*[9_000] * 4, plaque=POT_LIMIT, house=at(pl_sb_rounds_up=True)),
        )
        assert betting(exact).raising.most == 700
        assert betting(rounded).raising.most == 800

    def test_spread_raises_stay_within_the_range_and_match_the_bet_before(self) -> None:
        hand = deal(9_000, 9_000, 9_000, plaque=SPREAD)
        assert raising(hand) == (3, 400, 700)
        assert refused(hand, "p3 cbr 300").code == "below_min_raise"
        assert refused(hand, "p3 cbr 800").code == "above_spread_max"
        play(hand, "p3 cc", "p1 cc", "p2 cc", "d db 2c7dJh")
        assert raising(hand) == (1, 100, 500)
        assert refused(hand, "p1 cbr 50").code == "below_spread_min"

    def test_the_house_may_let_spread_raises_be_small(self) -> None:
        hand = deal(9_000, 9_000, 9_000, plaque=SPREAD, house=at(spread_raise_min="table_min"))
        assert raising(play(hand, "p3 cbr 700")) == (1, 800, 1_200)
        assert refused(hand, "p1 cbr 750").code == "below_spread_min"

    def test_the_plaque_goes_before_the_house_in_the_number_of_raises(self) -> None:
        hand = deal(*[9_000] * 3, plaque=dataclasses.replace(LIMIT, raise_cap=1))
        assert refused(play(hand, "p3 cbr 400"), "p1 cbr 600").code == "raise_cap_reached"

    def test_wagers_are_multiples_of_the_unit_unless_all_in(self) -> None:
        hand = deal(2_050, 9_000, 9_000, plaque=dataclasses.replace(NO_LIMIT, unit=100))
        assert refused(hand, "p3 cbr 550").code == "not_chip_multiple"
        assert raising(play(hand, "p3 cbr 1000", "p1 cbr 2050")) == (2, 3_100, 9_000)

    def test_in_fixed_limit_the_size_of_the_bet_goes_before_the_unit(self) -> None:
        hand = deal(350, 9_000, 9_000, plaque=dataclasses.replace(LIMIT, unit=100))
        play(hand, "p3 cc", "p1 cc", "p2 cc", "d db 2c7dJh", "p1 cbr 150", "p2 cbr 350")
        assert hand.round.price == 350

    def test_a_pot_limit_of_broken_chips_is_offered_in_whole_units(self) -> None:
        plaque = dataclasses.replace(POT_LIMIT, blinds=(50, 100), unit=100)
        assert raising(deal(*[9_000] * 3, plaque=plaque)) == (3, 200, 300)


class TestShowdown:
    def shown_down(self, hole: str = "AcQd/????/KdQs") -> Hand:
        hand = deal(2_000, 2_000, 2_000, hole=hole)
        play(hand, "p3 cc", "p1 cc", "p2 f", "d db Kc7d2s", "p1 cc", "p3 cc", "d db 9h", "p1 cc", "p3 cc")
        return play(hand, "d db 3h", "p1 cc", "p3 cc")

    def test_unknown_cards_are_named_before_settling(self) -> None:
        hand = self.shown_down("????/????/KdQs")
        assert hand.missing() == ("The cards of seat 1 (p1) are unknown.",)
        with pytest.raises(Refused) as refusal:
            hand.settlement()
        assert refusal.value.violation.code == "showdown_incomplete"
        assert play(hand, "p1 sm AcQd").settlement().won == (0, 0, 600)

    def test_a_hand_shows_the_cards_that_it_was_dealt(self) -> None:
        hand = self.shown_down("Ac??/????/KdQs")
        assert refused(hand, "p1 sm KhQh").code == "card_not_held"
        assert refused(hand, "p1 sm AcQs").code == "duplicate_card"
        assert refused(hand, "p1 sm AcAc").code == "duplicate_card"
        assert refused(hand, "p1 sm Ac").code == "wrong_card_count"
        assert play(hand, "p1 sm QdAc").hole[0] == [read("p1 sm QdAc").cards[0], read("p1 sm QdAc").cards[1]]

    def test_showing_unknown_cards_forgets_nothing(self) -> None:
        hand = play(self.shown_down(), "p1 sm ????", "p3 sm -")
        assert hand.missing() == ()

    def test_the_last_hand_can_not_be_mucked(self) -> None:
        hand = play(self.shown_down("????/????/????"), "p3 sm")
        assert refused(hand, "p1 sm").code == "last_hand"
        assert hand.settlement().won == (600, 0, 0)

    def test_a_hand_that_was_turned_over_can_not_be_mucked(self) -> None:
        hand = play(self.shown_down("????/????/KdQs"), "p1 sm ????")
        assert hand.can(read("p1 sm"))
        play(hand, "p1 sm AcQd")
        assert refused(hand, "p1 sm").code == "hand_tabled"

    def test_who_mucked_is_out_of_it(self) -> None:
        hand = play(self.shown_down(), "p3 sm")
        assert refused(hand, "p3 sm KdQs").code == "not_in_hand"

    def test_a_house_that_wants_hands_shown_says_so(self) -> None:
        hand = deal(2_000, 2_000, hole="AcQd/KdQs", house=HOUSES["live"])
        play(hand, "p2 cbr 2000", "p1 cc", "d db Kc7d2s", "d db 9h", "d db 3h", "p1 sm")
        rules = {step.rule: step.citation for step in hand.settlement().steps}
        assert rules["must_show"] == "004:L94"

    def test_hands_are_tabled_before_the_board_is_run_out(self) -> None:
        hand = play(deal(2_000, 2_000), "p2 cbr 2000")
        assert refused(hand, "p2 sm AhAd").code == "round_not_complete"
        play(hand, "p1 cc", "p1 sm KhKd", "p2 sm AhAd", "d db 2c7dJh", "d db 3c", "d db 4c")
        assert hand.settlement().won == (0, 4_000)

    def test_a_muck_that_leaves_one_ends_the_hand_without_more_cards(self) -> None:
        hand = play(deal(2_000, 2_000), "p2 cbr 2000", "p1 cc", "p1 sm")
        assert hand.is_complete
        assert hand.settlement().won == (0, 4_000)
        assert hand.settlement().flop_dealt is False

    def test_a_side_pot_that_both_give_up_was_the_last_ones_alone(self) -> None:
        hand = deal(2_000, 2_000, 500)
        play(hand, "p3 cbr 500", "p1 cc", "p2 cc", "d db 2c7dJh", "p1 cbr 400", "p2 cc", "d db 3c", "p1 cc", "p2 cc")
        play(hand, "d db 4c", "p1 cc", "p2 cc", "p1 sm", "p2 sm")
        assert hand.settlement().won == (0, 800, 1_500)

    def test_the_winner_alone_need_not_show_but_may(self) -> None:
        hand = play(deal(2_000, 2_000, hole="????/????"), "p2 f")
        assert hand.settlement().won == (200, 0)
        assert play(hand, "p1 sm AhAd").settlement().won == (200, 0)


class TestDealing:
    def test_cards_go_round_from_the_left_of_the_button(self) -> None:
        hand = Hand(deal(2_000, 2_000, 2_000).setup)
        assert refused(hand, "d dh p2 ????").code == "out_of_turn"
        assert refused(hand, "d dh p4 ????").code == "not_in_hand"
        assert refused(hand, "d db 2c7dJh").message == "The dealer owes 2 cards to seat 1 first."
        assert refused(hand, "p3 cc").code == "out_of_turn"

    def test_the_street_is_named_until_the_showdown(self) -> None:
        hand = deal(2_000, 2_000)
        assert repr(hand) == "<Hand NLH 1/2: 2 actions, pre-flop, seat 2 to act>"
        assert finish(play(hand, "p2 cc", "p1 cc", "d db KsQs9h")).street_name == "showdown"

    def test_when_all_is_over_only_showing_is_left(self) -> None:
        legal = play(deal(2_000, 2_000, 2_000), "p3 f", "p1 f").legal_actions()
        assert legal.to_json() == {"may_show": [2], "complete": True}


class TestUnknownStacks:
    def test_they_bet_without_end_and_finish_unknown(self) -> None:
        hand = deal(None, 2_000)
        assert betting(hand).raising.most == 2_000
        play(hand, "p2 cc", "p1 cbr 600", "p2 f")
        settlement = hand.settlement()
        assert settlement.finishing_stacks == (None, 1_800)
        assert settlement.net == (200, -200)

    def test_no_known_stack_ends_the_raise(self) -> None:
        assert betting(deal(None, None)).raising.most is None


class TestExplanations:
    def test_a_refusal_says_everything_that_the_desk_asks(self) -> None:
        hand = deal(2_000, 2_000, 2_000, house=HOUSES["solaire"])
        violation = refused(hand, "p3 cbr 350")
        assert violation.to_json() == {
            "code": "below_min_raise",
            "index": 3,
            "actor": 3,
            "seat": 3,
            "tried": "raise to 3.50",
            "allowed": {
                "actor": 3,
                "seat": 3,
                "call": 200,
                "may_raise": True,
                "min_raise_to": 400,
                "max_raise_to": 2_000,
            },
            "message": "Seat 3 can't make it 3.50: the smallest raise is to 4.",
            "rule": "A raise is at least as large as the bet or raise before it in the same betting round, "
            "unless it is all-in.",
            "citation": "000:L67 · WSOP 171",
        }

    def test_amounts_are_told_in_the_rooms_money(self) -> None:
        setup = deal(2_000, 2_000).setup
        hand = Hand(setup, money=lambda cents: f"${cents // 100}")
        play(hand, "d dh p1 ????", "d dh p2 ????")
        assert refused(hand, "p2 cbr 300").message == "Seat 2 can't make it $3: the smallest raise is to $4."

    def test_a_settlement_explains_each_line(self) -> None:
        hand = deal(2_000, 1_000, 300, hole="KsKh/QsQh/AcAd")
        play(hand, "p3 cbr 300", "p1 cbr 2000", "p2 cc", "d db Jc8d4h", "d db 3s", "d db 2c")
        assert [step.text for step in hand.settlement().steps] == [
            "Nobody called 10 of seat 1's bet: it goes back.",
            "The main pot: 9, for seats 1, 2, 3.",
            "The side pot: 14, for seats 1, 2.",
            "The plaque posts no rake.",
            "Seat 3 wins the main pot with one pair, aces with J-8-4. 9 to seat 3.",
            "Seat 1 wins the side pot with one pair, kings with J-8-4. 14 to seat 1.",
        ]

    def test_a_settlement_is_plain_json(self) -> None:
        hand = play(deal(2_000, 2_000, 2_000), "p3 cbr 900", "p1 f", "p2 f")
        data = json.loads(json.dumps(hand.settlement().to_json()))
        assert data["pots"] == [
            {
                "amount": 500,
                "rake": 0,
                "promo": 0,
                "eligible": [3],
                "awards": [
                    {
                        "position": 3,
                        "seat": 3,
                        "half": "whole",
                        "amount": 500,
                        "odd_chip": 0,
                        "why": "Seat 3 takes the pot: nobody else is left in it.",
                        "citation": "000:L17 · WSOP 139-141",
                    }
                ],
            }
        ]
        assert data["net"] == [-100, -200, 300]
        assert data["finishing_stacks"] == [1_900, 1_800, 2_300]
        assert [step["rule"] for step in data["steps"]] == ["uncalled_bet", "side_pots", "rake", "uncontested"]


class TestWhatIsNotPlayed:
    @pytest.mark.parametrize(
        ("plaque", "code", "message"),
        [
            (Plaque("pinochle", "no_limit"), "game_not_supported", "“pinochle” is not played by this version."),
            (
                Plaque("spanish21", "no_limit"),
                "house_banked",
                "Spanish 21 is dealt against the house: no hand of it is recorded here.",
            ),
        ],
    )
    def test_it_is_refused_by_name(self, plaque: Plaque, code: str, message: str) -> None:
        with pytest.raises(Refused, match=message[:20]) as refusal:
            Hand(Setup(plaque, STANDARD, (1, 2), (1_000, 1_000), 2))
        assert (refusal.value.violation.code, refusal.value.violation.message) == (code, message)

    def test_a_hand_needs_two_players_with_chips_and_a_deck_that_reaches(self) -> None:
        for seats, stack, code in ((1, 100, "too_few_players"), (3, 0, "no_chips"), (24, 100, "too_many_players")):
            with pytest.raises(Refused) as refusal:
                Hand(Setup(NO_LIMIT, STANDARD, tuple(range(seats)), (stack,) * seats, 0))
            assert refusal.value.violation.code == code

    def test_other_games_actions_are_refused(self) -> None:
        hand = deal(2_000, 2_000)
        assert refused(hand, "p2 sd").code == "no_draw_left"
        assert refused(hand, "p2 pb").code == "not_in_game"
        assert refused(hand, "p2 st").code == "not_in_game"

    def test_nonsense_is_no_setup(self) -> None:
        with pytest.raises(ValueError, match="Every seat"):
            Setup(NO_LIMIT, STANDARD, (1, 1), (100, 100), 1)
        with pytest.raises(ValueError, match="position 3"):
            Setup(NO_LIMIT, STANDARD, (1, 2), (100, 100), 1, (Post("bb", 3, 200),))
