"""Kill and half-kill: what starts one, what ends it, who posts, and which hands don't fit it."""

from dataclasses import replace
from typing import Any

import pytest

from rules.check.checker import check
from rules.house.house import HOUSES
from rules.house.plaque import Kill, Plaque
from rules.phh.export import from_hand
from rules.phh.reader import read_hand
from rules.phh.writer import write_hand
from rules.play.hand import Hand, why_not_setup
from rules.play.pot_result import pot_result
from rules.table.kill import (
    NO_KILL,
    KillState,
    PotResult,
    kill_blind,
    kill_for_deal,
    next_kill,
    why_not_debtors,
    why_not_other_kill,
)
from rules.table.setup import Post, Setup
from rules.text.violation import Violation
from tests.support.turns import betting
from tests.unit.rules.playing import play

LIVE = HOUSES["live"]
HALF = Plaque("omaha8", "fixed_limit", (200, 400), 400, 800, kill=Kill("half", 4_000))
FULL = replace(HALF, kill=Kill("full", 4_000))
STACKS = dict.fromkeys(range(1, 6), 20_000)
DEALT = ", ".join(f"d dh p{position} ????????" for position in range(1, 6))


def setup(killer: int | None = 4, plaque: Plaque = HALF, **answers: Any) -> Setup:
    return Setup.from_table(plaque, LIVE.with_answers(**answers), 5, STACKS, killer=killer)


def won(pot: int, high: set[int], low: set[int] = frozenset(), side: set[int] = frozenset()) -> PotResult:  # type: ignore[assignment]  # nobody adds to them
    return PotResult(pot, 0, frozenset(high), frozenset(low), frozenset(side))


def code(refused: Violation | None) -> str | None:
    return refused.code if refused else None


class TestState:
    @pytest.mark.parametrize(
        ("result", "killer"),
        [
            (won(4_000, {3}), 3),
            (won(3_999, {3}), None),
            (won(4_000, {3}, {3}), 3),
            (won(9_000, {3}, {1}), None),
            (won(9_000, {3, 1}), None),
            (won(9_000, {3}, side={1}), None),
            (won(9_000, {3}, side={3}), 3),
        ],
    )
    def test_one_winner_of_a_qualifying_pot_starts_it(self, result: PotResult, killer: int | None) -> None:
        assert next_kill(HALF, LIVE, NO_KILL, result) == KillState(killer)

    @pytest.mark.parametrize(
        ("result", "persist", "killer"),
        [
            (won(9_000, {1}), "glossary", 1),
            (won(9_000, {1}, {2}), "glossary", None),
            (won(9_000, {1}, {1, 2}), "glossary", None),
            (won(9_000, {1, 2}), "glossary", 3),
            (won(9_000, {1, 2}), "requalify", None),
            (won(3_000, {3}), "glossary", None),
        ],
    )
    def test_it_goes_on_until_a_split_or_a_pot_too_small(
        self, result: PotResult, persist: str, killer: int | None
    ) -> None:
        house = LIVE.with_answers(kill_persist=persist)
        assert next_kill(HALF, house, KillState(3), result) == KillState(killer)

    def test_a_quartered_pot_ends_it_unless_the_house_says_it_is_no_split(self) -> None:
        quartered = won(9_000, {1}, {1, 2})
        goes_on = LIVE.with_answers(kill_quartered="goes_on")
        assert next_kill(HALF, LIVE, KillState(3), quartered) == NO_KILL
        assert next_kill(HALF, goes_on, KillState(3), quartered) == KillState(3)
        assert next_kill(HALF, goes_on, KillState(3), won(9_000, {1}, {2})) == NO_KILL
        assert next_kill(HALF, goes_on, NO_KILL, quartered) == NO_KILL

    def test_a_pot_that_nobody_contested_starts_it_unless_the_house_wants_a_showdown(self) -> None:
        folded = replace(won(9_000, {1}), contested=False)
        never = LIVE.with_answers(kill_uncontested="never")
        assert next_kill(HALF, LIVE, NO_KILL, folded) == KillState(1)
        assert next_kill(HALF, never, NO_KILL, folded) == NO_KILL
        assert next_kill(HALF, never, KillState(3), folded) == KillState(1)

    def test_the_amount_may_grow_with_the_limits(self) -> None:
        scales = LIVE.with_answers(kill_threshold_scales=True)
        assert not next_kill(HALF, scales, KillState(3), won(5_999, {3})).active
        assert next_kill(HALF, scales, KillState(3), won(6_000, {3})).active

    def test_a_plaque_without_a_kill_has_none(self) -> None:
        assert next_kill(replace(HALF, kill=None), LIVE, NO_KILL, won(90_000, {3})) == NO_KILL

    def test_a_settled_hand_says_who_scooped(self) -> None:
        hand = play(Hand(setup(None)), DEALT, "p3 cbr 8, p4 f, p5 f, p1 f, p2 cc")
        play(hand, "d db AhKhQd, p2 cbr 4, p3 cbr 8, p2 cc, d db 2c, p2 cc, p3 cbr 8, p2 f")
        settled = hand.settlement()
        result = pot_result(settled.pots, settled.awards, settled.rake)
        assert (result.pot, result.scooper, result.contested) == (3_400, 3, False)

    def test_the_settlement_says_what_it_does_to_the_kill_and_by_which_answers(self) -> None:
        hand = play(Hand(setup(None)), DEALT, "p3 cbr 8, p4 f, p5 f, p1 f, p2 cc")
        play(hand, "d db AhKhQd, p2 cbr 4, p3 cbr 8, p2 cc, d db 2c, p2 cc, p3 cbr 8, p2 f")
        told = [(step.text, step.citation) for step in hand.settlement().steps if step.rule == "kill"]
        assert told == [
            ("For the kill the pot less the rake is 34: it doesn't reach the 40 of the plaque.", "004:L300"),
            ("No kill starts.", LIVE.cite("kill_uncontested")),
        ]


