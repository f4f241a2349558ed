"""New constraints and indexes are noted on the rendered models of a migration: none is rendered anew."""

import pytest
from django.db import models
from django.db.migrations.operations import AddConstraint, AddIndex
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from config.audit.management.commands.migrate import constraints_added_in_place

POSITIVE = models.CheckConstraint(condition=models.Q(amount__gt=0), name="slip_amount_positive")
FOUND = models.Index(fields=["amount"], name="slip_by_amount")
OPERATIONS: list[tuple[str, Operation, models.BaseConstraint | models.Index]] = [
    ("constraints", AddConstraint("slip", POSITIVE), POSITIVE),
    ("indexes", AddIndex("slip", FOUND), FOUND),
]


@pytest.fixture
def state() -> ProjectState:
    """Two models, of which one names the other."""
    found = ProjectState()
    found.add_model(ModelState("till", "Drawer", [("id", models.AutoField(primary_key=True))]))
    drawer = models.ForeignKey("till.Drawer", models.CASCADE)
    fields = [("id", models.AutoField(primary_key=True)), ("amount", models.IntegerField()), ("drawer", drawer)]
    found.add_model(ModelState("till", "Slip", fields))
    return found


@pytest.mark.parametrize(("option", "operation", "added"), OPERATIONS)
def test_no_model_is_rendered_anew_and_each_knows_what_it_has(
    state: ProjectState, option: str, operation: Operation, added: object
) -> None:
    drawer, slip = (state.apps.get_model("till", name) for name in ("Drawer", "Slip"))
    with constraints_added_in_place():
        operation.state_forwards("till", state)
    assert (state.apps.get_model("till", "Drawer"), state.apps.get_model("till", "Slip")) == (drawer, slip)
    assert getattr(slip._meta, option) == [added]
    assert state.models["till", "slip"].options[option] == [added]


def test_a_state_that_nobody_rendered_is_not_rendered_for_it(state: ProjectState) -> None:
    with constraints_added_in_place():
        AddConstraint("slip", POSITIVE).state_forwards("till", state)
    assert "apps" not in vars(state)
    assert state.apps.get_model("till", "Slip")._meta.constraints == [POSITIVE]


def test_elsewhere_django_does_as_it_does(state: ProjectState) -> None:
    slip = state.apps.get_model("till", "Slip")
    usual = vars(ProjectState)["_append_option"]
    with pytest.raises(ValueError, match="stopped"), constraints_added_in_place():
        raise ValueError("stopped")
    assert vars(ProjectState)["_append_option"] is usual
    AddConstraint("slip", POSITIVE).state_forwards("till", state)
    assert state.apps.get_model("till", "Slip") is not slip
