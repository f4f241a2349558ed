"""The other outcomes of a hand: every dispute that moves chips, against an outcome that was reckoned by hand.

Amounts are whole dollars in the text and minor units in the code. `net` is by seat: what a seat gains or loses.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from rules.disputes.kinds import KINDS
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES
from rules.house.plaque import Kill, Plaque
from rules.play.actions import Action, parse_action
from rules.play.hand import Hand
from rules.play.settling import settle_taken
from rules.play.whatif import PROMO, RAKE, Fork, Outcome, Result, Shift, kill_before, result_of, shifts, what_if
from rules.table.setup import Setup
from rules.text.amounts import minor
from tests.unit.rules.playing import play, table

RAKED = FeeSchedule(mode="percent", percent_bp=500, cap=5_00, unit=1_00)
"""5% to 5, in whole dollars, no flop no drop."""
NLH = Plaque("holdem", "no_limit", blinds=(1_00, 3_00), unit=1_00, fee=RAKED)
O8 = Plaque("omaha8", "fixed_limit", (2_00, 4_00), 4_00, 8_00, unit=1_00, kill=Kill("half", 40_00), fee=RAKED)
LIMIT = Plaque("holdem", "fixed_limit", (2_00, 4_00), 4_00, 8_00)
STUD = Plaque("stud", "fixed_limit", (), 4_00, 8_00, bring_in=1_00, unit=1_00, ante=1_00)

DEAL = "d dh p1 AcAd, d dh p2 KcKd, d dh p3 QcQd, d dh p4 7c2d"
FLOP, TURN, RIVER = "d db Kh8d5s", "d db 9s", "d db 3h"
"""Kings flop a set: seat 2 has the best hand, then seat 1 with aces, seat 3 with queens, seat 4 with nothing."""


def dollars(result: Result) -> tuple[dict[int, float], float]:
    """Net by seat and the rake, in dollars."""
    return {seat: net / 100 for seat, net in result.net.items()}, result.rake / 100


def acts(*lines: str) -> tuple[Action, ...]:
    parsed = [parse_action(line, minor) for line in lines]
    return tuple(action for action in parsed if action is not None)


def at(hand: Hand, line: str, nth: int = 1) -> int:
    """The place of the nth of these lines in the hand."""
    (wanted,) = acts(line)
    return [index for index, action in enumerate(hand.actions) if action == wanted][nth - 1]


def before(hand: Hand) -> Result:
    return result_of(hand, hand.settlement())


def otherwise(hand: Hand, line: str, *instead: str, nth: int = 1) -> Outcome:
    """The hand with these lines in place of one."""
    return what_if(hand, Fork(at(hand, line, nth), 1, acts(*instead)))


def raised() -> Hand:
    """Seat 3 opens to 12 and seat 4 calls; seat 1 makes it 40; only seat 3 calls; checked down: aces win 96 - 4."""
    hand = play(table(NLH, (200_00,) * 4), DEAL, "p3 cbr 12, p4 cc, p1 cbr 40, p2 f, p3 cc, p4 f")
    return play(hand, "d db 8d5sJh, p1 cc, p3 cc", TURN, "p1 cc, p3 cc", RIVER, "p1 cc, p3 cc")


def three_way() -> Hand:
    """Seats 1, 2 and 3 see the flop for 3 each, seat 4 folds; seat 1 bets 20, both call: kings win 69 - 3."""
    hand = play(table(NLH, (200_00,) * 4), DEAL, "p3 cc, p4 f, p1 cc, p2 cc", FLOP)
    return play(hand, "p1 cbr 20, p2 cc, p3 cc", TURN, "p1 cc, p2 cc, p3 cc", RIVER, "p1 cc, p2 cc, p3 cc")


def all_in() -> Hand:
    """Seat 3 has only 50: all-in, called by seats 1 and 2, who bet 30 more on the flop. Kings win both pots."""
    hand = play(table(NLH, (200_00, 200_00, 50_00, 200_00)), DEAL, "p3 cbr 50, p4 f, p1 cc, p2 cc", FLOP)
    return play(hand, "p1 cbr 30, p2 cc", TURN, "p1 cc, p2 cc", RIVER, "p1 cc, p2 cc")


# ----------------------------------------------------------------------------------------- the disputes that move chips


def string_bet() -> tuple[Hand, Outcome]:
    """Seat 1's raise to 40 was a string bet and is a call of 12; seat 2 folds the blind, seats 3 and 4 stay in.

    What came after the raise answered it, so the rest is entered anew: checked down.
    """
    hand = raised()
    index = at(hand, "p1 cbr 40")
    checked = ("p1 cc", "p3 cc", "p4 cc")
    rest = acts("p1 cc", "p2 f", "d db 8d5sJh", *checked, TURN, *checked, RIVER, *checked)
    return hand, what_if(hand, Fork(index, len(hand.actions) - index, rest))


def out_of_turn() -> tuple[Hand, Outcome]:
    """Seat 3's call of 20, made before seat 2 had acted, is taken back for a fold."""
    hand = three_way()
    return hand, otherwise(hand, "p3 cc", "p3 f", nth=2)


