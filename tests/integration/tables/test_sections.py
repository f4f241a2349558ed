"""Sections: the parts of the floor that tables stand in."""

from typing import Any

import pytest
from django.test import Client

from config.audit.models import AuditEvent
from tables import services
from tables.models import Table
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk, person
from tests.support.people import signed_in
from tests.support.refusals import refused

pytestmark = pytest.mark.django_db

ADDRESS = "/tables/sections/"


@arranged
def desk() -> Desk:
    """A room with three tables, one of them in use."""
    desk = open_desk()
    for name in ("Table 30", "Table 31"):
        services.add_table(room=desk.room, name=name, seats=9, by=desk.manager, at=desk.at())
    return desk


def put(desk: Desk, section: str, *tables: Table) -> list[Table]:
    ids = [table.pk for table in tables]
    return services.set_section(room=desk.room, tables=ids, section=section, by=desk.manager, at=desk.at())


def sections(desk: Desk) -> dict[str, str]:
    return dict(desk.room.tables.values_list("name", "section"))


def tables_of(desk: Desk) -> list[Table]:
    return list(desk.room.tables.all())


def test_tables_stand_in_the_section_they_are_put_in(desk: Desk) -> None:
    first, second, third = tables_of(desk)
    assert put(desk, "High limit", first, second) == [first, second]
    assert sections(desk) == {first.name: "High limit", second.name: "High limit", third.name: ""}
    put(desk, "", second)
    assert sections(desk)[second.name] == ""


def test_a_section_is_spelt_one_way(desk: Desk) -> None:
    first, second, _ = tables_of(desk)
    put(desk, "High limit", first)
    put(desk, "HIGH LIMIT", second)
    services.add_table(room=desk.room, name="Table 40", seats=9, by=desk.manager, at=desk.at(), section="high Limit")
    assert {section for section in sections(desk).values() if section} == {"High limit"}


def test_another_room_spells_it_as_it_likes(desk: Desk) -> None:
    elsewhere = open_desk()
    put(elsewhere, "HIGH LIMIT", elsewhere.session.table)
    first, *_ = tables_of(desk)
    put(desk, "High limit", first)
    assert sections(desk)[first.name] == "High limit"


def test_every_move_is_on_record_and_a_second_press_moves_nothing(desk: Desk) -> None:
    first, second, _ = tables_of(desk)
    put(desk, "High limit", first, second)
    assert put(desk, "High limit", first, second) == []
    events = AuditEvent.objects.filter(verb="table.section_set").order_by("pk")
    assert [(event.before, event.after) for event in events] == [({"section": ""}, {"section": "High limit"})] * 2


def test_no_table_and_another_rooms_are_refused_and_nothing_is_moved(desk: Desk) -> None:
    other = tables_of(open_desk())[0]
    assert refused("no_tables", lambda: put(desk, "High limit"))
    assert refused("table_unknown", lambda: put(desk, "High limit", tables_of(desk)[0], other))
    assert set(sections(desk).values()) == {""}


def test_a_manager_puts_tables_there_on_the_page(desk: Desk) -> None:
    client, (first, second, _) = signed_in(desk.manager), tables_of(desk)
    answer = sent(client, section="High limit", tables=[first.pk, second.pk])
    assert (answer.status_code, answer["Location"]) == (303, "/tables/")
    shown = client.get("/tables/").content.decode()
    assert f"{first}, {second}: now in High limit." in shown
    assert f"{first.seats} seats, High limit" in shown


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"section": "High limit"}, "Tick the tables that stand in the section."),
        ({"section": "High limit", "tables": ["999999"]}, "not one of the available choices"),
        ({"section": "High\tlimit", "tables": ["1"]}, "characters that can’t be seen"),
        ({"section": "x" * 41, "tables": ["1"]}, "at most 40"),
    ],
    ids=["no table", "a foreign one", "a tab", "too long"],
)
def test_what_cannot_be_is_told_beside_its_field(desk: Desk, facts: dict[str, Any], words: str) -> None:
    answer = sent(signed_in(desk.manager), **facts)
    assert answer.status_code == 422
    assert words in answer.content.decode().replace("&#x27;", "’")


def test_the_floor_puts_no_table_anywhere(desk: Desk) -> None:
    first = tables_of(desk)[0]
    answer = sent(signed_in(person(desk.room, "floor")), section="High limit", tables=[first.pk])
    assert answer.status_code == 403
    assert sections(desk)[first.name] == ""


def sent(client: Client, **facts: Any) -> Any:
    return client.post(ADDRESS, facts)
