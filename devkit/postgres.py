"""The private PostgreSQL: made, started and found through a unix socket; nobody has to install a server.

The socket's folder is closed to all but the account that runs the server, and root; who reaches it says a password,
made once and kept beside the data. Three roles: `cardroom_admin` made the cluster and can't connect, `cardroom_owner`
owns the database and migrates it, `cardroom_app` is the application's, owns nothing, and can't become the owner.
"""

import hashlib
import os
import shutil
import signal
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from devkit import accounts, binaries, groups
from devkit.accounts import Account
from devkit.binaries import Programs
from devkit.keys import kept
from devkit.trouble import TroubleError

ADMIN, OWNER, APPLICATION = "cardroom_admin", "cardroom_owner", "cardroom_app"
DATABASE = "cardroom"
SOCKET_NAME = ".s.PGSQL.5432"
LONGEST_SOCKET = 103  # bytes: macOS; Linux takes 107
LOCALES = ("C.UTF-8", "C")  # the first knows that É is a letter; every system has the second
DURABLE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on")
THROWAWAY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_wal_size=4GB")
ALWAYS = ("listen_addresses=", "unix_socket_permissions=0700", "log_min_messages=fatal")
LOCKED = "asks-for-passwords"
"""The file that says: roles have passwords here and nobody is trusted. Data made by earlier releases has none."""
LETS_IN = f"""\
# who may connect, and how
local all {OWNER},{APPLICATION} scram-sha-256
local all all reject
"""
MEMORY = Path("/dev/shm")  # noqa: S108 - each server has a closed folder of its own in it
MUCH_MEMORY = 8 * 1024**3
"""Bytes: the databases of a whole run take three gigabytes."""
FOR_TESTS = (f"ALTER ROLE {OWNER} CREATEDB", f"GRANT pg_signal_backend TO {OWNER}")  # they clone and drop databases


@dataclass(frozen=True)
class Server:
    """A private server: its programs, its folder, the account that runs it, and whether its data must last."""

    programs: Programs
    home: Path
    sockets: Path
    account: Account | None
    durable: bool
    more: tuple[str, ...] = ()
    """Settings of its own beside those that every server has."""

    @property
    def data(self) -> Path:
        """The cluster's files."""
        return self.home / "data"

    def command(self) -> list[str]:
        """The command to start; SIGINT ends it in good order."""
        settings = [*ALWAYS, *(DURABLE if self.durable else THROWAWAY), *self.more]
        options = [part for setting in settings for part in ("-c", setting)]
        return [str(self.programs.folder / "postgres"), "-D", str(self.data), "-k", str(self.sockets), *options]

    def environment(self) -> dict[str, str]:
        """A bare environment, so that the server is the same on every machine."""
        return {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(self.home), "LC_ALL": "C", "TZ": "UTC"}

    def is_ready(self) -> bool:
        """Whether it takes connections: the server writes so into the last line of its pid file."""
        try:
            lines = (self.data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready"

    def password(self, role: str) -> str:
        """The role's password, kept in a file that only the account of this process reads; made at the first call."""
        return kept(self.home / f"{role}.password", 24)

    def url(self, role: str) -> str:
        """The address by which the role reaches the database."""
        return f"postgresql://{role}:{self.password(role)}@/{DATABASE}?host={self.sockets}"

    def urls(self) -> dict[str, str]:
        """The two variables that the product reads."""
        return {"DATABASE_URL": self.url(APPLICATION), "DATABASE_OWNER_URL": self.url(OWNER)}


def open_server(home: Path, site_packages: Path | None, *, durable: bool, more: tuple[str, ...] = ()) -> Server:
    """The server in this folder, made when there is none yet, not started.

    Refused when no programs are found, or none that can read the data that lies there.
    """
    account = accounts.server_account()
    accounts.give(home, account)
    programs = binaries.choose(binaries.candidates(site_packages), data_major(home))
    programs = startable(programs, home, account)
    server = Server(programs, home, socket_folder(home), account, durable, more)
    accounts.give(server.sockets, account)
    if data_major(home) is None:
        initialise(server)
    return server


def ask_for_passwords(server: Server) -> None:
    """Bring data of a release that trusted every role up to date; its server must not run."""
    if not (server.home / LOCKED).exists():
        lock_out(server, server.data)


def lock_out(server: Server, data: Path) -> None:
    """Let in who says a password and nobody else, on files whose server doesn't run. Safe to do again."""
    roles = (OWNER, APPLICATION)
    single_user(server, data, "template1", [f"ALTER ROLE {role} PASSWORD '{server.password(role)}'" for role in roles])
    (data / "pg_hba.conf").write_text(LETS_IN, encoding="ascii")
    (server.home / LOCKED).touch()


def data_major(home: Path) -> int | None:
    """The major version of the PostgreSQL that made the data; None where there is none."""
    written = home / "data" / "PG_VERSION"
    return int(written.read_text(encoding="ascii").strip().partition(".")[0]) if written.exists() else None


def lasting_home(var: Path) -> Path:
    """The folder where the run's data lies: under var/, or under /var/tmp where the server's account can't get into
    var/."""
    account = accounts.server_account()
    if accounts.can_enter(var, account):
        return var / "postgres"
    return Path("/var/tmp") / f"cardroom-{fingerprint(var)}"  # noqa: S108 - survives a restart; the folder is closed


def throwaway_home(*, on_disk: bool = False) -> Path:
    """A new folder for a server that will be thrown away: in memory where there is plenty, if it need not be on disk.

    Tests clone databases of a thousand files and drop them again, of which a disk's file system makes hard work.
    """
    if not on_disk and has_room_in(MEMORY):
        return Path(tempfile.mkdtemp(prefix="cardroom-", dir=MEMORY))
    home = Path(tempfile.mkdtemp(prefix="cardroom-"))
    if accounts.can_enter(home.parent, accounts.server_account()):
        return home
    home.rmdir()
    return Path(tempfile.mkdtemp(prefix="cardroom-", dir="/tmp"))


def has_room_in(memory: Path) -> bool:
    """Whether the folder lies in memory that this machine can spare, everybody may write there, and programs start
    from it."""
    if not memory.is_dir() or not memory.stat().st_mode & stat.S_IWOTH:
        return False
    said = os.statvfs(memory)
    room = said.f_bavail * said.f_frsize
    return min(room, spare_memory()) >= MUCH_MEMORY and not said.f_flag & os.ST_NOEXEC


def spare_memory() -> int:
    """The bytes that programs could still have without anything being written to a disk; 0 where Linux doesn't tell."""
    told = Path("/proc/meminfo")
    lines = told.read_text(encoding="ascii").splitlines() if told.exists() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), 0)


