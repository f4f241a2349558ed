"""The table of acts is whole: whatever makes, moves or forgives money after the fact, or changes a right or a rule."""

import ast
import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import NoReverseMatch, resolve, reverse
from django.utils.module_loading import import_string

from cage.services import stock_vault
from config.staff.roles import ROLES
from players import four_eyes
from players.acts.row import Row
from players.four_eyes import ACTS
from players.table_of_acts import TABLE_OF_ACTS
from tests.support.desk import OPENING, Desk, key, open_desk, open_desk_now, person
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.source import last_name, modules
from tests.support.words import text

ROWS = [row for rows in TABLE_OF_ACTS.values() for row in rows]
PLAIN: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("plain_services.toml").read_text())
"""The services that are no such act, by what they do instead."""


def services() -> Iterator[str]:
    """Every public function of the product that writes: it opens a transaction, or leaves an audit event."""
    for module in modules():
        if "management" in module.parts or "commands" in module.parts:
            continue
        name = module.name.removesuffix(".py").replace("/", ".")
        for function in module.tree.body:
            if isinstance(function, ast.FunctionDef) and not function.name.startswith("_") and _writes(function):
                yield f"{name}.{function.name}"


def _writes(function: ast.FunctionDef) -> bool:
    atomic = any("atomic" in ast.unparse(each) for each in function.decorator_list)
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return atomic or any(ast.unparse(call.func) in ("record", "audit.record") for call in calls)


def test_every_service_that_writes_is_an_act_or_is_known_to_be_none() -> None:
    listed = {service for row in ROWS for service in row.services}
    plain = [service for names in PLAIN.values() for service in names]
    found = set(services())
    assert len(found) > 100
    assert found - listed - set(plain) == set(), "say what they are: in players.table_of_acts, or plain_services.toml"
    assert (listed | set(plain)) - found == set()
    assert not listed & set(plain)
    assert len(plain) == len(set(plain))


def test_every_act_of_two_is_in_the_table() -> None:
    assert {row.act.code for row in ROWS if row.act} == set(ACTS)


def _named(row: Row) -> str:
    return row.name


@pytest.mark.parametrize("row", ROWS, ids=_named)
class TestRow:
    def test_who_may_is_who_the_pages_let_in(self, row: Row) -> None:
        for name in row.addresses:
            assert _permission(name) == row.who, name

    def test_a_second_person_can_be_named_where_one_is_needed(self, row: Row) -> None:
        for service in row.services:
            parameters = inspect.signature(import_string(service)).parameters
            assert (row.second_is in parameters) == (row.second != "never"), service

    def test_the_pin_is_asked_again_where_it_says_so(self, row: Row) -> None:
        for name in row.addresses:
            assert _asks_pin(name) == row.asks_pin, name

    def test_somebody_may_do_it(self, row: Row) -> None:
        assert any(row.who in role.permissions for role in ROLES.values())


@pytest.mark.parametrize("row", [row for row in ROWS if row.act], ids=_named)
@pytest.mark.django_db
def test_nobody_does_alone_what_two_do(row: Row) -> None:
    """As the table says: never alone, or up to what the house posted, all acts of the day together."""
    desk, act = open_desk(), row.act
    assert act
    by, second = person(desk.room, "manager"), _second_for(desk, act)
    facts: dict[str, Any] = {"room": desk.room, "session": desk.session, "by": by, "at": desk.at()}
    limit = four_eyes.limit_for(desk.room, desk.session)
    alone = 1_00 if row.second == "always" else limit + 1_00
    refused("second_needed", lambda: four_eyes.approve(act, amount=alone, second=None, key=key(), **facts))
    if row.second == "limit":
        assert four_eyes.approve(act, amount=limit, second=None, key=key(), **facts).why_second == ""
        refused("second_needed", lambda: four_eyes.approve(act, amount=1, second=None, key=key(), **facts))
    assert four_eyes.approve(act, amount=alone, second=second, key=key(), **facts).second == second


def _second_for(desk: Desk, act: four_eyes.Act) -> Any:
    role = next(code for code, role in ROLES.items() if act.second_may in role.permissions)
    return person(desk.room, role)


@pytest.mark.django_db
def test_the_page_shows_every_act_and_what_was_done_today() -> None:
    desk = open_desk_now()
    stock_vault(room=desk.room, chips=100_00, cash=0, key=key(), reason="delivery", **desk.at_the_vault())
    shown = text(signed_in(desk.manager).get(reverse("acts")))
    for row in ROWS:
        assert row.name.lower() in shown.lower()
        assert row.second_in_words in shown
    assert f"confirmed by {desk.cashier}" in shown


def _permission(name: str) -> Any:
    stated = resolve(_address(name)).func.permission  # type: ignore[attr-defined]
    return stated["post"] if isinstance(stated, dict) else stated


def _address(name: str) -> str:
    """An address of that name, whatever ids it takes."""
    for kwargs in _GUESSES:
        try:
            return reverse(name, kwargs=kwargs)
        except NoReverseMatch:
            continue
    raise AssertionError(f"no address is called {name}")


_IDS = (
    "player_id",
    "dealer_id",
    "table_id",
    "hand_id",
    "dispute_id",
    "debt_id",
    "session_id",
    "user_id",
    "exception_id",
    "investigation_id",
    "alarm_id",
    "drawer_id",
    "count_id",
    "number",
    "buy_in_id",
    "cash_out_id",
    "award_id",
    "pool_id",
    "deposit_id",
    "share_id",
    "hold_id",
    "slip_id",
    "pull_id",
    "taking_id",
    "hanging_id",
    "hook_id",
    "entry_id",
)
_GUESSES: list[dict[str, Any]] = [
    {},
    {"day": OPENING.date()},
    *({each: 1} for each in _IDS),
    {"player_id": 1, "ban_id": 1},
    {"player_id": 1, "separation_id": 1},
    {"player_id": 1, "employment_id": 1},
]


def _asks_pin(name: str) -> bool:
    """Whether the view, or what it hands on to in its module, is behind the PIN."""
    view = inspect.unwrap(resolve(_address(name)).func)
    module = next(each for each in modules() if each.path == Path(inspect.getfile(view)))
    functions = {each.name: each for each in module.functions()}
    called = {last_name(call.func) for call in ast.walk(functions[view.__name__]) if isinstance(call, ast.Call)}
    return any(
        any(last_name(mark) == "reauthenticated" for mark in functions[each].decorator_list)
        for each in {view.__name__, *called} & set(functions)
    )
