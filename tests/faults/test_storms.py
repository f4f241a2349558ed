"""Storms of quick hands over HTTP while something dies: each answered hand is there once, and nothing else.

Every promise has its control, which goes red where the promise is broken: a new key for each attempt doubles hands, a
commit that doesn't wait is lost. The figures of each storm are printed (`-rP`).
"""

import http.client
import os
import re
import shutil
import signal
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connections
from pytest_django.plugin import DjangoDbBlocker

from devkit import accounts
from devkit.postgres import Server
from games.models import Hand
from tests.faults.conftest import led_to
from tests.support import killing
from tests.support.machine import lacking
from tests.support.proofs import sized
from tests.support.storm import (
    PATIENCE,
    FlakyLine,
    Outcome,
    Served,
    Storm,
    address,
    ask,
    open_storm,
    wait_for,
    web_server,
)

KILLS = sized(2, 3, 60)
PEOPLE = sized(4, 4, 16)
EACH = sized(8, 12, 200)
LATE = "TimeoutError"
"""Answers of a busy machine beside a refusal; nothing here asserts how long something takes."""
CROWD = {"clients": PEOPLE, "hands": EACH}


@pytest.fixture(scope="module")
def server(own_server: Server, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    """The database's server, with a database to which all connections lead while these tests run."""
    with django_db_blocker.unblock(), led_to(own_server):
        yield own_server


@pytest.fixture(scope="module")
def web(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with web_server(tmp_path_factory.mktemp("web")) as served:
        yield served


@pytest.fixture
def storm(web: Served) -> Storm:
    """A table of its own for each storm."""
    return open_storm()


def often(act: Callable[[int], None], pause: float = 0.4) -> Callable[[], None]:
    """Do it a few times, with a pause before each."""

    def do() -> None:
        for number in range(KILLS):
            time.sleep(pause)
            act(number)

    return do


def backends(act: str, limit: int = 3) -> None:
    """Do something to the database's processes that work for the web server; asked on a connection that is there."""
    connections["default"].close()
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            f"select {act}(pid) from pg_stat_activity where usename = 'cardroom_app' and datname = %s limit %s",  # noqa: S608
            [connections["default"].settings_dict["NAME"], limit],
        )


# ------------------------------------------------------------------------------------------------------ the web server


def test_f01_a_web_worker_that_is_killed_loses_and_doubles_nothing(web: Served, storm: Storm) -> None:
    outcome = storm.blow(web.port, often(lambda number: web.signal_worker(number, signal.SIGKILL)), **CROWD)
    print(outcome.told)
    storm.look_at(outcome)


def test_f04_a_web_worker_that_hangs_holds_nobody_up_for_ever(web: Served, storm: Storm) -> None:
    hung: list[int] = []

    def hang() -> None:
        hung.append(web.workers[0])
        os.kill(hung[0], signal.SIGSTOP)
        time.sleep(2)
        os.kill(hung[0], signal.SIGCONT)

    outcome = storm.blow(web.port, hang, **CROWD)
    print(outcome.told)
    storm.look_at(outcome)


def test_f21_a_release_that_is_put_in_under_load_fails_nobody(web: Served, storm: Storm) -> None:
    """Somebody may wait for as long as the new workers take to start."""

    def put_in() -> None:
        before = set(web.workers)
        os.kill(web.process.pid, signal.SIGHUP)
        wait_for(lambda: before.isdisjoint(web.workers), web.said)

    outcome = storm.blow(web.port, put_in, patience=PATIENCE, **CROWD)
    print(outcome.told)
    assert set(outcome.refused) <= {LATE}
    storm.look_at(outcome)


# -------------------------------------------------------------------------------------------------------- the database


def test_f02_a_backend_that_is_ended_is_a_503_and_the_next_attempt_goes_through(web: Served, storm: Storm) -> None:
    outcome = storm.blow(web.port, often(lambda _: backends("pg_terminate_backend")), **CROWD)
    print(outcome.told)
    assert {said.split()[0] for said in outcome.refused} <= {"503", LATE}
    storm.look_at(outcome)


def test_f03_what_was_answered_survives_a_crash_of_the_database(web: Served, storm: Storm, server: Server) -> None:
    outcome = storm.blow(web.port, lambda: crash(after=0.5), **CROWD)
    print(outcome.told)
    storm.look_at(outcome)


def crash(*, after: float = 0) -> None:
    """Kill one of the database's processes: it ends all at once, and recovers from its log."""
    time.sleep(after)
    with psycopg.connect(address()) as victim:
        killing.crash(victim.info.backend_pid, conninfo=address())
        killing.wait_for_recovery()


@pytest.mark.parametrize("waits", ["on", "off"])
def test_f03_control_a_commit_that_does_not_wait_is_lost(server: Server, waits: str) -> None:
    """Not always, for whatever else the server writes out takes it along: it is tried until one is lost."""
    kept = (kept_through_a_crash(waits) for _ in range({"on": 2, "off": 10}[waits]))
    assert any(number < 6 for number in kept) is (waits == "off")


def kept_through_a_crash(waits: str) -> int:
    """The number of rows of six that a crash leaves, all but the first of which were committed as `waits` says."""
    owner = connections["owner"].get_connection_params()
    named = {name: owner[name] for name in ("dbname", "user", "password", "host")}
    with psycopg.connect(**named, autocommit=True, options=f"-c synchronous_commit={waits}") as writer:
        writer.execute("create table if not exists kept (number int)")
        writer.execute("truncate kept")
        writer.execute("set synchronous_commit = on")
        writer.execute("insert into kept values (0)")
        writer.execute(f"set synchronous_commit = {waits}")
        for number in range(1, 6):
            writer.execute("insert into kept values (%s)", [number])
        killing.crash(writer.info.backend_pid, **named)
    killing.wait_for_recovery()
    with psycopg.connect(**named) as reader:
        (found,) = reader.execute("select count(*) from kept").fetchone() or (0,)
        reader.execute("drop table kept")
    return int(found)


def test_f23_with_every_connection_taken_one_is_told_to_try_again(web: Served, storm: Storm) -> None:
    """Also who asks after the health of the product is answered; and when some are free again, all goes on."""
    key = str(uuid.uuid4())
    with ExitStack() as held:
        connections["owner"].ensure_connection()
        take_the_rest(held)
        for _ in range(3):  # what the web server gives up is taken too
            backends("pg_terminate_backend", limit=50)
            take_the_rest(held)
        assert [ask(web.port, "GET", path) for path in ("/healthz/", "/board/")] == [503, 503]
        assert storm.attempt(web.port, key) == ("503 busy", 0)
    outcome = storm.blow(web.port, lambda: None, **CROWD)
    print(outcome.told)
    storm.look_at(outcome)
    assert storm.attempt(web.port, key)[0] == "201", "the attempt that was refused had left nothing"


def take_the_rest(held: ExitStack) -> None:
    """Take every connection that the server still gives."""
    for _ in range(200):
        try:
            held.enter_context(psycopg.connect(address(), connect_timeout=5))
        except psycopg.OperationalError:
            return


def test_f24_where_the_database_can_start_no_process_one_is_told_to_try_again(
    web: Served, storm: Storm, server: Server
) -> None:
    """Whoever lost the connection gets no other until the machine has processes again; then all goes on by itself."""
    leader = int((server.data / "postmaster.pid").read_text().splitlines()[0])

    def take() -> None:
        connections["owner"].ensure_connection()
        with no_more_processes(leader, server):
            often(lambda _: backends("pg_terminate_backend", limit=50))()

    outcome = storm.blow(web.port, take, **CROWD)
    print(outcome.told)
    assert outcome.refused, "nobody noticed"
    assert {said.split()[0] for said in outcome.refused} <= {"503", LATE}
    storm.look_at(outcome)


@contextmanager
def no_more_processes(leader: int, server: Server) -> Iterator[None]:
    """The machine gives the process that leads the database no other for the block."""
    program = shutil.which("prlimit")
    if program is None:
        lacking("No prlimit on this machine.", "apt-get install -y util-linux")
    limits = Path(f"/proc/{leader}/limits").read_text()
    (before,) = re.findall(r"^Max processes +(\w+)", limits, re.MULTILINE)

    def bound(most: str) -> None:
        command = [program, "--pid", str(leader), f"--nproc={most}:"]
        subprocess.run(command, check=True, cwd="/", **accounts.as_account(server.account))  # its own account may

    bound("1")
    try:
        yield
    finally:
        bound(before)


# ------------------------------------------------------------------------------------------------------------ the line


@pytest.mark.parametrize("fault", ["lost", "half", "double", "late"])
def test_f08_f09_a_request_that_is_lost_cut_doubled_or_late_takes_effect_once(
    web: Served, storm: Storm, fault: str
) -> None:
    outcome = through(FlakyLine(web.port, fault), storm)
    print(outcome.told)
    assert bool(set(outcome.refused) - {LATE}) is (fault in ("lost", "half"))
    storm.look_at(outcome)


def test_f08_control_a_new_key_for_each_attempt_doubles_what_was_lost(web: Served, storm: Storm) -> None:
    outcome = through(FlakyLine(web.port, "lost"), storm, keeps_key=False)
    print(outcome.told)
    doubled = len(storm.recorded()) - len(outcome.acked)
    assert doubled == outcome.refused["BadStatusLine"] + outcome.refused["RemoteDisconnected"] > 0
    with pytest.raises(AssertionError):
        storm.look_at(outcome)


def through(line: FlakyLine, storm: Storm, *, keeps_key: bool = True) -> Outcome:
    """A storm through that line."""
    try:
        return storm.blow(line.port, lambda: None, clients=PEOPLE, hands=EACH, keeps_key=keeps_key)
    finally:
        line.close()


def test_f11_a_connection_that_lay_still_takes_the_next_request(web: Served, storm: Storm) -> None:
    """Longer than a web server's usual two seconds: a tablet that has lain on the rail."""
    lines = [http.client.HTTPConnection("127.0.0.1", web.port, timeout=20) for _ in range(PEOPLE)]
    kept = []
    for line in lines:
        line.request("GET", "/healthz/")
        line.getresponse().read()
        kept.append(line.sock)
    time.sleep(2.2)
    statuses = [storm.attempt_on(line, str(uuid.uuid4())) for line in lines]
    assert [said for said, _ in statuses] == ["201"] * PEOPLE
    assert [line.sock for line in lines] == kept, "none was opened anew"
    for line in lines:
        line.close()


def test_f12_one_key_sent_by_many_at_once_is_one_hand_with_one_answer(web: Served, storm: Storm) -> None:
    key, begin, said = str(uuid.uuid4()), threading.Barrier(20), list[tuple[str, int]]()

    def send() -> None:
        begin.wait(20)
        said.append(storm.attempt(web.port, key))

    people = [threading.Thread(target=send, daemon=True) for _ in range(20)]
    for each in people:
        each.start()
    for each in people:
        each.join(60)
    answered = [hand for status, hand in said if hand]
    assert len(said) == 20
    assert set(answered) == set(storm.recorded())
    assert Hand.objects.filter(session=storm.table.desk.session).count() == 1
    assert {status.split()[0] for status, hand in said if not hand} <= {"409", "503"}
    assert storm.attempt(web.port, key) == ("201", answered[0])
