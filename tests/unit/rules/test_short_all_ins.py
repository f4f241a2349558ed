"""All-ins that are short of something: of a bring-in, of half a bet, one after the other."""

import pytest

from games.rules.plaque import Plaque
from tests.unit.rules.playing import play, refused, table

STUD = Plaque("stud", "fixed_limit", small_bet=500, big_bet=1_000, ante=100, bring_in=200)
LIMIT = Plaque("holdem", "fixed_limit", blinds=(100, 200), small_bet=200, big_bet=400)
THIRD = "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc"
HOLDEM = ", ".join(f"d dh p{position} ????" for position in range(1, 7))


@pytest.mark.parametrize("chips", [150, 200])
def test_who_has_no_more_than_the_bring_in_posts_it_and_completes_nothing(chips: int) -> None:
    hand = play(table(STUD, (20_000, 100 + chips, 20_000)), THIRD)
    legal = hand.legal_actions()
    assert (legal.bring_in, legal.may_raise, legal.why_no_raise) == (chips, False, "insufficient_chips")
    assert refused(hand, f"p2 cbr {chips / 100}").code == "insufficient_chips"
    assert play(hand, "p2 pb").legal_actions().call == 200


def test_who_has_more_than_the_bring_in_may_go_all_in_with_it() -> None:
    hand = play(table(STUD, (20_000, 301, 20_000)), THIRD)
    assert (hand.legal_actions().min_raise_to, hand.legal_actions().max_raise_to) == (201, 201)


class TestTwoShortAllIns:
    """A bet of 2 and two all-ins of 0.50 more each: together half a bet, but not for him who answered the first."""

    LINES = "p3 cc, p4 cbr 4, p5 cbr 4.50, p6 cc, p1 cbr 5, p2 f, p3 f"

    def test_they_reopen_for_the_bettor_who_faces_half_a_bet(self) -> None:
        hand = play(table(LIMIT, (500, 9_000, 9_000, 9_000, 450, 9_000)), HOLDEM, self.LINES)
        legal = hand.legal_actions()
        assert (legal.position, legal.call, legal.may_raise, legal.min_raise_to) == (4, 100, True, 700)

    def test_they_reopen_nothing_for_who_called_the_first_and_faces_a_quarter(self) -> None:
        hand = play(table(LIMIT, (500, 9_000, 9_000, 9_000, 450, 9_000)), HOLDEM, self.LINES, "p4 cc")
        assert (hand.legal_actions().position, hand.legal_actions().call) == (6, 50)
        assert refused(hand, "p6 cbr 7").code == "betting_not_reopened"

    def test_a_raise_after_them_reopens_for_everybody(self) -> None:
        stacks = (500, 9_000, 9_000, 9_000, 450, 9_000)
        hand = play(table(LIMIT, stacks, raise_cap=None), HOLDEM, self.LINES, "p4 cbr 7")
        assert (hand.legal_actions().position, hand.legal_actions().min_raise_to) == (6, 900)
