"""A new plaque begins with the fee of its house, and what it leaves out of the rake is the house's."""

from typing import Any

import pytest
from django.http import QueryDict

from rules.house.fee_schedule import FeeSchedule
from rules.house.house import HOUSES, LIVE, STANDARD, House
from tables.forms.plaque import PlaqueForm, fee_initial
from tests.integration.tables.test_plaque_form import ROOM, plaque_of, posted


def unit_of(house: House) -> int:
    """The unit of a plaque that says none."""
    form = posted(plaque_of(rake_unit=""), house)
    assert form.is_valid(), form.errors
    return form.cleaned_data["plaque"].fee.unit


def test_a_blank_form_begins_with_the_rake_that_the_rulebook_states() -> None:
    blank = PlaqueForm.blank(seats=9, room=ROOM, house=HOUSES["cardroom_a"])
    assert (blank.initial["fee_mode"], blank.initial["percent_bp"], blank.initial["cap"]) == ("percent", 500, 300)
    assert not blank.says_fine_print


def test_a_house_with_a_time_charge_begins_with_that() -> None:
    house = LIVE.with_answers(rake_mode="time", rake_rounding="up")
    blank = PlaqueForm.blank(seats=9, room=ROOM, house=house)
    assert (blank.initial["fee_mode"], blank.initial["rounding"]) == ("time", "up")


def test_a_house_that_takes_no_share_begins_with_a_collection() -> None:
    house = LIVE.with_answers(rake_mode="fixed")
    blank = PlaqueForm.blank(seats=9, room=ROOM, house=house)
    assert blank.initial["fee_mode"] == "hand"
    form = posted(by_hand(collection="5"), house)
    assert not form.errors
    assert form.cleaned_data["plaque"].fee == FeeSchedule(mode="hand", collection=5_00)


@pytest.mark.parametrize(
    ("early", "free", "amount"), [("", True, None), ("0", True, None), ("1", False, 1_00), ("5", False, None)]
)
def test_nothing_without_a_flop_is_no_flop_no_drop(early: str, free: bool, amount: int | None) -> None:
    fee = posted(by_hand(collection="5", collection_early=early), LIVE).cleaned_data["plaque"].fee
    assert (fee.no_flop_no_drop, fee.collection_early) == (free, amount)


def test_every_hand_alike_shows_its_collection_without_a_flop_too() -> None:
    every = FeeSchedule(mode="hand", collection=5_00, no_flop_no_drop=False)
    assert fee_initial(every)["collection_early"] == 5_00
    assert fee_initial(FeeSchedule(mode="hand", collection=5_00))["collection_early"] is None


@pytest.mark.parametrize(("answers", "field"), [({"rake_percent": 10}, "fee_mode"), ({"rake_cap": 4_00}, "collection")])
def test_a_ceiling_is_shown_where_a_collection_can_keep_to_it(answers: dict[str, Any], field: str) -> None:
    assert list(posted(by_hand(collection="5"), LIVE.with_answers(**answers)).errors) == [field]


def by_hand(**fields: str) -> QueryDict:
    return plaque_of(fee_mode="hand", percent_bp="", cap="", promo="", promo_from="", **fields)


def test_the_unit_of_a_rake_is_the_houses_or_the_smallest_chip() -> None:
    assert unit_of(LIVE) == 100
    assert unit_of(LIVE.with_answers(rake_unit=500)) == 500
    assert unit_of(STANDARD) == ROOM.smallest_chip


def test_a_rake_that_is_rounded_up_shows_the_ceiling_of_its_house() -> None:
    form = posted(plaque_of(percent_bp="10", rounding="up"), LIVE.with_answers(rake_percent=10))
    assert not form.errors
    assert form.cleaned_data["plaque"].fee.ceiling_bp == 1000
    assert posted(plaque_of(percent_bp="10", rounding="up"), LIVE).cleaned_data["plaque"].fee.ceiling_bp is None
