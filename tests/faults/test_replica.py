"""Reports from a streaming replica: they say of when they are, and come from the primary where it is no use."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import isnan
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import InternalError, connection, connections, transaction
from django.urls import reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from config import replica
from config import settings as product
from config.jobs.services import finish
from config.rooms.models import Room
from config.web.gauges import exposed
from games.models import Hand
from rake.services import ask_for_day, rebuild_day
from tests.faults.two_machines import Machines, furnished, two_machines
from tests.support.desk import Desk, key, open_desk_now
from tests.support.people import signed_in
from tests.support.standby import until
from tests.support.table import HandTable

LONG = timedelta(hours=1)


@pytest.fixture(scope="module")
def machines(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Machines]:
    """One pair for all: what a test changes of it, it puts back."""
    with django_db_blocker.unblock(), furnished() as source, two_machines(source) as pair:
        yield pair


@pytest.fixture(autouse=True)
def named(machines: Machines, settings: Any, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The standby is named as the replica for reports, and is asked at once."""
    settings.REPORTS_BEHIND = LONG
    with django_db_blocker.unblock(), naming(machines.standby.cluster.url("reports")):
        yield


@contextmanager
def naming(address: str) -> Iterator[None]:
    """Name this replica for the block, in place of what is named; "" names none."""
    before = connections.settings.get(replica.ALIAS)
    given = product._database(address, statement_timeout="60s", idle_timeout="60s") if address else {}
    lead_to(connections.settings["default"] | given | {"CONN_MAX_AGE": 0} if address else None)
    try:
        yield
    finally:
        lead_to(before)


def lead_to(given: dict[str, Any] | None) -> None:
    if replica.ALIAS in connections:
        connections[replica.ALIAS].close()
        del connections[replica.ALIAS]
        del connections.settings[replica.ALIAS]
    if given is not None:
        connections.settings[replica.ALIAS] = given
    replica._replica.asked_from = 0.0


@pytest.fixture(scope="module")
def table(machines: Machines, django_db_blocker: DjangoDbBlocker) -> HandTable:
    desk = open_desk_now()
    table = HandTable(desk, {seat: desk.seated(300_00, seat=seat) for seat in range(1, 4)})
    table.tick(1_00)
    return table


def shown(desk: Desk, name: str = "revenue", **more: str) -> str:
    """The text of the page or file of a report."""
    today = desk.room.gaming_day(timezone.now())
    of_now = {"revenue": {"month": f"{today:%Y-%m}"}, "morning": {"day": today.isoformat()}}.get(name, {}) | more
    of_now |= {"look": "yes"}
    answer = signed_in(desk.manager).get(reverse(name, args=[today] if name.startswith("rake_") else []), of_now)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    assert answer.status_code == 200
    return str(content.decode())


def hands() -> int:
    return Hand.objects.count()


@contextmanager
def held(machines: Machines) -> Iterator[None]:
    """The replica receives and doesn't replay, as while a long question holds it up."""
    machines.standby.says("select pg_wal_replay_pause()")
    until(lambda: machines.standby.says("select pg_get_wal_replay_pause_state()") == "paused", machines.standby)
    try:
        yield
    finally:
        machines.standby.says("select pg_wal_replay_resume()")


def test_what_was_committed_before_is_in_it(table: HandTable) -> None:
    for _ in range(10):
        table.tick()
        found, where = replica.read(lambda: (hands(), where_it_is_read()))
        assert found == (Hand.objects.count(), True)
        assert where.as_of is not None
        assert where.behind == timedelta(0)


