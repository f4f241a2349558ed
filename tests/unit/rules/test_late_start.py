"""A hand whose record begins on a later street: what follows is verified, and it is settled where that is known."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.check.checker import CheckReport, check
from rules.phh.export import from_hand
from rules.phh.reader import read_hand
from rules.phh.values import Unreadable
from rules.phh.writer import write_hand
from rules.play.hand import Hand
from rules.table.late import LateStart
from rules.table.setup import Setup
from tests.unit.rules.strategies import hands_of_every_game

HEAD = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
_from_street = 'turn'
_board = 'Ah7d2c9s'
"""


@st.composite
def cut(draw: st.DrawFn) -> tuple[Hand, Hand]:
    """A finished hand of any game, and the hand as it stood when the betting of one of its later streets began."""
    whole = draw(hands_of_every_game(finished=True))
    hand, moments = Hand(whole.setup), []
    for count, action in enumerate(whole.actions, 1):
        hand.apply(action)
        opened = action.verb not in ("cc", "cbr", "f", "pb")
        if opened and hand.street and hand.stage == "betting":
            moments.append(count)
    assume(moments)
    return whole, Hand.replay(whole.setup, whole.actions[: draw(st.sampled_from(moments))])


def known(hand: Hand) -> LateStart:
    """All that there is to know of what was before."""
    return LateStart(
        street=hand.street,
        paid=tuple(paid + dead for paid, dead in zip(hand.paid, hand.dead_paid, strict=True)),
        folded=tuple(position for position, folded in enumerate(hand.folded, 1) if folded),
        board=tuple(hand.board),
        hole=tuple(map(tuple, hand.hole)),
    )


def resumed(whole: Hand, before: Hand, setup: Setup) -> Hand:
    return Hand.replay(setup, whole.actions[len(before.actions) :])


@given(cut())
def test_what_was_recorded_from_a_street_on_settles_as_the_whole_hand(hands: tuple[Hand, Hand]) -> None:
    whole, before = hands
    late = resumed(whole, before, replace(whole.setup, late=known(before)))
    assert late.missing() == ()
    ours, true = late.settlement(), whole.settlement()
    assert (ours.pots, ours.awards, ours.rake, ours.promo) == (true.pots, true.awards, true.rake, true.promo)
    assert (ours.finishing_stacks, ours.net) == (true.finishing_stacks, true.net)


@given(cut())
def test_of_a_known_pot_alone_the_hand_is_settled_unless_somebody_was_all_in(hands: tuple[Hand, Hand]) -> None:
    whole, before = hands
    late = replace(known(before), paid=(None,) * before.players, pot=before.pot)
    late = replace(late, all_in=tuple(at for at in known(before).short(whole.setup.stacks)))
    stacks = [None if at in late.all_in else stack for at, stack in enumerate(before.stacks, 1)]
    hand = resumed(whole, before, replace(whole.setup, stacks=tuple(stacks), late=late))
    if late.all_in and hand.contenders > 1:
        assert "all-in before" in hand.missing()[0]
        return
    ours, true = hand.settlement(), whole.settlement()
    assert (ours.won, ours.rake, ours.promo, ours.returned) == (true.won, true.rake, true.promo, true.returned)
    assert [pot.amount for pot in ours.pots] == [pot.amount for pot in true.pots]
    for player, finishing in enumerate(ours.finishing_stacks):
        assert finishing in (None, true.finishing_stacks[player])


@given(cut(), st.booleans())
def test_such_a_hand_is_written_and_read_as_it_was(hands: tuple[Hand, Hand], known_by_owner: bool) -> None:
    whole, before = hands
    late = known(before) if known_by_owner else replace(known(before), paid=(None,) * before.players, pot=before.pot)
    if not known_by_owner:
        assume(not late.short(before.stacks) and 0 not in before.stacks)
        whole = Hand.replay(replace(whole.setup, stacks=tuple(before.stacks)), [])
    hand = Hand(replace(whole.setup, late=late))
    text = write_hand(from_hand(hand))
    report = check(read_hand(text))
    assert report.violation is None
    assert report.hand is not None
    assert report.hand.setup.late == late
    assert write_hand(from_hand(report.hand)) == text
    assert Setup.from_json(hand.setup.to_json()) == hand.setup


def checked(actions: list[str], more: str, head: str = HEAD) -> CheckReport:
    return check(read_hand(f"{head}{more}\nactions = {actions}\n"))


RIVER = ["p2 cbr 20", "p3 cc", "d db 3d", "p2 cc", "p3 cc"]
SHOWN = [*RIVER, "p2 sm KsKd", "p3 sm AsAd"]