def underbet() -> tuple[Hand, Outcome]:
    """Seat 1's 20 was to be 24: both callers put in 4 more."""
    hand = three_way()
    return hand, otherwise(hand, "p1 cbr 20", "p1 cbr 24")


def verbal() -> tuple[Hand, Outcome]:
    """Seat 1 had said check: no bet on the flop, and seats 2 and 3 check behind."""
    hand = three_way()
    return hand, otherwise(hand, "p1 cbr 20", "p1 cc")


def misunderstanding() -> tuple[Hand, Outcome]:
    """Seat 3 took 20 for 2: the call is withdrawn, nobody has acted after it."""
    hand = three_way()
    return hand, otherwise(hand, "p3 cc", "p3 f", nth=2)


def short_stack() -> tuple[Hand, Outcome]:
    """Seat 3 had 40, not 50: the seat is all-in for 40 and the other two call that."""
    hand = all_in()
    setup = replace(hand.setup, stacks=(200_00, 200_00, 40_00, 200_00))
    again = Hand.replay(setup, hand.actions[:4])
    index = len(again.actions)
    tail = acts("p3 cbr 40") + tuple(hand.actions[index + 1 :])
    return hand, what_if(again, Fork(index, 0, tail))


def concealed() -> tuple[Hand, Outcome]:
    """Seat 1's hidden chips do not play: the 20 is all-in for 15, and both callers pay 15."""
    hand = three_way()
    setup = replace(hand.setup, stacks=(18_00, 200_00, 200_00, 200_00))
    again = Hand.replay(setup, hand.actions[: at(hand, "p1 cbr 20")])
    rest = acts("p1 cbr 15", "p2 cc", "p3 cc", TURN, "p2 cc", "p3 cc", RIVER, "p2 cc", "p3 cc")
    return hand, what_if(again, Fork(len(again.actions), 0, rest))


def dead(position: int, line: str) -> tuple[Hand, Outcome]:
    hand = three_way()
    return hand, what_if(hand, Fork(at(hand, line), dead=position))


def void() -> tuple[Hand, Outcome]:
    hand = three_way()
    return hand, what_if(hand, Fork(void="fouled_deck"))


def other_street() -> tuple[Hand, Outcome]:
    """The turn was dealt early and is dealt again: it is the ace of hearts, and seat 1's three aces win."""
    hand = three_way()
    return hand, otherwise(hand, TURN, "d db Ah")


def other_river() -> tuple[Hand, Outcome]:
    """No card was burned: the river is the next one, the ace of spades. Seat 1 has three aces."""
    hand = three_way()
    return hand, otherwise(hand, RIVER, "d db As")


def misread() -> tuple[Hand, Outcome]:
    """Seat 2 has tabled the king of clubs and a jack, not two kings: seat 1's aces win."""
    hand = three_way()
    return hand, otherwise(hand, "d dh p2 KcKd", "d dh p2 KcJd")


