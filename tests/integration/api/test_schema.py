"""The schema says what the API does: nothing that follows it, or breaks it, ends in anything but what it says."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.audit.books import audit
from config.web.schema import AMOUNTS
from tests.support.api import PHH, Caller, caller
from tests.support.desk import person
from tests.support.routes import routes
from tests.support.table import HandTable

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
EXAMPLES = 15


def written(**options: Any) -> str:
    """The schema as the command writes it."""
    out = StringIO()
    call_command("spectacular", stdout=out, format="openapi-json", **options)
    return out.getvalue()


def described() -> dict[str, Any]:
    """The addresses of the schema with their operations."""
    paths: dict[str, Any] = json.loads(written())["paths"]
    return paths


def test_the_schema_is_valid_without_a_warning_and_always_the_same() -> None:
    first = written(validate=True, fail_on_warn=True)
    assert written() == first
    assert "api_token" in first


def test_every_address_of_the_api_is_in_the_schema() -> None:
    addresses = {
        "/" + re.sub("<(int|uuid):pk>", "{id}", route.address).replace("<gaming_day:day>", "{day}")
        for route in routes()
        if route.is_api and not {"schema", "docs"} & {*route.address.split("/")}
    }
    assert len(addresses) >= 20
    assert set(described()) == addresses


def test_every_post_that_records_asks_for_a_key() -> None:
    posts = {path: operations["post"] for path, operations in described().items() if "post" in operations}
    keys = {
        path: {named["name"] for named in post["parameters"] if named.get("required")} for path, post in posts.items()
    }
    assert [path for path, named in keys.items() if "Idempotency-Key" not in named] == ["/api/v1/hands/check/"]


def test_every_operation_says_how_it_refuses() -> None:
    for path, operations in described().items():
        for method, operation in operations.items():
            told = set(operation["responses"])
            assert told >= {"400", "401", "403", "404"}, path
            assert method != "post" or told >= {"409", "422"}, path


def test_every_amount_says_that_it_is_of_cents() -> None:
    schemas = json.loads(written())["components"]["schemas"]
    fields = [
        (name, field, facts) for name, each in schemas.items() for field, facts in each.get("properties", {}).items()
    ]
    amounts = [each for each in fields if each[1] in AMOUNTS and each[2].get("type") == "integer"]
    told = {(name, field): facts.get("description", "") for name, field, facts in amounts}
    assert {("BuyInBody", "amount"), ("TickBody", "rake_taken"), ("LeaveBody", "counted")} <= set(told)
    assert len(told) > 60
    assert [place for place, words in told.items() if "(cents)" not in words] == []


def test_the_schema_is_for_who_is_signed_in(table: HandTable, floor: Caller) -> None:
    assert floor.get("schema/").status_code == 200
    assert floor.client.get("/api/v1/schema/").status_code == 401


@contextmanager
def one_connection() -> Iterator[None]:
    """Let requests through WSGI keep to the connection of the test; Django's own client makes each request do so."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


@pytest.mark.parametrize("role", ["manager", "cashier", "auditor"])
def test_whatever_follows_or_breaks_the_schema_is_answered_as_it_says(table: HandTable, role: str) -> None:
    """Generated requests to every operation, by somebody who may do much, little, or only look; then the books hold."""
    desk = table.desk
    buyer = desk.player()
    desk.buy_in(buyer, 200_00)
    desk.cash_out(buyer, 100_00)
    table.tick()
    recorder = caller(person(desk.room, "floor"))
    assert recorder.post(f"table-sessions/{table.session.pk}/hands/", {"phh": PHH}).status_code == 201
    headers = caller(person(desk.room, role))._headers()
    with one_connection():
        tried = try_every_operation(headers)
    assert tried >= 25
    assert [finding.faults for finding in audit() if not finding.holds] == []


def try_every_operation(headers: dict[str, str]) -> int:
    """Send generated requests to every operation of the schema; returns how many operations there are."""
    schema = schemathesis.openapi.from_wsgi(
        "/api/v1/schema/?format=json", get_wsgi_application(), config=SchemathesisConfig.from_dict({}), headers=headers
    )
    operations = [found.ok() for found in schema.get_all_operations()]
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            phases=[Phase.generate],
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def is_answered(case: Any) -> None:
            case.call_and_validate(headers=headers, checks=CHECKS)

        is_answered()
    return len(operations)
