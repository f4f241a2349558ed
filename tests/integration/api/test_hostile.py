"""Whatever is sent ends in 4xx with a sentence, quickly, and changes no row."""

import json
import time
from typing import Any

import pytest

from cage.models import BuyIn
from games.models import Hand
from players.models import Player, Sitting, Transfer
from tests.support.api import FIELDS, PHH, Caller
from tests.support.table import HandTable

AMOUNTS = [
    b"0",
    b"-1",
    b"-0.0",
    b"+5",
    b"1_000",
    b"1,000",
    b"1e3",
    b"0x10",
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1e400",
    b"100.5",
    b"100.004",
    b"10000000000001",
    b"9223372036854775807",
    b"9223372036854775808",
    b"10" + b"0" * 24,
    '"１０"'.encode(),
    '"١٠"'.encode(),
    '"10\u200b"'.encode(),
    b'"10\\n"',
    b'"100"',
    b"true",
    b"[]",
    b"{}",
    b'""',
    b"null",
    b"10.0",
    b"[10000]",
    b"010000",
]
"""None of them is an amount that a buy-in can have."""
BODIES = [
    b"",
    b"{",
    b"{}x",
    b"[]",
    b'"x"',
    b"1",
    b"null",
    b"\xef\xbb\xbf{}",
    '{"a":1}'.encode("utf-16"),
    b'{"phh":"a","phh":"b"}',
    b'{"phh":"\\ud800"}',
    b'{"phh":"a\\u0000b"}',
    b'{"\\ud800":1}',
    b'{"phh":"\xff"}',
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b'{"phh":1.5}',
    b'{"phh":NaN}',
    b'{"phh":null}',
    b'{"phh":7}',
    b'{"unasked":1}',
    b'{"phh":"x","room":1}',
    b'"' + b"x" * 2_000_000 + b'"',
    b'{"rake_taken":1' + b"0" * 5000 + b"}",
]
DOCUMENTS = [
    "",
    "x",
    PHH + PHH,
    ".".join("a" * 30_000) + " = 1",
    "x = " + "[" * 50_000,
    "x = " + "{a=" * 3_000,
    PHH.replace("200, 200]", "nan, 200]"),
    PHH.replace("200, 200]", "1e400, 200]"),
    PHH.replace("200, 200]", "0xC8, 200]"),
    PHH.replace("200, 200]", "2_00, 200]"),
    PHH.replace("200, 200]", "200.001, 200]"),
    PHH.replace("min_bet = 3", "min_bet = 1979-05-27"),
    PHH.replace("200, 200]", f"{10**30}, 200]"),
    PHH + "min_bet = 3\n",
    PHH.replace("p3 cbr 30", "p3 cbr 3_0"),
    PHH.replace("p3 cbr 30", "<script>"),
    PHH + 'players = ["a\\u0000", "b", "c", "d"]',
    PHH.replace("seats = [1, 2, 3, 4]", "seats = [1, 1, 3, 4]"),
    PHH.replace("[0, 0, 0, 0]", "[0, 0, 0]"),
    PHH + '_posts = ["p1 bb"]\n',
    PHH + "_button = 1.5\n",
    PHH.replace('"p3 cbr 30"', ", ".join(['"p3 cbr 30"'] * 30_000)),
]


def rows() -> tuple[int, ...]:
    """The number of rows of everything that is recorded."""
    return tuple(model.objects.count() for model in (Hand, Transfer, BuyIn, Sitting, Player))


@pytest.fixture
def bodies(table: HandTable) -> dict[str, dict[str, Any]]:
    """A sound body for every address that takes an amount, by the address."""
    player = table.desk.player()
    table.desk.buy_in(player, 200_00)
    drawer, session = table.desk.drawer.pk, table.session.pk
    return {
        "buy-ins/": {"session": session, "player": player.pk, "drawer": drawer, "amount": 100_00},
        "cash-outs/": {"player": player.pk, "drawer": drawer, "amount": 100_00},
        f"table-sessions/{session}/sittings/": {"player": player.pk, "seat": 7, "amount": 100_00},
    }


