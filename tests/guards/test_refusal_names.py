"""Refusal helpers named by what they do: `why_not_…` returns the reason, `refuse_…` and `require_…` raise it."""

import ast
from collections.abc import Iterator

from tests.support.source import Module, modules, where

RAISING = ("refuse", "require")
NOTHING = {"None", "NoReturn"}


def named(module: Module, *words: str) -> Iterator[ast.FunctionDef]:
    """The module's functions whose names begin with one of the words."""
    for function in module.functions():
        name = function.name.lstrip("_")
        if any(name == word or name.startswith(f"{word}_") for word in words):
            yield function


def answer(function: ast.FunctionDef) -> str:
    """The annotation of what the function returns."""
    return ast.unparse(function.returns) if function.returns else ""


def test_what_refuses_or_requires_raises_and_returns_nothing() -> None:
    found = [(module, each) for module in modules() for each in named(module, *RAISING)]
    assert len(found) > 60
    assert [where(module, each) for module, each in found if answer(each) not in NOTHING] == []


def test_why_not_returns_the_reason() -> None:
    found = [(module, each) for module in modules() for each in named(module, "why_not")]
    assert len(found) > 40
    assert [where(module, each) for module, each in found if answer(each) in NOTHING | {""}] == []
