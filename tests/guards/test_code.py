"""Rules of how code is written here, held by reading it: who writes, what is marked safe, how SQL is made, who moves
chips."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.source import PACKAGES, ROOT, Module, last_name, modules, readers, service_modules, where

WRITES = {"save", "create", "delete", "bulk_create", "bulk_update", "get_or_create", "update_or_create", "aupdate"}
COPIES = {"copy_in", "add_rows"}
"""Functions that write rows by COPY (config.copying), named as they are imported."""
SQL_WITH_NAMES_OF_OURS = {"config/audit/database.py"}
"""The file where the name of a table of ours, which stands in the code, is put into a statement."""
ENTERED = {"act", "name_cards", "undo", "change_deal"}
"""Taps on a draft: nothing is booked by them, and the hand that is recorded or abandoned keeps every one."""
LEDGER = {"players/ledger/many.py", "players/ledger/posting.py"}
"""The only code that adds a Transfer."""

Fault = Callable[[Module], Iterator[ast.AST]]


def faults(found_by: Fault, looked_at: tuple[Module, ...]) -> list[str]:
    return [where(module, node) for module in looked_at for node in found_by(module)]


def parsed(source: str) -> Module:
    return Module(ROOT / "players" / "views.py", ast.parse(source))


# ------------------------------------------------------------------------------------------------------- writing


def writing(module: Module) -> Iterator[ast.AST]:
    """Calls that write rows; `update` is one where it takes keywords alone, as a queryset's does."""
    for call in module.calls():
        name = last_name(call.func)
        is_queryset_update = name == "update" and bool(call.keywords) and not call.args
        if name in COPIES or (isinstance(call.func, ast.Attribute) and (name in WRITES or is_queryset_update)):
            yield call


def test_views_selectors_forms_and_templates_never_write() -> None:
    assert len(readers()) >= 15
    assert not faults(writing, readers())


@pytest.mark.parametrize(
    "source",
    [
        "hand.save()",
        "Hand.objects.create(a=1)",
        "x.filter(a=1).update(b=2)",
        "x.delete()",
        "x.bulk_create([])",
        "copy_in(hands)",
        "copying.add_rows('games_hand', [], [])",
    ],
)
def test_a_write_would_be_found(source: str) -> None:
    assert list(writing(parsed(source)))


def test_a_dictionary_may_be_updated() -> None:
    assert not list(writing(parsed("facts.update({'a': 1}); facts.update(other)")))


def test_the_scan_finds_the_writes_of_the_services() -> None:
    assert len(faults(writing, service_modules())) >= 10


# ------------------------------------------------------------------------------------------------- signals, save


def hidden_logic(module: Module) -> Iterator[ast.AST]:
    """Model signals, and `save` or `delete` with a mind of its own."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("db.models.signals"):
            yield node
        if isinstance(node, ast.ImportFrom) and any(alias.name in ("pre_save", "post_save") for alias in node.names):
            yield node
        if isinstance(node, ast.FunctionDef) and node.name in ("save", "delete") and "models" in module.parts:
            yield node


def test_no_model_hides_logic_in_signals_or_save() -> None:
    assert not faults(hidden_logic, modules())
    assert list(hidden_logic(parsed("from django.db.models.signals import post_save")))


# ----------------------------------------------------------------------------------------------------- safe text


def marked_safe(module: Module) -> Iterator[ast.AST]:
    """Anything that switches escaping off."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom | ast.Import) and any("mark_safe" in alias.name for alias in node.names):
            yield node
        if isinstance(node, ast.Call) and last_name(node.func) in ("mark_safe", "csrf_exempt"):
            yield node


def test_no_text_is_marked_safe_by_hand() -> None:
    assert not faults(marked_safe, modules())
    assert list(marked_safe(parsed("from django.utils.safestring import mark_safe")))


def made_from_text(module: Module) -> Iterator[ast.AST]:
    """SafeString of anything but our own constants: of an f-string or of something that was formatted."""
    for call in module.calls():
        if last_name(call.func) == "SafeString" and call.args and isinstance(call.args[0], ast.JoinedStr | ast.BinOp):
            yield call


def test_no_safe_string_is_made_of_a_formatted_one() -> None:
    assert not faults(made_from_text, modules())
    assert list(made_from_text(parsed("SafeString(f'<b>{name}</b>')")))


# ----------------------------------------------------------------------------------------------------------- SQL


def formatted_sql(module: Module) -> Iterator[ast.AST]:
    """Statements with values put into their text."""
    for call in module.calls():
        if last_name(call.func) in ("execute", "executemany", "raw", "RawSQL", "RunSQL", "extra", "copy") and call.args:
            text = call.args[0]
            formatted = isinstance(text, ast.Call) and last_name(text.func) == "format" and not _composed(text)
            if isinstance(text, ast.JoinedStr) or (isinstance(text, ast.BinOp) and not _constant(text)) or formatted:
                yield call


def _composed(call: ast.Call) -> bool:
    """Whether it is psycopg's own `sql.SQL(...).format`, which quotes."""
    return "SQL(" in ast.unparse(call.func)


def _constant(node: ast.expr) -> bool:
    return all(isinstance(part, ast.BinOp | ast.Constant | ast.operator) for part in ast.walk(node))


def test_no_statement_is_put_together_from_values() -> None:
    looked_at = tuple(module for module in modules() if module.name not in SQL_WITH_NAMES_OF_OURS)
    assert not faults(formatted_sql, looked_at)


@pytest.mark.parametrize(
    "source",
    ["c.execute(f'select {x}')", "c.execute('select %s' % x)", "X.objects.raw('{}'.format(x))", "RawSQL(f'{x}')"],
)
def test_a_formatted_statement_would_be_found(source: str) -> None:
    assert list(formatted_sql(parsed(source)))


