"""The schedule lab without a database: hands worked by hand, what holds of every schedule, sums however they are
spread, chance, the ceiling, and the search for the best schedule."""

import random
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.errors import DomainError
from rake.lab import spread
from rake.lab.asking import Question, asked
from rake.lab.bootstrap import FEWEST_BLOCKS, MOST_UNITS, paired
from rake.lab.ceiling import Ceiling
from rake.lab.family import Family, Wish, is_sayable
from rake.lab.naming import in_words
from rake.lab.optimum import Task, best_of, keeps, worth_of
from rake.lab.past import PastHand, Recorded, Terms, judgeable
from rake.lab.reckoning import Bench, Trial, explained
from rake.lab.sums import MOST_CHANGES, Sums, band_of
from rules.house.fee_schedule import FeeSchedule, live_time
from rules.house.house import LIVE
from rules.house.plaque import Plaque
from rules.house.rake import take
from rules.text.amounts import major

WORKED = tomllib.loads((Path(__file__).parent / "lab_worked.toml").read_text("utf-8"))
TEN_TO_FIVE = FeeSchedule(mode="percent", percent_bp=1000, cap=500, unit=100)
FIVE_TO_FOUR = FeeSchedule(mode="percent", percent_bp=500, cap=400, unit=100)
BIG_BET = 300


def schedule(name: str) -> FeeSchedule:
    return FeeSchedule.from_json(WORKED["schedules"][name])


def terms(fee: FeeSchedule, *, is_flop_game: bool = True, ante: bool = False) -> Terms:
    return Terms(fee, is_flop_game, 9, ante, BIG_BET, BIG_BET * 2)


