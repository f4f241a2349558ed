"""The arithmetic of the assurance: evidence that may be looked at any time, on rooms played by a seed. No database.

A few seeds here, more where a proof is long (tests/support/proofs.py), and by `manage.py prove_assurance` all of
FIGURES.
"""

from collections import Counter
from datetime import date
from itertools import islice
from math import exp, log
from random import Random

import pytest

from rake.assurance import causes as told_causes
from rake.assurance.causes import Cause
from rake.assurance.chances import log_chance, told
from rake.assurance.fits import Explanation, chance_of, explain, fit, likeliest
from rake.assurance.pace_bets import pace_evidence
from rake.assurance.per_down import rates
from rake.assurance.power import Design, power_table, variance_in_boxes
from rake.assurance.process import Process
from rake.assurance.proof import PLANTED, SIGNALS, THIEF, first_cause, flags
from rake.assurance.rooms import Roster, Script, shifts
from rake.assurance.seen import Kind, Part, Seen, Side, Subject
from rake.assurance.split import ALPHA, WEIGHTS, Signal, goal
from rake.assurance.watch import Watch
from rake.assurance.words import nothing_to_judge
from rake.pace.reckoning import Cell
from tests.support.proofs import sized

SEEDS = sized(3, 8, 20)
THIEF_LACKS = Part(Subject(Kind.DEALER, THIEF), Side.LACKING)
DANA, DREW = Subject(Kind.DEALER, 0), Subject(Kind.DEALER, 1)


def played(script: Script, seed: int, most: int) -> list[Seen]:
    return [seen for new in islice(shifts(script, seed), most) for seen in new]


class TestTheChances:
    def test_they_are_those_of_two_poisson_numbers_and_a_stray(self) -> None:
        draw = Random(5)
        found = Counter(_poisson(draw, 2.0) - _poisson(draw, 0.7) for _ in range(20_000))
        for difference in range(-2, 6):
            assert exp(log_chance(difference, 2.0, 0.7, 30)) == pytest.approx(found[difference] / 20_000, abs=0.012)

    def test_they_add_up_to_one(self) -> None:
        assert sum(exp(log_chance(each, 3.0, 1.5, 60)) for each in range(-60, 61)) == pytest.approx(1, abs=1e-6)

    def test_a_stray_says_nothing_of_anybody(self) -> None:
        usual, stray = told(2, 1.0, 1.0, 200), told(60, 1.0, 1.0, 200)
        assert usual.belongs > 0.99
        assert stray.belongs < 1e-6
        apart = log_chance(60, 1.0, 1.0, 200) - log_chance(60, 3.0, 1.0, 200)
        assert apart == pytest.approx(0, abs=1e-6)

    def test_what_lacked_less_what_was_too_much_is_the_difference(self) -> None:
        tells = told(-3, 1.3, 2.1, 50)
        assert tells.lacking - tells.surplus == pytest.approx(-3)


def _poisson(draw: Random, rate: float) -> int:
    number, passed = -1, 0.0
    while passed < rate:
        number, passed = number + 1, passed + draw.expovariate(1)
    return number


class TestTheFits:
    def test_the_best_explanation_finds_rates_and_the_part(self) -> None:
        counted = Counter(played(Script(thieves={THIEF: 0.1}, by_down=True), 3, 12))
        found = explain(counted, Explanation()).explanation
        assert max(found.parts, key=lambda part: found.parts[part]) == THIEF_LACKS
        assert found.parts[THIEF_LACKS] == pytest.approx(0.1, abs=0.03)
        assert found.lacking == pytest.approx(0.005, abs=0.003)

    def test_a_round_never_makes_it_worse(self) -> None:
        counted = Counter(played(Script(thieves={THIEF: 0.1}), 3, 12))
        nobody = fit(counted, (), Explanation())
        assert fit(counted, [THIEF_LACKS], nobody.explanation).log_chance >= nobody.log_chance

    def test_a_part_is_found_of_which_every_box_looks_like_a_stray(self) -> None:
        counted = Counter(played(Script(wrong_sign={4: 0.3}), 3, 6))
        found = explain(counted, Explanation()).explanation.parts
        assert found[Part(Subject(Kind.TABLE, 4), Side.LACKING)] == pytest.approx(0.3, abs=0.05)

    def test_the_part_that_is_left_out_is_left_out(self) -> None:
        counted = Counter(played(Script(thieves={THIEF: 0.1}, by_down=True), 3, 8))
        assert THIEF_LACKS not in explain(counted, Explanation(), without=THIEF_LACKS).explanation.parts


