"""What the house takes of a hand: capped, rounded as posted, from called money, and never out of thin air."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.house.fee_written import read_schedule
from rules.house.house import HOUSES
from rules.house.house_rules import Value
from rules.house.rake import (
    CARDROOM_A_STANDARD,
    NO_FEE,
    FeeSchedule,
    FeeScheduleError,
    PotFee,
    RakeResult,
    check_schedule,
    live_time,
    starting_schedule,
    take,
    time_charge,
)

STEPS = FeeSchedule(mode="steps", steps=((1000, 100), (2000, 200), (4000, 300)), unit=100)
PROMO = replace(CARDROOM_A_STANDARD, promo=100, promo_from=2000)


def taken(
    schedule: FeeSchedule, *pots: int, players: int = 9, flop_dealt: bool = True, flop_game: bool = True
) -> RakeResult:
    return take(schedule, pots, players_dealt=players, flop_dealt=flop_dealt, flop_game=flop_game)


def sentences(result: RakeResult) -> list[str]:
    return [step.sentence for step in result.steps]


def test_the_reckoning_is_told_step_by_step() -> None:
    result = taken(CARDROOM_A_STANDARD, 15_000, 14_000)
    assert (result.rake, result.per_pot) == (300, (PotFee(300), PotFee(0)))
    assert sentences(result) == [
        "5% of the called 290 is 14.50, rounded down to a multiple of 0.01.",
        "Never more than 3: the rake is 3.",
        "Of several pots the main pot bears the rake first, each side pot what it adds: 3, 0.",
    ]
    assert {step.citation for step in result.steps} == {"plaque · 002:L176-177", "house"}
    assert result.steps[0].to_json().keys() == {"sentence", "citation"}


def test_amounts_are_told_in_the_words_of_the_room() -> None:
    result = take(STEPS, [2500], players_dealt=9, flop_dealt=True, money=lambda amount: f"${amount // 100}")
    assert sentences(result) == ["A called pot of $25 is raked $2 from $20 up."]


@pytest.mark.parametrize(
    ("rounding", "pot", "rake"),
    [
        ("down", 5_900, 250),
        ("nearest", 5_900, 300),
        ("up", 5_900, 300),
        ("down", 5_500, 250),
        ("nearest", 5_500, 300),
        ("up", 5_001, 300),
        ("nearest", 5_499, 250),
        ("up", 5_000, 250),
    ],
)
def test_rounding_is_exact_and_halves_go_up(rounding: str, pot: int, rake: int) -> None:
    """Units of 0.50: 2.95 lies between 2.50 and 3.00, 2.75 halfway, 2.7495 just below."""
    schedule = FeeSchedule.from_json({"mode": "percent", "percent_bp": 500, "unit": 50, "rounding": rounding})
    assert taken(schedule, pot).rake == rake


def test_a_rake_rounded_up_takes_at_most_the_pot() -> None:
    assert taken(FeeSchedule(mode="percent", percent_bp=500, unit=100, rounding="up"), 30).rake == 30


@pytest.mark.parametrize(("pot", "rake"), [(999, 0), (1000, 100), (1999, 100), (2000, 200), (100_000, 300)])
def test_the_last_step_reached_is_the_whole_rake(pot: int, rake: int) -> None:
    assert taken(STEPS, pot).rake == rake


@pytest.mark.parametrize(("players", "rake"), [(2, 100), (3, 200), (4, 200), (5, 300)])
def test_a_hand_dealt_short_has_a_lower_cap(players: int, rake: int) -> None:
    schedule = replace(CARDROOM_A_STANDARD, caps_by_players=((2, 100), (4, 200)))
    result = taken(schedule, 10_000, players=players)
    assert result.rake == rake
    assert (f"with {players} players dealt in" in sentences(result)[1]) is (players < 5)


def test_no_flop_no_drop() -> None:
    result = taken(CARDROOM_A_STANDARD, 4_500, flop_dealt=False)
    assert (result.rake, sentences(result)) == (0, ["The hand ended before the flop: no flop, no drop."])
    assert taken(replace(CARDROOM_A_STANDARD, no_flop_no_drop=False), 4_500, flop_dealt=False).rake == 225


def test_outside_flop_games_the_plaque_says_what_ends_early() -> None:
    ended_early = taken(CARDROOM_A_STANDARD, 4_500, flop_dealt=False, flop_game=False)
    assert ended_early.rake == 0
    assert "after the first betting round" in sentences(ended_early)[0]
    only_flops = replace(CARDROOM_A_STANDARD, rake_free_until="flop")
    assert taken(only_flops, 4_500, flop_dealt=False, flop_game=False).rake == 225


def test_a_new_plaque_begins_with_the_rake_of_its_house() -> None:
    assert starting_schedule(HOUSES["cardroom_a"]) == CARDROOM_A_STANDARD
    assert starting_schedule(HOUSES["live"]) == FeeSchedule(unit=100)
    house = HOUSES["live"].with_answers(rake_rounding="up", rake_allocation="pro_rata", no_flop_no_drop=False)
    written = read_schedule(
        {"percent": "10", "cap": "5"}, starting_schedule(house.with_answers(rake_free_until="flop"))
    )
    assert written == FeeSchedule(
        mode="percent",
        percent_bp=1_000,
        cap=500,
        unit=100,
        rounding="up",
        no_flop_no_drop=False,
        rake_free_until="flop",
        allocation="pro_rata",
    )


@pytest.mark.parametrize(
    ("answers", "schedule", "codes"),
    [
        ({"rake_mode": "percent"}, live_time(500), ["fee_not_of_house"]),
        ({"rake_mode": "time"}, CARDROOM_A_STANDARD, ["fee_not_of_house"]),
        ({"rake_mode": "none"}, CARDROOM_A_STANDARD, ["fee_not_of_house"]),
        ({"rake_mode": "none"}, NO_FEE, []),
        ({"rake_mode": "plaque"}, live_time(500), []),
        ({"no_flop_no_drop": True}, replace(CARDROOM_A_STANDARD, no_flop_no_drop=False), ["no_flop_no_drop_required"]),
        ({"no_flop_no_drop": False}, replace(CARDROOM_A_STANDARD, no_flop_no_drop=False), []),
        ({"no_flop_no_drop": "plaque"}, replace(CARDROOM_A_STANDARD, no_flop_no_drop=False), []),
        ({"no_flop_no_drop": True}, live_time(500), []),
    ],
)
def test_a_house_is_paid_as_its_rules_say(answers: dict[str, Value], schedule: FeeSchedule, codes: list[str]) -> None:
    refusals = check_schedule(schedule, HOUSES["live"].with_answers(**answers))
    assert [refusal.code for refusal in refusals] == codes
    assert all(refusal.allowed["field"] for refusal in refusals)


def test_the_promo_drop_has_its_own_conditions() -> None:
    assert taken(PROMO, 2_000).promo == 100
    assert taken(PROMO, 1_999).promo == 0
    assert taken(PROMO, 2_000, flop_dealt=False).promo == 0
    even_without = taken(replace(PROMO, promo_no_flop_no_drop=False), 2_000, flop_dealt=False)
    assert (even_without.rake, even_without.promo) == (0, 100)


def test_the_promo_drop_may_ask_for_players_and_for_no_ante() -> None:
    jackpot = replace(PROMO, promo_players=3, promo_with_ante=False)
    assert jackpot.describe().endswith("promo 1 from 20, 3 or more dealt in, no ante posted")
    few, ante = (
        taken(jackpot, 2_000, players=2),
        take(jackpot, (2_000,), players_dealt=9, flop_dealt=True, ante_posted=True),
    )
    assert (taken(jackpot, 2_000, players=3).promo, few.promo, ante.promo) == (100, 0, 0)
    assert (few.rake, ante.rake) == (100, 100)
    assert sentences(few)[-1] == "A hand dealt to fewer than 3 players gives no promo drop."
    assert sentences(ante)[-1] == "A hand with an ante gives no promo drop."


def test_the_promo_drop_comes_after_the_rake_and_takes_what_is_left_at_most() -> None:
    result = taken(FeeSchedule(mode="steps", steps=((50, 50),), promo=100), 60, 70)
    assert result.per_pot == (PotFee(50, 10), PotFee(0, 70))
    assert sentences(result)[-1] == "The promo drop of 0.80 is taken after the rake, main pot first."


def test_in_proportion_every_pot_bears_its_part() -> None:
    schedule = replace(CARDROOM_A_STANDARD, cap=500, unit=100, allocation="pro_rata")
    result = taken(schedule, 6_000, 3_000, 1_500)
    assert [fee.rake for fee in result.per_pot] == [400, 100, 0]


def test_a_side_pot_that_tips_a_step_bears_no_more_than_it_holds() -> None:
    result = taken(STEPS, 1_990, 20)
    assert [fee.rake for fee in result.per_pot] == [180, 20]


def test_without_rake_the_reason_is_told() -> None:
    assert sentences(taken(NO_FEE, 500)) == ["The plaque posts no rake."]
    assert sentences(taken(live_time(500), 500)) == ["The table pays a time charge: nothing is taken from the pot."]
    assert sentences(taken(STEPS, 500)) == ["A called pot of 5 is below the first step: no rake."]


def test_a_time_charge_is_for_each_player_and_half_hour() -> None:
    assert time_charge(live_time(500), players=9, half_hours=2) == 9_000
    assert time_charge(CARDROOM_A_STANDARD, players=9, half_hours=2) == 0


@pytest.mark.parametrize(
    ("schedule", "codes"),
    [
        (CARDROOM_A_STANDARD, []),
        (NO_FEE, []),
        (replace(CARDROOM_A_STANDARD, percent_bp=501), ["rake_percent_out_of_range"]),
        (replace(CARDROOM_A_STANDARD, cap=301), ["rake_cap_out_of_range"]),
        (replace(CARDROOM_A_STANDARD, cap=None), ["rake_cap_out_of_range"]),
        (replace(CARDROOM_A_STANDARD, percent_bp=600, cap=400), ["rake_percent_out_of_range", "rake_cap_out_of_range"]),
        (STEPS, ["rake_percent_out_of_range"]),
        (FeeSchedule(mode="steps", steps=((2000, 100), (8000, 400))), ["rake_cap_out_of_range"]),
        (FeeSchedule(mode="steps", steps=((2000, 100), (8000, 400)), cap=300), []),
    ],
)
def test_card_room_a_posts_at_most_five_percent_and_three_dollars(schedule: FeeSchedule, codes: list[str]) -> None:
    refusals = check_schedule(schedule, HOUSES["cardroom_a"])
    assert [refusal.code for refusal in refusals] == codes
    assert all(refusal.citation.startswith("002:L176-177") for refusal in refusals)
    assert check_schedule(schedule, HOUSES["live"]) == []


@pytest.mark.parametrize(
    ("schedule", "sign"),
    [
        (replace(CARDROOM_A_STANDARD, promo=100), "rake 5% to $3, no flop no drop · promo $1"),
        (replace(PROMO, percent_bp=250, no_flop_no_drop=False), "rake 2.5% to $3 · promo $1 from $20"),
        (STEPS, "rake $1 from $10, $2 from $20, $3 from $40, no flop no drop"),
        (
            replace(CARDROOM_A_STANDARD, caps_by_players=((2, 100), (4, 200))),
            "rake 5% to $3, to $2 with 4 or fewer, to $1 with 2 or fewer, no flop no drop",
        ),
        (live_time(500), "time charge $5 per player and half hour"),
        (NO_FEE, "no rake"),
    ],
)
def test_the_line_on_the_plaque(schedule: FeeSchedule, sign: str) -> None:
    assert schedule.describe(money=lambda amount: f"${amount // 100}") == sign


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"mode": "percent", "percent_bp": 5.0}, "percent_bp can't be 5.0: it is a whole number"),
        ({"mode": "percent", "percent_bp": True}, "percent_bp can't be True"),
        ({"mode": "percent", "cap": -1}, "cap can't be -1"),
        ({"mode": "per cent"}, "it is percent or steps or hand or time or none"),
        ({"no_flop_no_drop": 1}, "it is true or false"),
        ({"mode": "steps", "steps": [[100]]}, "list of pairs"),
        ({"unit": None}, "unit can't be None"),
        ({"percent_bp": 500}, "Only a rake in per cent"),
        ({"mode": "percent", "percent_bp": 10_001}, "at most the whole pot"),
        ({"mode": "steps"}, "A rake by steps has steps"),
        ({"mode": "percent", "steps": [[100, 10]]}, "A rake by steps has steps"),
        ({"mode": "time"}, "amount per half hour"),
        ({"time_charge": 500}, "amount per half hour"),
        ({"mode": "time", "time_charge": 500, "cap": 300}, "Only a rake has a cap"),
        ({"mode": "percent", "unit": 0}, "units of at least"),
        ({"mode": "steps", "steps": [[200, 20], [100, 30]]}, "Steps rise"),
        ({"mode": "steps", "steps": [[200, 20], [300, 20]]}, "Steps rise"),
        ({"mode": "steps", "steps": [[10, 20]]}, "at most the pot"),
        ({"mode": "percent", "cap": 300, "caps_by_players": [[4, 200], [2, 100]]}, "rise with the number"),
        ({"mode": "percent", "cap": 300, "caps_by_players": [[4, 400]]}, "full table is the highest"),
        ({"mode": "percent", "caps_by_players": [[4, 400]]}, "full table is the highest"),
        ({"percentage": 5}, "has no percentage"),
    ],
)
def test_what_no_plaque_could_say_is_refused(fields: dict[str, object], complaint: str) -> None:
    with pytest.raises(FeeScheduleError, match=complaint):
        FeeSchedule.from_json(fields)


def test_a_schedule_is_written_and_read_back() -> None:
    for schedule in (PROMO, STEPS, live_time(500), NO_FEE):
        assert FeeSchedule.from_json(schedule.to_json()) == schedule
    assert STEPS.to_json()["steps"] == [[1000, 100], [2000, 200], [4000, 300]]


def test_people_write_a_schedule_in_major_units() -> None:
    written = {
        "percent": "2.5",
        "cap": "3",
        "caps_by_players": [[2, "1.50"]],
        "unit": "0.25",
        "allocation": "pro_rata",
        "promo": {"amount": "1", "from": "20", "no_flop_no_drop": False, "players": 3, "with_ante": False},
    }
    assert read_schedule(written) == FeeSchedule(
        mode="percent", percent_bp=250, cap=300, caps_by_players=((2, 150),), unit=25, allocation="pro_rata",
        promo=100, promo_from=2000, promo_no_flop_no_drop=False, promo_players=3, promo_with_ante=False,
    )  # fmt: skip
    assert read_schedule({"mode": "steps", "steps": [["10", "1"]]}).steps == ((1000, 100),)
    assert read_schedule({"mode": "time", "per_half_hour": "5"}) == live_time(500)


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ({"percent": 5}, "written as a text"),
        ({"percent": "5", "cap": "3.005"}, "written as a text"),
        ({"percents": "5"}, "has no percents"),
        ({"promo": {"sum": "1"}}, "has no promo.sum"),
        ({"mode": "steps", "steps": [["10", "1", "2"]]}, "list of pairs"),
        ({"percent": "5", "rounding": "bankers"}, "down or nearest or up"),
    ],
)
def test_what_people_write_wrongly_is_refused(written: dict[str, object], complaint: str) -> None:
    with pytest.raises(FeeScheduleError, match=complaint):
        read_schedule(written)


amounts = st.integers(0, 2_000_000)
rakes = st.builds(
    FeeSchedule,
    mode=st.just("percent"),
    percent_bp=st.integers(0, 10_000),
    cap=st.none() | st.integers(0, 5_000),
    unit=st.sampled_from([1, 5, 25, 50, 100, 500]),
    rounding=st.sampled_from(["down", "nearest", "up"]),
    allocation=st.sampled_from(["main_first", "pro_rata"]),
    promo=st.integers(0, 1_000),
) | st.builds(
    FeeSchedule,
    mode=st.just("steps"),
    steps=st.just(((1000, 100), (2000, 250), (4000, 300))),
    cap=st.none() | st.integers(0, 400),
    allocation=st.sampled_from(["main_first", "pro_rata"]),
    promo=st.integers(0, 1_000),
)


@given(rakes, st.lists(amounts, min_size=1, max_size=4))
def test_no_pot_bears_more_than_it_holds_and_the_parts_add_up(schedule: FeeSchedule, pots: list[int]) -> None:
    result = taken(schedule, *pots)
    assert sum(fee.rake for fee in result.per_pot) == result.rake
    assert sum(fee.promo for fee in result.per_pot) == result.promo
    for pot, fee in zip(pots, result.per_pot, strict=True):
        assert fee.rake >= 0
        assert fee.promo >= 0
        assert fee.rake + fee.promo <= pot


@given(rakes, amounts, amounts)
def test_rake_grows_with_the_pot_and_stays_under_the_cap(schedule: FeeSchedule, pot: int, more: int) -> None:
    smaller, larger = taken(schedule, pot).rake, taken(schedule, pot + more).rake
    assert smaller <= larger
    assert schedule.cap is None or larger <= schedule.cap


@given(rakes, st.lists(amounts, min_size=1, max_size=4))
def test_how_the_money_lies_in_pots_does_not_change_the_rake(schedule: FeeSchedule, pots: list[int]) -> None:
    assert taken(schedule, *pots).rake == taken(schedule, sum(pots)).rake
