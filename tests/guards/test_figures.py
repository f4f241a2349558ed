"""No test asks with bare digits whether something is absent: a key or a time of day answers by chance."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.source import ROOT

FIGURE = re.compile(r"[−$€-]?\d[\d.,]*")


def _is_figure(node: ast.expr) -> bool:
    value = node.value if isinstance(node, ast.Constant) else None
    text = value.decode() if isinstance(value, bytes) else value
    return isinstance(text, str) and FIGURE.fullmatch(text) is not None


def _is_amount(node: ast.expr) -> bool:
    """`room.money(…)`, which writes an amount."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "money"


def asked_by_chance(source: str) -> Iterator[int]:
    """The lines that say of a figure or an amount that it is "not in" something."""
    for node in ast.walk(ast.parse(source)):
        absent = isinstance(node, ast.Compare) and any(isinstance(each, ast.NotIn) for each in node.ops)
        if absent and (_is_figure(node.left) or _is_amount(node.left)):
            yield node.lineno


def test_absent_figures_are_asked_for_as_figures() -> None:
    """`assert not tells(page, "391")`, of tests/support/figures.py."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line in asked_by_chance(path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    "line", ["'391' not in page", "b'1001' not in first", "'$6' not in page", "room.money(6) not in a"]
)
def test_the_guard_knows_such_a_line(line: str) -> None:
    assert list(asked_by_chance(f"assert {line}")) == [1]
    assert list(asked_by_chance("assert '391 held' not in page")) == []
