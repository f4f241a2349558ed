"""The plaque as a form: whatever plaque a house may post goes in and comes out unchanged, and nothing is dropped."""

from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from config.rooms.models import Room
from demo.places import PLAQUES
from rules.house.fee_schedule import FeeSchedule, live_time
from rules.house.house import HOUSES, LIVE, STANDARD, House
from rules.house.plaque import Kill, Plaque
from rules.house.plaque_check import check_plaque
from rules.house.variants import SHEETS
from tables.forms.fields import PairsInput
from tables.forms.plaque import PlaqueForm, field_at_fault
from tables.starts import starts

ROOM = Room(name="Room", currency_symbol="$", exponent=2, smallest_chip=25, helpline="Call 1-800-GAMBLER")
RAKE = FeeSchedule(mode="percent", percent_bp=450, cap=4_00, unit=25, promo=1_00, promo_from=20_00)
STEPS = FeeSchedule(
    mode="steps", steps=((20_00, 1_00), (40_00, 2_00)), cap=4_00, unit=1_00, caps_by_players=((3, 1_00), (5, 2_00)),
    rounding="up", allocation="pro_rata", no_flop_no_drop=False, promo=50, promo_no_flop_no_drop=False,
)  # fmt: skip
COLLECTION = FeeSchedule(mode="hand", collection=5_00, collections_by_players=((3, 0), (5, 3_00)), promo=1_00)
LESS_EARLY = replace(COLLECTION, no_flop_no_drop=False, collection_early=1_00)
EVERY_HAND = replace(COLLECTION, no_flop_no_drop=False)


def filled(form: PlaqueForm) -> QueryDict:
    """The fields that a browser sends when it posts the form as it is shown: the fields of its sections and nothing
    else."""
    data = QueryDict(mutable=True)
    for row in (row for rows in form.sections.values() for row in rows):
        name, value = row.field.html_name, row.field.value()
        if isinstance(row.field.field.widget, PairsInput):
            data.setlist(f"{name}_first", [first for first, _ in value or []])
            data.setlist(f"{name}_second", [second for _, second in value or []])
        else:
            data[name] = "" if value is None else str(value)
    return data


def posted(data: QueryDict, house: House = STANDARD) -> PlaqueForm:
    form = PlaqueForm(data, room=ROOM, house=house)
    form.full_clean()
    return form


def round_trip(plaque: Plaque, house: House = STANDARD) -> Any:
    shown = PlaqueForm.of(plaque, room=ROOM, house=house)
    form = posted(filled(shown), house)
    assert not form.errors, form.errors
    return form.cleaned_data["plaque"]


# --------------------------------------------------------------------------------------------------------- round trips


@pytest.mark.parametrize("name", list(PLAQUES))
def test_every_plaque_of_the_demo_comes_back_equal(name: str) -> None:
    assert round_trip(PLAQUES[name], LIVE) == PLAQUES[name]


@pytest.mark.parametrize(
    ("game", "structure"),
    [(key, structure) for key in STANDARD.offers for structure in STANDARD.offers[key].structures],
)
@pytest.mark.parametrize(
    "fee", [RAKE, STEPS, COLLECTION, LESS_EARLY, EVERY_HAND, live_time(6_00), FeeSchedule(), None], ids=str
)
def test_a_plaque_of_every_game_comes_back_equal(game: str, structure: Any, fee: FeeSchedule | None) -> None:
    assert round_trip(a_plaque(game, structure, fee)) == a_plaque(game, structure, fee)


@pytest.mark.parametrize(
    ("change", "field", "citation"),
    [({"game": "razz"}, "game", "004:L68-198"), ({"seats": "11"}, "seats", "002:L2, L14 · 003:L278")],
)
def test_another_game_and_too_many_seats_are_refused_by_the_rulebook(
    change: dict[str, str], field: str, citation: str
) -> None:
    data = filled(PlaqueForm.of(a_plaque("holdem", "no_limit", live_time(6_00)), room=ROOM, house=LIVE))
    for name, value in change.items():
        data[name] = value
    form = posted(data, LIVE)
    assert next(iter(form.errors)) == field
    assert form.refusals[field].citation == citation


RANGES = ((4_00, 10_00), (4_00, 10_00), (4_50, 20_00), (5_00, 20_00))