def where_it_is_read() -> bool:
    """Whether a replica is asked, by whatever way the reader asks."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_is_in_recovery()")
        (is_replica,) = cursor.fetchone()
    return bool(is_replica)


def test_f30_what_it_lacks_is_told_by_its_age(machines: Machines, table: HandTable) -> None:
    before = hands()
    with held(machines):
        table.tick()
        found, where = replica.read(hands)
        assert found == before
        assert where.as_of is not None
        assert where.behind > timedelta(0)
    assert hands() == before + 1


def test_f30_beyond_the_bound_the_primary_is_read(machines: Machines, table: HandTable, settings: Any) -> None:
    settings.REPORTS_BEHIND = timedelta(microseconds=1)
    with held(machines):
        table.tick()
        found, where = replica.read(hands)
    assert found == hands()
    assert where.as_of is None
    assert "seconds behind, more than 0" in where.why_not


@pytest.mark.parametrize("name", ["rake_report", "morning", "figures", "pace", "lost_rake", "revenue"])
def test_a_page_says_of_when_it_is(table: HandTable, name: str) -> None:
    text = shown(table.desk, name)
    assert "0 seconds behind: read from the replica." in text


@pytest.mark.parametrize("name", ["rake_csv", "figures_csv", "pace_csv", "revenue_csv"])
def test_a_file_says_of_when_it_is(table: HandTable, name: str) -> None:
    text = shown(table.desk, name)
    assert "0 seconds behind: read from the replica." in text.splitlines()[-1]


def test_the_figures_of_a_page_are_those_of_the_replica(machines: Machines, table: HandTable) -> None:
    """The page itself needs the primary: who signs in is kept there."""
    before = total_of(shown(table.desk))
    with held(machines):
        table.tick(37_00)
        late = shown(table.desk)
        with naming(""):
            now = shown(table.desk)
    assert "behind: read from the replica." in late
    assert total_of(late) == before != total_of(now)


def total_of(text: str) -> str:
    (found,) = re.findall(r"<dt>In all</dt><dd>(.*?)</dd>", text)
    return str(found)


def test_whoever_waits_for_a_report_is_shown_what_was_built(machines: Machines, table: HandTable) -> None:
    """The replica has the job and the report a little later: without the job, the page is the replica's again."""
    desk = table.desk
    day = desk.room.gaming_day(timezone.now())
    with held(machines):
        table.tick()
        job = ask_for_day(room=desk.room, gaming_day=day, key=key(), by=desk.manager, at=timezone.now())
        rebuild_day(room=desk.room, gaming_day=day, at=timezone.now())
        finish(job)
        built = f"Built from {hands()} hand"
        waiting, without = (shown(desk, "rake_report", **asked) for asked in ({"job": str(job.pk)}, {}))
    assert built in waiting
    assert "the replica" not in waiting
    assert built not in without
    assert "behind: read from the replica." in without


@pytest.mark.parametrize("name", ["api_reports", "api_figures", "api_revenue"])
def test_the_api_says_of_when_it_is(machines: Machines, table: HandTable, name: str) -> None:
    def said() -> dict[str, Any] | None:
        today = table.desk.room.gaming_day(timezone.now())
        asked = {"month": today.isoformat()} if name == "api_revenue" else {}
        found: dict[str, Any] | None = signed_in(table.desk.manager).get(reverse(name), asked).json()["read_from"]
        return found

    until(lambda: (said() or {})["seconds_behind"] == 0, machines.standby)
    at_once = said()
    with held(machines):
        table.tick()
        late = said()
    with naming("postgresql://nobody@127.0.0.1:1/none"):
        away = said()
    with naming(""):
        nowhere = said()
    assert at_once is not None
    assert late is not None
    assert datetime.fromisoformat(late["as_of"]) < datetime.fromisoformat(at_once["as_of"]) + timedelta(minutes=1)
    assert (at_once["why_not"], late["why_not"]) == ("", "")
    assert away == {"as_of": None, "seconds_behind": None, "why_not": "the replica doesn’t answer"}
    assert nowhere is None


def gauges() -> dict[str, float]:
    """The lines of /metrics about the copies."""
    lines = [line for line in exposed().decode().splitlines() if re.match("cardroom_(standby|replica)_", line)]
    return {name.removeprefix("cardroom_"): float(value) for name, value in map(str.split, lines)}


