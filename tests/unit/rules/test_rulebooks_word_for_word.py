"""Sentences of the rulebooks that no case of the catalogue states: streets, who may muck, what a draw burns.

docs/CLAUSES.md names these tests for them.
"""

import pytest

from rules.house.plaque import Plaque
from rules.play.hand import Hand
from rules.play.legal import Betting
from tests.unit.rules.playing import play, table

HOLDEM = Plaque("holdem", "fixed_limit", (100, 200), 200, 400)
BLACKJACK = Plaque("holdem_blackjack", "spread", (100, 200), ante=50)
STUD = Plaque("stud", "fixed_limit", small_bet=200, big_bet=400, ante=50, bring_in=100)
BADUGI = Plaque("badugi", "fixed_limit", (100, 200), small_bet=200, big_bet=400)
DEEP = (10_000,) * 3
SHOWN = {"holdem": ("AcQd", "KdQs"), "holdem_blackjack": ("Td6d", "Kc5h")}
CHECKED = "p1 cc, p2 cc, p3 cc"


def at_holdem(house: str) -> Hand:
    hand = play(table(HOLDEM, DEEP, house=house), "d dh p1 AcQd, d dh p2 ????, d dh p3 KdQs, p3 cc, p1 cc, p2 cc")
    return play(hand, "d db Kc7d2s", CHECKED, "d db 9h", CHECKED, "d db 3h", CHECKED)


def at_blackjack(house: str) -> Hand:
    hand = play(table(BLACKJACK, DEEP, house=house), "d dh p1 Td, d dh p2 9c, d dh p3 Kc, p3 cc, p1 cc, p2 cc")
    return play(hand, "d dh p1 6d, d dh p2 7c, d dh p3 5h", CHECKED, "p1 st, p2 st, p3 st", CHECKED)


def mucked(hand: Hand) -> dict[str, str]:
    """The rules of the settlement with their sources, once the second player has mucked."""
    first, last = SHOWN[hand.setup.plaque.game]
    play(hand, f"p1 sm {first}, p2 sm, p3 sm {last}")
    return {step.rule: step.citation for step in hand.settlement().steps}


def rounds(hand: Hand) -> list[str]:
    """The streets on which somebody was to act, in order."""
    replayed, found = Hand(hand.setup), []
    for action in hand.actions:
        legal = replayed.legal_actions()
        if isinstance(legal, Betting) and (legal.may_check or legal.may_fold):
            found.append(replayed.street_name)
        replayed.apply(action)
    return list(dict.fromkeys(found))


def test_holdem_has_four_rounds_each_with_its_street() -> None:
    hand = at_holdem("live")
    assert rounds(hand) == ["pre-flop", "flop", "turn", "river"]
    assert hand.street_name == "showdown"


def test_stud_counts_its_streets() -> None:
    hand = play(table(STUD, DEEP), "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc, p2 pb, p3 cc, p1 cc")
    for dealt in ("4c4d4h", "5c5d5h", "6c6d6s", "??????"):
        play(hand, *(f"d dh p{place} {dealt[2 * place - 2 : 2 * place]}" for place in (1, 2, 3)))
        for _ in DEEP:
            play(hand, f"p{hand.legal_actions().position} cc")
    assert rounds(hand) == ["third street", "fourth street", "fifth street", "sixth street", "seventh street"]


def test_card_room_b_lets_losers_muck_at_blackjack_alone() -> None:
    assert mucked(at_holdem("cardroom_b"))["must_show"] == "003:L274-276"
    told = mucked(at_blackjack("cardroom_b"))
    assert "mucked_hand" in told
    assert "must_show" not in told


def test_card_room_a_lets_losers_muck() -> None:
    told = mucked(at_holdem("cardroom_a"))
    assert "mucked_hand" in told
    assert "must_show" not in told


@pytest.mark.parametrize(("house", "burned"), [("solaire", (1, 1)), ("live", (0, 0)), ("standard", (1, 2))])
def test_solaire_burns_a_card_before_the_first_draw_alone(house: str, burned: tuple[int, int]) -> None:
    hand = play(table(BADUGI, DEEP, house=house), *(f"d dh p{place} ????????" for place in (1, 2, 3)))
    play(hand, "p3 cc, p1 cc, p2 cc")
    before_the_first = 52 - 12 - hand.stock.cards
    play(hand, "p1 sd, p2 sd, p3 sd", CHECKED)
    assert (before_the_first, 52 - 12 - hand.stock.cards) == burned
