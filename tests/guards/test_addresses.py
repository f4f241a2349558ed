"""The rights that each address asks for, held to a table that people wrote; and no address takes a post without its
token."""

import ast
import tomllib
from pathlib import Path
from typing import Any

from django.test import Client, RequestFactory

from config.staff.roles import ROLES, Permission
from config.web.views import Access
from tests.support.house import furnished_house
from tests.support.people import a_person
from tests.support.routes import Route, routes, tried
from tests.support.source import Module, modules, where

TABLE = Path(__file__).with_name("addresses.toml")
TAKEN_BY_NOBODY = "-"
FEWEST = 150
"""The product has at least so many addresses; fewer means that the walk looks at nothing."""
HOW_TO_MEND = (
    "Who may do what is written down in tests/guards/addresses.toml, and the view says it again. Where the view is"
    ' right, write its line there, in the order of the alphabet: "the/address/" = "permission", or'
    ' { get = "permission", post = "permission" } where they differ, with "-" for what answers 405.'
)


# --------------------------------------------------------------------------------------------------- who may come


def test_every_address_asks_for_what_the_table_says() -> None:
    written = {address: _by_method(line) for address, line in _table().items()}
    found = {str(route): _asked(route) for route in routes()}
    assert len(found) >= FEWEST
    differing = {
        address: {"written": written.get(address), "found": found.get(address)}
        for address in sorted(written.keys() | found.keys())
        if written.get(address) != found.get(address)
    }
    assert not differing, HOW_TO_MEND


def test_the_table_is_in_order_and_names_permissions() -> None:
    assert list(_table()) == sorted(_table()), HOW_TO_MEND
    words = {word for line in _table().values() for word in _by_method(line).values()}
    assert words <= {*map(str, Permission), str(Access.SIGNED_IN), "everyone", TAKEN_BY_NOBODY}


def _table() -> dict[str, Any]:
    return tomllib.loads(TABLE.read_text())


def _by_method(line: str | dict[str, str]) -> dict[str, str]:
    return {"get": line, "post": line} if isinstance(line, str) else line


def _asked(route: Route) -> dict[str, str]:
    """The rights that the address asks for by GET and by POST; what it answers with 405 is taken by nobody."""
    return {
        method: _word(route.permission(method)) if _takes(route, method) else TAKEN_BY_NOBODY
        for method in ("get", "post")
    }


def _takes(route: Route, method: str) -> bool:
    """Whether the view looks at a request with this method: one without person and room breaks it then."""
    if route.is_api:
        return hasattr(route.view.cls, method)
    try:
        return route.view(RequestFactory().generic(method.upper(), "/")).status_code != 405
    except Exception:
        return True


def _word(stated: Any) -> str:
    return "everyone" if stated is None else str(stated)


# ----------------------------------------------------------------------------------------------------- the token


def test_nothing_is_taken_from_a_session_without_the_token_of_its_form(db: None) -> None:
    house = furnished_house()
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.force_login(a_person(house.room, *ROLES), backend="config.staff.backends.StaffBackend")
    answers = {str(route): tried(browser, "post", route, house.samples).status_code for route in routes()}
    assert len(answers) >= FEWEST
    assert {address: status for address, status in answers.items() if status != 403} == {}


def test_no_view_of_a_page_is_exempt() -> None:
    exempt = {str(route) for route in routes() if getattr(route.view, "csrf_exempt", False)}
    assert exempt == {str(route) for route in routes() if route.is_api}  # theirs asks sessions for it, never tokens


def exempting(module: Module) -> list[ast.AST]:
    """Every place that names `csrf_exempt`, as a decorator, an attribute or an import."""
    return [
        node
        for node in ast.walk(module.tree)
        if "csrf_exempt" in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", ""))
    ]


def test_no_code_of_ours_exempts_a_view() -> None:
    assert [where(module, node) for module in modules() for node in exempting(module)] == []
    planted = "from django.views.decorators.csrf import csrf_exempt\n@csrf_exempt\ndef pin(request): ..."
    assert len(exempting(Module(Path("players/views.py"), ast.parse(planted)))) == 2