# ---------------------------------------------------------------------------------------------------- the ledger


def adding_transfers(module: Module) -> Iterator[ast.AST]:
    """Transfer rows made, or written past the model."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            makes = last_name(node.func) == "Transfer"
            copies = last_name(node.func) in COPIES and "players_transfer" in ast.unparse(node)
            if makes or copies or (last_name(node.func) in WRITES and "Transfer.objects" in ast.unparse(node.func)):
                yield node
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value.lower()
            if "players_transfer" in words and any(word in words for word in ("insert", "copy ", "update ", "delete ")):
                yield node


def test_only_the_ledger_moves_chips() -> None:
    elsewhere = tuple(module for module in modules() if module.name not in LEDGER)
    inside = tuple(module for module in modules() if module.name in LEDGER)
    assert not faults(adding_transfers, elsewhere)
    assert faults(adding_transfers, inside), "the scan must find what the ledger itself does"
    assert list(adding_transfers(parsed("add_rows('players_transfer', names, rows)")))


# ---------------------------------------------------------------------------------------------------- the engine


def test_the_engine_stands_on_the_standard_library_alone() -> None:
    engine = [module for module in modules() if module.name.startswith("rules/")]
    assert len(engine) >= 10
    foreign = [
        f"{module.name}: {name}"
        for module in engine
        for name in _imports(module)
        if name.split(".")[0] not in sys.stdlib_module_names and not name.startswith("rules")
    ]
    assert not foreign


@pytest.mark.parametrize("forbidden", ["random", "time", "os", "socket", "sqlite3", "secrets"])
def test_the_engine_knows_no_chance_no_clock_and_no_world(forbidden: str) -> None:
    terminal = "rules/__main__.py"  # which talks to whoever started it
    engine = [module for module in modules() if module.name.startswith("rules/") and module.name != terminal]
    assert not [module.name for module in engine if forbidden in set(_imports(module))]
    assert not [where(module, call) for module in engine for call in module.calls() if _is_clock(call)]


def _imports(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


# ------------------------------------------------------------------------------------------------------ services


def test_a_service_takes_keywords_and_is_told_who_and_when() -> None:
    acts = list(_acts())
    assert len(acts) >= 20
    assert not [where(module, act) for module, act in acts if _is_atomic(act) and act.args.args]
    assert not [where(module, act) for module, act in acts if any(map(_is_clock, ast.walk(act)))]


def test_every_service_leaves_a_trace_in_the_audit_trail() -> None:
    """Followed by name: a service records, or calls one that does, or is called by nothing but services that do."""
    bodies = {function.name: function for module in service_modules() for function in module.functions()}
    recording = {name for name, body in bodies.items() if _records(body)}
    assert len(recording) >= 10
    while grown := {name for name, body in bodies.items() if name not in recording and _called(body) & recording}:
        recording |= grown
    inner = set(recording)
    while grown := {name for helper in inner for name in _called(bodies[helper])} & bodies.keys() - inner:
        inner |= grown
    silent = [where(module, act) for module, act in _acts() if act.name not in recording | inner | ENTERED]
    assert not silent


def _acts() -> Iterator[tuple[Module, ast.FunctionDef]]:
    """The public services: functions that are told `by` whom and `at` what instant something is done."""
    for module in service_modules():
        for function in module.functions():
            told = {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}
            if {"by", "at"} <= told and not function.name.startswith("_"):
                yield module, function


def _called(function: ast.FunctionDef) -> set[str]:
    return {last_name(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}


def _records(function: ast.FunctionDef) -> bool:
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(ast.unparse(call.func) in ("audit.record", "record") for call in calls)


def _is_atomic(function: ast.FunctionDef) -> bool:
    return any("atomic" in ast.unparse(decorator) for decorator in function.decorator_list)


def _is_clock(node: ast.AST) -> bool:
    clocks = ("timezone.now", "datetime.now", "datetime.utcnow", "now", "date.today", "datetime.today")
    return isinstance(node, ast.Call) and ast.unparse(node.func) in clocks


# ----------------------------------------------------------------------------------------------------- templates

TEMPLATES = tuple(sorted((ROOT / "templates").rglob("*.html")))


@pytest.mark.parametrize(
    "forbidden",
    ["|safe", "autoescape off", "<script>", "javascript:", " onclick=", " onload=", " style=", "hx-on", "<style"],
)
def test_no_template_switches_escaping_off_or_carries_script_or_style(forbidden: str) -> None:
    assert len(TEMPLATES) >= 25
    assert not [path.name for path in TEMPLATES if forbidden in path.read_text(encoding="utf-8")]


def test_every_form_that_posts_carries_its_token() -> None:
    posting = [form for path in TEMPLATES for form in _posting_forms(path)]
    assert len(posting) >= 10
    assert not [form[:80] for form in posting if "{% csrf_token %}" not in form]


def _posting_forms(path: Path) -> Iterator[str]:
    for form in path.read_text(encoding="utf-8").split("<form")[1:]:
        body = form.split("</form>")[0]
        if 'method="post"' in body.split(">")[0]:
            yield f"{path.name}: {_with_includes(body)}"


def _with_includes(body: str) -> str:
    """The text with the templates that it includes by name behind it."""
    included = re.findall(r'{% include "([^"]+)"', body)
    return body + "".join((ROOT / "templates" / name).read_text(encoding="utf-8") for name in included)


def test_the_scans_look_at_every_package() -> None:
    assert {module.name.split("/")[0] for module in modules()} == set(PACKAGES)