def recorded(
    number: int, pot: int | None, *, players: int | None = 9, flop: bool | None = True, **facts: Any
) -> Recorded:
    given = {"block": number // 5, "plaque": 1, "present": 0, "is_killed": False}
    pots = None if pot is None else (pot,)
    return Recorded(hand=number, pots=pots, players=players, flop=flop, **(given | facts))


def evening(hands: int, seed: int = 1) -> list[Recorded]:
    """Hands of a room: pots of whole dollars, two to nine players, one in four over before the flop, some untold."""
    draw = random.Random(seed)
    return [
        recorded(
            number,
            draw.choice([None, *[draw.randrange(3, 200) * 100] * 15]),
            players=draw.choice([2, 3, 4, 5, 6, 7, 8, 9, None]),
            present=draw.choice([0, 1, 5]),
            flop=draw.choice([True, True, True, False, None]),
            plaque=draw.choice([1, 1, 2]),
        )
        for number in range(1, hands + 1)
    ]


def a_trial(other: FeeSchedule = TEN_TO_FIVE, **facts: Any) -> Trial:
    return Trial(other, {1: terms(FIVE_TO_FOUR), 2: terms(schedule("E"))}, **facts)


def judged(other: FeeSchedule, now: FeeSchedule, hands: Sequence[Recorded]) -> Sums:
    return Bench(Trial(other, {1: terms(now), 2: terms(now)})).reckon(hands)


@pytest.mark.parametrize("case", WORKED["case"], ids=[case["name"] for case in WORKED["case"]])
def test_hands_come_to_what_was_worked_by_hand(case: dict[str, Any]) -> None:
    on_plaque = terms(schedule(case["now"]), is_flop_game=case.get("flop_game", True), ante=case.get("ante", False))
    pots = tuple(case["pots"]) if "pots" in case else None
    hand = recorded(1, None, players=case["players"], flop=case.get("flop", True))._replace(pots=pots)
    sums = Bench(Trial(schedule(case["then"]), {1: on_plaque})).reckon([hand])
    assert dict(sums.left_out) == ({case["left_out"]: 1} if "left_out" in case else {})
    assert [sums.now.rake, sums.then.rake] == case.get("rake", [0, 0])
    assert [sums.now.promo, sums.then.promo] == case.get("promo", [0, 0])


def test_fifty_hands_were_worked() -> None:
    assert len(WORKED["case"]) >= 50
    assert len({case["name"] for case in WORKED["case"]}) == len(WORKED["case"])


LIMIT = """variant = "FT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [2, 4, 0, 0]
small_bet = 4
big_bet = 8
starting_stacks = [200, 200, 200, 200]
actions = [
  "d dh p1 ????", "d dh p2 ????", "d dh p3 AcAd", "d dh p4 KcKd", "p3 cbr 8", "p4 cbr 12", "p1 f", "p2 f", "p3 cc",
  "d db Ah7d2c", "p3 cc", "p4 cc", "d db 9s", "p3 cc", "p4 cc", "d db 3h", "p3 cc", "p4 cc", "p3 sm AcAd", "p4 sm KcKd",
]
"""


def test_a_full_hand_is_played_again_by_the_rules_of_another_house() -> None:
    hand = recorded(1, 30_00, players=4, phh=LIMIT)
    capped = LIVE.with_answers(raise_cap=1)
    as_before = Bench(a_trial(house=LIVE)).reckon([hand])
    assert (as_before.judged, as_before.pots, as_before.then.rake) == (1, 30_00, 3_00)
    assert dict(Bench(a_trial(house=capped)).reckon([hand]).left_out) == {"not_replayed": 1}
    misstated = hand._replace(pots=(99_00,), flop=False, players=9)
    assert Bench(a_trial(house=LIVE)).reckon([misstated]).pots == 30_00, "by its actions"
    tick = hand._replace(phh="")
    assert Bench(a_trial(house=capped)).reckon([tick]).judged == 1


# ---------------------------------------------------------------------------------------- what holds of every schedule

_SCHEDULES = st.builds(
    lambda percent, unit, rounding, cap, lower, free, promo: FeeSchedule(
        mode="percent",
        percent_bp=percent,
        unit=unit,
        rounding=rounding,
        cap=cap,
        caps_by_players=((3, cap - lower),) if 0 < lower < cap else (),
        no_flop_no_drop=free,
        promo=promo,
    ),
    st.integers(0, 1500),
    st.sampled_from([1, 25, 50, 100, 200]),
    st.sampled_from(["down", "nearest", "up"]),
    st.integers(0, 900),
    st.integers(0, 400),
    st.booleans(),
    st.sampled_from([0, 100]),
)
_COLLECTIONS = st.builds(
    lambda collection, lower, early: FeeSchedule(
        mode="hand",
        collection=collection,
        collections_by_players=((4, collection - lower),) if 0 < lower < collection else (),
        no_flop_no_drop=not 0 < early < collection,
        collection_early=early if 0 < early < collection else None,
    ),
    st.integers(1, 900),
    st.integers(0, 400),
    st.integers(0, 400),
)
_HANDS = st.lists(
    st.builds(
        lambda pot, players, flop: recorded(1, pot, players=players, flop=flop),
        st.one_of(st.none(), st.integers(0, 60_000)),
        st.one_of(st.none(), st.integers(2, 10)),
        st.one_of(st.none(), st.booleans()),
    ),
    max_size=12,
)


@given(_SCHEDULES | _COLLECTIONS, _HANDS)
def test_the_same_schedule_makes_no_difference_to_the_unit(fee: FeeSchedule, hands: list[Recorded]) -> None:
    sums = judged(fee, fee, hands)
    assert sums.now == sums.then
    assert not sums.changes
    assert all(now == then for _, now, then in [*sums.blocks.values(), *sums.bands.values()])


@given(_SCHEDULES, _HANDS, st.integers(1, 500))
def test_a_higher_cap_never_takes_less(fee: FeeSchedule, hands: list[Recorded], more: int) -> None:
    assert fee.cap is not None
    lower, higher = judged(fee, fee, hands), judged(replace(fee, cap=fee.cap + more), fee, hands)
    assert higher.then.rake >= lower.then.rake
    assert higher.then.small >= lower.then.small


@given(_COLLECTIONS, _HANDS, st.integers(1, 500))
def test_a_higher_collection_never_takes_less(fee: FeeSchedule, hands: list[Recorded], more: int) -> None:
    lower, higher = judged(fee, fee, hands), judged(replace(fee, collection=fee.collection + more), fee, hands)
    assert higher.then.rake >= lower.then.rake
    assert higher.then.small >= lower.then.small


@given(_COLLECTIONS, st.integers(900, 60_000), st.integers(900, 60_000), st.integers(2, 10))
def test_a_collection_is_the_same_of_other_pots(fee: FeeSchedule, pot: int, other: int, players: int) -> None:
    one, two = (judged(fee, fee, [recorded(1, each, players=players)]).then.rake for each in (pot, other))
    assert one == two


def test_what_can_not_be_judged_is_counted_and_in_no_figure() -> None:
    known = [recorded(1, 70_00), recorded(2, 10_00)]
    sums = Bench(a_trial()).reckon([*known, recorded(3, None), recorded(4, None)])
    assert (sums.hands, sums.judged, dict(sums.left_out)) == (4, 2, {"no_pot": 2})
    assert sums.then.rake == Bench(a_trial()).reckon(known).then.rake == 6_00


def test_who_was_dealt_in_is_who_was_present_else_a_full_table() -> None:
    fee = terms(schedule("E"))
    dealt = [judgeable(recorded(1, 60_00, players=players, present=there), fee) for players, there in
             ((2, 9), (None, 3), (None, 1))]  # fmt: skip
    assert [hand.players for hand in dealt if isinstance(hand, PastHand)] == [2, 3, 9]
    sums = Bench(Trial(TEN_TO_FIVE, {1: fee})).reckon([recorded(1, 60_00, players=None, present=3, flop=None)])
    assert dict(sums.supposed) == {"players": 1, "flop": 1}
    assert sums.now.rake == 3_00


def test_a_small_pot_is_below_twenty_big_bets() -> None:
    hands = [
        recorded(1, 59_99),
        recorded(2, 60_00),
        recorded(3, 60_00, is_killed=True),
        recorded(4, 120_00, is_killed=True),
    ]
    sums = Bench(a_trial(FIVE_TO_FOUR)).reckon(hands)
    assert (sums.small_hands, sums.small_pots) == (2, 119_99)
    assert sums.now.small == 2_00 + 3_00


def test_the_big_bet_of_other_games_is_their_minimum_bet() -> None:
    limit = Plaque("omaha8", "fixed_limit", blinds=(200, 400), small_bet=400, big_bet=800)
    assert Terms.of(limit).big_bet == 800
    assert Terms.of(Plaque("holdem", "no_limit", blinds=(100, 300))).big_bet == 300


def test_the_hands_that_change_most_come_first_and_are_explained_by_the_engine() -> None:
    hands = [recorded(number, number * 10_00) for number in range(1, 31)]
    sums = Bench(a_trial()).reckon(hands)
    assert len(sums.changes) == MOST_CHANGES
    assert [change.hand for change in sums.changes[:5]] == [5, 3, 4, 6, 7]
    assert [abs(change.by) for change in sums.changes] == sorted(
        (abs(change.by) for change in sums.changes), reverse=True
    )
    past = judgeable(hands[4], terms(FIVE_TO_FOUR))
    assert isinstance(past, PastHand)
    now, then = explained(past, a_trial())
    assert (now.rake, then.rake) == (sums.changes[0].now, sums.changes[0].then)
    assert then.steps == take(TEN_TO_FIVE, [50_00], players_dealt=9, flop_dealt=True).steps


# ------------------------------------------------------------------------------------------------------ however spread


def test_one_worker_and_four_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "CHUNK", 300)
    trial, hands = a_trial(ceiling=Ceiling(700, 450), by_group=True), evening(2500)
    told: list[int] = []
    serial = spread.reckon(trial, hands)
    assert spread.reckon(trial, iter(hands), workers=4, told=told.append) == serial
    assert told[0] == 0
    assert told[-1] == serial.hands == 2500
    assert len(told) == 1 + -(-2500 // 300)
    assert Bench(trial).reckon(hands) == serial


def test_whoever_cancels_ends_it_with_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "CHUNK", 10)

    def told(done: int) -> None:
        if done:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        spread.reckon(a_trial(), evening(100), workers=2, told=told)


