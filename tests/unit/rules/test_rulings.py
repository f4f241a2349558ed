"""What rulings do to hands: void ones give every chip back, dead ones win nothing and their money stays."""

from dataclasses import replace
from typing import Any

import pytest

from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES
from rules.house.plaque import Plaque
from rules.play.hand import Hand
from rules.play.rulings import declare_dead, void_hand, why_not_void
from rules.table.floor import why_not_appeal, why_not_language, why_not_late_ruling
from rules.text.violation import Refused, Violation
from tests.support.turns import betting, due
from tests.unit.rules.playing import play, refused, table

RAKE = FeeSchedule(mode="percent", percent_bp=1_000, unit=100)
NLH = Plaque("holdem", "no_limit", (100, 200), fee=RAKE)
LIMIT = Plaque("holdem", "fixed_limit", (100, 200), 200, 400)
STUD = Plaque("stud", "fixed_limit", small_bet=500, big_bet=1_000, ante=100, bring_in=200)
BADUGI = Plaque("badugi", "fixed_limit", (100, 200), 200, 400)
DEEP = (20_000,) * 4
DEALT = "d dh p1 AcAd, d dh p2 KcKd, d dh p3 QcQd, d dh p4 JcJd"


def code(violation: Violation | None) -> str | None:
    return violation.code if violation else None


def turn(hand: Hand) -> int | None:
    return hand.legal_actions().position


class TestVoidHands:
    def test_every_chip_goes_back_and_nothing_is_raked(self) -> None:
        hand = play(table(replace(NLH, ante=50), DEEP), DEALT, "p3 cbr 10, p4 cc, p1 f, p2 cc, d db 2c3d4h")
        settled = void_hand(hand, "fouled_deck")
        assert settled.returned == (150, 1_050, 1_050, 1_050)
        assert settled.net == settled.put_in == settled.won == (0, 0, 0, 0)
        assert settled.finishing_stacks == DEEP
        assert (settled.rake, settled.promo, settled.pots) == (0, 0, ())
        assert settled.steps[0].citation == "004:L202 · WSOP 22, 112; RRoP 3 Irregularities"

    def test_a_misdeal_ends_with_substantial_action_by_the_houses_reading(self) -> None:
        two_acted = "p3 cbr 6, p4 f"
        hand = play(table(NLH, DEEP), DEALT, two_acted)
        assert why_not_void(hand, "misdeal") is None
        assert void_hand(hand, "misdeal").returned == (100, 200, 600, 0)
        tda = play(table(NLH, DEEP, substantial_action="tda"), DEALT, two_acted)
        assert code(why_not_void(tda, "misdeal")) == "substantial_action"
        assert why_not_void(tda, "fouled_deck") is None
        with pytest.raises(Refused):
            void_hand(tda, "misdeal")

    def test_a_call_counts_as_chips_and_a_check_does_not(self) -> None:
        hand = play(table(NLH, (20_000, 20_000)), "d dh p1 AcAd, d dh p2 KcKd, p2 cc")
        assert why_not_void(hand, "misdeal") is None
        play(hand, "p1 cc, d db 2c3d4h, p1 cc")
        assert why_not_void(hand, "misdeal") is None
        assert code(why_not_void(play(hand, "p2 cbr 2, p1 cc"), "misdeal")) == "substantial_action"

    def test_while_cards_are_dealt_there_is_no_action(self) -> None:
        assert why_not_void(play(table(NLH, DEEP), "d dh p1 AcAd"), "misdeal") is None