def test_only_canonical_integers_are_amounts(floor: Caller, cashier: Caller, bodies: dict[str, dict[str, Any]]) -> None:
    before, taken = rows(), []
    for path, body in bodies.items():
        for amount in AMOUNTS:
            sent = json.dumps(body).encode().replace(b'"amount": 10000', b'"amount": ' + amount)
            answer = (floor if "sittings" in path else cashier).post(path, sent)
            if answer.status_code != 400 or not answer.json()["message"]:
                taken.append((path, amount, answer.content))
    assert taken == []
    assert rows() == before


def test_what_is_no_sound_json_is_refused_at_once(table: HandTable, floor: Caller) -> None:
    before, taken = rows(), []
    session = f"table-sessions/{table.session.pk}"
    for path in ("hands/check/", f"{session}/hands/", f"{session}/ticks/"):
        for body in BODIES:
            began = time.process_time()
            answer = floor.post(path, body)
            due = 413 if len(body) > LARGEST_BODY else 400
            if answer.status_code != due or not answer.json()["message"] or time.process_time() - began >= BOUND:
                taken.append((path, body[:40], answer.content))
    assert taken == []
    assert rows() == before


LARGEST_BODY = 2**20
"""Bytes of a body above which it isn't read."""
BOUND = 5
"""Seconds of processor time within which a document is refused: without the bounds of the reader some take fifteen."""


def test_a_document_that_cant_be_read_is_400_at_once(table: HandTable, floor: Caller) -> None:
    before, taken = rows(), []
    for path in ("hands/check/", f"table-sessions/{table.session.pk}/hands/"):
        for phh in DOCUMENTS:
            began = time.process_time()
            answer = floor.post(path, {"phh": phh})
            said = answer.json()
            names_it = said.get("field") == "phh" or list(said.get("fields", ())) == ["phh"]
            if answer.status_code != 400 or not names_it or time.process_time() - began >= BOUND:
                taken.append((path, phh[-60:], answer.content))
    assert taken == []
    assert rows() == before


WRONG_FIELDS: list[tuple[dict[str, Any], str | None]] = [
    ({"antes": 1}, "antes"),
    ({"antes": [True]}, "antes"),
    ({"antes": ["1e3"]}, "antes"),
    ({"antes": [None]}, "antes"),
    ({"min_bet": "1_000"}, "min_bet"),
    ({"min_bet": "３"}, "min_bet"),
    ({"min_bet": [3]}, "min_bet"),
    ({"seats": ["1"]}, "seats"),
    ({"seats": [1.0]}, None),
    ({"actions": [7]}, "actions"),
    ({"actions": "d"}, "actions"),
    ({"day": "1"}, "day"),
    ({"hand": True}, "hand"),
    ({"hand": [1]}, "hand"),
    ({"time": "25:00:00"}, "time"),
    ({"_house": "live"}, "_house"),
    ({"_house": {"name": None}}, "phh"),
    ({"ante_trimming_status": "true"}, "ante_trimming_status"),
    ({"_unknown": 1}, "_unknown"),
    ({"phh": PHH}, "phh"),
    ({"currency": "X" * 500}, "currency"),
]
"""Fields of a hand that are not what they should be, and the one that the answer names (None: whichever)."""


def test_fields_take_nothing_but_what_they_say(floor: Caller) -> None:
    for fields, field in WRONG_FIELDS:
        answer = floor.post("hands/check/", FIELDS | fields)
        said = answer.json()
        assert answer.status_code == 400, fields
        assert field is None or said.get("field") == field or list(said["fields"]) == [field], (fields, said)


def test_a_line_break_is_kept_in_its_text(floor: Caller) -> None:
    assert floor.post("hands/check/", FIELDS | {"venue": "a\nb"}).json()["legal"] is True