def test_flexible_limit_comes_back_equal_and_is_read_as_people_write_it() -> None:
    plaque = replace(a_plaque("holdem", "spread", RAKE), spread_min=None, spread_max=None, ranges=RANGES)
    assert round_trip(plaque) == plaque
    data = filled(PlaqueForm.of(plaque, room=ROOM, house=STANDARD))
    assert data["ranges"] == "4-10, 4-10, 4.50-20, 5-20"
    data["ranges"] = " 4 - 10  4–10,4.50-20 , 5-20 "
    assert posted(data).cleaned_data["plaque"] == plaque


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        ("4-10 4-10 4-10", "Texas Hold'em has 4 betting rounds: state a range for each, not 3."),
        ("4-10 4-10 10-4 4-10", "The range turn is $10 to $4: write the least bet first, and make it more than 0."),
        ("4 to 10", "Write a range for each betting round, like 1-5, 1-5, 2-10, 2-10."),
        ("4-10 4-10 4-x 4-10", "“x”"),
    ],
)
def test_a_range_that_is_none_is_said_beside_its_field(ranges: str, said: str) -> None:
    plaque = replace(a_plaque("holdem", "spread", RAKE), spread_min=None, spread_max=None, ranges=RANGES)
    data = filled(PlaqueForm.of(plaque, room=ROOM, house=STANDARD))
    data["ranges"] = ranges
    assert said in posted(data).errors["ranges"][0]


def a_plaque(game: str, structure: Any, fee: FeeSchedule | None) -> Plaque:
    sheet = SHEETS[game]
    bring_in = sheet.opened_by == "bring_in"
    limits: dict[str, Any] = {
        "fixed_limit": {"small_bet": 4_00, "big_bet": 8_00, "raise_cap": 4},
        "spread": {"spread_min": 4_00, "spread_max": 10_00},
    }.get(structure, {"min_bet": 5_00})
    plaque = Plaque(
        game, structure, blinds=() if bring_in else (2_00, 4_00), bring_in=1_00 if bring_in else None, ante=50, unit=25,
        straddle="none" if bring_in else "utg", buy_in_min=40_00, buy_in_max=400_00, seats=sheet.seats_max, fee=fee,
        kill=Kill("half", 50_00) if sheet.low and structure == "fixed_limit" else None, helpline="Call us", **limits,
    )  # fmt: skip
    assert not check_plaque(plaque, STANDARD), check_plaque(plaque, STANDARD)
    return plaque