class TestDebts:
    """A killer who isn't dealt in: 004 says that the limits hold, RRoP 13 that they owe the post."""

    def test_the_limits_stand_and_they_owe(self) -> None:
        state = kill_for_deal(KillState(4), {1, 2, 3}, LIVE)
        assert state == KillState(4, frozenset({4}))
        stacks = dict.fromkeys((1, 2, 3), 20_000)
        dealt = Setup.from_table(HALF, LIVE, 3, stacks, killer=4)
        assert (dealt.killed, dealt.kill_unposted, why_not_setup(dealt)) == (True, True, None)
        assert [post.kind for post in dealt.posts] == ["sb", "bb"]
        assert why_not_other_kill(dealt, state) is None
        assert Setup.from_json(dealt.to_json()) == dealt
        assert check(read_hand(write_hand(from_hand(Hand(dealt))))).violation is None

    def test_the_house_may_call_it_off_and_they_still_owe(self) -> None:
        ends = LIVE.with_answers(kill_unposted="ends")
        assert kill_for_deal(KillState(4), {1, 2, 3}, ends) == KillState(None, frozenset({4}))

    def test_nobody_owes_where_nobody_posts(self) -> None:
        assert kill_for_deal(KillState(4), {1, 2, 3}, LIVE.with_answers(kill_blind="none")) == KillState(4)

    def test_who_comes_back_posts_it_in_a_hand_without_another(self) -> None:
        owed = KillState(None, frozenset({4}))
        assert kill_for_deal(owed, {1, 2, 3}, LIVE) == owed
        assert kill_for_deal(owed, {1, 2, 3, 4}, LIVE) == KillState(4)
        assert why_not_debtors(KillState(4), {1, 2, 3, 4}, LIVE) is None
        waits = kill_for_deal(KillState(1, frozenset({4})), {1, 2, 3, 4}, LIVE)
        assert waits == KillState(1, frozenset({4}))
        assert code(why_not_debtors(waits, {1, 2, 3, 4}, LIVE)) == "kill_owed"

    def test_a_hand_keeps_what_others_owe(self) -> None:
        assert next_kill(HALF, LIVE, KillState(None, frozenset({4})), won(9_000, {1})) == KillState(1, frozenset({4}))

    def test_a_killer_who_is_dealt_in_posts(self) -> None:
        unposted = replace(setup(None), killed=True, kill_unposted=True)
        assert code(why_not_other_kill(unposted, KillState(4))) == "kill_post_required"