@pytest.mark.parametrize(
    "facts",
    [
        {"year": 10**17, "month": 5, "day": 1},
        {"year": 1, "month": 1, "day": 1},
        {"year": 2024, "month": 13, "day": 1},
        {"year": 2024, "month": 5, "day": 1, "time_zone": "America"},
        {"year": 2024, "month": 5, "day": 1, "time_zone": "../../etc"},
        {"venue": "<script>alert(1)</script>", "event": "' OR 1=1--", "author": "=cmd|"},
        {"hand": 10**18, "table": "{{7*7}}"},
        {"players": ["", "", "", ""]},
    ],
)
def test_odd_facts_of_a_hand_do_no_harm(table: HandTable, floor: Caller, facts: dict[str, Any]) -> None:
    answer = floor.post(f"table-sessions/{table.session.pk}/hands/", FIELDS | facts)
    assert answer.status_code == 201, answer.content


@pytest.mark.parametrize("taken", [f"{10**30}", '"x"', "-1", "[1]", "1e3"])
def test_a_rake_that_cant_be_read_is_400(table: HandTable, floor: Caller, taken: str) -> None:
    answer = floor.post(f"table-sessions/{table.session.pk}/hands/", {"phh": f"{PHH}_rake = {taken}\n"})
    assert (answer.status_code, answer.json()["code"]) == (400, "phh_unreadable")


def test_stacks_beyond_all_books_are_refused(table: HandTable, floor: Caller) -> None:
    for stack in ("92233720368547758", "9999999999999999", "9000000000000000", "200.01"):
        answer = floor.post(f"table-sessions/{table.session.pk}/hands/", FIELDS | {"starting_stacks": [stack] * 4})
        assert answer.status_code in (400, 409), answer.content


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "display_name"),
        ({"display_name": ""}, "display_name"),
        ({"display_name": "  "}, "display_name"),
        ({"display_name": 7}, "display_name"),
        ({"display_name": "x" * 61}, "display_name"),
        ({"display_name": "a\tb"}, "display_name"),
        ({"display_name": "a\r\nb"}, "display_name"),
        ({"display_name": "a", "is_guest": True}, "is_guest"),
        ({"display_name": "a", "id": 1}, "id"),
        ({"display_name": "a", "date_of_birth": "01/02/1980"}, "date_of_birth"),
        ({"display_name": "a", "date_of_birth": "2999-01-01"}, "date_of_birth"),
        ({"display_name": "a", "document_kind": "passport"}, "document_number"),
        ({"display_name": "a", "document_kind": "library", "document_number": "1"}, "document_kind"),
    ],
)
def test_a_person_is_taken_down_properly_or_not(floor: Caller, body: dict[str, Any], field: str) -> None:
    before = rows()
    answer = floor.post("players/", body)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert rows() == before


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "{{7*7}}", "' OR 1=1--", "=cmd|'/c'", "Z̸͑a"])
def test_odd_names_are_kept_as_they_are(floor: Caller, name: str) -> None:
    answer = floor.post("players/", {"display_name": name})
    assert (answer.status_code, answer.json()["display_name"]) == (201, name)


@pytest.mark.parametrize("name", ["😀\u202e", "\u200b\u200d", "\u3164\u115f"])
def test_a_name_that_nobody_can_read_out_is_refused(floor: Caller, name: str) -> None:
    answer = floor.post("players/", {"display_name": name})
    assert answer.status_code in (400, 409)


def test_other_content_types_are_415(table: HandTable, floor: Caller) -> None:
    for sent in ("application/x-www-form-urlencoded", "text/plain", "application/jsonp", "application/xml"):
        answer = floor.client.post("/api/v1/hands/check/", b"phh=x", content_type=sent, headers=floor._headers())
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_nul_in_an_address_is_400(floor: Caller) -> None:
    assert floor.get("players/", search="a\x00b").status_code == 400
    assert floor.client.get("/api/v1/players/%00/", headers=floor._headers()).status_code in (400, 404)