def amounts(least: int = 25, most: int = 1_000_00) -> st.SearchStrategy[int]:
    return st.integers(least // 25, most // 25).map(lambda chips: chips * 25)


@st.composite
def rakes(draw: st.DrawFn) -> FeeSchedule:
    steps = sorted(draw(st.sets(amounts(5_00), max_size=4)))
    caps = sorted(draw(st.sets(st.integers(2, 9), max_size=3)))
    mode: dict[str, Any] = {"mode": "percent", "percent_bp": draw(st.integers(1, 1000))}
    if steps:
        mode = {"mode": "steps", "steps": tuple((pot, 25 * number) for number, pot in enumerate(steps, start=1))}
    return FeeSchedule(
        **mode,
        cap=draw(amounts(5_00)) if caps else draw(st.none() | amounts(0)),
        caps_by_players=tuple((players, 25 * number) for number, players in enumerate(caps, start=1)),
        unit=draw(st.sampled_from([1, 25, 100])),
        rounding=draw(st.sampled_from(["down", "nearest", "up"])),
        no_flop_no_drop=draw(st.booleans()),
        allocation=draw(st.sampled_from(["main_first", "pro_rata"])),
        promo=draw(amounts(0)),
        promo_from=draw(amounts(0)),
        promo_no_flop_no_drop=draw(st.booleans()),
        promo_players=draw(st.integers(0, 9)),
        promo_with_ante=draw(st.booleans()),
    )


@given(
    fee=rakes(), small=amounts(25, 50_00), more=amounts(0, 50_00), least=amounts(), most=st.none() | amounts(1_000_00)
)
def test_any_no_limit_plaque_comes_back_equal(
    fee: FeeSchedule, small: int, more: int, least: int, most: int | None
) -> None:
    plaque = Plaque(
        "holdem", "no_limit", blinds=(small, small + more), unit=25, buy_in_min=least, buy_in_max=most, fee=fee,
        helpline="Call us",
    )  # fmt: skip
    assert round_trip(plaque) == plaque


@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
def test_what_one_starts_from_may_be_posted_as_it_is(house: House) -> None:
    usual = starts(ROOM, house, seats=9)
    assert usual or house.name == "nobody"
    for start in usual:
        assert check_plaque(start.plaque, house) == ()
        assert round_trip(start.plaque, house) == start.plaque


def test_a_start_takes_the_fee_of_a_plaque_like_it() -> None:
    limit = replace(a_plaque("holdem", "fixed_limit", live_time(5_00)), kill=None)
    usual = {start.key: start.plaque for start in starts(ROOM, LIVE, seats=8, plaques=[limit])}
    assert usual["limit-4-8"].fee == usual["o8-4-8"].fee == live_time(5_00)
    assert usual["nlh-2-5"].fee != live_time(5_00)
    assert {plaque.seats for plaque in usual.values()} == {8}


def test_a_start_is_counted_in_chips_where_those_are_larger_than_the_currencys_unit() -> None:
    yen = Room(name="Room", currency_symbol="¥", exponent=0, smallest_chip=100)
    usual = {start.key: start.plaque for start in starts(yen, STANDARD, seats=9)}
    assert usual["nlh-2-5"].blinds == (200, 500)
    assert usual["nlh-2-5"].unit == 100


# ------------------------------------------------------------------------------------------------------------ refusals


def plaque_of(**fields: Any) -> QueryDict:
    """A hold'em plaque as it is sent, some fields otherwise."""
    data = filled(PlaqueForm.of(PLAQUES["Table 1"], room=ROOM, house=LIVE))
    for name, value in fields.items():
        data[name] = value
    return data


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"game": "stud", "structure": "fixed_limit", "small_bet": "4", "big_bet": "8"}, "blinds", "no blinds"),
        ({"game": "27sd", "structure": "fixed_limit", "seats": "6"}, "structure", "no limit here"),
        ({"game": "stud", "seats": "9"}, "seats", "at most 8 seats"),
        ({"blinds": "1/2.50"}, "blinds", "units of $1"),
        ({"blinds": "3/1"}, "blinds", "from the small one up"),
        ({"blinds": ""}, "blinds", "post their amounts"),
        ({"buy_in_max": "50"}, "buy_in_max", "below the minimum"),
        ({"kill_size": "half", "kill_qualifies_at": "40"}, "kill_size", "hi-lo"),
        ({"raise_cap": "3"}, "raise_cap", "aren't counted"),
        (
            {"fee_mode": "unsaid", "percent_bp": "", "cap": "", "promo": "", "promo_from": ""},
            "fee_mode",
            "nothing about",
        ),
        ({"small_bet": "4"}, "small_bet", "has no small bet"),
    ],
)
def test_a_refusal_stands_beside_its_field_with_its_rule(fields: dict[str, str], field: str, words: str) -> None:
    form = posted(plaque_of(**fields), LIVE)
    assert words in " ".join(form.errors[field])
    assert form.refusals[field].rule
    assert form.refusals[field].citation
    shown = {row.field.name: row.refusal for rows in form.sections.values() for row in rows}
    assert shown[field] == form.refusals[field]


def test_a_ceiling_of_the_house_is_named_beside_what_exceeds_it() -> None:
    form = posted(plaque_of(percent_bp="6", cap="4"), HOUSES["cardroom_a"])
    assert form.refusals["percent_bp"].citation
    assert form.refusals["cap"].citation


