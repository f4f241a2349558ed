"""The plaque: what it is called, what it is written as, and everything by which a house refuses it."""

import dataclasses
import json
from typing import Any

import pytest

from rules.house.fee_schedule import NO_FEE, FeeSchedule
from rules.house.house import HOUSES
from rules.house.plaque import Kill, Plaque
from rules.house.plaque_check import check_plaque, check_table
from rules.house.variants import SHEETS

NLH = Plaque(
    game="holdem",
    structure="no_limit",
    blinds=(100, 300),
    unit=100,
    buy_in_min=10_000,
    buy_in_max=30_000,
    fee=NO_FEE,
    helpline="1-800-522-4700",
)
O8 = Plaque(game="omaha8", structure="fixed_limit", blinds=(200, 400), small_bet=400, big_bet=800, fee=NO_FEE)
SPREAD = Plaque(game="holdem", structure="spread", blinds=(100, 200), spread_min=100, spread_max=500, fee=NO_FEE)
FLEXIBLE = Plaque(
    game="holdem",
    structure="spread",
    blinds=(100, 200),
    ranges=((100, 500), (100, 500), (200, 1_000), (200, 2_000)),
    fee=NO_FEE,
)
STUD = Plaque(
    game="stud", structure="fixed_limit", small_bet=1_000, big_bet=2_000, ante=100, bring_in=300, seats=8, fee=NO_FEE
)

ONE_TO_FIVE = dataclasses.replace(
    STUD, structure="spread", small_bet=None, big_bet=None, spread_min=100, spread_max=500, bring_in=100
)


def codes(plaque: Plaque, house: str = "live", **answers: Any) -> list[str]:
    return [violation.code for violation in check_plaque(plaque, HOUSES[house].with_answers(**answers))]


@pytest.mark.parametrize(
    ("plaque", "name"),
    [
        (NLH, "NLH 1/3"),
        (Plaque("omaha", "pot_limit", (200, 500)), "PLO 2/5"),
        (O8, "O8 4/8"),
        (STUD, "Stud 10/20"),
        (SPREAD, "Hold'em 1-5"),
        (FLEXIBLE, "Hold'em 1-5/2-10/2-20"),
        (Plaque("holdem", "fixed_limit", (150, 300), 300, 600), "Hold'em 3/6"),
        (Plaque("27sd", "no_limit", (500, 1_000)), "NL 2-7 SD 5/10"),
        (Plaque("holdem", "no_limit", (50, 100)), "NLH 0.50/1"),
    ],
)
def test_short_names(plaque: Plaque, name: str) -> None:
    assert plaque.short_name() == name


@pytest.mark.parametrize("plaque", [NLH, O8, SPREAD, STUD, ONE_TO_FIVE])
def test_coherent_plaques_may_stand(plaque: Plaque) -> None:
    assert check_plaque(plaque, HOUSES["live"]) == ()


@pytest.mark.parametrize(
    ("plaque", "change", "code", "field"),
    [
        (STUD, {"blinds": (100, 200)}, "blinds_in_stud", "blinds"),
        (STUD, {"seats": 9}, "too_many_players", "seats"),
        (STUD, {"bring_in": None}, "bring_in_required", "bring_in"),
        (STUD, {"bring_in": 1_000}, "bring_in_required", "bring_in"),
        (ONE_TO_FIVE, {"bring_in": 200}, "bring_in_required", "bring_in"),
        (STUD, {"straddle": "utg"}, "straddle_not_offered", "straddle"),
        (NLH, {"game": "27sd", "structure": "pot_limit", "seats": 6}, "structure_not_offered", "structure"),
        (NLH, {"game": "razz", "structure": "fixed_limit"}, "game_not_offered", "game"),
        (NLH, {"game": "spanish21"}, "house_banked", "game"),
        (NLH, {"blinds": ()}, "blinds_required", "blinds"),
        (NLH, {"blinds": (300, 100)}, "blinds_ascend", "blinds"),
        (NLH, {"blinds": (100, 250)}, "not_unit_multiple", "blinds"),
        (NLH, {"min_bet": 250}, "not_unit_multiple", "min_bet"),
        (NLH, {"unit": 0}, "not_unit_multiple", "unit"),
        (NLH, {"bring_in": 100}, "bring_in_not_in_game", "bring_in"),
        (NLH, {"small_bet": 300}, "limits_not_in_structure", "small_bet"),
        (NLH, {"raise_cap": 3}, "raise_cap_not_in_structure", "raise_cap"),
        (NLH, {"kill": Kill("full", 4_000)}, "kill_not_in_game", "kill"),
        (NLH, {"buy_in_max": 9_900}, "buy_in_range", "buy_in_max"),
        (NLH, {"fee": None}, "fee_required", "fee"),
        (NLH, {"seats": 2, "blinds": (100, 100, 200)}, "too_few_players", "seats"),
        (O8, {"big_bet": 300}, "big_bet_below_small", "big_bet"),
        (O8, {"small_bet": None}, "limits_required", "small_bet"),
        (O8, {"blinds": (400, 500)}, "blinds_above_bet", "blinds"),
        (O8, {"kill": Kill("half", 0)}, "kill_qualify_required", "kill"),
        (SPREAD, {"spread_max": None}, "limits_required", "spread_max"),
        (SPREAD, {"ranges": ((100, 500),) * 4}, "limits_not_in_structure", "spread_max"),
        (FLEXIBLE, {"ranges": ((100, 500),) * 5}, "range_of_each_round", "ranges"),
        (FLEXIBLE, {"ranges": ((100, 500), (0, 500), (100, 500), (100, 500))}, "range_of_each_round", "ranges"),
        (FLEXIBLE, {"unit": 200}, "not_unit_multiple", "ranges"),
        (FLEXIBLE, {"blinds": (300, 600)}, "blinds_above_bet", "blinds"),
        (NLH, {"ranges": ((100, 500),) * 4}, "limits_not_in_structure", "ranges"),
        (SPREAD, {"spread_min": 0}, "limits_required", "spread_min"),
        (SPREAD, {"spread_max": 50}, "big_bet_below_small", "spread_max"),
    ],
)
def test_an_incoherent_plaque_is_refused_by_rule_and_field(
    plaque: Plaque, change: dict[str, Any], code: str, field: str
) -> None:
    violations = check_plaque(dataclasses.replace(plaque, **change), HOUSES["live"])
    found = {violation.code: violation for violation in violations}
    assert found[code].allowed["field"] == field
    assert found[code].citation
    assert found[code].message.endswith(".")