def early_muck() -> tuple[Hand, Outcome]:
    """Seat 2 mucked the best hand and it was retrieved: without the muck the kings win."""
    hand = play(three_way(), "p2 sm")
    return hand, what_if(hand, Fork(at(hand, "p2 sm"), 1))


def awarded() -> tuple[Hand, Outcome]:
    """15 are split by two equal hands: the odd dollar was pushed to seat 1; a house that splits cents halves it."""
    hand = play(table(replace(NLH, fee=None), (200_00,) * 3), "d dh p1 AcKd, d dh p2 AdKc, d dh p3 7c2d")
    play(hand, "p3 cc, p1 cc, p2 cc, d db Ah8d5s, p1 cc, p2 cc, p3 cc", TURN, "p1 cbr 3, p2 cc, p3 f", RIVER)
    play(hand, "p1 cc, p2 cc")
    return hand, what_if(hand, Fork(house=HOUSES["live"].with_answers(odd_chip_unit=1)))


def raked() -> tuple[Hand, Outcome]:
    """5 were dropped of 69 where the plaque owes 3: seat 2 was paid 64 and is due 66."""
    hand = three_way()
    return hand, what_if(hand, Fork())


def kill_error() -> tuple[Hand, Outcome]:
    """Seat 1 scoops 40 with 2 raked: 38 start no kill; in a house that counts the pot before its rake, they do."""
    hand = play(table(O8, (100_00,) * 3), "d dh p1 AcAdKcKd, d dh p2 QcQdJc9d, d dh p3 7c7d6c6d")
    play(hand, "p3 cc, p1 cc, p2 cc, d db AhKsQh, p1 cbr 4, p2 cc, p3 cc, d db 9s, p1 cbr 8, p2 cc, p3 f")
    play(hand, "d db 9h, p1 cc, p2 cc")
    return hand, what_if(hand, Fork(house=HOUSES["live"].with_answers(kill_pot_basis="gross")))


def stud_order() -> tuple[Hand, Outcome]:
    """The bring-in of 1 was completed by seat 2, who acted out of turn and, asked again, folds."""
    hand = Hand(Setup.from_table(STUD, HOUSES["live"], 3, dict.fromkeys((1, 2, 3), 50_00)))
    play(hand, "d dh p1 AcAd2c, d dh p2 KcKd9d, d dh p3 QcQd8h", "p1 pb, p2 cbr 4, p3 f, p1 f")
    return hand, otherwise(hand, "p2 cbr 4", "p2 f")