def test_a_kill_without_an_amount_is_refused_where_the_amount_belongs() -> None:
    form = posted(filled(PlaqueForm.of(replace(PLAQUES["Table 4"], kill=Kill("full", 0)), room=ROOM, house=LIVE)), LIVE)
    assert "kill_qualifies_at" in form.refusals


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"blinds": "1//3"}, "blinds"),
        ({"blinds": "1/2/3/4/5"}, "blinds"),
        ({"blinds": "a/b"}, "blinds"),
        ({"blinds": "-1/3"}, "blinds"),
        ({"percent_bp": "101"}, "percent_bp"),
        ({"percent_bp": "5.125"}, "percent_bp"),
        ({"percent_bp": "５"}, "percent_bp"),
        ({"seats": "11"}, "seats"),
        ({"unit": "0"}, "unit"),
        ({"buy_in_min": "1e3"}, "buy_in_min"),
        ({"no_flop_no_drop": "maybe"}, "no_flop_no_drop"),
        ({"fee_mode": "percent", "percent_bp": "5", "time_charge": "6"}, "fee_mode"),
        ({"fee_mode": "time"}, "time_charge"),
        ({"fee_mode": "hand"}, "collection"),
        ({"fee_mode": "hand", "collection": "5", "percent_bp": "5"}, "fee_mode"),
        ({"fee_mode": "percent", "percent_bp": "5", "collection": "5"}, "fee_mode"),
        ({"fee_mode": "percent", "percent_bp": "5", "collection_early": "1"}, "fee_mode"),
    ],
)
def test_what_cannot_be_read_is_refused_beside_its_field(fields: dict[str, str], field: str) -> None:
    assert field in posted(plaque_of(**fields), LIVE).errors


def test_blinds_with_spaces_between_are_told_of_the_slash() -> None:
    assert posted(plaque_of(blinds="200 500"), LIVE).errors["blinds"] == ["Write a slash between amounts: 200/500."]


@pytest.mark.parametrize(
    ("firsts", "seconds"),
    [
        (["20", "40"], ["1"]),
        (["20"], ["1", "2"]),
        (["x"], ["1"]),
        (["20"] * 13, ["1"] * 13),
        (["40", "20"], ["1", "2"]),
    ],
)
def test_steps_that_make_no_sense_are_refused(firsts: list[str], seconds: list[str]) -> None:
    data = plaque_of(fee_mode="steps", percent_bp="", cap="")
    data.setlist("steps_first", firsts)
    data.setlist("steps_second", seconds)
    assert {"steps", "fee_mode"} & posted(data, LIVE).errors.keys()


def test_half_a_line_is_asked_for_its_other_half() -> None:
    data = plaque_of(fee_mode="steps", percent_bp="", cap="")
    data.setlist("steps_first", ["20", ""])
    data.setlist("steps_second", ["1", "2"])
    assert posted(data, LIVE).errors["steps"] == ["Fill in both sides of each line, or neither."]


def test_lower_caps_without_a_rake_are_refused_and_not_dropped() -> None:
    data = plaque_of(fee_mode="none", percent_bp="", cap="")
    data.setlist("caps_by_players_first", ["3"])
    data.setlist("caps_by_players_second", ["1"])
    assert "Only a rake has a cap" in " ".join(posted(data, LIVE).errors["fee_mode"])


@pytest.mark.parametrize("players", ["1", "11", "x", "２"])
def test_a_lower_cap_is_for_two_to_ten_players(players: str) -> None:
    data = plaque_of()
    data.setlist("caps_by_players_first", [players])
    data.setlist("caps_by_players_second", ["1"])
    assert "caps_by_players" in posted(data, LIVE).errors


def test_a_field_that_came_twice_refuses_the_plaque() -> None:
    data = plaque_of()
    data.setlist("buy_in_max", ["500", "5000"])
    assert posted(data, LIVE).non_field_errors()


# ----------------------------------------------------------------------------------------- the fields follow the game


def shown_fields(**chosen: str) -> set[str]:
    data = QueryDict(mutable=True)
    data.update({"game": "holdem", "structure": "no_limit", "fee_mode": "percent"} | chosen)
    form = PlaqueForm.as_typed(data, room=ROOM, house=STANDARD)
    return {row.field.name for rows in form.sections.values() for row in rows}