# -------------------------------------------------------------------------------------------------------------- chance


def test_a_seed_draws_the_same_again_and_another_draws_anew() -> None:
    blocks = [(100 * number, 130 * number) for number in range(40)]
    assert paired(blocks, seed=7) == paired(blocks, seed=7)
    assert paired(blocks, seed=7) != paired(blocks, seed=8)


def test_no_difference_in_any_hour_is_none_by_chance_either() -> None:
    band = paired([(number, number) for number in range(50)], seed=1)
    assert band is not None
    assert band.difference == (0, 0)
    assert band.now.least < sum(range(50)) < band.now.most


def test_hours_are_drawn_in_pairs() -> None:
    """Each hour brings 10 more, however busy it is: the difference is sure though both totals are not."""
    draw = random.Random(3)
    blocks = [(busy, busy + 10) for busy in (draw.randrange(1000) for _ in range(100))]
    band = paired(blocks, seed=1)
    assert band is not None
    assert band.difference == (1000, 1000)
    assert band.now.most - band.now.least > 5000


def test_few_hours_say_nothing_of_chance() -> None:
    assert paired([(1, 2)] * (FEWEST_BLOCKS - 1), seed=1) is None
    assert paired([(1, 2)] * FEWEST_BLOCKS, seed=1) is not None


