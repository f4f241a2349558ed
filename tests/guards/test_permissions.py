"""Nobody gets anywhere by accident: every address states its permission, and means it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from config.staff import reauthentication
from config.staff.models import User
from config.staff.roles import ROLES, Permission
from config.staff.services import grant_role
from config.web.views import Access
from tests.support.arranged import arranged
from tests.support.house import House, furnished_house
from tests.support.people import LONG_AGO, a_person, a_room, except_conflicts, signed_in
from tests.support.routes import Route, routes, tried

FEWEST = 60
"""The walk through the URLconf must find at least so many routes; fewer means that it looks at nothing."""
PUBLIC = {
    "healthz/", "sign-in/", "preferences/", "board/", "board/<str:token>/", "statements/<str:token>/", "policy/",
    "policy/<slug:house>/", "rules/", "rules/houses/", "rules/glossary/", "rules/games/<slug:key>/",
    "rules/house-rules/<slug:name>/", "rules/knobs/<slug:name>/", "rules/<slug:code>/",
}  # fmt: skip
"""The addresses that anyone may see: each by name, so that a new one is a decision."""
FOR_EVERYBODY_WHO_WORKS_HERE = {
    "", "sign-out/", "rooms/", "pin/", "account/", "account/password/", "account/pin/", "account/sessions/end/",
    "account/sessions/<slug:mark>/end/",
    "account/code/", "account/kept/", "account/authenticator/", "account/authenticator/replace/",
    "jobs/<uuid:job_id>/", "api/v1/schema/", "api/v1/docs/", "guides/", "guides/<slug:role>/",
}  # fmt: skip
"""The addresses that ask for no role, each by name as well."""
PAGES_OF_THE_API = {"api/v1/docs/"}
"""Addresses of the API that people read: they are led to the door, as by any page."""
HELD_TIGHTER = {"jobs/<uuid:job_id>/"}
"""Addresses for everybody who is signed in where what one may see depends on the row: who asked for the job."""


def test_every_view_states_its_permission() -> None:
    found = routes()
    assert len(found) >= FEWEST
    unstated = [str(route) for route in found if not _is_statement(route.states)]
    assert not unstated


def test_only_the_named_addresses_are_public() -> None:
    public = {str(route) for route in routes() if route.states is None}
    assert public == PUBLIC


def test_only_the_named_addresses_ask_for_no_role() -> None:
    asking_for_none = {str(route) for route in routes() if route.states is Access.SIGNED_IN}
    assert asking_for_none == FOR_EVERYBODY_WHO_WORKS_HERE


def test_a_view_without_a_statement_would_be_found() -> None:
    assert not _is_statement(Route("x/", lambda request: None).states)
    assert not _is_statement("floor.view")


# --------------------------------------------------------------------------------------------------- the auditor

ONLY_FOR_AN_ACT = {
    "cage/exchange/", "cage/new/", "hands/<int:hand_id>/void/", "players/<int:player_id>/who/",
    "reports/comps/rates/", "reports/comps/rules/",
    "table-sessions/<int:session_id>/shortfall/",
    "alarms/<int:alarm_id>/put-away/", "cage/buy-ins/<int:buy_in_id>/void/",
    "cage/drawers/<int:drawer_id>/credit/", "cage/drawers/<int:drawer_id>/fill/",
    "tables/<int:table_id>/tray/credit/", "tables/<int:table_id>/tray/fill/",
    "cage/describe/", "cage/described/<int:player_id>/name/", "cage/petty/", "cage/cash-slips/<int:slip_id>/void/",
    "cage/cash-outs/<int:cash_out_id>/void/", "cage/debts/<int:debt_id>/", "debts/<int:debt_id>/collect/",
    "cage/debts/payments/<int:entry_id>/void/",
    "debts/<int:debt_id>/write-off/", "disputes/<int:dispute_id>/amend/",
    "disputes/<int:dispute_id>/appeal/", "disputes/<int:dispute_id>/hear/",
    "disputes/<int:dispute_id>/rule/", "hands/<int:hand_id>/correct/", "hands/<int:hand_id>/dispute/",
    "hands/<int:hand_id>/pot/",
    "reports/revenue/definitions/add/",
    "house-rules/post/", "lists/<slug:key>/add/", "lists/<slug:key>/close/", "lists/new/",
    "debts/collections/<int:entry_id>/return/", "players/<int:player_id>/link/", "players/<int:player_id>/part/",
    "players/<int:player_id>/edit/", "players/new/", "sittings/<int:sitting_id>/", "sittings/<int:sitting_id>/leave/",
    "sittings/<int:sitting_id>/must-move/", "sittings/<int:sitting_id>/over/", "sittings/<int:sitting_id>/pick-up/",
    "staff/add/", "staff/bring/", "table-sessions/<int:session_id>/must-move/",
    "dealers/<int:dealer_id>/pin/", "tables/<int:table_id>/button/",
    "tables/<int:table_id>/dispute/", "tables/<int:table_id>/ticks/", "tables/<int:table_id>/notes/",
    "cage/tables/<int:table_id>/pull/", "cage/box-pulls/<int:pull_id>/count/",
    "cage/vault/count/", "cage/vault/slips/<int:number>/void/", "cage/pool-deposits/<int:deposit_id>/void/",
    "cage/bank-slips/<int:slip_id>/void/", "cage/toke-slips/<int:slip_id>/void/",
    "runner/", "runner/buy-ins/<int:buy_in_id>/void/", "runner/sittings/<int:sitting_id>/",
    "runner/table-sessions/<int:session_id>/", "runner/banks/<int:drawer_id>/credit/",
    "runner/banks/<int:drawer_id>/fill/", "runner/slips/<int:slip_id>/",
}  # fmt: skip
"""Pages that show nothing which a page for readers doesn't: they ask what to do, and are for those who may do it."""


