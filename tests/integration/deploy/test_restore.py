"""Backups of a server that an operator set up, put back beside it: the books hold on the copy, up to the second that is
asked for; and where a row was changed, the drill names it."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from deploy import backup, copies
from devkit.paths import ROOT
from tests.support.cluster import Cluster

MONEY = """
from datetime import datetime, UTC
from django.db import connection
from cage.services import stock_vault
from config.rooms.models import Room
from config.rooms.services import set_up_room
from config.staff.models import User
from config.staff.services import add_person
now = datetime.now(UTC)
room = Room.objects.filter(slug="drill").first() or set_up_room(name="Drill", slug="drill", by=None, at=now)
def one(badge, role):
    found = User.objects.filter(badge_number=badge).first()
    return found or add_person(room=room, badge_number=badge, username=badge.lower(), display_name=badge, roles={role},
                               by=None, at=now)[0]
key = f"stock:{now.timestamp()}"
stock_vault(room=room, chips=5_000_00, cash=1_000_00, key=key, by=one("M1", "manager"), at=now, reason="the room opens",
            second=one("C1", "cashier"), confirmed=("same_again",))
with connection.cursor() as cursor:
    cursor.execute("select count(*), clock_timestamp() from players_transfer")
    print(*cursor.fetchone(), sep="|")
"""


def move_money(cluster: Cluster) -> tuple[int, str]:
    """Stock the vault once more; the number of transfers since the beginning, and the time after the last."""
    done = cluster.manage("shell", "-v", "0", "-c", MONEY)
    assert done.returncode == 0, done.stderr
    count, at = done.stdout.strip().splitlines()[-1].split("|")
    return int(count), at


def drilled(cluster: Cluster, *arguments: str | Path) -> tuple[int, dict[str, Any], str]:
    """The exit status of a drill, its report, and what it complained of."""
    done = subprocess.run(
        [sys.executable, "-m", "deploy.restore_drill", "--json", *arguments], cwd=ROOT, env=cluster.backing_up(),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, json.loads(done.stdout) if done.stdout else {}, done.stderr


@pytest.fixture(scope="module")
def backed_up(operated: Cluster) -> tuple[Path, int, str]:
    """The folder of a base backup with some money in it; how many transfers there were a moment after it, and when."""
    move_money(operated)
    base = operated.home / "base"
    done = subprocess.run(
        [sys.executable, "-m", "deploy.backup", "--to", base, "--archive", operated.archive], cwd=ROOT,
        env=operated.backing_up(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "verified" in done.stdout
    count, at = move_money(operated)
    return base, count, at


def test_the_books_hold_on_a_copy_of_the_second_that_is_asked_for(
    operated: Cluster, backed_up: tuple[Path, int, str]
) -> None:
    base, count, at = backed_up
    later, _ = move_money(operated)
    assert later > count
    operated.as_superuser("select pg_switch_wal()")
    wait_until(lambda: operated.as_superuser("select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) "
                                             "from pg_stat_archiver") == "t")  # fmt: skip
    status, report, said = drilled(operated, "--backup", base, "--archive", operated.archive, "--to", at)
    assert (status, report["faults"]) == (0, []), said
    assert report["transfers"] == count
    assert report["checks"] >= 50
    assert report["checksums"] == "every page's checksum is right"
    assert 0 < report["last_money_age"] < 3600
    assert report["seconds"].keys() == {"copy", "recover", "audit"}


def test_a_row_that_was_changed_is_named_on_the_copy_of_the_running_server(operated: Cluster) -> None:
    move_money(operated)
    row = operated.as_superuser("select max(id) from players_transfer")
    change = "set session_replication_role = replica; update players_transfer set amount = amount {} where id = {}"
    operated.as_superuser(change.format("+ 100", row))
    try:
        status, report, said = drilled(operated, "--archive", operated.archive)
    finally:
        operated.as_superuser(change.format("- 100", row))
    assert status == 1, said
    assert any(f"transfer {row}" in fault for fault in report["faults"]), report["faults"][:5]


def test_a_backup_with_a_byte_that_turned_is_refused(operated: Cluster, backed_up: tuple[Path, int, str]) -> None:
    rotten = operated.home / "rotten"
    copies.copy_backup(backup.newest(backed_up[0]), rotten, operated.programs)
    file = max((rotten / "base").rglob("*"), key=lambda each: each.stat().st_size if each.is_file() else 0)
    content = bytearray(file.read_bytes())
    content[5000] ^= 1
    file.write_bytes(content)
    status, _, said = drilled(operated, "--backup", rotten, "--archive", operated.archive)
    assert status == 2
    assert "checksum mismatch" in said


def test_a_time_that_the_wal_does_not_reach_is_no_copy(operated: Cluster, backed_up: tuple[Path, int, str]) -> None:
    status, _, said = drilled(
        operated, "--backup", backed_up[0], "--archive", operated.home / "nothing", "--to", "2099-01-01 00:00+00"
    )
    assert status == 2
    assert "The drill failed" in said


def test_wal_that_is_there_and_cannot_be_read_is_no_copy(operated: Cluster, backed_up: tuple[Path, int, str]) -> None:
    """The end of the archive is where a file is missing, not where the drill may not look."""
    closed = operated.programs.own(operated.home / "closed")
    for file in operated.archive.iterdir():
        (closed / file.name).touch(mode=0o000)
    status, _, said = drilled(operated, "--backup", backed_up[0], "--archive", closed)
    assert status == 2
    assert "could not restore file" in said


def wait_until(holds: Any) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)