def test_the_band_holds_the_truth_about_as_often_as_it_says() -> None:
    """Evenings of 60 hours whose true mean difference is known: 95 % bands hold it in 88 to 99 of 100."""
    held = 0
    for seed in range(100):
        draw = random.Random(seed)
        blocks = [(0, draw.randrange(0, 201)) for _ in range(60)]
        band = paired(blocks, seed=seed, resamples=200)
        assert band is not None
        held += band.difference.least <= 60 * 100 <= band.difference.most
    assert 88 <= held <= 99


def test_many_hours_are_bundled_and_none_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [(1, 3)] * (2 * MOST_UNITS + 10)
    band = paired(blocks, seed=1, resamples=20)
    assert band is not None
    assert abs(band.difference.least - 2 * len(blocks)) < 50


# ------------------------------------------------------------------------------------------------------------- ceiling


@pytest.mark.parametrize(
    ("ceiling", "rake", "pot", "excess"),
    [
        (Ceiling(cap=300), 300, 9_000, 0),
        (Ceiling(cap=300), 301, 9_000, 1),
        (Ceiling(percent_bp=500), 50, 1_000, 0),
        (Ceiling(percent_bp=500), 51, 1_000, 1),
        (Ceiling(percent_bp=500), 50, 999, 1),
        (Ceiling(percent_bp=500, cap=300), 400, 6_000, 100),
        (Ceiling(percent_bp=500, cap=300), 400, 2_000, 300),
        (Ceiling(), 10_000, 10_000, 0),
    ],
)
def test_the_excess_over_a_ceiling(ceiling: Ceiling, rake: int, pot: int, excess: int) -> None:
    assert ceiling.excess(rake, pot) == excess


def test_breaches_are_counted_now_and_then() -> None:
    hands = [recorded(number, pot) for number, pot in enumerate((20_00, 40_00, 90_00), start=1)]
    sums = Bench(a_trial(ceiling=Ceiling(cap=350))).reckon(hands)
    assert (sums.now.breaches, sums.now.beyond) == (1, 50)
    assert (sums.then.breaches, sums.then.beyond) == (2, 50 + 150)


def test_a_ceiling_says_whose_it_is() -> None:
    assert "typed in here" in Ceiling(cap=300).in_words(major)
    assert "this room’s house rules" in Ceiling(500, 300, is_of_room=True).in_words(major)


# --------------------------------------------------------------------------------------------------- the best schedule

FAMILY = Family(
    base=replace(TEN_TO_FIVE, promo=100),
    percents_bp=(250, 500, 750, 1000),
    units=(50, 100),
    roundings=("down", "nearest"),
    free=(True, False),
    caps=(100, 200, 300, 400, 500),
    short_players=(2, 4),
)


def every_schedule() -> list[FeeSchedule]:
    """The family's schedules, made without it."""
    caps: list[Any] = [(cap, ()) for cap in FAMILY.caps]
    caps += [
        (cap, ((players, lower),))
        for cap, lower in product(FAMILY.caps, FAMILY.caps)
        if lower < cap
        for players in FAMILY.short_players
    ]
    made = product(FAMILY.percents_bp, FAMILY.units, FAMILY.roundings, FAMILY.free, caps)
    return [
        replace(FAMILY.base, percent_bp=percent, unit=unit, rounding=rounding, no_flop_no_drop=free, cap=cap,
                caps_by_players=lower)
        for percent, unit, rounding, free, (cap, lower) in made
    ]  # fmt: skip


def test_the_family_has_every_schedule_once() -> None:
    assert len(FAMILY) == len(list(FAMILY)) == len(every_schedule()) == 4 * 2 * 2 * 2 * (5 + 2 * 10)
    assert all(each in every_schedule() for each in list(FAMILY)[::37])


def a_task(seed: int, wish: Wish, ceiling: Ceiling) -> Task:
    sums = Bench(a_trial(by_group=True)).reckon(evening(150, seed))
    return Task(sums.groups, sums.now.rake, {band: now for band, (_, now, _) in sums.bands.items()}, wish, ceiling)


WISHES = [
    (Wish(), Ceiling()),
    (Wish(no_band_pays_more=True), Ceiling()),
    (Wish(one_line=True), Ceiling(percent_bp=800)),
    (Wish(no_band_pays_more=True, one_line=True), Ceiling(cap=300)),
    (Wish(aim="gentlest"), Ceiling()),
    (Wish(aim="gentlest", one_line=True), Ceiling(percent_bp=700, cap=400)),
    (Wish(), Ceiling(percent_bp=600, cap=450)),
]