class TestHand:
    def test_limits_are_the_plaques_times_the_kill_and_the_post_is_its_small_bet(self) -> None:
        assert [(post.kind, post.position, post.amount) for post in setup().posts] == [
            ("sb", 1, 200),
            ("bb", 2, 400),
            ("kill", 4, 600),
        ]
        legal = betting(play(Hand(setup()), DEALT))
        assert (legal.position, legal.call, legal.raising.least) == (3, 600, 1_200)
        assert kill_blind(FULL, LIVE) == 800

    def test_a_killer_in_the_big_blind_posts_the_kill_instead_and_still_acts_last(self) -> None:
        hand = play(Hand(setup(2)), DEALT)
        assert [post.kind for post in hand.setup.posts] == ["sb", "kill"]
        assert hand.legal_actions().position == 3
        assert play(hand, "p3 cc, p4 cc, p5 cc, p1 cc").legal_actions().position == 2

    def test_a_house_may_want_their_blind_besides(self) -> None:
        posts = setup(2, kill_in_blind="adds").posts
        assert [(post.kind, post.amount) for post in posts] == [("dead", 400), ("sb", 200), ("kill", 600)]

    def test_the_killer_may_wait_for_the_others(self) -> None:
        hand = play(Hand(setup(kill_act="last")), DEALT, "p3 cc")
        assert hand.legal_actions().position == 5
        legal = betting(play(hand, "p5 cc, p1 cc, p2 cc"))
        assert (legal.position, legal.call, legal.may_raise) == (4, 0, True)

    def test_without_a_post_of_its_own_only_the_limits_change(self) -> None:
        hand = play(Hand(setup(kill_blind="none")), DEALT)
        assert (betting(hand).call, betting(hand).raising.least) == (400, 600)

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            ({"killed": False}, "kill_not_in_force"),
            ({"posts": setup(None).posts}, "kill_post_required"),
            ({"posts": (*setup(None).posts, Post("kill", 4, 800))}, "kill_post_required"),
            ({"posts": (*setup().posts, Post("kill", 5, 600))}, "one_kill_only"),
            ({}, None),
        ],
    )
    def test_posts_and_limits_go_together(self, change: dict[str, Any], expected: str | None) -> None:
        assert code(why_not_setup(replace(setup(), **change))) == expected

    @pytest.mark.parametrize(
        ("killer", "state", "expected"),
        [
            (4, KillState(4), None),
            (None, NO_KILL, None),
            (4, NO_KILL, "wrong_kill_limits"),
            (None, KillState(4), "wrong_kill_limits"),
            (4, KillState(3), "wrong_killer"),
        ],
    )
    def test_a_hand_must_follow_from_the_ones_before(
        self, killer: int | None, state: KillState, expected: str | None
    ) -> None:
        assert code(why_not_other_kill(setup(killer), state)) == expected

    def test_it_survives_being_written(self) -> None:
        hand = play(Hand(setup()), DEALT, "p3 f, p4 cc, p5 f, p1 f, p2 f")
        assert Setup.from_json(hand.setup.to_json()) == hand.setup
        text = write_hand(from_hand(hand))
        assert "small_bet = 6\n" in text
        assert check(read_hand(text)).settlement == hand.settlement()
        wrong = check(read_hand(text.replace("small_bet = 6\n", "small_bet = 4\n"))).violation
        assert code(wrong) == "wrong_kill_limits"
