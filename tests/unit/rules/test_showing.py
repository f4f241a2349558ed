"""Who shows first: the last to bet or raise in the last round, else who would have opened it."""

from rules.book.citations import sources
from rules.house.plaque import Plaque
from rules.play.hand import Hand
from rules.play.rulings import declare_dead
from rules.play.showing import showing, showing_order
from tests.unit.rules.playing import play, table

NLH = Plaque("holdem", "no_limit", (100, 200))
STUD = Plaque("stud", "fixed_limit", small_bet=500, big_bet=1_000, ante=100, bring_in=200)
DEALT = "d dh p1 AcAd, d dh p2 KcKd, d dh p3 QcQd, d dh p4 JcJd, p3 cc, p4 cc, p1 cc, p2 cc"
TO_RIVER = f"{DEALT}, d db 2c3d4h, p1 cc, p2 cc, p3 cbr 5, p4 cc, p1 cc, p2 cc, d db 8h, p1 cc, p2 cc, p3 cc, p4 cc"
DEEP = (20_000,) * 4


def test_nobody_shows_before_the_betting_is_over() -> None:
    assert showing_order(play(table(NLH, DEEP), TO_RIVER, "d db 9s, p1 cc, p2 cc")) == ()


def test_the_last_to_raise_on_the_river_shows_first_and_the_others_clockwise() -> None:
    hand = play(table(NLH, DEEP), TO_RIVER, "d db 9s, p1 cbr 5, p2 cc, p3 cbr 10, p4 f, p1 cc, p2 cc")
    assert showing_order(hand) == (3, 1, 2)
    assert showing_order(play(hand, "p3 sm QcQd, p1 sm")) == (3, 2)


def test_a_river_that_was_checked_through_begins_left_of_the_button_whoever_bet_before() -> None:
    hand = play(table(NLH, DEEP), TO_RIVER, "d db 9s, p1 cc, p2 cc, p3 cc, p4 cc")
    assert showing_order(hand) == (1, 2, 3, 4)
    declare_dead(hand, 1, "dead_hand")
    assert showing_order(hand) == (2, 3, 4)


def test_a_last_draw_ends_what_was_bet_before_it() -> None:
    badugi = Plaque("badugi", "fixed_limit", (200, 400), small_bet=400, big_bet=800)
    hand = play(table(badugi, DEEP[:3]), "d dh p1 AsKd3h4c, d dh p2 7s8d9cQc, d dh p3 ????????, p3 cc, p1 cc, p2 cc")
    pat = "p1 sd, p2 sd, p3 sd"
    play(hand, pat, "p1 cc, p2 cc, p3 cc", pat, "p1 cc, p2 cbr 8, p3 cc, p1 cc", pat, "p1 cc, p2 cc, p3 cc")
    assert showing_order(hand) == (1, 2, 3)


def test_in_stud_it_begins_with_the_high_board() -> None:
    hand = play(table(STUD, (700, 700, 700)), "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc, p2 pb")
    play(hand, "p3 cbr 5, p1 cbr 6, p2 cc, p3 cc", *(f"d dh p{position} ??" for position in (1, 2, 3)))
    assert showing_order(hand) == (3, 1, 2)


def why(hand: Hand) -> str:
    shown = showing(hand)
    assert shown is not None
    assert shown.order == showing_order(hand)
    assert sources(shown.citation)
    return shown.why


def test_it_says_why_somebody_shows_first() -> None:
    raised = play(table(NLH, DEEP), TO_RIVER, "d db 9s, p1 cbr 5, p2 cc, p3 cbr 10, p4 f, p1 cc, p2 cc")
    assert why(raised) == "this seat made the last bet or raise"
    assert why(play(raised, "p3 sm")) == "seat 3 made the last bet or raise; this seat is next"
    checked = play(table(NLH, DEEP), TO_RIVER, "d db 9s, p1 cc, p2 cc, p3 cc, p4 cc")
    assert why(checked) == "nobody bet in the last round, and this is the first left of the button"
    assert why(play(checked, "p1 sm")) == "nobody bet in the last round, and this is the first left of the button"


def test_it_says_which_board_shows_first() -> None:
    deals = "d dh p1 ????7h, d dh p2 ????2d, d dh p3 ????Kc"
    allin = "p3 cbr 5, p1 cbr 6, p2 cc, p3 cc"
    down = [f"d dh p{position} ??" for position in (1, 2, 3)]
    high = play(table(STUD, (700, 700, 700)), f"{deals}, p2 pb", allin, *down)
    assert why(high) == "nobody bet in the last round, and this seat has the high board"
    assert why(play(high, "p3 sm")) == "nobody bet in the last round, and seat 3 has the high board; this seat is next"


def test_who_is_alone_shows_nothing() -> None:
    alone = play(table(NLH, DEEP), DEALT, "d db 2c3d4h, p1 cbr 5, p2 f, p3 f, p4 f")
    assert showing(alone) is None
    assert showing(play(table(NLH, DEEP), DEALT)) is None
