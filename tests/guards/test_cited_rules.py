"""Whatever refuses by a rule leads to the page of that rule: read out of the product's own source."""

import ast
from collections.abc import Iterator

import pytest

from config.web.templatetags.ui import rule_address
from rules.book.citations import sources
from rules.text.rules_of_floor import FLOOR
from tests.support.source import ROOT, Module, last_name, modules, where

REFUSALS = {"DomainError", "Malformed"}
FROM_THE_ENGINE = {"tables/plaque_checks.py", "tables/services/reposting.py"}
"""The files where a violation of the engine becomes a refusal: its code is one of the engine's rules."""


def citing(module: Module) -> Iterator[ast.Call]:
    """The refusals that name a rule or its source."""
    for call in module.calls():
        if last_name(call.func) in REFUSALS and {"rule", "citation"} & {keyword.arg for keyword in call.keywords}:
            yield call


def texts(module: Module, node: ast.expr) -> set[str]:
    """The texts that an expression may be, as far as the module says it: its own text, or every text its name is
    given."""
    if isinstance(node, ast.Name):
        given = [each for each in ast.walk(module.tree) if isinstance(each, ast.Assign | ast.AnnAssign)]
        values = [each.value for each in given if node.id in _names(each) and each.value is not None]
        return {text for value in values for text in texts(module, value)}
    if isinstance(node, ast.IfExp):
        return texts(module, node.body) | texts(module, node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _names(assignment: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = assignment.targets if isinstance(assignment, ast.Assign) else [assignment.target]
    return {last_name(target) for target in targets}


def keyword(call: ast.Call, name: str) -> ast.expr:
    """The argument of that name; an empty text where there is none."""
    return next((each.value for each in call.keywords if each.arg == name), ast.Constant(""))


CITING = [(module, call) for module in modules() for call in citing(module) if module.name not in FROM_THE_ENGINE]


def test_the_scan_finds_the_refusals_that_cite() -> None:
    assert len(CITING) >= 18
    assert {module.name.split("/")[0] for module, _ in CITING} == {"tables", "players", "games", "disputes"}
    found = Module(ROOT / "players" / "x.py", ast.parse("C = 'a'\nraise DomainError(C, 'No.', citation='004:L1')"))
    assert [texts(found, call.args[0]) for call in citing(found)] == [{"a"}]


@pytest.mark.parametrize(("module", "call"), CITING, ids=lambda each: getattr(each, "name", ""))
def test_a_refusal_that_cites_a_rule_has_its_page(module: Module, call: ast.Call) -> None:
    codes = texts(module, call.args[0])
    assert codes, f"{where(module, call)}: its code can't be read"
    assert all(rule_address(code) for code in codes), f"{where(module, call)}: {codes} has no page under /rules/"


@pytest.mark.parametrize(("module", "call"), CITING, ids=lambda each: getattr(each, "name", ""))
def test_its_sentence_and_its_source_are_those_of_the_page(module: Module, call: ast.Call) -> None:
    (*codes,) = texts(module, call.args[0])
    for sentence in texts(module, keyword(call, "rule")) - {""}:
        assert all(FLOOR[code].rule.sentence == sentence for code in codes), where(module, call)
    for citation in texts(module, keyword(call, "citation")) - {""}:
        assert sources(citation), where(module, call)


def test_nothing_refuses_in_vain_by_a_rule_of_the_floor() -> None:
    refused_by = {code for module, call in CITING for code in texts(module, call.args[0])}
    engine = {module.name: module for module in modules()}
    signs = [call for name in FROM_THE_ENGINE for call in citing(engine[name])]
    refused_by |= {code for name in FROM_THE_ENGINE for call in signs for code in texts(engine[name], call.args[0])}
    assert FLOOR.keys() <= refused_by
