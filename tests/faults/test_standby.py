"""The database's machine is gone, and the standby goes on: where commits wait for it, nothing acknowledged is lost."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest
from django.db import connections
from pytest_django.plugin import DjangoDbBlocker

from config.web.gauges import exposed
from config.web.health import forget, parts
from tests.faults.two_machines import Machines, furnished, two_machines
from tests.support.cluster import Cluster
from tests.support.proofs import sized
from tests.support.standby import command, go_on_alone, promoted, started, until, until_followed, wait_for_it
from tests.support.storm import Outcome, open_storm, web_server

CROWD = {"clients": sized(3, 4, 16), "hands": sized(25, 25, 200)}


@pytest.fixture(scope="module")
def source(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cluster]:
    with django_db_blocker.unblock(), furnished() as made:
        yield made


@pytest.fixture
def machines(source: Cluster, django_db_blocker: DjangoDbBlocker) -> Iterator[Machines]:
    with django_db_blocker.unblock(), two_machines(source) as pair:
        yield pair


def is_gone(machines: Machines) -> None:
    """The primary's machine is gone for good, and the standby is made the primary by one command."""
    machines.primary.kill()
    done = promoted(machines.standby)
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    connections.close_all()  # those of before lead to what is gone


def test_f28_what_was_acknowledged_is_on_the_standby_when_the_primary_is_gone(
    machines: Machines, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The programs go on by themselves: their address names both machines. A copy that was taken once commits waited
    has that setting too, and must not wait for itself."""
    wait_for_it(machines.primary)
    machines.standby.type(command("primary", "FIRST 1"))
    storm = open_storm()

    def lose_it() -> None:
        until(lambda: recorded_on(machines) >= 3, machines.primary)
        is_gone(machines)

    with web_server(tmp_path_factory.mktemp("web"), DATABASE_URL=machines.either()) as web:
        outcome = storm.blow(web.port, lose_it, **CROWD)
    print(outcome.told)
    assert outcome.refused, "nobody noticed"
    storm.look_at(outcome)


def test_f28_control_a_standby_that_nobody_waits_for_lacks_what_was_acknowledged(
    machines: Machines, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What sends the log to it hangs while hands are acknowledged, as a line between machines does."""
    until_followed(machines.primary, "async")
    storm = open_storm()
    position = machines.primary.says("select pg_current_wal_lsn()")
    until(lambda: machines.standby.says(f"select pg_last_wal_replay_lsn() >= '{position}'") == "t", machines.standby)
    sender = int(machines.primary.says("select pid from pg_stat_replication"))
    os.kill(sender, signal.SIGSTOP)
    with web_server(tmp_path_factory.mktemp("web"), DATABASE_URL=machines.either()) as web:
        outcome = storm.blow(web.port, lambda: None, clients=2, hands=4)
        machines.primary.kill()
        os.kill(sender, signal.SIGKILL)
    is_gone(machines)
    assert len(outcome.acked) == 8
    assert storm.recorded() == []
    with pytest.raises(AssertionError):
        storm.look_at(outcome)


def test_f29_without_its_standby_nothing_is_acknowledged_until_somebody_decides(
    machines: Machines, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Then what waited is acknowledged, once; and a standby that is back is waited for again."""
    wait_for_it(machines.primary)
    storm, outcomes = open_storm(), list[Outcome]()
    with web_server(tmp_path_factory.mktemp("web"), DATABASE_URL=machines.either()) as web:
        machines.standby.kill()
        sending = threading.Thread(
            target=lambda: outcomes.append(storm.blow(web.port, lambda: None, clients=2, hands=3)), daemon=True
        )
        sending.start()
        until(lambda: waits_for_standby(machines), machines.primary)
        assert outcomes == []
        assert recorded_on(machines) == 0, "not even seen by others"
        go_on_alone(machines.primary)
        sending.join(300)
        storm.look_at(outcomes[0])
        assert len(outcomes[0].acked) == 6
        with started(machines.standby.cluster) as back:
            wait_for_it(machines.primary)
            machines.standby = back
            second = open_storm()
            second.look_at(second.blow(web.port, lambda: is_gone(machines), clients=2, hands=6))


def test_health_and_gauges_answer_where_commits_wait_for_nobody(machines: Machines) -> None:
    """Nobody would be told otherwise: a probe that waits as commits do never answers."""
    wait_for_it(machines.primary)
    sender = int(machines.primary.says("select pid from pg_stat_replication"))
    os.kill(sender, signal.SIGSTOP)
    try:
        assert probed(machines) == "ok"
    finally:
        os.kill(sender, signal.SIGCONT)
    machines.standby.kill()
    until(lambda: parts()["database"] == "down", machines.primary)
    assert 'cardroom_part_up{part="database"} 0.0' in exposed().decode()
    go_on_alone(machines.primary)
    until(lambda: parts()["database"] == "ok", machines.primary)


def probed(machines: Machines) -> str:
    """The word for the database of a probe that writes, by a connection of its own; fails where the probe waits."""
    said = list[str]()

    def probe() -> None:
        forget()
        said.append(parts()["database"])
        connections.close_all()

    probing = threading.Thread(target=probe, daemon=True)
    probing.start()
    until(lambda: not probing.is_alive() or waits_for_standby(machines), machines.primary)
    assert said, "the probe waits for the standby"
    return said[0]


def waits_for_standby(machines: Machines) -> bool:
    return machines.primary.says("select count(*) > 0 from pg_stat_activity where wait_event = 'SyncRep'") == "t"


def recorded_on(machines: Machines) -> int:
    return int(machines.primary.says("select count(*) from games_hand", "cardroom"))


def test_two_primaries_are_refused(machines: Machines) -> None:
    refused = promoted(machines.standby)
    assert refused.returncode == 1
    assert "answers: two primaries would both take money" in refused.stderr
    assert machines.standby.says("select pg_is_in_recovery()") == "t"
    refused = promoted(machines.primary)
    assert refused.returncode == 1
    assert "it is no standby" in refused.stderr


def test_a_standby_that_is_away_is_told_where_nobody_waits_for_it(machines: Machines) -> None:
    gauge = 'cardroom_standby_connected{slot="cardroom_standby"}'
    until_followed(machines.primary, "async")
    assert f"{gauge} 1.0" in exposed().decode()
    machines.standby.kill()
    until(lambda: f"{gauge} 0.0" in exposed().decode(), machines.primary)
