"""What goes wrong in a hand and stands: the engine goes on from there, and the settlement says so by its rule."""

import pytest

from rules.cards.card import UNKNOWN, parse_cards
from rules.house.plaque import Plaque
from rules.play.actions import Action, dead
from rules.play.hand import Hand
from rules.play.legal import Over
from rules.play.misdeals import VOIDS
from tests.support.turns import betting, due
from tests.unit.rules.playing import play, read, refused, table

NLH = Plaque("holdem", "no_limit", (100, 200))
LIMIT = Plaque("holdem", "fixed_limit", (200, 400), 400, 800)
POT = Plaque("holdem", "pot_limit", (100, 200))
STUD = Plaque("stud", "fixed_limit", small_bet=400, big_bet=800, ante=100, bring_in=200)
BADUGI = Plaque("badugi", "fixed_limit", (100, 200), 200, 400)
DEEP = (20_000,) * 4
DEALT = "d dh p1 ????, d dh p2 ????, d dh p3 ????, d dh p4 ????"
DOORS = "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc, d dh p4 ????9c"


def turn(hand: Hand) -> int | None:
    return hand.legal_actions().position


def told(hand: Hand) -> list[tuple[str, str]]:
    return [(step.rule, step.text) for step in hand.settlement().steps]


class TestWhatStands:
    def test_a_bet_of_the_wrong_size_that_was_called_by_all(self) -> None:
        hand = play(table(LIMIT, DEEP), DEALT, "p3 cc, p4 cc, p1 cc, p2 cc, d db AhKd7c")
        assert refused(hand, "p1 cbr 6").code == "wrong_bet_size"
        play(hand, "p1 cbr 6 stands wrong_bet_size, p2 cc, p3 f")
        assert hand.pot == 1_600 + 1_200
        assert betting(hand).raising.least == 1_000
        play(hand, "p4 f, d db 2s, p1 cbr 8, p2 f")
        assert told(hand)[0] == (
            "wrong_bet_size",
            "Seat 1's bet to 6 stands, because it was acted on. The rule: "
            "In fixed limit every bet and raise has the size of the round: the small bet early, the big bet late.",
        )

    def test_a_fourth_raise(self) -> None:
        hand = play(table(LIMIT, DEEP), DEALT, "p3 cbr 8, p4 cbr 12, p1 cbr 16")
        assert refused(hand, "p2 cbr 20").code == "raise_cap_reached"
        assert refused(hand, "p2 cbr 21 stands raise_cap_reached").code == "irregularity_stands"
        play(hand, "p2 cbr 20 stands raise_cap_reached")
        legal = betting(hand)
        assert (legal.position, legal.call, legal.raising.refusal) == (3, 1_200, "raise_cap_reached")

    def test_a_raise_that_was_too_small_reopens_nothing(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cbr 10, p4 cbr 14 stands below_min_raise, p1 f, p2 f")
        legal = betting(hand)
        assert (legal.position, legal.call, legal.raising.refusal) == (3, 400, "betting_not_reopened")

    def test_a_bet_above_the_pot(self) -> None:
        hand = play(table(POT, DEEP), DEALT, "p3 cbr 30 stands above_pot_limit")
        assert betting(hand).call == 3_000

    def test_a_wrong_bring_in_that_was_acted_on(self) -> None:
        hand = play(table(STUD, DEEP), DOORS)
        assert refused(hand, "p4 pb").code == "wrong_bring_in_seat"
        play(hand, "p4 pb stands wrong_bring_in_seat, p1 cc")
        assert (turn(hand), betting(hand).call) == (2, 200)
        play(hand, "p2 f, p3 f, d dh p1 8h, d dh p4 8c, p4 cbr 4, p1 f")
        assert told(hand)[0][0] == "wrong_bring_in_seat"

    @pytest.mark.parametrize(("line", "then"), [("p4 cc", 1), ("p4 cbr 10", 1)])
    def test_an_act_out_of_turn_goes_on_from_there(self, line: str, then: int) -> None:
        hand = play(table(NLH, DEEP), DEALT)
        assert refused(hand, line).code == "out_of_turn"
        play(hand, f"{line} stands out_of_turn")
        assert turn(hand) == then
        assert turn(play(hand, "p1 f, p2 f" if line.endswith("10") else "p1 cc, p2 cc")) == 3

    def test_who_has_answered_has_nothing_to_do_out_of_turn(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cc")
        assert refused(hand, "p3 cc stands out_of_turn").code == "irregularity_stands"
        assert refused(hand, "p1 cbr 3 stands out_of_turn").code == "below_min_raise"
        assert turn(hand) == 4

    def test_an_early_flop_stands_where_nobody_owed_a_bet(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cc, p4 cc, p1 cc")
        assert refused(hand, "d db AhKd7c").code == "round_not_complete"
        assert refused(hand, "d db AhKd stands round_not_complete").code == "wrong_card_count"
        play(hand, "d db AhKd7c stands round_not_complete")
        assert (turn(hand), hand.street_name, hand.pot) == (1, "flop", 800)

    def test_an_early_flop_goes_back_where_somebody_owed_one(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cc, p4 cc")
        violation = refused(hand, "d db AhKd7c stands round_not_complete")
        assert (violation.code, violation.message) == (
            "irregularity_stands",
            "Seat 1 still owed a bet: the card goes back, and the street is dealt again.",
        )

    def test_an_early_up_card_stands_in_stud(self) -> None:
        hand = play(
            table(STUD, DEEP),
            DOORS,
            "p2 pb, p3 cc, p4 cc, p1 cc, d dh p1 8h, d dh p2 8s, d dh p3 8d",
            "d dh p4 8c",
        )
        play(hand, "p3 cc, p4 cc, p1 cc, d dh p1 Th stands round_not_complete")
        assert due(hand)
        assert turn(play(hand, "d dh p2 Ts, d dh p3 Td, d dh p4 Tc")) == 3

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("p3 cbr 6 stands wrong_bet_size", "irregularity_stands"),
            ("p3 cbr 3 stands wrong_bet_size", "below_min_raise"),
            ("p3 cbr 2 stands below_min_raise", "irregularity_stands"),
            ("p3 cbr 900 stands insufficient_chips", "insufficient_chips"),
            ("p3 sm stands round_not_complete", "round_not_complete"),
        ],
    )
    def test_nothing_else_stands_and_the_hand_is_as_it_was(self, line: str, code: str) -> None:
        hand = play(table(NLH, DEEP), DEALT)
        assert refused(hand, line).code == code
        assert (turn(hand), hand.pot, len(hand.actions)) == (3, 300, 4)


class TestClock:
    def test_who_faces_a_bet_has_a_dead_hand_when_it_runs_out(self) -> None:
        hand = play(table(NLH, DEEP), DEALT)
        assert refused(hand, "p3 dead clock").code == "clock"
        assert refused(hand, "p4 clock").code == "out_of_turn"
        play(hand, "p3 clock, p3 dead clock")
        assert turn(hand) == 4
        play(hand, "p4 f, p1 f")
        assert [rule for rule, _ in told(hand)][:2] == ["clock", "clock"]

    def test_a_clock_is_over_once_they_act_and_kills_nobody_who_may_check(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 clock, p3 cc, p4 cbr 10, p1 f, p2 f")
        assert refused(hand, "p3 dead clock").code == "clock"
        play(hand, "p3 cc, d db AhKd7c, p3 clock")
        assert refused(hand, "p3 dead clock").code == "clock"


class TestCards:
    def test_a_boxed_card_is_out_of_play(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "d card boxed_card Ah, p3 cc, p4 cc, p1 cc, p2 cc")
        assert refused(hand, "d db AhKd7c").code == "duplicate_card"
        assert [step.rule for step in list(_after_all_fold(hand).settlement().steps)[:2]] == [
            "boxed_card",
            "random_card",
        ]

    def test_an_exposed_card_is_replaced_in_its_hand(self) -> None:
        hand = play(table(NLH, DEEP), "d dh p1 AhAd, d dh p2 ????, d dh p3 ????, d dh p4 ????, p1 card exposed_card Ah")
        assert hand.hole[0] == [UNKNOWN, *parse_cards("Ad")]

    def test_a_card_that_its_player_showed_plays(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p2 card flashed_card Ks")
        assert hand.hole[1] == [*parse_cards("Ks"), UNKNOWN]
        assert refused(hand, "p2 card flashed_card KhKd").code == "card_not_held"
        assert refused(hand, "d card flashed_card Kh").code == "irregularity_stands"
        assert refused(hand, "d card burn_card Ks").code == "duplicate_card"

    def test_an_early_card_that_goes_back_may_come_again(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cc, p4 cc, d card premature_card AhKd7c, p1 cc, p2 cc, d db AhKd7c")
        assert hand.street_name == "flop"

    def test_a_boxed_card_shortens_the_stock(self) -> None:
        hand = play(table(BADUGI, DEEP), *(f"d dh p{position} ????????" for position in range(1, 5)))
        assert play(hand, "d card boxed_card Ah").stock.cards == 52 - 16 - 1

    def test_no_card_after_the_last(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 f, p4 f, p1 f")
        assert refused(hand, "d card burn_card Ah").code == "hand_complete"


class TestShowOneShowAll:
    def test_a_folded_hand_is_seen_and_stays_folded(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 f, p3 showall AhKd")
        assert hand.hole[2] == list(parse_cards("AhKd"))
        assert not hand.in_hand(2)
        assert refused(hand, "p4 showall AhKd").code == "round_not_complete"
        play(hand, "p4 f, p1 f")
        assert told(hand)[0][0] == "show_one_show_all"

    def test_it_is_told_once_however_often_cards_are_named(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 f, p3 showall, p3 showall AhKd, p4 f, p1 f")
        assert [rule for rule, *_ in told(hand)].count("show_one_show_all") == 1

    def test_the_cards_may_stay_unread(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 f, p3 showall")
        assert hand.hole[2] == [UNKNOWN, UNKNOWN]


class TestVoid:
    @pytest.mark.parametrize("code", VOIDS)
    def test_the_hand_ends_with_every_chip_back(self, code: str) -> None:
        hand = play(table(NLH, DEEP), DEALT, f"d void {code}")
        assert hand.is_complete
        assert not hand.missing()
        assert hand.settlement().finishing_stacks == DEEP
        assert isinstance(hand.legal_actions(), Over)
        assert refused(hand, "p3 cc").code == "round_complete"
        assert refused(hand, "d db AhKd7c").code == "hand_complete"
        assert refused(hand, "d void misdeal").code == "hand_complete"

    def test_a_misdeal_says_its_kind_with_its_source(self) -> None:
        assert told(play(table(NLH, DEEP), DEALT, "d void wrong_seat")) == [
            ("misdeal", "Misdeal: a seat was dealt in that had no hand to get."),
            ("misdeal", "The hand is void: 3 in all goes back, nothing is raked."),
        ]

    def test_it_is_held_to_substantial_action_and_a_fouled_deck_is_not(self) -> None:
        hand = play(table(NLH, DEEP), DEALT, "p3 cbr 6, p4 cc")
        assert refused(hand, "d void two_cards_boxed").code == "substantial_action"
        assert play(hand, "d void cards_alike").settlement().returned == (100, 200, 600, 600)

    def test_a_kind_that_nobody_knows(self) -> None:
        assert refused(play(table(NLH, DEEP), DEALT), "d void bad_luck").code == "irregularity_stands"

    def test_a_hand_that_is_over_is_no_misdeal(self) -> None:
        hand = play(table(NLH, (20_000, 20_000)), "d dh p1 ????, d dh p2 ????, p2 f")
        assert refused(hand, "d void misdeal").code == "hand_complete"


@pytest.mark.parametrize("position", [0, 9])
def test_nobody_at_the_table_has_no_hand(position: int) -> None:
    assert Hand.refusal(play(table(NLH, DEEP), DEALT), dead(position, "dead_hand")) is not None


def test_an_incident_without_its_reason_is_no_action() -> None:
    assert not play(table(NLH, DEEP), DEALT).can(Action("clock", 3))


def test_the_words_of_an_incident_are_read_by_every_hand() -> None:
    assert read("p3 dead fouled_hand") == dead(3, "fouled_hand")


def _after_all_fold(hand: Hand) -> Hand:
    return play(hand, "d db 2c3c4c, p1 cbr 2, p2 f, p3 f, p4 f")