CASES: Mapping[str, tuple[Callable[[], tuple[Hand, Outcome]], dict[int, float], float]] = {
    # 12 + 12 + 12 and the dead 3: pot 39, rake 1 (5% is 1.95). Aces win 38: +26.
    "STRING_BET": (string_bet, {1: 26, 2: -3, 3: -12, 4: -12}, 1),
    # 9 before, 20 + 20: pot 49, rake 2 (2.45). Kings win 47: +24; seat 3 loses only 3.
    "OUT_OF_TURN": (out_of_turn, {1: -23, 2: 24, 3: -3, 4: 0}, 2),
    # 9 + 72 = 81, rake 4 (4.05). Kings win 77, put in 27: +50.
    "UNDERBET_OVERBET": (underbet, {1: -27, 2: 50, 3: -27, 4: 0}, 4),
    # 9 and no more: rake 0 (0.45). Kings win 9: +6.
    "VERBAL": (verbal, {1: -3, 2: 6, 3: -3, 4: 0}, 0),
    # as out of turn: 49 less 2.
    "GROSS_MISUNDERSTANDING": (misunderstanding, {1: -23, 2: 24, 3: -3, 4: 0}, 2),
    # 40 + 40 + 40 and the side pot 60: 180, rake 5 (cap). Kings win 175, put in 70: +105.
    "SHORT_STACK_ALLIN": (short_stack, {1: -70, 2: 105, 3: -40, 4: 0}, 5),
    # 9 + 45 = 54, rake 2 (2.70). Kings win 52, put in 18: +34.
    "CONCEALED_CHIPS": (concealed, {1: -18, 2: 34, 3: -18, 4: 0}, 2),
    "MID_HAND_ADD": (concealed, {1: -18, 2: 34, 3: -18, 4: 0}, 2),
    # Three antes of 1 and nothing else: seat 1 takes them, whose bring-in goes back.
    "STUD_ORDER": (stud_order, {1: 2, 2: -1, 3: -1}, 0),
    # 12 + 12 + 16 = 40 called, rake 2 (2.00): seat 1's full house scoops 38, which put in 16: +22.
    "KILL_ERROR": (kill_error, {1: 22, 2: -16, 3: -8}, 2),
    # Kings dead when it is seat 2's turn to answer 20: pot 9 + 40 = 49, rake 2. Aces win 47, put in 23: +24.
    "SLOW_PLAY": (lambda: dead(2, "p1 cbr 20"), {1: 24, 2: -3, 3: -23, 4: 0}, 2),
    "LANGUAGE": (lambda: dead(2, "p1 cbr 20"), {1: 24, 2: -3, 3: -23, 4: 0}, 2),
    # Kings dead on the turn: the 69 are in, rake 3 (3.45). Aces win 66: +43.
    "FOULED_HAND": (lambda: dead(2, TURN), {1: 43, 2: -23, 3: -23, 4: 0}, 3),
    "DEAD_HAND": (lambda: dead(2, RIVER), {1: 43, 2: -23, 3: -23, 4: 0}, 3),
    # Aces dead at the flop: their bet of 20 never comes, the 9 stay in, rake 0 (0.45). Kings win 9: +6.
    "UNPROTECTED_HAND": (lambda: dead(1, FLOP), {1: -3, 2: 6, 3: -3, 4: 0}, 0),
    "CARD_OFF_TABLE": (lambda: dead(2, TURN), {1: 43, 2: -23, 3: -23, 4: 0}, 3),
    "DRAW_ERROR": (lambda: dead(3, RIVER), {1: -23, 2: 43, 3: -23, 4: 0}, 3),
    "PEEKING": (lambda: dead(2, RIVER), {1: 43, 2: -23, 3: -23, 4: 0}, 3),
    "ONE_PLAYER": (lambda: dead(2, RIVER), {1: 43, 2: -23, 3: -23, 4: 0}, 3),
    "MISDEAL": (void, {1: 0, 2: 0, 3: 0, 4: 0}, 0),
    "SUBSTANTIAL_ACTION": (void, {1: 0, 2: 0, 3: 0, 4: 0}, 0),
    "EXPOSED_CARD": (void, {1: 0, 2: 0, 3: 0, 4: 0}, 0),
    "BOXED_CARD": (void, {1: 0, 2: 0, 3: 0, 4: 0}, 0),
    "FOULED_DECK": (void, {1: 0, 2: 0, 3: 0, 4: 0}, 0),
    # The same 69 less 3 to seat 1: 66 - 23 = +43.
    "PREMATURE_CARD": (other_street, {1: 43, 2: -23, 3: -23, 4: 0}, 3),
    "BURN_ERROR": (other_river, {1: 43, 2: -23, 3: -23, 4: 0}, 3),
    "MISREAD_HAND": (misread, {1: 43, 2: -23, 3: -23, 4: 0}, 3),
    "RECORD_ERROR": (misread, {1: 43, 2: -23, 3: -23, 4: 0}, 3),
    "EARLY_MUCK": (early_muck, {1: -23, 2: 43, 3: -23, 4: 0}, 3),
    # 7.50 each of 15; 6 were put in: +1.50.
    "MISAWARDED_POT": (awarded, {1: 1.5, 2: 1.5, 3: -3}, 0),
    "WRONG_RAKE": (raked, {1: -23, 2: 43, 3: -23, 4: 0}, 3),
}


@pytest.mark.parametrize("code", CASES)
def test_what_a_ruling_would_pay_is_what_was_reckoned_by_hand(code: str) -> None:
    case, net, rake = CASES[code]
    _, outcome = case()
    assert outcome.result is not None, outcome
    assert dollars(outcome.result) == (net, rake)


