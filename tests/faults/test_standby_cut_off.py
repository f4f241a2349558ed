"""The line to the standby that commits wait for is cut, and nobody is told: nothing is acknowledged, and soon it is
said that it is so."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from django.db import connections
from pytest_django.plugin import DjangoDbBlocker

from config.web.health import parts
from devkit.paths import ROOT
from games.models import Hand
from tests.faults.conftest import leading_to
from tests.faults.two_machines import furnished
from tests.support.cluster import PASSWORDS, Cluster
from tests.support.hosts import Host, Network
from tests.support.several_machines import PATIENCE, from_here, on_its_own, start_database, waited_for
from tests.support.standby import Standing, command, until_followed, wait_for_it
from tests.support.storm import faults_of_the_books
from tests.support.table import HandTable, open_hand_table


@dataclass
class Pair:
    """The primary, and the host of the standby that follows it."""

    primary: Standing
    standby: Host


@pytest.fixture
def pair(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Pair]:
    """The primary, and a standby on another host, copied as the document says; commits wait for it."""
    with django_db_blocker.unblock(), Network() as network, furnished() as made:
        first, one, other = on_its_own(made), network.host("primary"), network.host("standby")
        start_database(one, first)
        second = follower(first, one, other)
        start_database(other, second)
        with leading_to(from_here(first)):
            primary = Standing(first, one.started[-1])
            until_followed(primary, "async")
            wait_for_it(primary)
            yield Pair(primary, other)


def follower(first: Cluster, one: Host, other: Host) -> Cluster:
    """A copy of the running primary, taken over the network."""
    home = first.programs.own(first.home.parent / "standby")
    password = PASSWORDS["CARDROOM_BACKUP_PASSWORD"]
    told = {
        "AS_POSTGRES": "", "COPY": str(home / "data"), "PATH": f"{first.programs.folder}:/usr/bin:/bin",
        "PRIMARY": f"host={one.address} port=5432 user=cardroom_backup password={password}",
    }  # fmt: skip
    taking = other.popen(["bash", "-euc", command("copy", "pg_basebackup")], account=first.programs.account, env=told)
    assert taking.wait(PATIENCE) == 0
    with (home / "data" / "postgresql.conf").open("a") as settings:
        settings.write((ROOT / "deploy" / "postgresql" / "standby.conf").read_text())
    return replace(first, home=home)


def test_f35_a_standby_that_is_cut_off_is_told_and_nothing_is_acknowledged_until_it_is_back(pair: Pair) -> None:
    """It counts as connected for as long as the server believes in the line."""
    table = open_hand_table()
    assert parts()["database"] == "ok"
    pair.standby.cut()
    sending = threading.Thread(target=lambda: recorded(table), daemon=True)
    sending.start()
    waited_for(lambda: parts()["database"] == "down", lambda: log_of(pair))
    assert sending.is_alive()
    assert Hand.objects.count() == 0, "not even seen by others"
    pair.standby.joined()
    sending.join(PATIENCE)
    assert not sending.is_alive(), log_of(pair)
    assert Hand.objects.count() == 1
    waited_for(lambda: parts()["database"] == "ok", lambda: log_of(pair))
    assert faults_of_the_books() == []


def recorded(table: HandTable) -> None:
    """A quick hand, on a connection of its own."""
    try:
        table.tick()
    finally:
        connections.close_all()


def log_of(pair: Pair) -> str:
    return (pair.primary.cluster.home / "log").read_text(errors="replace")[-3000:]