def socket_folder(home: Path) -> Path:
    """The socket's folder: in the server's home, or in /tmp where that path would be too long for a socket."""
    folder = home / "socket"
    if len(os.fsencode(folder / SOCKET_NAME)) > LONGEST_SOCKET:
        folder = Path("/tmp") / f"cardroom-{os.geteuid()}-{fingerprint(home)}"  # noqa: S108 - `give` checks whose it is
    return folder


def fingerprint(path: Path) -> str:
    """A short name for a path."""
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def startable(programs: Programs, home: Path, account: Account | None) -> Programs:
    """The programs, copied into the server's home when they lie below a folder that its account can't enter.

    The copy keeps the wheel's layout: the programs look for their libraries in `../../../<package>.libs`.
    """
    if accounts.can_start(programs.folder / "postgres", account):
        return programs
    install = programs.folder.parent
    package = install.parent
    copy = home / "programs" / package.name / install.name
    shutil.copytree(install, copy, symlinks=True, dirs_exist_ok=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, home / "programs" / libraries.name, dirs_exist_ok=True)
    if not accounts.can_start(copy / "bin" / "postgres", account):
        name = account.name if account else "this account"
        raise TroubleError(
            f"{programs.folder / 'postgres'} can't be started by {name}.", "Name other programs: PG_BIN=…"
        )
    return Programs(copy / "bin", programs.major)


def initialise(server: Server) -> None:
    """Make the cluster, its roles and its database. A half-made one is never mistaken for a whole one."""
    draft = server.home / "data.draft"
    make_cluster(server, draft)
    single_user(server, draft, "template1", [
        f"CREATE ROLE {OWNER} LOGIN",
        f"CREATE ROLE {APPLICATION} LOGIN",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
        f"GRANT ALL ON SCHEMA public TO {OWNER}",
        f"CREATE DATABASE {DATABASE} OWNER {OWNER}",
        *([] if server.durable else FOR_TESTS),
    ])  # fmt: skip
    lock_out(server, draft)
    draft.rename(server.data)


def make_cluster(server: Server, folder: Path) -> None:
    """Make the cluster's files, in the first locale that this system knows. Refused with what initdb said."""
    said = ""
    for locale in LOCALES:
        shutil.rmtree(folder, ignore_errors=True)
        made = run_initdb(server, folder, locale)
        if made.returncode == 0:
            return
        said = made.stderr.strip()
    raise TroubleError(f"PostgreSQL could not make its files in {folder}:\n{said}", "See the message.")


def run_initdb(server: Server, folder: Path, locale: str) -> "subprocess.CompletedProcess[str]":
    """Run initdb with data checksums."""
    options = ["-U", ADMIN, "-A", "reject", "-E", "UTF8", f"--locale={locale}", "--data-checksums"]
    if not server.durable:
        options.append("--no-sync")
    return subprocess.run(
        [server.programs.folder / "initdb", "-D", folder, *options],
        check=False, capture_output=True, text=True, cwd="/", env=server.environment(),
        **accounts.as_account(server.account),
    )  # fmt: skip


def single_user(server: Server, data: Path, database: str, statements: list[str]) -> None:
    """Run statements without a server: nothing has to be connected to, so no client is needed either."""
    done = subprocess.run(
        [server.programs.folder / "postgres", "--single", "-D", data, database],
        input="\n".join(statements) + "\n",
        check=False, capture_output=True, text=True, cwd="/", env=server.environment(),
        **accounts.as_account(server.account),
    )  # fmt: skip
    if done.returncode or "ERROR" in done.stderr:
        raise TroubleError(f"PostgreSQL refused to make the roles:\n{done.stderr.strip()}", "See the message.")


def clear_leftovers(server: Server) -> None:
    """End a server that still runs on these files though nobody supervises it, and forget the file of a dead one."""
    pid_file = server.data / "postmaster.pid"
    if not pid_file.exists():
        return
    process = int(pid_file.read_text(encoding="utf-8").splitlines()[0])
    if str(server.data) in (groups.command_of(process) or ""):
        groups.end(process, signal.SIGINT)
    pid_file.unlink(missing_ok=True)