def test_the_fields_follow_game_structure_and_fee() -> None:
    assert {"blinds", "min_bet", "straddle", "percent_bp"} <= shown_fields()
    assert not {"bring_in", "small_bet", "kill_size", "time_charge", "rake_free_until"} & shown_fields()
    stud = shown_fields(game="stud", structure="fixed_limit", fee_mode="time")
    assert {"bring_in", "small_bet", "big_bet", "raise_cap", "time_charge"} <= stud
    assert not {"blinds", "straddle", "percent_bp", "cap", "kill_size"} & stud
    assert {"kill_size", "kill_qualifies_at"} <= shown_fields(game="omaha8", structure="fixed_limit")
    assert "rake_free_until" in shown_fields(game="badugi", structure="fixed_limit")
    by_hand = {"collection", "collection_early", "collections_by_players"}
    assert by_hand <= shown_fields(fee_mode="hand")
    assert not {"percent_bp", "cap", "rake_unit", "rounding", "rake_free_until", "no_flop_no_drop"} & shown_fields(
        fee_mode="hand"
    )
    assert not by_hand & shown_fields()
    assert "rake_free_until" in shown_fields(game="stud", structure="fixed_limit", fee_mode="hand")
    draw = {"game": "27td", "structure": "fixed_limit", "fee_mode": "hand"}
    assert "collection_early" in shown_fields(**draw, rake_free_until="first_card_after_round_1")
    assert by_hand - shown_fields(**draw, rake_free_until="flop") == {"collection_early"}
    assert by_hand <= shown_fields(fee_mode="hand", rake_free_until="flop")
    assert {"promo", "promo_from"} <= shown_fields(fee_mode="none")
    assert not {"promo", "cap"} & shown_fields(fee_mode="unsaid")


def test_a_house_may_play_a_kill_in_any_limit_game() -> None:
    data = QueryDict("game=holdem&structure=fixed_limit")
    form = PlaqueForm.as_typed(data, room=ROOM, house=STANDARD.with_answers(kill_games="any"))
    assert "kill_size" in {row.field.name for row in form.sections["play"]}


def test_what_was_typed_is_kept_and_not_judged() -> None:
    data = plaque_of(blinds="nonsense", fee_mode="steps")
    data.setlist("steps_first", ["20", ""])
    data.setlist("steps_second", ["1", "oops"])
    form = PlaqueForm.as_typed(data, room=ROOM, house=LIVE)
    assert not form.errors
    assert form["blinds"].value() == "nonsense"
    assert form["steps"].value() == [("20", "1"), ("", "oops")]


def test_a_game_brings_a_structure_that_it_is_played_at() -> None:
    data = plaque_of(game="stud")
    form = PlaqueForm.as_typed(data, room=ROOM, house=LIVE)
    assert form["structure"].value() == "fixed_limit"
    assert "no limit" not in str(form["structure"])


def test_hostile_text_is_shown_as_text() -> None:
    data = plaque_of()
    data.setlist("steps_first", ['"><script>'])
    data.setlist("steps_second", ["1"])
    form = PlaqueForm.as_typed(data, room=ROOM, house=LIVE)
    assert escape('"><script>') in str(form["steps"])
    assert "<script>" not in str(form["steps"])


def test_every_field_that_a_rule_may_name_is_on_the_form() -> None:
    plaque = Plaque("stud", "no_limit", blinds=(5, 3), kill=Kill("half", 0), straddle="utg", raise_cap=3, seats=9)
    for violation in check_plaque(plaque, LIVE):
        assert field_at_fault(violation) in PlaqueForm.base_fields, violation


@pytest.mark.parametrize(("free_until", "words"), [("flop", "every hand pays the same"), ("", "")])
def test_a_lesser_collection_belongs_to_games_in_which_hands_end_early(free_until: str, words: str) -> None:
    """R16: less of a hand that ends early; in a game without a flop none does, where that is what ends it."""
    fee = replace(LESS_EARLY, rake_free_until=free_until or "first_card_after_round_1")
    plaque = replace(a_plaque("27td", "fixed_limit", None), fee=fee)
    assert [each.code for each in check_plaque(plaque, LIVE)] == (["fee_not_of_house"] if words else [])
    form = posted(filled(PlaqueForm.of(plaque, room=ROOM, house=LIVE)), LIVE)
    assert form["collection_early"].label == "Before a card after the first round"
    data = form.data.copy()
    data["collection_early"] = "1"
    refused = posted(data, LIVE)
    assert words in str(refused.errors.get("collection_early", ""))
    assert bool(refused.errors) == bool(words)
    assert not check_plaque(a_plaque("holdem", "no_limit", fee), LIVE)
