"""A refusal is shown with the form that it is of: beside the field that it names, or above all of them."""

import pytest
from django.forms import CharField, Form

from config.errors import DomainError
from config.web.views import show_refusal


class TwoFields(Form):
    amount = CharField(required=False)
    what = CharField(required=False)


@pytest.mark.parametrize(("named", "beside"), [("amount", "amount"), (None, None), ("points", None)])
def test_a_field_that_the_form_lacks_hides_no_refusal(named: str | None, beside: str | None) -> None:
    """Pages show a refusal above the fields where it names none."""
    form = TwoFields({})
    assert form.is_valid()
    show_refusal(form, DomainError("points_short", "Tess has 0 points.", field=named))
    assert form.refusal.field == beside  # type: ignore[attr-defined]
    assert form.errors == {beside or "__all__": ["Tess has 0 points."]}