class TestTheSplit:
    def test_it_is_never_more_than_the_error_of_the_room(self) -> None:
        spent = sum(
            exp(-goal(signal, kind, number, closed))
            for signal in Signal for kind in Kind for number in range(2000) for closed in range(6)
        )  # fmt: skip
        assert 0.9 * ALPHA < spent <= ALPHA

    def test_each_signal_has_its_share(self) -> None:
        assert sum(WEIGHTS.values()) == pytest.approx(1)

    def test_who_comes_later_or_was_flagged_before_needs_more(self) -> None:
        first = goal(Signal.BOX, Kind.DEALER, 0)
        assert first == goal(Signal.BOX, Kind.DEALER, 31)
        assert goal(Signal.BOX, Kind.DEALER, 32) == pytest.approx(first + log(4))
        assert goal(Signal.BOX, Kind.DEALER, 0, closed=1) == pytest.approx(first + log(4))


class TestTheFlags:
    @pytest.mark.parametrize("by_down", [False, True])
    def test_honest_rooms_have_none(self, by_down: bool) -> None:
        """Six weeks, looked at after every shift; at 1 in 50 of each room all in all, twenty rooms have one at most."""
        most = 84 if not by_down else 12
        flagged = [flags(Script(by_down=by_down), seed, most) for seed in range(SEEDS)]
        assert sum(len(each) for each in flagged) <= 1

    def test_a_thief_of_a_box_for_each_down_is_found_in_eight_shifts(self) -> None:
        flagged = [flags(Script(thieves={THIEF: 0.05}, by_down=True), seed, 8) for seed in range(SEEDS)]
        assert sum(THIEF_LACKS in each for each in flagged) >= 0.9 * SEEDS
        assert not [part for each in flagged for part in each if part != THIEF_LACKS]

    def test_a_thief_of_a_box_for_each_shift_is_found_in_sixty(self) -> None:
        seeds = max(2, SEEDS // 2)
        flagged = [flags(Script(thieves={THIEF: 0.05}), seed, 60) for seed in range(seeds)]
        assert sum(THIEF_LACKS in each for each in flagged) >= 0.9 * seeds
        assert not [part for each in flagged for part in each if part != THIEF_LACKS]

    def test_each_of_two_thieves_is_flagged_and_nobody_else(self) -> None:
        both = {Part(Subject(Kind.DEALER, dealer), Side.LACKING) for dealer in (THIEF, 12)}
        script = Script(thieves={THIEF: 0.05, 12: 0.05}, by_down=True)
        assert [set(flags(script, seed, 12)) for seed in range(3)] == [both] * 3

    def test_a_wrong_sign_flags_its_table_and_no_dealer(self) -> None:
        flagged = flags(Script(wrong_sign={4: 0.2}), 1, 12)
        assert set(flagged) == {Part(Subject(Kind.TABLE, 4), Side.LACKING)}

    def test_late_drops_flag_nobody(self) -> None:
        assert not flags(Script(late=0.1), 2, 42)

    def test_whoever_is_always_together_is_not_told_apart(self) -> None:
        """Two who deal every box together: as much speaks for one as for the other, and neither is flagged."""
        watch = Watch(SIGNALS, lambda signal, part: goal(signal, part.subject.kind, part.subject.pk))
        draw = Random(4)
        for _ in range(40):
            lacks = sum(draw.random() < 0.1 for _ in range(60))
            both, others = (
                Seen(lacks, 60, ((DANA, 30.0), (DREW, 30.0))),
                Seen(0, 60, ((Subject(Kind.DEALER, 2), 60.0),)),
            )
            watch.look([both, others])
        assert not watch.found

    def test_bets_are_placed_before_what_they_are_about_is_seen(self) -> None:
        """The first look is bet on by what is believed of every room, whatever it shows."""
        boxes = played(Script(thieves={THIEF: 0.2}, errors=0.05, by_down=True), 2, 3)
        process = Process()
        process.look(boxes)
        assert process.ledgers[0].believed == pytest.approx(chance_of(Counter(boxes), Explanation()))

    def test_where_it_cannot_reach_the_goal_the_bound_is_told(self) -> None:
        process = Process()
        process.look(played(Script(), 1, 4))
        part = next(iter(process.parts()))
        assert process.evidence(part, above=50) == process.bound(part) >= process.evidence(part, above=-1000)


class TestTheCauses:
    @pytest.mark.parametrize("name", list(PLANTED))
    def test_the_right_one_is_told_first(self, name: str) -> None:
        found = [first_cause(PLANTED[name], seed, 42) for seed in range(SEEDS)]
        assert sum(cause is not None and cause.name == name for cause in found) >= 0.8 * SEEDS

    def test_the_right_dealer_is_named(self) -> None:
        cause = first_cause(PLANTED["dealer"], 1, 42)
        assert cause is not None
        assert cause.part == THIEF_LACKS
        assert cause.rate == pytest.approx(0.1, abs=0.03)

    def test_an_honest_room_has_hardly_any(self) -> None:
        found = [first_cause(Script(), seed, 42) for seed in range(SEEDS)]
        assert sum(cause is not None for cause in found) <= 0.2 * SEEDS

    def test_a_pair_of_boxes_is_a_late_drop_only_where_the_next_has_what_lacked(self) -> None:
        one, other = Seen(20, 200, ()), Seen(-20, 200, ())
        quiet = [Seen(0, 200, ())] * 20
        late = [each for each in _causes([one, other, *quiet]) if each.part is None]
        assert [each.late for each in late] == [1]
        assert not [each for each in _causes([other, one, *quiet]) if each.part is None]
        assert not [each for each in _causes([one, Seen(-5, 200, ()), *quiet]) if each.part is None]


def _causes(boxes: list[Seen]) -> list[Cause]:
    return told_causes.causes(Counter(boxes), [boxes])


class TestTheRates:
    def test_a_thief_has_about_what_they_take_and_the_band_holds_it(self) -> None:
        counted = Counter(played(Script(thieves={THIEF: 0.05}), 6, 60))
        found = rates(counted, explain(counted, Explanation()).explanation)
        thief = found[Subject(Kind.DEALER, THIEF)]
        assert thief.least > 0
        assert thief.least < 0.05 < thief.most
        honest = [rate for subject, rate in found.items() if subject.kind == Kind.DEALER and subject.pk != THIEF]
        assert sum(rate.least <= 0 <= rate.most for rate in honest) >= 28

    def test_who_was_always_with_somebody_else_has_a_wide_band(self) -> None:
        together, alone = Seen(4, 40, ((DANA, 20.0), (DREW, 20.0))), Seen(4, 40, ((DANA, 40.0),))
        quiet = [Seen(0, 40, ())] * 400
        blurred = rates(Counter([together] * 400 + quiet), Explanation(0.05, 0.01))[DANA]
        sharp = rates(Counter([alone] * 400 + quiet), Explanation(0.05, 0.01))[DANA]
        assert blurred.most - blurred.least > 5 * (sharp.most - sharp.least) > 0
        assert blurred.least < 0.05 < sharp.least

    def test_nothing_seen_has_no_rates(self) -> None:
        assert rates(Counter(), Explanation()) == {}


class TestThePace:
    def test_hands_that_are_not_entered_are_found(self) -> None:
        found = pace_evidence(_hours({DANA.pk: 0.75}, 300))
        assert found[DANA.pk].highest > goal(Signal.PACE, Kind.DEALER, 0)
        assert found[DANA.pk].share == pytest.approx(0.75, abs=0.05)
        assert all(each.highest < goal(Signal.PACE, Kind.DEALER, 0) for pk, each in found.items() if pk != DANA.pk)

    def test_whoever_is_a_little_slower_is_left_in_peace(self) -> None:
        for seed in range(SEEDS):
            found = pace_evidence(_hours({DANA.pk: 0.93}, 300, seed))
            assert found[DANA.pk].highest < goal(Signal.PACE, Kind.DEALER, 0)

    def test_an_hour_is_held_against_the_others_hours_alone(self) -> None:
        """Whoever deals most of the hours is not their own measure."""
        slow = [Cell(DANA.pk, "NLH", 9, 20, 3600, 0)] * 90
        others = [Cell(pk, "NLH", 9, 30, 3600, 0) for pk in (1, 2) for _ in range(5)]
        assert pace_evidence(slow + others)[DANA.pk].share == pytest.approx(2 / 3)

    def test_hours_of_which_nobody_else_dealt_any_are_left_out(self) -> None:
        assert not pace_evidence([Cell(DANA.pk, "NLH", 9, 20, 3600, 0)])


def _hours(paces: dict[int, float], hours: int, seed: int = 1) -> list[Cell]:
    draw = Random(seed)
    return [
        Cell(pk, "NLH", 9, max(0, round(draw.gauss(30 * paces.get(pk, 1.0), 4))), 3600, 0)
        for _ in range(hours) for pk in range(4)
    ]  # fmt: skip


class TestThePower:
    def test_it_says_about_what_rooms_show(self) -> None:
        """Boxes by shift: 20 rooms found 5 % in 13 to 45 shifts, 34 in the middle; by down in 2 to 7."""
        design = Design(17, 14, 12, 30, 0.005, 0.005)
        table = {round(each.skim, 2): each for each in power_table(design, goal(Signal.BOX, Kind.DEALER, 0))}
        five = table[0.05]
        assert five.by_shift is not None
        assert 20 <= five.by_shift <= 45
        assert five.by_down is not None
        assert 2 <= five.by_down <= 5

    def test_it_follows_from_the_room(self) -> None:
        goal_of_box = goal(Signal.BOX, Kind.DEALER, 0)
        careful = power_table(Design(17, 14, 12, 30, 0.001, 0.001), goal_of_box)[1]
        careless = power_table(Design(17, 14, 12, 30, 0.02, 0.02), goal_of_box)[1]
        assert careful.by_shift is not None
        assert careless.by_shift is not None
        assert careful.by_shift < careless.by_shift
        assert careful.by_down is not None
        assert careless.by_down is not None
        assert careful.by_down < careless.by_down

    def test_dealers_who_go_along_the_line_take_about_twice_as_long(self) -> None:
        """20 rooms each: 36 shifts in the middle where dealers are drawn anew, 62 along the line."""
        dealers = [Subject(Kind.DEALER, number) for number in range(30)]
        varies = {
            roster: variance_in_boxes([dict(box.shares) for box in played(Script(roster=roster), 1, 84)], dealers)
            for roster in (Roster.DRAWN, Roster.LINE)
        }
        of_box = goal(Signal.BOX, Kind.DEALER, 0)
        told = {
            name: power_table(Design(17, 14, 12, 30, 0.005, 0.005, each), of_box)[1] for name, each in varies.items()
        }
        shifts_of = {name: each.by_shift or 0 for name, each in told.items()}
        assert 1.5 < shifts_of[Roster.LINE] / shifts_of[Roster.DRAWN] < 2.2
        assert variance_in_boxes([], dealers) == 0

    def test_who_always_deals_alone_is_never_told_apart_by_the_shift(self) -> None:
        assert all(each.by_shift is None for each in power_table(Design(17, 14, 1, 1, 0.005, 0.005), 9.0))


class TestTheRooms:
    def test_the_same_seed_plays_the_same_room(self) -> None:
        assert played(Script(), 9, 3) == played(Script(), 9, 3) != played(Script(), 10, 3)

    def test_they_are_those_of_figures(self) -> None:
        boxes = played(Script(), 1, 84)
        assert len(boxes) == 12 * 84
        assert {box.hands for box in boxes} == {17.0 * 14}
        mean = sum(box.lacking**2 for box in boxes) / len(boxes)
        assert mean == pytest.approx(238 * 0.01, rel=0.15)

    @pytest.mark.parametrize("roster", list(Roster))
    def test_every_hand_has_one_dealer(self, roster: Roster) -> None:
        for box in played(Script(roster=roster), 1, 2):
            dealt = sum(hands for subject, hands in box.shares if subject.kind == Kind.DEALER)
            assert dealt == box.hands


class TestTheWords:
    @pytest.mark.parametrize(
        ("boxes", "pots", "hours", "says"), [(0, 0, 0, True), (0, 0, 9, True), (1, 0, 0, False), (0, 1, 0, False)]
    )
    def test_nothing_to_judge_is_said_of_no_box_and_no_pot(self, boxes: int, pots: int, hours: int, says: bool) -> None:
        seen = {Signal.BOX: boxes, Signal.POTS: pots, Signal.PACE: hours}
        found = {"signals": [{"signal": signal, "seen": many} for signal, many in seen.items()]}
        assert bool(nothing_to_judge(found, None)) is says
        assert ("since 7 March 2025" in nothing_to_judge(found, date(2025, 3, 7))) is says


def test_a_box_so_far_off_that_nothing_explains_it_is_read_too() -> None:
    far = {Seen(27, 19.0, ((DANA, 19.0),)): 3}
    assert likeliest(far, Explanation(lacking=1e-9, surplus=1e-9), 2)[0] == Part(DANA, Side.LACKING)
