"""The examples of the API's document, sent one after the other to a room: each is answered as the document says.

The document's ids and names stand for those of the room: what is one thing in the document is one thing in the room.
Everything else is the same to the letter. `WRITE_EXAMPLES=1` writes the answers of the document down anew.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.db import OperationalError

from config.staff.models import User
from config.web.examples import FILE, Example, examples, refusals
from config.web.schema import _REFUSALS as STATUSES
from tests.integration.api.test_schema import described
from tests.support.api import Caller, caller, token_for
from tests.support.boxes import pulled
from tests.support.desk import Desk, open_desk, person
from tests.support.house import a_slip
from tests.support.revenue import locked_at_once

pytestmark = pytest.mark.django_db
EVENING = datetime(2025, 3, 7, 20, 0, tzinfo=UTC)
UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
JOB = "0b8f7c1e-0000-4000-8000-000000000001"
HOST = "https://cardroom.example"
WRITES = bool(os.environ.get("WRITE_EXAMPLES"))
FIRST = {
    "table": 11, "plaque": 21, "session": 41, "drawer": 3, "drawer_session": 31, "player": 301, "sitting": 502,
    "buy_in": 601, "hand": 701, "slip": 801, "box": 901, "pull": 921, "cash_out": 651, "job": 1, "other": 1001,
}  # fmt: skip
"""The document's number for the first thing of each kind."""
KINDS = {
    "tables_plaques": "plaque", "tables": "table", "table_sessions_sittings": "sitting", "table_sessions_hands": "hand",
    "table_sessions_ticks": "hand", "table_sessions": "session", "sittings": "sitting", "hands": "hand",
    "players": "player", "buy_ins": "buy_in", "cash_outs": "cash_out", "drawer_sessions": "drawer_session",
    "drawers": "drawer", "slips": "slip", "boxes": "box", "box_pulls": "pull", "reports": "job",
}  # fmt: skip
"""The subject of an operation's answers, by how its name begins."""
PLACES = {
    "tables": "table", "table-sessions": "session", "sittings": "sitting", "hands": "hand", "players": "player",
    "drawers": "drawer", "slips": "slip", "jobs": "job",
}  # fmt: skip
"""The kind of thing whose id is in an address, by the word before it."""
FIELDS = {"supersedes": "hand", "box": "box", "cashier": "other", "person": "other", "dealer": "other"}
BY = {"buy_ins_create": "cashier", "cash_outs_create": "cashier"}


@dataclass
class Terms:
    """The document's ids and names for those of the room."""

    texts: dict[str, str]
    ids: dict[tuple[str, Any], Any] = field(default_factory=dict)

    def of_room(self, kind: str, told: Any) -> Any:
        """The room's id for one of the document's; one that the document has not told of stays as it is."""
        return next((real for (of, real), each in self.ids.items() if (of, each) == (kind, told)), told)

    def told(self, value: Any, doc: Any, own: str, name: str = "") -> Any:
        """A value of the room in the document's terms; `doc` is what stands at its place there."""
        if isinstance(value, dict):
            like = doc if isinstance(doc, dict) else {}
            own = name if name in FIRST else own
            return {key: self.told(each, like.get(key), own, key) for key, each in value.items()}
        if isinstance(value, list):
            rows = doc if isinstance(doc, list) else []
            return [self.told(each, rows[i] if i < len(rows) else None, own, name) for i, each in enumerate(value)]
        kind = own if name == "id" else FIELDS.get(name) or (name if name in FIRST else "")
        if kind and type(value) is not bool and (isinstance(value, int) or _is_uuid(value)):
            return self._id(kind, value, doc)
        return self._text(value) if isinstance(value, str) else value

    def _id(self, kind: str, value: Any, doc: Any) -> Any:
        if (kind, value) not in self.ids:
            used = [told for (of, _), told in self.ids.items() if of == kind]
            if WRITES:
                number = FIRST[kind] + len(used)
                doc = f"0b8f7c1e-0000-4000-8000-{number:012}" if isinstance(value, str) else number
            self.ids[kind, value] = f"unknown {value}" if doc in used else doc
        return self.ids[kind, value]

    def _text(self, value: str) -> str:
        for real, told in self.texts.items():
            value = value.replace(real, told)
        if value.startswith(("/", "http://testserver")):
            value = re.sub(r"/([a-z-]+)/(\d+)/", self._in_address, value.replace("http://testserver", HOST))
            value = re.sub(r"cursor=[^&]+", "cursor=cD01", value)
            value = re.sub(r"session=(\d+)", lambda found: f"session={self.ids['session', int(found[1])]}", value)
            value = re.sub(UUID, lambda found: self.ids.get(("job", found[0]), JOB), value)
        return value

    def _in_address(self, found: re.Match[str]) -> str:
        """An id in an address; of what the document doesn't speak of, 1."""
        word, number = found.groups()
        return f"/{word}/{self.ids.get((PLACES.get(word, ''), int(number)), 1)}/"