class TestDeadHands:
    def test_its_money_stays_and_it_wins_nothing(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cbr 10, p4 cc, p1 f, p2 cc, d db 2c3d4h, p2 cc")
        assert declare_dead(hand, 4, "fouled_hand") == 0
        assert turn(hand) == 3
        play(hand, "p3 cc, d db 8h, p2 cc, p3 cc, d db 9s, p2 cc, p3 cc, p2 sm, p3 sm QcQd")
        assert hand.settlement().net[3] == -1_000

    def test_the_turn_passes_when_it_was_theirs(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cbr 10")
        declare_dead(hand, 4, "dead_hand")
        assert turn(hand) == 1
        assert refused(hand, "p4 cc").code == "not_in_hand"

    def test_it_may_happen_out_of_turn_and_the_last_one_wins(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cbr 10, p4 f, p1 f")
        assert declare_dead(hand, 3, "unprotected_hand") == 800
        settled = hand.settlement()
        assert settled.net == (-100, 300, -200, 0)

    def test_a_raise_that_nobody_called_goes_back_and_the_bet_before_it_stands(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cbr 5, p4 cbr 20")
        assert declare_dead(hand, 4, "unprotected_hand") == 1_500
        assert hand.stacks[3] == 20_000 - 500
        legal = betting(hand)
        assert (legal.position, legal.call, legal.raising.least) == (1, 400, 800)

    def test_a_bet_that_nobody_called_goes_back_and_the_others_may_check(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cc, p4 cc, p1 cc, p2 cc, d db 2c3d4h, p1 cbr 30")
        assert declare_dead(hand, 1, "dead_hand") == 3_000
        legal = betting(hand)
        assert (legal.position, legal.may_check, legal.raising.least) == (2, True, 200)
        assert turn(play(hand, "p2 cc, p3 cc, p4 cc")) is None

    def test_in_limit_the_withdrawn_raise_is_not_counted_against_the_cap(self) -> None:
        hand = play(table(LIMIT, DEEP), DEALT, "p3 cbr 4, p4 cbr 6, p1 cbr 8")
        assert betting(hand).raising.refusal == "raise_cap_reached"
        declare_dead(hand, 1, "dead_hand")
        legal = betting(hand)
        assert (legal.position, legal.call, legal.raising.least) == (2, 400, 800)

    def test_a_blind_stays_though_nobody_matched_it(self) -> None:
        hand = play(table(NLH, DEEP), DEALT)
        assert declare_dead(hand, 2, "hand_of_debtor") == 0
        assert hand.pot == 300
        assert betting(hand).call == 200

    def test_with_one_player_left_who_has_chips_the_board_is_run_out(self) -> None:
        hand = play(table(NLH, (2_000, 20_000, 20_000)), "d dh p1 AcAd, d dh p2 KcKd, d dh p3 QcQd")
        play(hand, "p3 cbr 20, p1 cc, p2 cc, d db 2c3d4h")
        declare_dead(hand, 3, "dead_hand")
        assert due(hand)

    def test_an_all_in_that_nobody_called_leaves_the_others_to_bet(self) -> None:
        hand = play(table(NLH, (20_000, 20_000, 20_000)), "d dh p1 AcAd, d dh p2 KcKd, d dh p3 QcQd, p3 cbr 200")
        assert declare_dead(hand, 3, "dead_hand") == 19_800
        assert turn(play(hand, "p1 cc")) == 2

    def test_a_called_all_in_stays_and_what_was_too_much_goes_back(self) -> None:
        hand = play(table(NLH, (20_000, 5_000, 20_000)), "d dh p1 AcAd, d dh p2 KcKd, d dh p3 QcQd")
        play(hand, "p3 cbr 100, p1 f, p2 cc")
        assert declare_dead(hand, 3, "fouled_hand") == 5_000
        assert hand.settlement().net == (-100, 5_100, -5_000)

    def test_cards_that_were_due_to_it_are_not_dealt(self) -> None:
        hand = table(STUD, DEEP)
        play(hand, "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc, d dh p4 ????9c, p2 pb, p3 cc, p4 cc, p1 cc")
        play(hand, "d dh p1 8h")
        declare_dead(hand, 2, "fouled_hand")
        play(hand, "d dh p3 8s, d dh p4 3c")
        assert turn(hand) == 3

    def test_a_dead_low_card_leaves_the_bring_in_to_the_next_lowest(self) -> None:
        hand = play(table(STUD, DEEP), "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc, d dh p4 ????9c")
        declare_dead(hand, 2, "fouled_hand")
        assert (turn(hand), betting(hand).must_open) == (1, True)

    def test_in_a_draw_the_next_player_changes_their_cards(self) -> None:
        hand = play(table(BADUGI, DEEP), *(f"d dh p{position} ????????" for position in range(1, 5)))
        play(hand, "p3 cc, p4 cc, p1 cc, p2 cc")
        declare_dead(hand, 1, "fouled_hand")
        assert turn(hand) == 2

    def test_at_the_showdown_it_needs_no_cards(self) -> None:
        hand = play(table(NLH, (2_000, 2_000, 2_000)), "d dh p1 ????, d dh p2 KcKd, d dh p3 QcQd")
        play(hand, "p3 cbr 20, p1 cc, p2 cc, d db 2c3d4h, d db 8h, d db 9s")
        assert hand.missing()
        declare_dead(hand, 1, "dead_hand")
        assert hand.settlement().net == (-2_000, 3_400, -2_000)

    @pytest.mark.parametrize(("seat", "expected"), [(3, "not_in_hand"), (9, "not_in_hand"), (2, "last_hand")])
    def test_only_a_live_hand_can_be_dead_and_never_the_last(self, seat: int, expected: str) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 f, p4 f, p1 f")
        with pytest.raises(Refused) as caught:
            declare_dead(hand, seat, "dead_hand")
        assert caught.value.violation.code == expected


class TestAmongTheActions:
    LINES = (*DEALT.split(", "), "p3 cbr 10", "p4 cc", "p4 dead fouled_hand", "p1 f", "p2 f", "d db 2c3d4h")

    def test_a_ruling_stands_among_the_actions_and_is_told_with_its_source(self) -> None:
        settled = play(table(NLH, DEEP), *self.LINES[:9]).settlement()
        assert settled.won == (0, 0, 2_300, 0)
        assert settled.steps[0] == (
            "Seat 4's hand is dead: what it put in stays.",
            "fouled_hand",
            "004:L276 · WSOP 106, 231, 271; RRoP 3 Irregularities",
        )

    def test_the_turn_goes_on_after_it(self) -> None:
        hand = play(table(NLH, DEEP), *self.LINES[:7])
        assert turn(hand) == 1
        assert not hand.in_hand(3)

    @pytest.mark.parametrize(
        ("line", "code"),
        [("p4 dead bad_luck", "irregularity_stands"), ("p9 dead dead_hand", "not_in_hand"), ("p4 dead clock", "clock")],
    )
    def test_it_needs_a_hand_and_a_rule(self, line: str, code: str) -> None:
        hand = play(table(NLH, DEEP), *self.LINES[:6])
        assert refused(hand, line).code == code


class TestFloor:
    @pytest.mark.parametrize(
        ("answers", "facts", "expected"),
        [
            ({}, {"next_hand_begun": False}, None),
            ({}, {"next_hand_begun": True}, "ruling_too_late"),
            ({}, {"next_hand_begun": True, "house_error": True}, None),
            ({"ruling_deadline": "any_time"}, {"next_hand_begun": True}, None),
        ],
    )
    def test_until_when_a_ruling_can_be_asked_for(
        self, answers: dict[str, Any], facts: dict[str, bool], expected: str | None
    ) -> None:
        assert code(why_not_late_ruling(HOUSES["live"].with_answers(**answers), **facts)) == expected

    def test_whether_a_ruling_is_final(self) -> None:
        final = why_not_appeal(HOUSES["live"])
        assert final is not None
        assert (final.code, final.citation) == ("ruling_final", "004:L56 · WSOP 6")
        assert why_not_appeal(HOUSES["live"].with_answers(appeal="manager")) is None

    def test_what_is_spoken_during_a_hand(self) -> None:
        live = HOUSES["live"]
        assert code(why_not_language(live, is_english=False, hand_in_progress=True)) == "english_only"
        assert why_not_language(live, is_english=False, hand_in_progress=False) is None
        assert why_not_language(live, is_english=True, hand_in_progress=True) is None
        assert why_not_language(live.with_answers(language="any"), is_english=False, hand_in_progress=True) is None
