"""A second server that follows an operator's first, made by the commands of docs/OPERATIONS.md, “A second machine”."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from devkit import accounts
from devkit.paths import ROOT
from devkit.trouble import TroubleError
from tests.support.cluster import PASSWORDS, Cluster, free_port, plain

TEXT = (ROOT / "docs" / "OPERATIONS.md").read_text(encoding="utf-8")
CHAPTER = TEXT.partition("## A second machine")[2].partition("\n## ")[0]
PATIENCE = 120.0  # seconds


def command(kind: str, word: str) -> str:
    """The one block of the chapter that runs there and says that word."""
    blocks = re.findall(rf"^```sh {kind}\n(.*?)^```$", CHAPTER, re.MULTILINE | re.DOTALL)
    (found,) = [block for block in blocks if word in block]
    return str(found)


@dataclass
class Standing:
    """A server that runs or has ended: its cluster, and the process that leads it."""

    cluster: Cluster
    process: "subprocess.Popen[bytes]"

    def kill(self) -> None:
        """`kill -9` of the postmaster; the processes that it led end when they see it."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def says(self, question: str, database: str = "postgres") -> str:
        """The answer to its superuser."""
        return self.cluster.as_superuser(question, database)

    def type(self, block: str, **words: str) -> str:
        """Type a block of the document on its machine."""
        return typed(block, self.cluster, **words)


def typed(block: str, cluster: Cluster, **words: str) -> str:
    """Type a block of the document into a shell, with these words: what it says. The test fails where it fails."""
    account = cluster.programs.account
    given = {"AS_POSTGRES": f"runuser -u {account.name} --" if account else "", **words}
    told = {
        **plain(), "PGHOST": str(cluster.home), "PGPORT": str(cluster.port), "PGUSER": cluster.superuser,
        "PATH": f"{cluster.programs.folder}:/usr/bin:/bin:/usr/sbin:{os.environ['PATH']}",
        "PGPASSWORD": PASSWORDS["CARDROOM_BACKUP_PASSWORD"],
    }  # fmt: skip
    done = subprocess.run(
        ["bash", "-euc", block], cwd=ROOT, env=told | given, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@contextmanager
def started(cluster: Cluster) -> Iterator[Standing]:
    """Run a cluster's server for the block, at its own port and socket, however it was made."""
    options = {"port": cluster.port, "unix_socket_directories": cluster.home}
    said = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    with (cluster.home / "log").open("ab") as log:
        process = subprocess.Popen(
            [cluster.programs.folder / "postgres", "-D", cluster.home / "data", *said], stdout=log, stderr=log, cwd="/",
            start_new_session=True, **accounts.as_account(cluster.programs.account),
        )  # fmt: skip
    standing = Standing(cluster, process)
    try:
        until(lambda: is_up(standing), standing)
        yield standing
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def copied(primary: Cluster, home: Path) -> Cluster:
    """A copy of the running primary, made as the document says."""
    primary.programs.own(home)
    leads = f"host=127.0.0.1 port={primary.port} user=cardroom_backup password={PASSWORDS['CARDROOM_BACKUP_PASSWORD']}"
    typed(command("copy", "pg_basebackup"), primary, COPY=str(home / "data"), PRIMARY=leads)
    with (home / "data" / "postgresql.conf").open("a") as settings:
        settings.write((ROOT / "deploy" / "postgresql" / "standby.conf").read_text())
    return replace(primary, home=home, port=free_port())


def is_up(standing: Standing) -> bool:
    """Whether it answers; fails with its log where it has ended."""
    assert standing.process.poll() is None, (standing.cluster.home / "log").read_text(errors="replace")[-3000:]
    try:
        return standing.says("select 1") == "1"
    except TroubleError:
        return False


def until(happened: Callable[[], bool], *involved: Standing) -> None:
    """Return when it has happened; fail with the servers' logs where it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        logs = [(each.cluster.home / "log").read_text(errors="replace")[-2000:] for each in involved]
        assert time.monotonic() < deadline, "\n".join(logs)
        time.sleep(0.1)


def until_followed(primary: Standing, *states: str) -> None:
    """Return when the standby follows the primary, in one of these states of `sync_state`."""
    streams = "application_name = 'cardroom_standby' and state = 'streaming'"
    question = f"select sync_state from pg_stat_replication where {streams}"  # noqa: S608 - the words above
    until(lambda: primary.says(question) in states, primary)


def wait_for_it(primary: Standing) -> None:
    """Let every commit wait for the standby, by the document's command."""
    until_followed(primary, "async", "sync")
    primary.type(command("primary", "FIRST 1"))
    until_followed(primary, "sync")


def go_on_alone(primary: Standing) -> None:
    """Wait for nobody any more, by the document's command."""
    primary.type(command("primary", "names = ''"))


def promoted(standby: Standing) -> "subprocess.CompletedProcess[str]":
    """The program that makes the standby of this machine the primary."""
    cluster = standby.cluster
    told = {**plain(), "PGHOST": str(cluster.home), "PGPORT": str(cluster.port), "PGUSER": cluster.superuser}
    assert "python3 -m deploy.promote" in command("promote", "deploy.promote")
    return subprocess.run(
        [sys.executable, "-m", "deploy.promote"], cwd=ROOT, env=told, capture_output=True, text=True, check=False
    )


def either(role: str, *clusters: Cluster) -> str:
    """The address of whichever of them takes changes, for the role."""
    password = PASSWORDS[f"CARDROOM_{role.upper()}_PASSWORD"]
    ports = ",".join(str(cluster.port) for cluster in clusters)
    hosts = ",".join("127.0.0.1" for _ in clusters)
    found = f"postgresql://cardroom_{role}:{password}@/cardroom?host={hosts}&port={ports}"
    return f"{found}&target_session_attrs=read-write"