def _is_uuid(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(UUID, value) is not None


@dataclass
class Evening:
    """A room on a Friday night, who calls in it, and the document's terms for it."""

    desk: Desk
    callers: dict[str, Caller]
    terms: Terms

    def answer(self, example: Example, number: int) -> Any:
        """The room's answer to an example."""
        method, address, _ = operations()[example["operation"]]
        for name, told in example.get("path", {}).items():
            before = address.split("/{")[0].rpartition("/")[2]
            real = self.terms.of_room(PLACES[before], told) if name == "id" else told
            address = address.replace("{" + name + "}", str(real))
        who = self.callers[example.get("role") or BY.get(example["operation"], "manager")]
        headers = {**who._headers(), "Idempotency-Key": f"example-{number:04}", **example.get("headers", {})}
        headers = {name: text for name, text in headers.items() if text}
        call = getattr(who.client, example.get("method", method))
        if method == "get":
            return call(address, example.get("query", {}), headers=headers)
        body = {name: self.terms.of_room(name, value) for name, value in example["body"].items()}
        body |= {"phh": "x" * 3_000_000} if example.get("large") else {}
        kind = example.get("content_type", "application/json")
        return call(address, json.dumps(body), content_type=kind, headers=headers)

    def told(self, example: Example, answer: Any) -> Any:
        """The answer in the document's terms, with lists as short as the document shows them."""
        own = next((kind for begins, kind in KINDS.items() if example["operation"].startswith(begins)), "other")
        told = self.terms.told(answer.json(), example["answer"], own)
        for name, rows in example.get("shortened", {}).items():
            assert len(told[name]) >= rows
            told[name] = told[name][:rows]
        return told


@cache
def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """The document's operations by name: method, address, and what it says."""
    return {
        operation["operationId"]: (method, address, operation)
        for address, methods in described().items()
        for method, operation in methods.items()
    }


@pytest.fixture
def evening() -> Iterator[Evening]:
    """A table with four players of 200 each, a fill that was asked for, and a box that was pulled."""
    desk = open_desk()
    named(desk.cashier, "Chris Cashier"), named(desk.manager, "Robin Manager")
    for seat in (1, 2, 3, 4):
        desk.seated(200_00, seat=seat, player=desk.player(f"Player {seat}"))
    a_slip(desk), pulled(desk, "R1")
    roles = {role: caller(named(person(desk.room, role), f"System {role}")) for role in ("manager", "cashier")}
    reader = person(desk.room, "cashier")
    roles["reader"] = Caller(reader, caller(reader).client, token_for(reader, scope="read"))
    roles["cashier"] = caller(desk.cashier)
    texts = {desk.session.table.name: "Table 1", desk.room.slug: "room", desk.room.name: "Room"}
    texts |= {each.display_name: "A supervisor" for each in User.objects.all() if not is_named(each)}
    terms = Terms(dict(sorted(texts.items(), key=lambda each: -len(each[0]))))
    terms.ids |= {("session", desk.session.pk): 41, ("table", desk.session.table_id): 11, ("drawer", desk.drawer.pk): 3}
    with time_machine.travel(EVENING, tick=False):
        yield Evening(desk, roles, terms)


def named(user: User, name: str) -> User:
    """The person under a name that is the same every time."""
    user.display_name = name
    user.save()
    return user


def is_named(user: User) -> bool:
    """Whether the person has another name than the one that tests give."""
    return not user.display_name.upper().endswith(user.badge_number)


def test_every_operation_has_an_example_and_every_refusal_too() -> None:
    assert {each["operation"] for each in examples()} == set(operations())
    assert {str(each["status"]) for each in refusals()} == set(STATUSES)
    bodies = [operation for _, _, operation in operations().values() if "requestBody" in operation]
    assert len(bodies) > 8
    for operation in bodies:
        assert operation["requestBody"]["content"]["application/json"]["examples"], operation["operationId"]


def test_every_example_of_the_document_is_answered_as_it_says(evening: Evening) -> None:
    wrong = {}
    for number, example in enumerate(examples()):
        if example["operation"] == "journals_export":
            locked_at_once(evening.desk)
        answer = evening.answer(example, number)
        assert answer.status_code == example["status"], (example["operation"], answer.content[:2000])
        told = evening.told(example, answer)
        if WRITES:
            example["answer"] = told
        elif told != example["answer"]:
            wrong[example["operation"]] = {"document": example["answer"], "room": told}
    assert not wrong, json.dumps(wrong, indent=1)
    if WRITES:
        _write()


def test_every_refusal_of_the_document_is_answered_as_it_says(evening: Evening) -> None:
    bought = next(each for each in examples() if each["operation"] == "buy_ins_create")
    players = next(each for each in examples() if each["operation"] == "players_create")
    evening.told(players, evening.answer(players, 1))
    used = evening.answer(bought | {"headers": {"Idempotency-Key": "example-used-before"}}, 2)
    assert used.status_code == 201
    for number, example in enumerate(refusals(), 100):
        with _broken(example):
            answer = evening.answer(example, number)
        assert answer.status_code == example["status"], (example, answer.content[:500])
        told = evening.told(example, answer)
        if WRITES:
            example["answer"] = told
        assert told == example["answer"], example["summary"]
    if WRITES:
        _write()


def _broken(example: Example) -> Any:
    """For the time of an example that tells of a fault of ours: the fault."""
    errors = {"ValueError": ValueError("broken for an example"), "OperationalError": OperationalError("away")}
    error = errors.get(example.get("breaks", ""))
    return mock.patch("tables.api.Tables.pages", side_effect=error) if error else nullcontext()


def _write() -> None:
    kept = {"answered": examples(), "refused": refusals()}
    FILE.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
