"""Reading from the API: the room's own, in pages, in a fixed number of queries, to whom it may concern."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.staff.tokens import end_token
from rules.house.house import STANDARD
from tables.imported import post_imported_plaque
from tests.support.api import PHH, Caller, caller
from tests.support.desk import open_desk, person
from tests.support.table import HandTable


def test_tables_show_the_plaque_in_force(table: HandTable, floor: Caller) -> None:
    row = floor.get("tables/").json()["results"][0]
    assert (row["id"], row["is_open"], row["seats"]) == (table.session.table_id, True, 9)
    assert row["plaque"]["plaque"]["blinds"] == [100, 300]
    assert floor.get(f"tables/{row['id']}/").json() == row
    assert floor.get(f"tables/{row['id']}/plaques/").json()["results"] == [row["plaque"]]


def test_a_plaque_that_a_file_states_never_stood_on_the_table(table: HandTable, floor: Caller) -> None:
    stated = replace(table.session.posted, blinds=(5, 10))
    facts = {"by": table.floor, "at": table.desk.at()}
    post_imported_plaque(table=table.session.table, plaque=stated, house=STANDARD, **facts)
    plaques = floor.get(f"tables/{table.session.table_id}/plaques/").json()["results"]
    assert [row["plaque"]["blinds"] for row in plaques] == [[100, 300]]


def test_sessions_are_found_by_what_is_asked_for(table: HandTable, floor: Caller) -> None:
    other = table.desk.open_table()
    assert [row["id"] for row in floor.get("table-sessions/").json()["results"]] == [other.pk, table.session.pk]
    found = floor.get("table-sessions/", table=table.session.table_id, is_open="true", source="floor").json()["results"]
    assert [row["id"] for row in found] == [table.session.pk]
    assert floor.get("table-sessions/", is_open="false").json()["results"] == []
    assert floor.get(f"table-sessions/{other.pk}/").json()["hands_recorded"] == 0


@pytest.mark.parametrize("query", [{"table": "x"}, {"table": 0}, {"table": 10**30}, {"is_open": "x"}, {"source": "x"}])
def test_a_malformed_query_is_400_with_the_field(floor: Caller, query: dict[str, Any]) -> None:
    answer = floor.get("table-sessions/", **query)
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == list(query)


@pytest.mark.parametrize("path", ["table-sessions/", "players/", "buy-ins/", "tables/", "reports/"])
def test_a_parameter_that_nobody_reads_is_refused(manager: Caller, path: str) -> None:
    answer = manager.get(path, sort="name")
    assert (answer.status_code, answer.json()["fields"]) == (400, {"sort": ["There is no such parameter."]})
    assert manager.get(path).status_code == 200


@pytest.mark.parametrize("size", ["AAA", "", "1.5", "²", "9" * 400])
def test_a_size_of_pages_that_is_no_number_is_refused(manager: Caller, size: str) -> None:
    for path in ("hands/", "gaming-days/"):
        answer = manager.get(path, page_size=size)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["page_size"])
    assert manager.get("hands/", page_size="1").status_code == 200


@pytest.mark.parametrize("method", ["TRACE", "QUERY", "PUT"])
def test_a_method_that_is_not_taken_is_405_whatever_it_asks(manager: Caller, method: str) -> None:
    answer = manager.client.generic(method, "/api/v1/tables/?sort=x&sort=y", headers=manager._headers())
    assert answer.status_code == 405


def test_a_sheet_that_a_rule_refuses_is_refused_as_the_schema_says(manager: Caller) -> None:
    answer = manager.get("reports/figures/", period="shift", shift=22)
    assert (answer.status_code, answer.json()["code"]) == (409, "shift_unknown")
    schema = manager.get("schema/", format="json").json()
    assert "409" in schema["paths"]["/api/v1/reports/figures/"]["get"]["responses"]


def test_a_split_by_which_nothing_is_known_is_refused_with_those_that_are(manager: Caller) -> None:
    answer = manager.get("reports/figures/", chapter="lists", by="table")
    assert (answer.status_code, answer.json()["code"]) == (409, "figure_not_split")
    for by in answer.json()["allowed"]["by"]:
        assert manager.get("reports/figures/", chapter="lists", by=by).status_code == 200


def test_a_last_day_makes_days_in_a_row(manager: Caller) -> None:
    asked = {"day": "2025-03-01", "until": "2025-03-07"}
    named = manager.get("reports/figures/", period="days", **asked).json()["period"]
    assert manager.get("reports/figures/", **asked).json()["period"] == named


def test_a_parameter_that_is_given_twice_is_refused(floor: Caller) -> None:
    answer = floor.get("table-sessions/?source=floor&source=import")
    assert (answer.status_code, answer.json()["fields"]) == (400, {"source": ["Give this parameter once."]})


def test_a_hand_is_read_with_its_document_and_settlement(table: HandTable, floor: Caller) -> None:
    made = floor.post(f"table-sessions/{table.session.pk}/hands/", {"phh": PHH}).json()
    read = floor.get(f"hands/{made['id']}/").json()
    assert read == made
    assert read["phh"].startswith("variant = 'NT'")
    assert read["settlement"]["rake"] == 300
    row = floor.get("hands/").json()["results"][0]
    assert "settlement" not in row
    assert row["pot"] == 61_00


def test_a_player_is_found_and_shows_no_document(table: HandTable, floor: Caller) -> None:
    known = table.desk.player("Ada Lovelace", document_kind="passport", document_number="X1234567")
    found = floor.get("players/", search="lovelace").json()["results"]
    assert [row["id"] for row in found] == [known.pk]
    assert floor.get(f"players/{known.pk}/").json() == found[0]
    assert found[0] | {"registered_at": ""} == {
        "id": known.pk,
        "display_name": "Ada Lovelace",
        "is_guest": False,
        "guest_of": "",
        "may_play": True,
        "rack": 0,
        "sitting": None,
        "registered_at": "",
    }
    assert "X1234567" not in floor.get("players/", search="X1234567").content.decode()


def test_sittings_show_the_stack_by_the_books(table: HandTable, floor: Caller) -> None:
    rows = floor.get(f"table-sessions/{table.session.pk}/sittings/").json()["results"]
    assert [(row["seat"], row["stack"], row["left_at"]) for row in rows] == [(n, 200_00, None) for n in (4, 3, 2, 1)]
    assert floor.get(f"sittings/{rows[0]['id']}/").json() == rows[0]


def test_lists_come_in_pages(table: HandTable, floor: Caller) -> None:
    for _ in range(3):
        table.tick()
    first = floor.get("hands/", page_size=2).json()
    second = floor.client.get(first["next"], headers=floor._headers()).json()
    numbers = [row["number"] for row in first["results"] + second["results"]]
    assert (numbers, second["next"]) == ([3, 2, 1], None)


@pytest.mark.parametrize("path", ["hands/", "players/", "buy-ins/", "tables/", "drawers/", "table-sessions/"])
def test_a_cursor_that_was_tampered_with_is_404(floor: Caller, manager: Caller, path: str) -> None:
    answer = manager.get(path, cursor="cD0xJztkcm9wIHRhYmxl")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_what_another_room_has_is_not_found(table: HandTable, floor: Caller, manager: Caller) -> None:
    other = open_desk()
    sitting = other.seated()
    for path in (f"tables/{other.session.table_id}/", f"table-sessions/{other.session.pk}/", f"sittings/{sitting.pk}/"):
        answer = floor.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    body = {"session": other.session.pk, "player": sitting.player_id, "drawer": other.drawer.pk, "amount": 100_00}
    answer = caller(table.desk.cashier).post("buy-ins/", body)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["session"])


@pytest.mark.parametrize("path", ["hands/99999999999999999999/", "players/9223372036854775808/", "nothing/"])
def test_an_address_without_anything_is_404(floor: Caller, path: str) -> None:
    assert floor.get(path).status_code == 404


def test_the_header_room_names_the_room(table: HandTable) -> None:
    other = open_desk()
    both = person(table.desk.room, "floor")
    other_role = person(other.room, "floor")
    system = caller(both)
    assert (
        system.client.get("/api/v1/tables/", headers=system._headers() | {"Room": other.room.slug}).status_code == 403
    )
    there = caller(other_role)
    rows = there.client.get("/api/v1/tables/", headers=there._headers() | {"Room": other.room.slug}).json()["results"]
    assert [row["id"] for row in rows] == [other.session.table_id]


def test_without_a_token_or_with_an_ended_one_it_is_401(table: HandTable, floor: Caller) -> None:
    assert Client().get("/api/v1/tables/").status_code == 401
    headers = floor._headers()
    assert end_token(person=floor.user, by=None, at=table.desk.at())
    assert floor.client.get("/api/v1/tables/", headers=headers).status_code == 401


def test_a_session_needs_its_csrf_token_to_post(table: HandTable) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person(table.desk.room, "floor"), backend="config.staff.backends.StaffBackend")
    assert client.get("/api/v1/tables/").status_code == 200
    answer = client.post("/api/v1/hands/check/", b"{}", content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (403, "application/json")


@pytest.mark.parametrize(
    ("role", "path"),
    [
        ("host", "hands/"),
        ("cashier", "hands/"),
        ("floor", "buy-ins/"),
        ("floor", "reports/"),
        ("administrator", "players/"),
    ],
)
def test_who_lacks_the_permission_gets_403(calls: Callable[[str], Caller], role: str, path: str) -> None:
    answer = calls(role).get(path)
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")


@pytest.mark.parametrize("path", ["tables/", "players/1/", "reports/jobs/00000000-0000-0000-0000-000000000000/"])
def test_a_post_where_there_is_only_reading_is_405_in_json(manager: Caller, path: str) -> None:
    answer = manager.post(path, {})
    assert (answer.status_code, answer["Content-Type"]) == (405, "application/json")
    assert answer.json()["code"] == "method_not_allowed"


def test_lists_ask_the_database_as_often_for_fifty_rows_as_for_five(table: HandTable, manager: Caller) -> None:
    desk = table.desk
    session = table.session.pk
    paths = ["hands/", "players/", "buy-ins/", "cash-outs/", "tables/", "table-sessions/", "drawers/"]
    paths += [f"table-sessions/{session}/{what}/" for what in ("hands", "ticks", "sittings")]

    def grow(rows: int) -> None:
        for _ in range(rows):
            table.tick(rake=0)
            buyer = desk.player()
            desk.buy_in(buyer, 100_00)
            desk.cash_out(buyer, 100_00)
        for _ in range(rows // 5):
            desk.leave(desk.seated(100_00, seat=9))

    def asked() -> dict[str, int]:
        counted = {}
        for path in paths:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert manager.get(path, page_size=100).status_code == 200
            counted[path] = len(queries)
        return counted

    manager.get("buy-ins/")  # who reads on open drawers is noted once
    grow(5)
    few = asked()
    grow(45)
    assert asked() == few
    assert max(few.values()) <= 15