class TestTurn:
    def test_known_contributions_settle_to_the_chip(self) -> None:
        report = checked(SHOWN, "_paid = [10, 10, 10]\n_folded = ['p1']")
        assert report.settlement is not None
        assert report.settlement.finishing_stacks == (19_000, 17_000, 24_000)

    def test_a_known_pot_is_enough_and_stacks_are_those_of_then(self) -> None:
        report = checked(SHOWN, "_pot = 30\n_folded = ['p1']")
        assert report.settlement is not None
        assert report.settlement.finishing_stacks == (20_000, 18_000, 25_000)
        assert report.settlement.pots[0].amount == 7_000

    def test_actions_are_verified_as_in_any_other_hand(self) -> None:
        report = checked(["p2 cbr 1"], "_pot = 30\n_folded = ['p1']")
        assert report.violation is not None
        assert (report.violation.code, report.violation.index) == ("below_min_bet", 0)
        turn = checked(["p1 cc"], "_pot = 30\n_folded = ['p1']").violation
        assert turn is not None
        assert turn.code == "not_in_hand"
        twice = checked(["p2 cc", "p3 cc", "d db Ah"], "_pot = 30\n_folded = ['p1']").violation
        assert twice is not None
        assert twice.code == "duplicate_card"

    def test_a_contribution_that_nobody_stated_follows_from_the_others(self) -> None:
        report = checked(SHOWN, "_paid = [2, inf, 10]\n_folded = ['p1']")
        assert report.settlement is not None
        assert report.settlement.pots[0].amount == 6_200
        assert report.settlement.finishing_stacks == (19_800, 18_000, 23_200)
        report = checked(SHOWN, "_paid = [inf, 10, 10]\n_pot = 25\n_folded = ['p1']")
        assert report.settlement is not None
        assert report.settlement.put_in == (500, 3_000, 3_000)

    def test_who_was_all_in_before_can_win_nobody_knows_how_much(self) -> None:
        report = checked(["p2 cc", "p3 cc", "d db 3d", "p2 cc", "p3 cc"], "_pot = 90\n_all_in = ['p1']",
                         HEAD.replace("[200, 200", "[inf, 200"))  # fmt: skip
        assert report.legal
        assert report.missing[0] == "How much seat 1 (p1), who was all-in before, can win of the 90 isn't known."

    def test_who_was_all_in_put_in_all_that_they_had(self) -> None:
        actions = ["p2 cbr 10", "p3 cc", "d db 3d", "p2 cc", "p3 cc", "p1 sm AsAd", "p2 sm KsKd", "p3 sm QsQd"]
        report = checked(actions, "_paid = [inf, 30, 30]\n_all_in = ['p1']", HEAD.replace("[200,", "[25,"))
        assert report.settlement is not None
        assert [(pot.amount, pot.eligible) for pot in report.settlement.pots] == [(7_500, (1, 2, 3)), (3_000, (2, 3))]

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ("_paid = [10, 20, 30]", "a fold or a call is missing"),
            ("_paid = [0, 10, 10]\n_folded = ['p1']", "posted 1 and put in 0"),
            ("_paid = [300, 10, 10]", "more than was there"),
            ("_paid = [10, 10, 10]\n_pot = 31", "adds up to 30, but 31 lay"),
            ("_paid = [inf, 10, 10]\n_pot = 15\n_folded = ['p1']", "adds up to 20, but 15 lay"),
            ("_pot = 30\n_folded = ['p1', 'p2']", "Nobody is left"),
            ("_paid = [10, 10, 10]\n_all_in = ['p1']", "190 of the stack are left"),
            ("_pot = 30\n_hole = ['AhKd', '', '']", "twice when the record begins"),
            ("_pot = 30\n_hole = ['Kd', '', '']", "2 cards lie there, not 1"),
        ],
    )
    def test_what_no_hand_can_have_been_is_refused(self, fields: str, words: str) -> None:
        report = checked([], fields)
        assert report.violation is not None
        assert report.violation.code == "facts_contradict"
        assert words in report.violation.message

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ("", "_pot"),
            ("_paid = [10, inf, inf]\n_folded = ['p1']", "_pot"),
            ("_paid = [10, 10]", "_paid"),
            ("_paid = 10", "_paid"),
            ("_paid = [10, 10, -1]", "_paid"),
            ("_paid = [10, 10, 0.005]", "_paid"),
            ("_pot = 'all'", "_pot"),
            ("_pot = true", "_pot"),
            ("_pot = 30\n_folded = ['p4']", "_folded"),
            ("_pot = 30\n_folded = ['p1', 'p1']", "_folded"),
            ("_pot = 30\n_folded = 'p1'", "_folded"),
            ("_pot = 30\n_all_in = [1]", "_all_in"),
            ("_pot = 30\n_hole = ['AhKd']", "_hole"),
            ("_pot = 30\n_hole = ['AhK', '', '']", "_hole"),
        ],
    )
    def test_fields_that_hold_something_else_are_unreadable(self, fields: str, words: str) -> None:
        with pytest.raises(Unreadable, match=words):
            checked([], fields)

    @pytest.mark.parametrize("street", ["'pre-flop'", "'fourth street'", "3", "'Turn'"])
    def test_the_street_is_a_later_one_of_the_game(self, street: str) -> None:
        with pytest.raises(Unreadable, match="flop, turn, river"):
            checked([], "_pot = 30", HEAD.replace("'turn'", street))