def test_the_auditor_reads_everything_that_is_no_form_for_an_act(house: House) -> None:
    auditor, everybody = signed_in(a_person(house.room, "auditor")), signed_in(a_person(house.room, *ROLES))
    refused = {
        str(route)
        for route in routes()
        if not route.is_api and route.permission("get") is not None
        and tried(auditor, "get", route, house.samples).status_code == 403
        and tried(everybody, "get", route, house.samples).status_code == 200
    }  # fmt: skip
    assert len(refused) > 15  # the walk found something
    assert sorted(refused - ONLY_FOR_AN_ACT) == []


# ---------------------------------------------------------------------------------------------------- the matrix


@arranged
def furnished() -> House:
    """A room with one of everything that an address can name."""
    return furnished_house()


@pytest.fixture
def house(furnished: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A room with one of everything that an address can name; whoever tries the addresses has just entered their
    PIN."""
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    return furnished


def test_every_blank_of_every_address_has_a_sample(house: House) -> None:
    missing = {blank for route in routes() for blank in route.blanks()} - set(house.samples)
    assert not missing, "give tests.support.house a sample of each of these"


def test_nobody_gets_in_without_signing_in(house: House) -> None:
    client = Client(raise_request_exception=False)
    faults = []
    for route in (route for route in routes() if route.states is not None):
        for method in ("get", "post"):
            response = tried(client, method, route, house.samples)
            is_page = not route.is_api or str(route) in PAGES_OF_THE_API
            refused = _leads_to_sign_in(response) if is_page else response.status_code in (401, 403, 405)
            if not refused:
                faults.append(f"{method} {route}: {response.status_code}")
    assert not faults


@pytest.mark.parametrize("role", list(ROLES))
def test_a_role_gets_exactly_where_its_permissions_say(house: House, role: str) -> None:
    person = a_person(house.room, role)
    faults = [
        f"{method} {route} ({stated}): {response.status_code}"
        for method, route, stated, response in _everywhere(person, house.samples)
        if _wrong(response.status_code, allowed=_allows(role, stated)) and not _held_tighter(route, response)
    ]
    assert not faults


@pytest.mark.parametrize("role", list(ROLES))
def test_a_page_leads_nobody_to_where_they_may_not_go(house: House, role: str) -> None:
    """Neither a link nor the button of a form."""
    client, known, shown = signed_in(a_person(house.room, role)), {str(route): route for route in routes()}, 0
    client.raise_request_exception = False
    astray: dict[str, str] = {}
    for route in known.values():
        if route.is_api or not _allows(role, route.permission("get")):
            continue
        answer = tried(client, "get", route, house.samples)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        for method, address in _ways(answer.content.decode()):
            shown += 1
            to = known.get(_route_of(address))
            if to and (stated := to.permission(method)) is not None and not _allows(role, stated):
                astray.setdefault(f"{method} {to}", str(route))
    assert shown > 40
    assert astray == {}, "by the page that shows it"


_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
_LINK = re.compile(r'\b(href|hx-get|hx-post|formaction)="(/[^"#]*)')


def _ways(page: str) -> Iterator[tuple[str, str]]:
    """The addresses that a page leads to, each with its method: of forms those that have a button."""
    for told, within in _FORM.findall(page):
        action = re.search(r'\baction="(/[^"#]*)', told)
        if action and "<button" in within:
            yield ("post" if 'method="post"' in told else "get"), action[1]
    for name, address in _LINK.findall(page):
        yield ("post" if name in ("hx-post", "formaction") else "get"), address


def _route_of(address: str) -> str:
    try:
        return str(resolve(address.partition("?")[0]).route)
    except Resolver404:
        return ""


def test_whoever_holds_every_role_elsewhere_touches_nothing_here(house: House) -> None:
    elsewhere, stranger = a_room(), a_person()
    except_conflicts(elsewhere, ROLES)
    for role in ROLES:
        grant_role(person=stranger, room=elsewhere, role=role, by=None, at=LONG_AGO)
    stranger.forget_postings()
    of_this_room = {blank for blank in house.samples if blank not in house.of_every_room}
    faults = [
        f"{method} {route}: {response.status_code}"
        for method, route, _, response in _everywhere(stranger, house.samples)
        if of_this_room.intersection(route.blanks()) and response.status_code not in (403, 404, 405)
    ]
    assert not faults


def _everywhere(person: User, samples: dict[str, Any]) -> Iterator[tuple[str, Route, Any, Any]]:
    """The answers that `person` gets at every address that asks for anything, by GET and by POST; whatever it did is
    undone. One at a time: an answer keeps all that its page was made of."""
    client = signed_in(person)
    client.raise_request_exception = False
    for route in routes():
        for method in ("get", "post"):
            if (stated := route.permission(method)) is not None:
                yield method, route, stated, tried(client, method, route, samples)


def _is_statement(stated: Any) -> bool:
    if isinstance(stated, dict):
        return bool(stated) and all(map(_is_statement, stated.values()))
    return stated is None or isinstance(stated, Permission | Access)


def _leads_to_sign_in(response: Any) -> bool:
    return response.status_code == 302 and response["Location"].startswith("/sign-in/")


def _allows(role: str, stated: Permission | Access) -> bool:
    return stated is Access.SIGNED_IN or stated in ROLES[role].permissions


def _held_tighter(route: Route, response: Any) -> bool:
    return str(route) in HELD_TIGHTER and response.status_code == 403


def _wrong(status: int, *, allowed: bool) -> bool:
    """Whether a status does not fit: never a crash; 403 if and only if it is not allowed (405: no such method)."""
    if status >= 500:
        return True
    return status == 403 if allowed else status not in (403, 405)


def test_what_templates_ask_for_is_a_permission() -> None:
    codes = {permission.value.replace(".", "_") for permission in Permission}
    asked = {
        (page.name, code)
        for page in Path("templates").rglob("*.html")
        for code in re.findall(r'"(\w+)" (?:not )?in may', page.read_text())
    }
    assert len(asked) > 40
    assert [ask for ask in sorted(asked) if ask[1] not in codes] == []
