"""Pineapple, which no house here offers, from one sheet: of three hole cards each player throws one away."""

from rules.house.plaque import Plaque
from rules.house.variants import SHEETS, GameSheet, Street, with_sheet
from tests.unit.rules.playing import play, refused, table

PINEAPPLE = GameSheet(
    key="pineapple",
    name="Pineapple",
    short="Pineapple",
    seats_max=9,
    citation="house",
    streets=(Street("pre-flop", hole=3, discard=1, opener="left_of_blinds"), *SHEETS["holdem"].streets[1:]),
)
PLAQUE = Plaque("pineapple", "no_limit", blinds=(100, 200))
DEALT = "d dh p1 AsAdKd, d dh p2 7s8d9c"
BOARD = "d db AcAh2d, d db 6h, d db Tc"


def test_the_card_that_was_thrown_away_is_missing_at_the_showdown() -> None:
    with with_sheet(PINEAPPLE):
        hand = play(table(PLAQUE, (1_000, 1_000)), DEALT, "p1 sd Ad, p2 sd 7s, p2 cbr 10, p1 cc", BOARD)
        assert hand.settlement().won == (2_000, 0)
        assert "three of a kind, aces" in hand.settlement().awards[0].why


def test_everybody_throws_one_card_away_before_anybody_bets() -> None:
    with with_sheet(PINEAPPLE):
        hand = play(table(PLAQUE, (1_000, 1_000)), DEALT)
    assert [refused(hand, line).code for line in ("p1 sd", "p1 sd AsAd")] == ["must_discard", "must_discard"]
    assert refused(hand, "p2 cc").code == "round_complete"
    assert hand.legal_actions().to_json() == {"actor": 1, "seat": 1, "most_discards": 1, "least_discards": 1}
