"""A field that a limit can ask for says when: "optional" beside it was read by people who were then refused."""

from collections.abc import Callable, Iterator

import pytest
from django import forms

from cage.forms.voids import VoidForm
from cage.forms.window import BuyInForm, CashOutForm
from config.rooms.forms import SettingsForm
from config.staff.forms import DisableForm, RoleForm, SecondPersonForm, TokenForm
from disputes.forms import RulingForm
from games.forms import RecordForm, TickCorrectionForm
from players.forms.counts import CountedForm
from players.forms.desk import CountForm, GiveBackForm, LeaveForm, MoveForm, SeatForm
from players.forms.identity import DecideForm, SecondForm
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk

pytestmark = pytest.mark.django_db
ASKED_BY_A_LIMIT = ("badge", "pin", "count_reason", "count_words", "past_list")
SHOWN: dict[str, Callable[[Desk], forms.Form]] = {
    **{each.__name__: lambda desk, form=each: form(room=desk.room) for each in (
        LeaveForm, CountForm, MoveForm, SeatForm, RecordForm, DisableForm, RoleForm, TokenForm, SecondForm, CountedForm,
        SecondPersonForm, VoidForm,
    )},
    "GiveBackForm": lambda desk: GiveBackForm(room=desk.room, seats=[]),
    "TickCorrectionForm": lambda desk: TickCorrectionForm(room=desk.room, with_kill=False),
    "BuyInForm": lambda desk: BuyInForm(room=desk.room, drawers=[desk.drawer]),
    "CashOutForm": lambda desk: CashOutForm(room=desk.room, drawers=[desk.drawer], asks_late=True),
}  # fmt: skip


@arranged
def desk() -> Desk:
    return open_desk()


def left_open(form: forms.Form) -> Iterator[tuple[str, object]]:
    """What stands beside each field of the form that a limit can ask for."""
    for name in ASKED_BY_A_LIMIT:
        field = form.fields.get(name)
        if field and not field.required:
            yield name, getattr(field, "needed", "optional")


@pytest.mark.parametrize("name", list(SHOWN))
def test_a_field_that_a_limit_asks_for_says_when_it_is_needed(desk: Desk, name: str) -> None:
    said = dict(left_open(SHOWN[name](desk)))
    assert said
    assert all(str(words).startswith("needed ") for words in said.values()), said


def test_forms_that_are_no_second_person_s_say_it_too() -> None:
    for form in (RulingForm, DecideForm, SettingsForm):
        assert str(form.base_fields["badge"].needed).startswith("needed "), form
