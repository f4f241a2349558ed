"""What the engine says in amounts, it says in the room's money: whoever asks it passes that on.

Its functions write hundredths where nobody says otherwise, as the rulebooks do; no page or refusal of a room may.
"""

import ast
from collections.abc import Iterator

from tests.support.source import Module, modules

METHODS = {"describe", "short_name"}
"""Those of them that are asked of a value, not by a name that is imported."""
NO_WORDS = {
    "games/services/superseding.py: why_not_other_kill": "asked whether, not why",
    "tables/starts.py: check_plaque": "asked whether, not why",
    "tables/selectors/approved.py: check_plaque": "asked whether, not why",
    "rake/lab/judging.py: check_schedule": "asked whether, not why",
    "rake/lab/optimum.py: take": "its sums are read, not its steps",
    "games/selectors/tables.py: never_owed": "asked whether, not why",
    "games/services/bookings.py: never_owed": "asked whether, not why: beside it is a call that says why",
    "games/selectors/worked.py: tell": "an example, in the rulebooks' own money",
}
"""Calls whose words nobody reads, or not in a room's money, each with why."""


def test_whoever_has_the_engine_speak_says_in_which_money() -> None:
    speaking = dict(_speaking())
    assert {"check_plaque", "why_not_buy_in", "kill_sentence", "tell", "Hand", *METHODS} <= speaking.keys()
    wordless = {f"{module.name}: {name}" for module in _asking() for name in _without_money(module, speaking)}
    assert sorted(wordless - NO_WORDS.keys()) == []
    assert sorted(NO_WORDS.keys() - wordless) == [], "it passes money by now"


def _asking() -> Iterator[Module]:
    return (module for module in modules() if not module.name.startswith("rules/"))


def _speaking() -> Iterator[tuple[str, int]]:
    """Functions and classes of the engine that take `money` and have a default for it, each with its place."""
    for module in modules():
        if module.name.startswith("rules/"):
            for node in ast.walk(module.tree):
                if isinstance(node, ast.ClassDef):
                    made = [_place(each) for each in node.body if getattr(each, "name", "") == "__init__"]
                    yield from ((node.name, place) for place in made if place is not None)
                elif isinstance(node, ast.FunctionDef) and (place := _place(node)) is not None:
                    yield node.name, place


def _place(node: ast.AST) -> int | None:
    """The place of a function's `money` among what is passed, where it has a default; None where it hasn't."""
    if not isinstance(node, ast.FunctionDef):
        return None
    names = [each.arg for each in node.args.args if each.arg not in ("self", "cls")]
    keywords = dict(zip((each.arg for each in node.args.kwonlyargs), node.args.kw_defaults, strict=True))
    if keywords.get("money") is not None:
        return len(names) + 1
    defaulted = names[len(names) - len(node.args.defaults) :] if node.args.defaults else []
    return names.index("money") if "money" in defaulted else None


def _without_money(module: Module, speaking: dict[str, int]) -> Iterator[str]:
    imported = {
        name.asname or name.name: name.name
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rules.")
        for name in node.names
    }
    for call in module.calls():
        name = imported.get(call.func.id, "") if isinstance(call.func, ast.Name) else _method(call.func)
        if name in speaking and not _passes(call, speaking[name]):
            yield name


def _method(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) and called.attr in METHODS else ""


def _passes(call: ast.Call, place: int) -> bool:
    return len(call.args) > place or any(keyword.arg in ("money", None) for keyword in call.keywords)
