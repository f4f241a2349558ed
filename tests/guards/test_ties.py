"""Two things of one instant have an order: whoever sorts by a time says by which id a tie is broken."""

import ast
from collections.abc import Iterator

from django.apps import apps
from django.db.models import DateField, Field, Model

from tests.support.source import PACKAGES, Module, modules, where

BREAKS_TIES = ("pk", "id", "number", "seat", "version")
"""The fields that differ between two rows of one list: ids, and the numbers that a list or a hand counts."""
ONLY_TIMES = {"values_list", "values"}
"""After these a tie is between two equal values."""


def is_time(name: str) -> bool:
    return name.lstrip("-").endswith(("_at", "_on", "_since")) or name.lstrip("-") in ("at", "out_since")


def untied(names: list[str]) -> bool:
    """Whether a time stands in this order and nothing behind it breaks a tie."""
    times = [place for place, name in enumerate(names) if is_time(name)]
    return bool(times) and not any(name.lstrip("-").split("__")[-1] in BREAKS_TIES for name in names[times[-1] + 1 :])


def words_of(call: ast.Call) -> list[str]:
    """The texts that a call is given."""
    return [node.value for each in call.args for node in ast.walk(each) if isinstance(node, ast.Constant)]


def ordering_calls(module: Module) -> Iterator[ast.Call]:
    """The calls that bring rows in an order, or take the first or last of one."""
    wrapped = {id(call.func.value) for call in module.calls() if _takes_values(call)}
    for call in module.calls():
        named = isinstance(call.func, ast.Attribute) and call.func.attr in ("order_by", "latest", "earliest")
        if named and id(call) not in wrapped:
            yield call


def _takes_values(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in ONLY_TIMES


def test_every_order_by_time_says_who_comes_first_in_a_tie() -> None:
    calls = [(module, call) for module in modules() for call in ordering_calls(module)]
    assert len(calls) > 100
    faults = [where(module, call) for module, call in calls if untied(words_of(call))]
    assert faults == [], "end the order with pk"


def test_every_models_own_order_does_too() -> None:
    ours = [model for model in apps.get_models() if model.__module__.split(".")[0] in PACKAGES]
    assert len(ours) > 30
    assert [model.__name__ for model in ours if untied(times_in(model))] == [], "end its ordering with pk"


def times_in(model: type[Model]) -> list[str]:
    """The order of a model, its times named as such."""
    fields = {field.name: field for field in model._meta.get_fields() if isinstance(field, Field)}
    return [
        f"{name}_at" if isinstance(fields.get(name.lstrip("-")), DateField) and not is_time(name) else name
        for name in map(str, model._meta.ordering)
    ]
