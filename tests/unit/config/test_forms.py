"""Forms take amounts, numbers, keys and words strictly, and each field once."""

import unicodedata
import uuid
from typing import Any

import pytest
from django import forms
from django.http import QueryDict

from config.rooms.models import Room
from config.web.forms import AmountField, IdField, RequestKeyField, StrictForm, TextField, WholeNumberField

DOLLARS = Room(name="Dollars", exponent=2, smallest_chip=100, currency_symbol="$")
YEN = Room(name="Yen", exponent=0, smallest_chip=5)
KEY = "0b2f4f5a-5a4e-4f0e-9a51-6f0f3f3f0d7e"


class Sale(StrictForm):
    amount = AmountField()
    seat = WholeNumberField(at_least=1, at_most=10, required=False)
    key = RequestKeyField()


def sale(text: str, room: Room = DOLLARS) -> Sale:
    return Sale(QueryDict(text), room=room)


@pytest.mark.parametrize(
    ("text", "room", "minor"),
    [("250", DOLLARS, 25000), ("250.00", DOLLARS, 25000), (" 250 ", DOLLARS, 25000), ("15", YEN, 15)],
)
def test_an_amount_becomes_minor_units_of_the_rooms_currency(text: str, room: Room, minor: int) -> None:
    form = sale(f"amount={text}&key={KEY}", room)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["amount"] == minor


@pytest.mark.parametrize(
    "text", ["0", "-5", "1_000", "１００", "100\u00a0", "1 00", "1e3", "NaN", "2.50", "", "9" * 30]
)
def test_an_amount_that_cannot_be_paid_in_chips_is_refused_beside_its_field(text: str) -> None:
    form = sale(QueryDict(mutable=True).urlencode() + f"amount={text}&key={KEY}")
    assert not form.is_valid()
    assert list(form.errors) == ["amount"]


def test_the_least_amount_is_told_in_chips_of_the_room() -> None:
    assert "at least 1." in str(sale(f"amount=0&key={KEY}").errors)


def test_a_field_that_came_twice_refuses_the_form() -> None:
    form = sale(f"amount=1&amount=900&key={KEY}")
    assert not form.is_valid()
    assert "more than once" in str(form.non_field_errors())


def test_a_field_of_many_values_may_come_many_times() -> None:
    class Many(StrictForm):
        seats = forms.MultipleChoiceField(choices=[("1", "1"), ("2", "2")])

    assert Many(QueryDict("seats=1&seats=2"), room=DOLLARS).is_valid()


def test_what_the_form_shows_is_what_it_reads_back() -> None:
    shown = str(Sale(room=DOLLARS, initial={"amount": 1250_00})["amount"])
    assert 'value="1250"' in shown


def test_a_refused_form_shows_what_was_typed() -> None:
    assert 'value="12,50"' in str(sale(f"amount=12,50&key={KEY}")["amount"])


def test_each_showing_of_a_form_has_a_key_of_its_own() -> None:
    first, second = Sale(room=DOLLARS)["key"].value(), Sale(room=DOLLARS)["key"].value()
    assert first != second
    assert str(uuid.UUID(first)) == first


@pytest.mark.parametrize("key", ["", "x", "1", "../../etc", KEY + "0"])
def test_a_form_without_a_readable_key_is_refused(key: str) -> None:
    refused = sale(f"amount=5&key={key}")
    assert refused.errors == {"__all__": ["This page is incomplete. Reload it and enter it again."]}


@pytest.mark.parametrize("text", ["0", "11", "01", "1_0", "+1", "1.0", "３", "x", "1" * 30])
def test_a_seat_is_plain_digits_within_its_bounds(text: str) -> None:
    form = Sale({"amount": "5", "seat": text, "key": KEY}, room=DOLLARS)
    assert "seat" in form.errors


def test_an_id_beyond_the_column_is_refused_not_passed_on() -> None:
    class Row(StrictForm):
        row = IdField()

    assert Row({"row": str(2**63 - 1)}, room=DOLLARS).is_valid()
    assert not Row({"row": str(2**63)}, room=DOLLARS).is_valid()
    assert not Row({"row": "0"}, room=DOLLARS).is_valid()


class Note(StrictForm):
    line = TextField(max_length=40)
    lines = TextField(max_length=40, lines=3, required=False)


def note(**facts: Any) -> Note:
    return Note(facts, room=DOLLARS)


def test_words_are_kept_composed_and_otherwise_as_they_are() -> None:
    decomposed = unicodedata.normalize("NFD", "Zoë <b>&'\"")
    form = note(line=decomposed, lines="one\r\ntwo")
    assert form.is_valid(), form.errors
    assert form.cleaned_data == {"line": "Zoë <b>&'\"", "lines": "one\ntwo"}


@pytest.mark.parametrize("text", ["a\tb", "a\x07b", "a\nb", "a\x7fb", "a\x85b"])
def test_control_characters_are_refused_in_a_line(text: str) -> None:
    assert "line" in note(line=text).errors


def test_an_amount_field_needs_a_room_to_count_in() -> None:
    class Roomless(forms.Form):
        amount = AmountField()

    with pytest.raises(TypeError, match="StrictForm"):
        Roomless({"amount": "5"}).is_valid()
