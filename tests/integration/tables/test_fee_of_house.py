"""A new plaque begins with the fee of its house, and what it leaves out of the rake is the house's."""

from rules.house.house import HOUSES, LIVE, STANDARD, House
from tables.forms.plaque import PlaqueForm
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


def test_the_unit_of_a_rake_is_the_houses_or_the_smallest_chip() -> None:
    assert unit_of(LIVE) == 100
    assert unit_of(LIVE.with_answers(rake_unit=500)) == 500
    assert unit_of(STANDARD) == ROOM.smallest_chip