def test_every_dispute_that_asks_what_if_was_reckoned() -> None:
    asking = {code for code, kind in KINDS.items() if kind.what_if}
    assert asking == set(CASES)
    assert len(asking) >= 25


# ------------------------------------------------------------------------------------------------------ how it is told


def test_without_a_change_it_comes_to_what_it_came_to() -> None:
    for hand in (raised(), three_way(), all_in()):
        outcome = what_if(hand, Fork(index=len(hand.actions)))
        assert outcome.result == before(hand)
        assert outcome.left_out == 0


def test_the_pots_of_an_all_in_follow_their_stack() -> None:
    hand, outcome = short_stack()
    assert [(pot.amount, pot.eligible) for pot in before(hand).pots] == [(150_00, (1, 2, 3)), (60_00, (1, 2))]
    assert outcome.result is not None
    assert [(pot.amount, pot.eligible) for pot in outcome.result.pots] == [(120_00, (1, 2, 3)), (60_00, (1, 2))]


def test_a_hand_that_is_dead_when_it_is_to_act_passes_the_turn() -> None:
    """Kings dead as they are to answer 20: 9 + 40 = 49, rake 2; aces win 47 and put in 23."""
    hand = three_way()
    outcome = what_if(hand, Fork(at(hand, "p2 cc", 2), dead=2))
    assert outcome.result is not None
    assert dollars(outcome.result) == ({1: 24, 2: -3, 3: -23, 4: 0}, 2)


def test_who_is_alone_with_chips_after_a_dead_hand_bets_no_more() -> None:
    """Kings dead on the turn: aces have 150 - 5 from the all-in queens, and the side pot of 60 to themselves: +125."""
    hand = all_in()
    outcome = what_if(hand, Fork(at(hand, TURN), dead=2))
    assert outcome.result is not None
    assert dollars(outcome.result) == ({1: 125, 2: -80, 3: -50, 4: 0}, 5)
    assert outcome.left_out == 4


def test_a_kill_starts_or_not_by_the_houses_own_words() -> None:
    hand, outcome = kill_error()
    assert outcome.result is not None
    assert (before(hand).kill.killer, outcome.result.kill.killer) == (None, 1)


def test_a_void_hand_leaves_the_kill_as_it_was() -> None:
    setup = Setup.from_table(O8, HOUSES["live"], 3, dict.fromkeys((1, 2, 3), 100_00), killer=2)
    outcome = what_if(Hand(setup), Fork(void="fouled_deck"))
    assert outcome.result is not None
    assert outcome.result.kill.killer == 2


def test_a_misdeal_is_too_late_after_substantial_action_and_a_fouled_deck_never() -> None:
    """Three players act before the flop (004:L330); what is found in the deck voids the hand whatever was done."""
    hand = three_way()
    late = what_if(hand, Fork(void="misdeal"))
    assert late.result is None
    assert late.violation
    assert late.violation.code == "substantial_action"
    fouled = what_if(hand, Fork(void="fouled_deck")).result
    assert fouled
    assert [step.rule for step in fouled.steps] == ["fouled_deck"]
    early = what_if(play(table(NLH, (200_00,) * 4), DEAL, "p3 f"), Fork(void="misdeal")).result
    assert early
    assert (set(early.net.values()), [step.rule for step in early.steps]) == ({0}, ["misdeal"])


def test_an_action_that_no_longer_goes_is_named_with_its_rule() -> None:
    """Seat 1 raises no more, so the round is over before seat 3's call of the raise."""
    hand = raised()
    outcome = otherwise(hand, "p1 cbr 40", "p1 cc")
    assert outcome.result is None
    assert outcome.violation is not None
    assert (outcome.violation.code, outcome.kept, outcome.left_out) == ("round_complete", 1, 11)


def test_a_changed_act_that_is_itself_illegal_is_named() -> None:
    outcome = otherwise(three_way(), "p1 cbr 20", "p1 cbr 2")
    assert outcome.violation is not None
    assert outcome.violation.code == "below_min_bet"


