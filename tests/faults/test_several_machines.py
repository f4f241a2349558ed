"""Web servers, workers, a broker and the database, each on a host of its own: any of them is killed, or cut off so that
nobody is told, in the midst of a stream of acts. Each act is there once, money never waits for a broker, and each job
is done in the end."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from operator import gt
from pathlib import Path

import pytest
from django.db import connections, transaction
from pytest_django.plugin import DjangoDbBlocker

from config.jobs.models import WorkerPulse
from rake.services import ask_for_day
from tests.faults.conftest import leading_to
from tests.faults.two_machines import furnished
from tests.support.desk import at_play_now, key
from tests.support.hosts import Host, Network
from tests.support.proofs import sized
from tests.support.several_machines import (
    Machines,
    Play,
    Stream,
    empty_rabbitmq,
    from_here,
    on_its_own,
    open_play,
    start_database,
    start_rabbitmq,
    streaming,
)

FAULTS = ("killed", "cut off", "standing still", "full")
OF_RABBITMQ = sized(("cut off",), FAULTS[1:], FAULTS)
OF_REDIS = sized(("cut off",), ("cut off",), FAULTS[:3])
WAITS = "wait_event_type = 'Lock'"
WAITS_FOR_THE_REPORTS = f"{WAITS} and wait_event = 'relation' and query like '%rake_reportday%'"


@pytest.fixture(scope="module")
def machines(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Machines]:
    """All of them, with RabbitMQ between them."""
    with django_db_blocker.unblock(), Network() as network, furnished() as made:
        cluster, database = on_its_own(made), network.host("database")
        start_database(database, cluster)
        with leading_to(from_here(cluster)):
            machines = Machines(network, cluster, tmp_path_factory.mktemp("hosts"), database)
            machines.start_all()
            yield machines


@pytest.fixture(scope="module")
def play(machines: Machines) -> Play:
    return open_play()


@pytest.fixture
def stream(machines: Machines, play: Play, tmp_path: Path) -> Iterator[Stream]:
    """Acts that go on during the test, and what must be found afterwards."""
    with looked_at(machines, play, tmp_path) as sent:
        yield sent


@contextmanager
def looked_at(machines: Machines, play: Play, folder: Path) -> Iterator[Stream]:
    with streaming(machines, play, folder) as sent:
        sent.until_more()
        yield sent
        sent.until_more()
    print(sent.told)
    machines.until_all_is_done()
    sent.look_at()


@contextmanager
def cut(one: Host, other: Host | None = None) -> Iterator[None]:
    """Nothing goes between the two for the block, or between the one and anybody; nobody is told."""
    one.network.cut(one, other) if other else one.cut()
    try:
        yield
    finally:
        one.network.join(one, other) if other else one.joined()


def test_f31_a_web_host_that_is_killed_or_cut_off_loses_and_doubles_nothing(machines: Machines, stream: Stream) -> None:
    for web in machines.webs:
        with cut(web):
            stream.until_more()
        web.kill()
        stream.until_more()
        machines.start_web(web)
        machines.until_open(web, 8000)


def test_f31_connections_of_a_host_that_is_gone_are_taken_back(machines: Machines, stream: Stream) -> None:
    """A role has sixty: whatever dies without a word would keep its part of them for hours."""
    web = machines.webs[0]
    machines.until(lambda: bool(machines.asks_of(web, "true")))
    with cut(web):
        web.kill()
        machines.until(lambda: not machines.asks_of(web, "true"))
    machines.start_web(web)
    machines.until_open(web, 8000)


def test_f32_a_worker_host_that_is_killed_or_cut_off_leaves_no_job_undone(machines: Machines, stream: Stream) -> None:
    for worker in machines.workers:
        with cut(worker):
            stream.until_more()
        worker.kill()
        stream.until_more()
        machines.start_worker(worker)
    machines.until_well()


@pytest.mark.parametrize("fault", OF_RABBITMQ)
def test_f33_money_goes_on_without_the_broker_and_jobs_are_done_when_it_is_back(
    machines: Machines, stream: Stream, fault: str
) -> None:
    without_its_broker(machines, stream, fault)


@pytest.mark.parametrize("fault", OF_REDIS)
def test_f33_money_goes_on_without_redis_and_jobs_are_done_when_it_is_back(
    on_redis: Machines, play: Play, tmp_path: Path, fault: str
) -> None:
    with looked_at(on_redis, play, tmp_path) as stream:
        without_its_broker(on_redis, stream, fault)


@pytest.fixture
def on_redis(machines: Machines, tmp_path: Path) -> Iterator[Machines]:
    """A web server and a worker more, with Redis between them; they are gone when the test is, as their worker would do
    the jobs of the tests that follow."""
    beside = Machines(machines.network, machines.cluster, tmp_path, machines.database, kind="redis", each=1)
    beside.start_all()
    try:
        yield beside
    finally:
        for host in beside.hosts:
            host.kill()


def without_its_broker(machines: Machines, stream: Stream, fault: str) -> None:
    """The broker is away for a while, and acts go on; then it is back, and its workers with it."""
    broker = machines.broker
    if fault == "killed":
        broker.kill()
        stream.until_more()
        machines.start_broker()
    if fault == "full":
        broker.kill()
        start_rabbitmq(machines, is_full=True)
        stream.until_more(40)
        empty_rabbitmq(machines)
    if fault == "cut off":
        before = lines_lost(machines)
        with cut(broker):
            stream.until_more()
            if machines.kind == "rabbitmq":
                machines.until(lambda: all(map(gt, lines_lost(machines), before)))
    if fault == "standing still":
        broker.stand_still()
        try:
            stream.until_more(40)
        finally:
            broker.go_on()
    WorkerPulse.objects.all().delete()
    machines.until_well()


def lines_lost(machines: Machines) -> list[int]:
    """How often each worker has noticed that it lost the broker; one over Redis notices when that answers again."""
    return [machines.log_of(worker).count("broker lost") for worker in machines.workers]


def test_f34_a_web_host_that_does_not_reach_the_database_says_so(machines: Machines, stream: Stream) -> None:
    """It would keep each request for a quarter of an hour, until none of its threads were left."""
    web = machines.webs[0]
    with cut(web, machines.database):
        machines.until(lambda: any(said.startswith("503") for said in stream.refused_by(web)))


def test_f34_a_worker_that_does_not_reach_the_database_gives_its_job_up(machines: Machines, play: Play) -> None:
    """Its job waits for an answer of the database, whose line is cut meanwhile."""
    worker, desk = machines.workers[0], at_play_now(play.desk)
    day = desk.room.gaming_day(desk.now)
    others = machines.workers[1:]

    def its_question() -> list[int]:
        """The broker may have given what was sent before to one that stands still, until that goes on: ask again."""
        machines.ring()
        return machines.asks_of(worker, WAITS_FOR_THE_REPORTS)

    for other in others:
        other.stand_still()
    try:
        ask_for_day(room=desk.room, gaming_day=day, key=key(), by=desk.manager, at=desk.at())
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            cursor.execute("lock table rake_reportday in access exclusive mode")
            (asked,) = machines.until(its_question)
            os.kill(asked, signal.SIGSTOP)
        before = machines.log_of(worker).count("broke")
        try:
            with cut(worker, machines.database):
                machines.until(lambda: machines.log_of(worker).count("broke") > before)
        finally:
            os.kill(asked, signal.SIGCONT)
    finally:
        for other in others:
            other.go_on()
    machines.until_all_is_done()
    machines.until_well()


def test_f34_an_act_whose_answer_was_lost_on_the_line_is_there_once(machines: Machines, stream: Stream) -> None:
    lose_answers(machines, stream)


def test_f34_control_with_a_new_key_for_each_attempt_it_is_there_twice(
    machines: Machines, play: Play, tmp_path: Path
) -> None:
    with streaming(machines, play, tmp_path, keeps_key=False) as stream:
        stream.until_more()
        lose_answers(machines, stream)
    machines.until_all_is_done()
    with pytest.raises(AssertionError, match="answered"):
        stream.look_at()


def lose_answers(machines: Machines, stream: Stream) -> None:
    """Acts wait in the database for a row that somebody has; meanwhile nothing goes from their web server to the
    tablets any more, which give up and ask the other."""
    web = machines.webs[0]
    with ExitStack() as line:
        with transaction.atomic(), connections["default"].cursor() as cursor:
            cursor.execute("select 1 from tables_tablesession where id = %s for update", [stream.desk.session.pk])
            machines.until(lambda: bool(machines.asks_of(web, WAITS)))
            line.enter_context(cut(web, machines.client))
        machines.until(lambda: "TimeoutError" in stream.refused_by(web))
