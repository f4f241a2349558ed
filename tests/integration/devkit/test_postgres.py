"""The private PostgreSQL starts as root and not, from a closed folder, and with the wheel's programs alone."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from devkit import accounts, binaries, groups, paths, postgres, throwaway
from devkit.accounts import Account
from devkit.trouble import TroubleError

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another account")

START_AND_TELL = """
import os, sys
sys.path.insert(0, sys.argv[1])
from devkit import throwaway
with throwaway.running_server() as server:
    print(os.geteuid(), server.programs.folder, server.is_ready())
"""


@pytest.fixture
def wheel_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without PostgreSQL."""
    monkeypatch.setenv("CARDROOM_WHEEL_POSTGRES", "1")


@pytest.fixture
def closed_folder() -> Iterator[Path]:
    """A folder that only this account can enter, outside pytest's own closed folder."""
    folder = Path("/var/tmp") / f"cardroom-closed-{os.getpid()}"
    folder.mkdir(mode=0o700)
    yield folder
    shutil.rmtree(folder)


def test_the_roles_are_apart() -> None:
    with throwaway.running_server() as server:
        with psycopg.connect(server.url(postgres.OWNER), autocommit=True) as owner:
            owner.execute("CREATE TABLE chips (amount bigint)")
            assert owner.execute("SHOW data_checksums").fetchone() == ("on",)
        with psycopg.connect(server.url(postgres.APPLICATION)) as application:
            rights = application.execute(
                "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user"
            )
            assert rights.fetchone() == (False, False, False)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                application.execute("CREATE TABLE mine (amount bigint)")


def test_nobody_is_let_in_without_the_roles_own_password() -> None:
    with throwaway.running_server() as server:
        plain = f"host={server.sockets} dbname={postgres.DATABASE}"
        as_owner = server.url(postgres.APPLICATION).replace(f"{postgres.APPLICATION}:", f"{postgres.OWNER}:")
        for knock in (f"{plain} user={postgres.OWNER}", f"{plain} user={postgres.APPLICATION}", as_owner,
                      f"host={server.sockets} user={postgres.ADMIN} dbname=postgres"):  # fmt: skip
            with pytest.raises(psycopg.OperationalError, match=r"no password supplied|authentication failed|rejects"):
                psycopg.connect(knock, passfile="/dev/null")
        assert (server.home / f"{postgres.OWNER}.password").stat().st_mode & 0o077 == 0


def test_data_of_a_release_that_trusted_everybody_asks_for_passwords_now() -> None:
    with throwaway.running_server() as server:
        said = server.data / "pg_hba.conf"
        process = int((server.data / "postmaster.pid").read_text().splitlines()[0])
        with psycopg.connect(server.url(postgres.OWNER)) as owner:
            owner.execute(f"ALTER ROLE {postgres.OWNER} PASSWORD NULL")
        said.write_text("local all all trust\n")
        (server.home / postgres.LOCKED).unlink()
        postgres.clear_leftovers(server)
        assert not groups.is_running(process)
        postgres.ask_for_passwords(server)
        assert "trust" not in said.read_text()
        again = throwaway.start(server)
        try:
            throwaway.wait_until_ready(server, again)
            with psycopg.connect(server.url(postgres.OWNER)) as owner:
                assert owner.execute("SELECT current_user").fetchone() == (postgres.OWNER,)
            with pytest.raises(psycopg.OperationalError, match="no password supplied"):
                psycopg.connect(f"host={server.sockets} dbname={postgres.DATABASE} user={postgres.OWNER}",
                                passfile="/dev/null")  # fmt: skip
        finally:
            again.send_signal(signal.SIGINT)
            again.wait()


def test_nothing_is_left_of_a_throwaway_server() -> None:
    with throwaway.running_server() as server:
        assert server.is_ready()
    assert not server.home.exists()
    assert not server.is_ready()


def test_nobody_else_can_reach_the_socket() -> None:
    with throwaway.running_server() as server:
        assert server.sockets.stat().st_mode & 0o077 == 0


def test_data_that_must_last_is_written_through(tmp_path: Path) -> None:
    server = postgres.Server(binaries.Programs(tmp_path, 16), tmp_path, tmp_path, None, durable=True)
    assert {"fsync=on", "synchronous_commit=on", "full_page_writes=on"} <= set(server.command())


@pytest.mark.usefixtures("wheel_only")
def test_the_wheel_alone_is_enough() -> None:
    with throwaway.running_server() as server:
        assert binaries.WHEEL in str(server.programs.folder)


@as_root
@pytest.mark.usefixtures("wheel_only")
def test_programs_below_a_closed_folder_are_copied(closed_folder: Path) -> None:
    site = paths.site_packages()
    assert site is not None
    for name in (binaries.WHEEL, f"{binaries.WHEEL}.libs"):
        shutil.copytree(site / name, closed_folder / name, symlinks=True)
    home = postgres.throwaway_home()
    try:
        server = postgres.open_server(home, closed_folder, durable=False)
        assert home in server.programs.folder.parents
    finally:
        shutil.rmtree(home)


@as_root
def test_data_lies_where_the_servers_account_can_reach_it(closed_folder: Path) -> None:
    assert postgres.lasting_home(closed_folder).parent == Path("/var/tmp")
    assert postgres.lasting_home(Path("/usr")) == Path("/usr/postgres")


@as_root
def test_an_unprivileged_account_starts_it_by_itself() -> None:
    nobody = pwd.getpwnam("nobody")
    with_reach = Path("/var/tmp") / f"cardroom-checkout-{os.getpid()}"
    shutil.copytree(paths.ROOT / "devkit", with_reach / "devkit")
    with_reach.chmod(0o755)
    python = next(path for path in (Path("/usr/bin/python3"), Path(sys.executable)) if path.exists())
    try:
        told = subprocess.run(
            [python, "-c", START_AND_TELL, with_reach], check=False, capture_output=True, text=True, cwd="/",
            env={"PATH": os.environ["PATH"], "TMPDIR": "/tmp", "PYTHONDONTWRITEBYTECODE": "1"},
            **Account("nobody", nobody.pw_uid, nobody.pw_gid).popen(),
        )  # fmt: skip
    finally:
        shutil.rmtree(with_reach)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith(f"{nobody.pw_uid} ")
    assert told.stdout.rstrip().endswith("True")


def test_data_of_another_major_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PG_VERSION").write_text("11\n")
    with pytest.raises(TroubleError, match="made by PostgreSQL 11"):
        postgres.open_server(tmp_path, paths.site_packages(), durable=True)


@as_root
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    os.chown(tmp_path, pwd.getpwnam("daemon").pw_uid, -1)
    with pytest.raises(TroubleError, match="belongs to somebody else"):
        accounts.give(tmp_path, accounts.server_account())
