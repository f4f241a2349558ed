"""All-ins that are short of something: of a bring-in, of half a bet, one after the other."""

import pytest

from rules.house.plaque import Plaque
from rules.play.actions import Action
from rules.play.hand import Hand
from tests.support.turns import betting
from tests.unit.rules.playing import play, read, refused, table

STUD = Plaque("stud", "fixed_limit", small_bet=500, big_bet=1_000, ante=100, bring_in=200)
LIMIT = Plaque("holdem", "fixed_limit", blinds=(100, 200), small_bet=200, big_bet=400)
THIRD = "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc"
HOLDEM = ", ".join(f"d dh p{position} ????" for position in range(1, 7))


def parsed(line: str) -> Action:
    """The action of a line."""
    action = read(line)
    assert action
    return action


@pytest.mark.parametrize("chips", [150, 200])
def test_who_has_no_more_than_the_bring_in_posts_it_and_completes_nothing(chips: int) -> None:
    hand = play(table(STUD, (20_000, 100 + chips, 20_000)), THIRD)
    legal = betting(hand)
    assert (legal.bring_in, legal.may_raise, legal.raising.refusal) == (chips, False, "insufficient_chips")
    assert refused(hand, f"p2 cbr {chips / 100}").code == "insufficient_chips"
    assert betting(play(hand, "p2 pb")).call == 200


def test_who_has_more_than_the_bring_in_may_go_all_in_with_it() -> None:
    hand = play(table(STUD, (20_000, 301, 20_000)), THIRD)
    assert (betting(hand).raising.least, betting(hand).raising.most) == (201, 201)


class TestTwoShortAllIns:
    """A bet of 2 and two all-ins of 0.50 more each: together half a bet, but not for the player who answered the
    first."""

    LINES = "p3 cc, p4 cbr 4, p5 cbr 4.50, p6 cc, p1 cbr 5, p2 f, p3 f"

    def test_they_reopen_for_the_bettor_who_faces_half_a_bet(self) -> None:
        hand = play(table(LIMIT, (500, 9_000, 9_000, 9_000, 450, 9_000)), HOLDEM, self.LINES)
        legal = betting(hand)
        assert (legal.position, legal.call, legal.may_raise, legal.raising.least) == (4, 100, True, 700)

    def test_they_reopen_nothing_for_who_called_the_first_and_faces_a_quarter(self) -> None:
        hand = play(table(LIMIT, (500, 9_000, 9_000, 9_000, 450, 9_000)), HOLDEM, self.LINES, "p4 cc")
        assert (hand.legal_actions().position, betting(hand).call) == (6, 50)
        assert refused(hand, "p6 cbr 7").code == "betting_not_reopened"

    def test_a_raise_after_them_reopens_for_everybody(self) -> None:
        stacks = (500, 9_000, 9_000, 9_000, 450, 9_000)
        hand = play(table(LIMIT, stacks, raise_cap=None), HOLDEM, self.LINES, "p4 cbr 7")
        assert (hand.legal_actions().position, betting(hand).raising.least) == (6, 900)


class TestRaiseStatedAtWhatCounts:
    """Razz 600,000/1,200,000 as a public file tells it: on sixth street a bet of the big size against 750,000 chips."""

    RAZZ = Plaque("razz", "fixed_limit", small_bet=600_000_00, big_bet=1_200_000_00, bring_in=200_000_00)
    STREETS = (
        "d dh p1 ????2h, d dh p2 ????Kd, d dh p3 ????9c, p2 pb, p3 f, p1 cbr 600000, p2 cc, d dh p1 3h, d dh p2 4d",
        "p1 cbr 600000, p2 cc, d dh p1 5h, d dh p2 6d, p1 cc, p2 cc, d dh p1 7h, d dh p2 8d",
    )

    def sixth_street(self, short: int = 1_950_000, other: int = 9_000_000) -> Hand:
        return play(table(self.RAZZ, (other * 100, short * 100, 9_000_000_00)), *self.STREETS)

    @pytest.mark.parametrize("line", ["p1 cbr 750000", "p1 cbr 1200000"])
    def test_both_ways_of_stating_it_come_to_the_same(self, line: str) -> None:
        hand = play(self.sixth_street(), line, "p2 cc, d dh p1 2c, d dh p2 Ks, p1 sm 2hAhJh3h5h7h2c")
        settled = hand.settlement()
        assert (settled.put_in[:2], settled.called_pot) == ((1_950_000_00,) * 2, 3_900_000_00)

    def test_the_settlement_states_what_the_bet_was(self) -> None:
        hand = play(self.sixth_street(), "p1 cbr 750000, p2 f")
        told = [step.text for step in hand.settlement().steps if step.rule == "stated_at_what_counts"]
        assert told == [
            "Seat 1 made it 1200000: 750000 of that counts, which is all that the only opponent could put in."
        ]
        full = play(self.sixth_street(), "p1 cbr 1200000, p2 f").settlement()
        assert all(step.rule != "stated_at_what_counts" for step in full.steps)

    def test_a_raise_over_a_bet_may_be_stated_so_too(self) -> None:
        hand = play(self.sixth_street(short=1_200_000 + 1_500_000), "p1 cc, p2 cbr 1200000")
        assert hand.can(parsed("p1 cbr 1500000"))
        assert hand.can(parsed("p1 cbr 2400000"))

    @pytest.mark.parametrize("amount", ["749999.99", "750000.01", "600000", "1199999"])
    def test_nothing_else_may(self, amount: str) -> None:
        assert refused(self.sixth_street(), f"p1 cbr {amount}").code == "wrong_bet_size"

    def test_two_opponents_with_chips_are_not_one(self) -> None:
        hand = play(table(LIMIT, (20_000, 350, 20_000)), "d dh p1 ????, d dh p2 ????, d dh p3 ????")
        play(hand, "p3 cc, p1 cc, p2 cc, d db 2c7dJh")
        assert refused(hand, "p1 cbr 1.50").code == "wrong_bet_size"
        play(hand, "p1 cc, p2 cc, p3 cbr 2, p1 f")
        assert hand.legal_actions().position == 2

    def test_with_the_third_player_out_of_chips_it_is_one(self) -> None:
        hand = play(table(LIMIT, (20_000, 350, 200)), "d dh p1 ????, d dh p2 ????, d dh p3 ????")
        play(hand, "p3 cc, p1 cc, p2 cc, d db 2c7dJh")
        assert refused(hand, "p1 cbr 1.51").code == "wrong_bet_size"
        assert betting(play(hand, "p1 cbr 1.50")).call == 150