def test_the_metrics_tell_of_the_copies(machines: Machines, table: HandTable, settings: Any) -> None:
    until(lambda: gauges()["replica_behind_seconds"] == 0, machines.standby)
    at_once = gauges()
    with held(machines):
        table.tick()
        late = gauges()
        settings.REPORTS_BEHIND = timedelta(microseconds=1)
        too_late = gauges()
    with naming("postgresql://nobody@127.0.0.1:1/none"):
        away = gauges()
    with naming(""):
        unnamed = gauges()
    assert at_once['standby_connected{slot="cardroom_standby"}'] == 1
    assert 0 <= at_once['standby_behind_bytes{slot="cardroom_standby"}'] < 2**24
    assert at_once["replica_read"] == 1
    assert late["replica_read"] == 1
    assert late["replica_behind_seconds"] > 0
    assert too_late["replica_read"] == 0
    assert too_late["replica_behind_seconds"] > 0
    assert away["replica_read"] == 0
    assert isnan(away["replica_behind_seconds"])
    assert [name for name in unnamed if name.startswith("replica")] == []


def test_f30_a_replica_that_is_away_is_told_and_not_waited_for_again(table: HandTable) -> None:
    with naming("postgresql://nobody@127.0.0.1:1/none"):
        found, where = replica.read(hands)
        assert found == hands()
        assert where.words(table.desk.room.zone) == "Read from the primary: the replica doesn’t answer."
        assert replica._replica.asked_from > 0
        text = shown(table.desk)
    assert "Read from the primary: the replica doesn’t answer." in text


def test_f30_one_that_gives_up_in_the_middle_is_asked_no_more(table: HandTable) -> None:
    """As where a long question must end, so that replaying goes on."""

    def reader() -> int:
        if where_it_is_read():
            with connection.cursor() as cursor:
                cursor.execute("select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)")
        return hands()

    found, where = replica.read(reader)
    assert found == hands()
    assert where.why_not == "the replica gave up in the middle"
    assert not where_it_is_read()


def test_what_is_written_reads_the_primary(table: HandTable) -> None:
    with transaction.atomic():
        found, where = replica.read(where_it_is_read)
    assert found is False
    assert where == replica.PRIMARY


def test_a_reader_that_writes_is_refused(table: HandTable) -> None:
    with pytest.raises(InternalError, match="read-only transaction"):
        replica.read(lambda: Room.objects.filter(pk=table.desk.room.pk).update(name="Written"))
    assert not where_it_is_read()
    assert Room.objects.get(pk=table.desk.room.pk).name == table.desk.room.name


def test_without_a_replica_nothing_is_said(table: HandTable) -> None:
    with naming(""):
        assert "replica" not in shown(table.desk)
        assert replica.read(hands) == (hands(), replica.PRIMARY)


def checked() -> str:
    """The complaints of `check --deploy` about the replica."""
    try:
        call_command("check", deploy=True, databases=["default"], fail_level="WARNING")
    except SystemCheckError as error:
        return str(error)
    return ""


def test_the_check_before_serving_names_a_replica_of_no_use(machines: Machines) -> None:
    assert "DATABASE_REPORTS_URL" not in checked()
    assert "W005" not in checked()
    with naming("postgresql://nobody@127.0.0.1:1/none"):
        assert "The replica for reports does not answer" in checked()
    with naming(machines.primary.cluster.url("reports")):
        assert "leads to a server that takes changes" in checked()


def test_f30_what_is_none_of_the_primarys_is_not_read(
    machines: Machines, table: HandTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that takes changes, as after a promotion; and a replica of another cluster."""
    with naming(machines.primary.cluster.url("reports")):
        found, where = replica.read(hands)
    assert found == hands()
    assert where.why_not == "what is named as its replica is none"
    monkeypatch.setattr(replica, "_PRIMARY", "select pg_current_wal_lsn()::text, clock_timestamp(), 4711::bigint")
    assert replica.read(where_it_is_read) == (False, where)
    assert "leads to another cluster" in checked()