@pytest.mark.parametrize(("wish", "ceiling"), WISHES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_is_at_least_as_good_as_every_one_of_a_grid(seed: int, wish: Wish, ceiling: Ceiling) -> None:
    """Every fifth schedule of the family, each hand by the engine alone."""
    task = a_task(seed, wish, ceiling)
    best = best_of(FAMILY, task)
    assert best.tried == len(FAMILY)
    grid = [(each, worth_of(each, task.groups)) for each in every_schedule()[seed::5] if keeps(each, task)]
    if best.schedule is None:
        assert not grid
        return
    assert best.worth == worth_of(best.schedule, task.groups)
    assert keeps(best.schedule, task)
    assert best.schedule in every_schedule()
    ours = best.worth
    for _, worth in grid:
        if wish.aim == "most":
            assert ours.rake >= worth.rake
        else:
            assert ours.small <= worth.small


def test_a_band_of_players_that_would_pay_more_keeps_a_schedule_out() -> None:
    task = a_task(1, Wish(no_band_pays_more=True), Ceiling())
    best = best_of(FAMILY, task)
    assert best.schedule is not None
    paid: Counter[int] = Counter()
    for group, hands in task.groups.items():
        rake = worth_of(best.schedule, {group: 1}).rake
        paid[band_of(group.players)] += rake * hands
    assert all(rake <= task.bands_now[band] for band, rake in paid.items())
    free = best_of(FAMILY, replace(task, wish=Wish()))
    assert free.worth is not None
    assert free.worth.rake > task.now


def test_the_house_has_the_last_word() -> None:
    task = a_task(1, Wish(), Ceiling())
    best = best_of(FAMILY, task, allowed=lambda each: each.percent_bp <= 500 and each.no_flop_no_drop)
    assert best.schedule is not None
    assert best.schedule.percent_bp == 500
    assert best_of(FAMILY, task, allowed=lambda _: False).schedule is None


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "rake 10% to 5, no flop no drop"),
        ({"unit": 400}, "rake 10% to 5, rounded down to 4, no flop no drop"),
        ({"unit": 1, "no_flop_no_drop": False}, "rake 10% to 5, rounded down to 0.01"),
        ({"rounding": "nearest"}, "rake 10% to 5, rounded to the nearest 1, no flop no drop"),
        ({"rounding": "up", "promo": 100}, "rake 10% to 5, rounded up to 1, no flop no drop · promo 1"),
    ],
)
def test_a_schedule_is_named_with_its_rounding(facts: dict[str, Any], words: str) -> None:
    assert in_words(replace(TEN_TO_FIVE, **facts), major, 100) == words


def test_no_rake_is_rounded_to_nothing() -> None:
    assert in_words(FeeSchedule(unit=400), major, 100) == "no rake"


def test_a_ceiling_is_only_kept_to_where_one_is_set() -> None:
    assert Wish().in_words(has_ceiling=True) == ["at most the ceiling"]
    assert Wish().in_words(has_ceiling=False) == []


def test_one_line_is_short_and_says_all_of_it() -> None:
    lower = replace(TEN_TO_FIVE, caps_by_players=((4, 300),))
    assert is_sayable(lower, major, 100)
    assert not is_sayable(replace(lower, unit=400), major, 100), "its rounding has to be said too"
    assert not is_sayable(replace(TEN_TO_FIVE, caps_by_players=((2, 100), (4, 300))), major, 100)
    assert not is_sayable(replace(TEN_TO_FIVE, rounding="up"), major, 100)


# -------------------------------------------------------------------------------------------------------- the question

DAY = date(2025, 3, 7)


@settings(max_examples=20)
@given(_SCHEDULES)
def test_a_question_keeps_its_meaning(fee: FeeSchedule) -> None:
    question = Question(DAY, DAY, fee, typed=Ceiling(500, 300), wish=Wish(aim="gentlest", one_line=True), seed=9)
    assert Question.from_json(question.to_json()) == question


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"other": live_time(600)}, "time_not_from_pots"),
        ({"last": date(2025, 3, 6)}, "period_backwards"),
        ({"last": date(2026, 8, 1)}, "period_too_long"),
        ({"house": "nowhere"}, "house_unknown"),
    ],
)
def test_a_question_that_past_hands_can_not_answer(facts: dict[str, Any], code: str) -> None:
    with pytest.raises(DomainError) as refused:
        asked(replace(Question(DAY, DAY, TEN_TO_FIVE), **facts))
    assert refused.value.code == code


def test_a_typed_ceiling_is_never_the_rooms() -> None:
    question = asked(Question(DAY, DAY, TEN_TO_FIVE, typed=Ceiling(cap=300, is_of_room=True)))
    assert not question.typed.is_of_room