def test_a_game_that_nobody_knows_is_refused_by_name() -> None:
    assert codes(dataclasses.replace(NLH, game="pinochle")) == ["game_not_offered"]


def test_a_kill_may_stand_on_a_hi_lo_plaque_and_elsewhere_where_the_house_says_so() -> None:
    kill = Kill("half", 4_000)
    limit = Plaque("holdem", "fixed_limit", (200, 400), 400, 800, kill=kill, fee=NO_FEE)
    assert codes(dataclasses.replace(O8, kill=kill)) == []
    assert codes(limit) == ["kill_not_in_game"]
    assert codes(limit, kill_games="any") == []


def test_houses_offer_what_their_rulebooks_say() -> None:
    assert codes(NLH, "cardroom_b") == ["structure_not_offered"]
    assert codes(O8, "solaire") == ["game_not_offered"]
    assert codes(dataclasses.replace(O8, seats=5), "cardroom_b") == ["too_few_players", "buy_in_min_below_house"]
    assert codes(dataclasses.replace(O8, buy_in_min=4_000), "cardroom_b") == []


def test_the_fee_keeps_within_the_houses_ceiling() -> None:
    steep = FeeSchedule(mode="percent", percent_bp=600, cap=400)
    assert codes(dataclasses.replace(NLH, fee=steep), "cardroom_a") == [
        "rake_percent_out_of_range",
        "rake_cap_out_of_range",
    ]
    assert codes(dataclasses.replace(NLH, fee=None), "standard") == []


def test_a_table_is_checked_before_it_has_a_plaque() -> None:
    assert [violation.code for violation in check_table("27td", None, 7, HOUSES["live"])] == ["too_many_players"]
    assert check_table("holdem", None, 10, HOUSES["live"]) == ()


@pytest.mark.parametrize(
    "plaque",
    [
        NLH,
        O8,
        SPREAD,
        STUD,
        dataclasses.replace(O8, kill=Kill("half", 4_000), fee=FeeSchedule(mode="time", time_charge=500)),
    ],
)
def test_a_plaque_survives_json(plaque: Plaque) -> None:
    assert Plaque.from_json(json.loads(json.dumps(plaque.to_json()))) == plaque


@pytest.mark.parametrize(
    "change",
    [
        {"colour": "green"},
        {"game": "pinochle"},
        {"structure": "half_pot"},
        {"straddle": "anybody"},
        {"blinds": "1/3"},
        {"blinds": [100, 2.5]},
        {"ante": None},
        {"ante": True},
        {"small_bet": -1},
        {"seats": "nine"},
        {"kill": {"size": "double", "qualifies_at": 1}},
        {"kill": "half"},
        {"helpline": None},
        {"fee": {"mode": "tips"}},
    ],
)
def test_what_is_no_plaque_is_not_read(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r".+\."):
        Plaque.from_json(NLH.to_json() | change)


def test_every_game_has_a_name_a_source_and_seats() -> None:
    for key, sheet in SHEETS.items():
        assert sheet.key == key
        assert sheet.name
        assert sheet.citation
        assert 2 <= sheet.seats_min <= sheet.seats_max <= 10
    assert {key for key, sheet in SHEETS.items() if not sheet.is_played} == {"spanish21"}