def test_what_is_missing_is_said() -> None:
    """Seat 4 calls instead of folding: the cards of that seat decide, and it still has to act."""
    outcome = otherwise(three_way(), "p4 f", "p4 cc")
    assert outcome.result is None
    assert outcome.violation is not None
    hidden = play(table(NLH, (200_00,) * 2), "d dh p1 ????, d dh p2 KcKd, p2 cc, p1 cc", FLOP, "p1 cc, p2 cc", TURN)
    play(hidden, "p1 cc, p2 cc", RIVER, "p1 cc, p2 cc")
    assert "cards of seat 1" in what_if(hidden, Fork(index=0)).missing[0]


def test_another_house_may_refuse_the_hand_altogether() -> None:
    hand = play(table(replace(O8, kill=None, fee=None), (100_00,) * 3), "d dh p1 AcAdKcKd, d dh p2 QcQdJc9d")
    play(hand, "d dh p3 7c7d6c6d", "p3 cbr 8, p1 cbr 12, p2 cbr 16")
    outcome = what_if(hand, Fork(house=HOUSES["live"].with_answers(raise_cap=2)))
    assert outcome.violation is not None
    assert outcome.violation.code == "raise_cap_reached"


def test_asking_changes_nothing() -> None:
    hand = three_way()
    actions, stacks, folded = list(hand.actions), list(hand.stacks), list(hand.folded)
    for fork in (Fork(void="fouled_deck"), Fork(3, 1), Fork(8, dead=2), Fork(house=HOUSES["solaire"])):
        what_if(hand, fork)
    assert (hand.actions, hand.stacks, hand.folded) == (actions, stacks, folded)


# --------------------------------------------------------------------------------------------------- what has to move


def test_who_got_too_much_pays_who_got_too_little() -> None:
    """Kings took 66, aces were best: the award of 66 goes from seat 2 to seat 1, the rest stays."""
    hand, outcome = misread()
    assert outcome.result is not None
    assert shifts(before(hand), outcome.result) == (Shift(2, 1, 66_00),)


def test_a_void_hand_pays_everybody_back_and_the_rake_too() -> None:
    """The winner has 43 too much and the rake 3: seats 1 and 3 are due 23 each."""
    hand, outcome = void()
    assert outcome.result is not None
    assert shifts(before(hand), outcome.result) == (Shift(2, 1, 23_00), Shift(2, 3, 20_00), Shift(RAKE, 3, 3_00))


def test_a_rake_that_was_too_high_goes_back_to_the_winner() -> None:
    """5 and a promo of 1 were dropped where the plaque asks for 3: seat 2 is due 3."""
    hand, outcome = raked()
    assert outcome.result is not None
    taken = result_of(hand, settle_taken(hand, rake=5_00, promo=1_00))
    assert shifts(taken, outcome.result) == (Shift(PROMO, 2, 1_00), Shift(RAKE, 2, 2_00))


@pytest.mark.parametrize("code", CASES)
def test_no_chip_is_made_or_lost(code: str) -> None:
    _, outcome = CASES[code][0]()
    assert outcome.result is not None
    assert sum(outcome.result.net.values()) + outcome.result.rake + outcome.result.promo == 0


def test_a_bet_that_stood_is_played_as_any_other_where_the_house_allows_it() -> None:
    hand = play(table(LIMIT, (200_00,) * 4), DEAL, "p3 cbr 8, p4 cbr 12, p1 cbr 16")
    play(hand, "p2 cbr 20 stands raise_cap_reached, p3 f, p4 f, p1 f")
    free = hand.setup.house.with_answers(raise_cap=None)
    assert what_if(hand, Fork(len(hand.actions), house=free)).result is not None


def test_a_misdeal_leaves_the_kill_on() -> None:
    hand = play(table(NLH, (200_00,) * 4), DEAL, "d void wrong_seat")
    assert result_of(hand, hand.settlement()).kill == kill_before(hand.setup)
    assert what_if(hand, Fork(len(hand.actions))).result == result_of(hand, hand.settlement())
