"""No input becomes a pattern: every regular expression of the product is made of constants of its code."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.source import ROOT, Module, last_name, modules, where

OF_RE = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
VALIDATORS = {"RegexValidator", "RegexField", "re_path"}
OWN_SCRIPTS = sorted(file for file in (ROOT / "static").glob("*.js") if "min" not in file.name)
PATTERN_OF_VALUE = re.compile(r"(?:~\*?|similar to|regexp_\w+\([^)]*,)\s*%", re.IGNORECASE)
"""Lookups that ask PostgreSQL to read a value as a pattern."""


def patterns(module: Module) -> Iterator[ast.expr]:
    """Whatever is read as a regular expression: by `re`, by a validator, by a look-up of the database."""
    for call in module.calls():
        name = last_name(call.func)
        of_re = isinstance(call.func, ast.Attribute) and last_name(call.func.value) == "re" and name in OF_RE
        if (of_re or name in VALIDATORS) and call.args:
            yield call.args[0]
        yield from (word.value for word in call.keywords if (word.arg or "").endswith(("regex", "iregex")))


def made_of_values(module: Module) -> Iterator[ast.AST]:
    """Those that are not made of constants alone."""
    return (pattern for pattern in patterns(module) if not is_constant(pattern))


def is_constant(node: ast.expr) -> bool:
    """Whether it is a constant, or put together of constants: those have names in capital letters."""
    if isinstance(node, ast.JoinedStr):
        return all(is_constant(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return is_constant(node.value)
    if isinstance(node, ast.BinOp):
        return is_constant(node.left) and is_constant(node.right)
    return isinstance(node, ast.Constant) or last_name(node).lstrip("_").isupper()


def asking_the_database(module: Module) -> Iterator[ast.AST]:
    """Statements in which PostgreSQL reads a value as a pattern."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and PATTERN_OF_VALUE.search(node.value):
            yield node


def parsed(source: str) -> Module:
    return Module(ROOT / "players" / "views.py", ast.parse(source))


def test_no_pattern_is_made_of_a_value() -> None:
    assert sum(len(list(patterns(module))) for module in modules()) >= 40
    assert [where(module, node) for module in modules() for node in made_of_values(module)] == []
    assert [where(module, node) for module in modules() for node in asking_the_database(module)] == []


def test_no_script_makes_one() -> None:
    assert len(OWN_SCRIPTS) >= 3
    assert [file.name for file in OWN_SCRIPTS if "RegExp(" in file.read_text()] == []


@pytest.mark.parametrize(
    "source",
    [
        "re.compile(typed)", "re.search(f'^{typed}$', text)", "re.sub('a' + typed, '', text)", "re.split(row.words, x)",
        "Player.objects.filter(name__iregex=typed)", "RegexValidator(typed)",
    ],
)  # fmt: skip
def test_a_pattern_of_a_value_would_be_found(source: str) -> None:
    assert list(made_of_values(parsed(source)))


def test_a_statement_with_one_would_be_found() -> None:
    assert list(asking_the_database(parsed("cursor.execute('select 1 from t where name ~* %s', [typed])")))
    assert not list(asking_the_database(parsed("cursor.execute('select name like %s', [typed])")))
