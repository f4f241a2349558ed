"""A PostgreSQL as an operator sets it up: its files by `initdb`, its roles by deploy/sql/roles.sql, its WAL archived by
deploy/archive_wal.py, reached at a port of its own. Nothing of it is the private server of dev.py.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy import programs
from deploy.programs import Programs
from devkit import accounts
from devkit.paths import ROOT

ROLES = ("owner", "app", "reports", "verifier", "backup")
PASSWORDS = {f"CARDROOM_{role.upper()}_PASSWORD": f"{role}-of-a-test-only" for role in ROLES}


@dataclass(frozen=True)
class Cluster:
    """A running server: its folder, its port, and the superuser who made it."""

    home: Path
    port: int
    programs: Programs
    superuser: str

    @property
    def archive(self) -> Path:
        """The folder of archived WAL."""
        return self.home / "wal"

    def url(self, role: str) -> str:
        """The address of the database for a role, with its password."""
        password = PASSWORDS[f"CARDROOM_{role.upper()}_PASSWORD"]
        return f"postgresql://cardroom_{role}:{password}@127.0.0.1:{self.port}/cardroom"

    def as_superuser(self, statement: str, database: str = "cardroom") -> str:
        """PostgreSQL's answer to the superuser, through the socket."""
        told = {"PGHOST": str(self.home), "PGPORT": str(self.port), "PGUSER": self.superuser}
        return self.programs.run("psql", "-XAtqc", statement, database, environ=told)

    def manage(self, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
        """A command of manage.py as the application's role."""
        return manage(*arguments, **{"DATABASE_URL": self.url("app")} | more)

    def backing_up(self) -> dict[str, str]:
        """The environment of backups and of the drill, which audits as the verifier."""
        return {
            **plain(), "PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": "cardroom_backup",
            "PGPASSWORD": PASSWORDS["CARDROOM_BACKUP_PASSWORD"], "DATABASE_URL": self.url("verifier"),
        }  # fmt: skip


def plain() -> dict[str, str]:
    """The environment of this process without what leads the tests to their database."""
    foreign = ("DATABASE_", "CARDROOM_", "PG", "DJANGO_", "BROKER_", "SECRET_KEY", "PYTEST_")
    return {name: value for name, value in os.environ.items() if not name.startswith(foreign)}


def manage(*arguments: str, stdin: str = "", root: Path = ROOT, **told: str) -> "subprocess.CompletedProcess[str]":
    """A command of manage.py with these settings, and what is typed into it; `root` may be another release's."""
    environ = {
        **plain(),
        "SECRET_KEY": "a-key-of-a-test-0123456789-and-of-nothing-else-at-all",
        "BROKER_URL": "memory://",
    }
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=root, env=environ | told, input=stdin, capture_output=True,
        text=True, check=False, timeout=1200,
    )  # fmt: skip


@contextmanager
def running(home: Path, *, more: str = "") -> Iterator[Cluster]:
    """Make and run a server in `home`, with settings of its own; ended with the block."""
    found = programs.find()
    cluster = Cluster(home, free_port(), found, "postgres")
    found.own(home)
    found.own(cluster.archive)
    found.run("initdb", "-D", home / "data", "-U", "postgres", "-A", "scram-sha-256", "--auth-local=trust",
              "--data-checksums", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")  # fmt: skip
    (home / "data" / "pg_hba.conf").write_text(_rules())
    with (home / "data" / "postgresql.conf").open("a") as settings:
        settings.write(settings_of(cluster) + more)
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(
            [found.folder / "postgres", "-D", home / "data"], stdout=log, stderr=log, cwd="/", start_new_session=True,
            **accounts.as_account(found.account),
        )  # fmt: skip
    try:
        _wait(cluster, process)
        yield cluster
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def settings_of(cluster: Cluster) -> str:
    """deploy/postgresql/cardroom.conf with this server's places, and without the certificate that it hasn't got."""
    text = (ROOT / "deploy" / "postgresql" / "cardroom.conf").read_text()
    shutil.copy(ROOT / "deploy" / "archive_wal.py", cluster.home)  # the server's account may not enter our own folder
    text = text.replace("/usr/bin/python3 /opt/cardroom/current/deploy/", f"{python()} {cluster.home}/")
    text = text.replace("/var/backups/cardroom/wal", str(cluster.archive)).replace("ssl = on", "ssl = off")
    own = f"listen_addresses = '127.0.0.1'\nport = {cluster.port}\nunix_socket_directories = '{cluster.home}'\n"
    return f"{text}\n{own}"


def _rules() -> str:
    """deploy/postgresql/pg_hba.conf; the superuser comes through the socket as whichever account runs the tests."""
    return (ROOT / "deploy" / "postgresql" / "pg_hba.conf").read_text().replace("  peer", "  trust")


def make_roles(cluster: Cluster) -> None:
    """Run deploy/sql/roles.sql, with the passwords of the tests; it may be run again."""
    told = {"PGHOST": str(cluster.home), "PGPORT": str(cluster.port), "PGUSER": "postgres", **PASSWORDS}
    statements = cluster.home / "roles.sql"  # the server's account may not enter our own folder
    shutil.copy(ROOT / "deploy" / "sql" / "roles.sql", statements)
    cluster.programs.run("psql", "-Xq", "-f", statements, "postgres", environ=told)


def furnish(cluster: Cluster, copied_from: dict[str, str]) -> None:
    """The roles as an operator makes them, and the tables of a database that is migrated already: the same migrations
    again would take minutes. Its rights are given anew."""
    make_roles(cluster)
    fill(cluster, dumped(cluster, copied_from))
    granted = cluster.manage("grant_application_role", DATABASE_OWNER_URL=cluster.url("owner"))
    assert granted.returncode == 0, granted.stderr


def dumped(cluster: Cluster, copied_from: dict[str, str]) -> str:
    """The tables and rows of a database, as its owner says them to an empty one."""
    dump = cluster.programs.run("pg_dump", "--no-owner", "--no-privileges", environ=copied_from)
    return dump.replace("CREATE SCHEMA public;", "").replace("COMMENT ON SCHEMA public", "-- COMMENT")


def fill(cluster: Cluster, tables: str) -> None:
    """Say that to the cluster's empty database, as its owner."""
    done = subprocess.run(
        [cluster.programs.folder / "psql", "-Xq", "-v", "ON_ERROR_STOP=1", cluster.url("owner")], input=tables,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def _wait(cluster: Cluster, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while not _is_ready(cluster.home / "data" / "postmaster.pid"):
        assert process.poll() is None, (cluster.home / "log").read_text()
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _is_ready(pid_file: Path) -> bool:
    lines = pid_file.read_text().splitlines() if pid_file.exists() else []
    return len(lines) >= 8 and lines[7].strip() == "ready"


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def python() -> str:
    """A Python that any account may run."""
    return shutil.which("python3", path="/usr/bin:/usr/local/bin") or sys.executable
