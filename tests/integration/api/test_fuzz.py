"""Generated requests to the real web server, by somebody of each role, with every check that schemathesis has.

What follows the schema, what breaks it in one place, at every boundary that it states, with other methods, without
whoever asks, and one answer after the other. Nothing ends in 5xx or in what the schema doesn't say, what breaks the
schema is refused, and the books hold. Brief for one role; `PROOFS=whole` says each at length.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config.staff.roles import ROLES
from tests.support.api import PHH, caller, token_for
from tests.support.desk import person
from tests.support.proofs import sized
from tests.support.storm import faults_of_the_books, web_server
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.committed_db
ROLES_TRIED = sized(["manager"], ["floor", "cashier", "manager"], [*ROLES])
EXAMPLES = sized(1, 3, 200)
DRAWN, EVERY_BOUNDARY = "fuzzing,stateful", "coverage,fuzzing,stateful"
"""Boundaries are the schema's, whoever asks, and take most of the time: one role tries them, with PROOFS=whole each."""
FEWEST = {DRAWN: sized(100, 100, 1000), EVERY_BOUNDARY: sized(500, 500, 5000)}
"""Requests that each role must come to; fewer means that nothing was generated."""
LEFT_OUT = "object_level_authorization,positive_data_acceptance"
"""The first needs two people's own things: rooms are held apart by tests/attacks/test_tenants.py. The second takes any
body that fits the schema for sound; a document that is no hand fits it too, and is refused as the schema says."""


@pytest.fixture
def table(committed_db: str) -> HandTable:
    """A table with a row of most that the API shows."""
    table = open_hand_table()
    desk, buyer = table.desk, table.desk.player()
    desk.buy_in(buyer, 200_00)
    desk.cash_out(buyer, 100_00)
    table.tick()
    recorder = caller(person(desk.room, "floor"))
    assert recorder.post(f"table-sessions/{table.session.pk}/hands/", {"phh": PHH}).status_code == 201
    return table


def phases_of(role: str) -> str:
    """The phases in which a role tries."""
    return sized(DRAWN, EVERY_BOUNDARY if role == "manager" else DRAWN, EVERY_BOUNDARY)


@pytest.mark.parametrize("role", ROLES_TRIED)
def test_every_operation_keeps_to_its_schema_whatever_is_sent(table: HandTable, tmp_path: Path, role: str) -> None:
    with web_server(tmp_path) as web:
        phases, token = phases_of(role), token_for(person(table.desk.room, role))
        status, report, said = tried(web.port, token, tmp_path, phases=phases)
    print(said[-3000:])
    assert status == 0, said[-20_000:]
    assert requests_in(report) >= FEWEST[phases]
    assert faults_of_the_books() == []


def tried(port: int, token: str, folder: Path, *, phases: str) -> tuple[int, Any, str]:
    """The exit status of a run of schemathesis, its report, and what it said."""
    report = folder / "report.json"
    command = [
        str(Path(sys.executable).with_name("st")), "run",
        f"http://127.0.0.1:{port}/api/v1/schema/?format=json",
        "--checks", "all", "--exclude-checks", LEFT_OUT, "--phases", phases, "--max-examples", str(EXAMPLES),
        "--header", f"Authorization: Token {token}", "--generation-deterministic", "--generation-allow-x00", "true",
        "--continue-on-failure", "--no-color", "--no-shrink", "--warnings", "off", "--request-timeout", "30",
        "--report-json-path", report, "--workers", "1",  # two threads of Python 3.11 may break each other's ast.parse
    ]  # fmt: skip
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(report.read_text()) if report.exists() else {}, done.stdout + done.stderr


def requests_in(report: Any) -> int:
    """How many requests a report tells of."""
    return int(report["test_cases"]["generated"])
