"""A copy of the room's database, run from a backup in a folder of its own, and what can be asked of it."""

import json
import os
import re
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

from deploy.programs import Programs
from devkit import accounts
from devkit.trouble import TroubleError
from devkit.watchdog import Watchdog

ROOT = Path(__file__).resolve().parent.parent
PORT = 54399
"""Names the copy's socket; it listens at no address."""
PATIENCE = 4 * 3600.0
"""Seconds that reading on WAL may take."""
ARCHIVE_PATIENCE = 120.0
SETTLED = timedelta(minutes=1)
"""An anchor is written outside a moment after its row is committed: so much older than the copy, it must be known."""
_SETTINGS = """\
# of a restore drill: the copy archives nothing and is reached by its socket alone
listen_addresses = ''
port = {port}
unix_socket_directories = '{sockets}'
unix_socket_permissions = 0700
hba_file = '{hba}'
ident_file = '{ident}'
archive_mode = off
hot_standby = off
ssl = off
shared_preload_libraries = ''
fsync = on
full_page_writes = on
restore_command = {restore}
recovery_target_time = {to}
recovery_target_action = promote
"""
_STARTED = re.compile(r"START TIME: (.+)")


@dataclass(frozen=True)
class Copy:
    """A backup's files in `work/data`, the archive to read on from, and the time to stop at ("": the end)."""

    work: Path
    programs: Programs
    archive: Path | None
    to: str

    @property
    def data(self) -> Path:
        """The cluster's files."""
        return self.work / "data"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the copy while the block lasts; ready when all WAL is read. Refused with its own words."""
        self._write_settings()
        watchdog = Watchdog()
        with (self.work / "log").open("wb") as log:
            process = subprocess.Popen(
                [self.programs.folder / "postgres", "-D", self.data, "-c", f"config_file={self.work / 'drill.conf'}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd="/", start_new_session=True,
                env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}, **accounts.as_account(self.programs.account),
            )  # fmt: skip
        watchdog.adopt(process.pid, signal.SIGINT)
        try:
            self._wait_until_ready(process)
            yield
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
            watchdog.dismiss()

    def _write_settings(self) -> None:
        restore = _read_on(self.archive) if self.archive else ""
        (self.work / "hba").write_text("local all all scram-sha-256\n", encoding="ascii")
        (self.work / "ident").write_text("", encoding="ascii")
        said = _SETTINGS.format(
            port=PORT, sockets=self.work, hba=self.work / "hba", ident=self.work / "ident",
            restore=_quoted(restore), to=_quoted(self.to),
        )  # fmt: skip
        (self.work / "drill.conf").write_text(said, encoding="utf-8")
        for name in ("hba", "ident", "drill.conf"):
            (self.work / name).chmod(0o644)
        for name in ("standby.signal", "recovery.signal"):
            (self.data / name).unlink(missing_ok=True)
        if self.archive:
            (self.data / "recovery.signal").touch()

    def _wait_until_ready(self, process: "subprocess.Popen[bytes]") -> None:
        deadline = time.monotonic() + PATIENCE
        while not self._is_ready():
            if process.poll() is not None or time.monotonic() > deadline:
                said = (self.work / "log").read_text(encoding="utf-8", errors="replace").strip()
                raise TroubleError(f"The copy did not start:\n{said[-3000:]}", "See the message.")
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        try:
            lines = (self.data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready"

    def recovered_to(self) -> str:
        """The time of the last transaction that was read on from WAL; without any, when the backup was begun."""
        said = self.ask("select coalesce(to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', "
                        "'YYYY-MM-DD\"T\"HH24:MI:SS.US\"+00:00\"'), '')")  # fmt: skip
        return said or self._begun()

    def _begun(self) -> str:
        for name in ("backup_label", "backup_label.old"):
            if (self.data / name).exists() and (found := _STARTED.search((self.data / name).read_text("utf-8"))):
                return datetime.strptime(found[1].replace("UTC", "+0000"), "%Y-%m-%d %H:%M:%S %z").isoformat()
        return datetime.fromtimestamp(self.data.stat().st_mtime).astimezone().isoformat()

    def money(self) -> tuple[int, str]:
        """The number of transfers on the copy, and when the last was posted; "" where there is none."""
        count, _, last = self.ask(
            "select count(*) || ' ' || coalesce(to_char(max(at) at time zone 'UTC', "
            "'YYYY-MM-DD\"T\"HH24:MI:SS\"+00:00\"'), '') from players_transfer"
        ).partition(" ")
        return int(count), last

    def ask(self, question: str) -> str:
        """The one value that a question has for its answer."""
        who = urlsplit(os.environ.get("DATABASE_URL", ""))
        told = {
            "PGHOST": str(self.work), "PGPORT": str(PORT), "PGUSER": unquote(who.username or ""),
            "PGPASSWORD": unquote(who.password or ""), "PGDATABASE": who.path.lstrip("/") or "cardroom",
        }  # fmt: skip
        return self.programs.run("psql", "--no-psqlrc", "-XAtqc", question, environ=told)

    def audited(self, recovered_to: str) -> tuple[int, list[str], int | None]:
        """The number of checks that `audit_books` made on the copy, the faults that it found, and how many anchors it
        held against it."""
        anchors = self._anchors(recovered_to)
        python = ROOT / ".venv" / "bin" / "python"
        done = subprocess.run(
            [str(python) if python.exists() else sys.executable, "manage.py", "audit_books", "--json"],
            check=False, capture_output=True, text=True, cwd=ROOT, env=self._environment(),
        )  # fmt: skip
        try:
            told = json.loads(done.stdout)
        except ValueError:
            raise TroubleError(f"audit_books broke:\n{done.stderr.strip()[-3000:]}", "See the message.") from None
        faults = [f"{check['code']} {fault}" for check in told["checks"] for fault in check["faults"]]
        return len(told["checks"]), faults, anchors

    def _environment(self) -> dict[str, str]:
        """The product's environment, led to the copy: its own secrets, no broker, no time limit."""
        who = urlsplit(os.environ.get("DATABASE_URL", ""))
        name = who.path.lstrip("/") or "cardroom"
        told = {name: value for name, value in os.environ.items() if name != "DATABASE_OWNER_URL"}
        return told | {
            "DATABASE_URL": f"postgresql://{who.username}:{who.password or ''}@/{name}?host={self.work}&port={PORT}",
            "SECRET_KEY": os.environ.get("SECRET_KEY") or secrets.token_urlsafe(48),
            "BROKER_URL": "memory://",
            "CARDROOM_STATEMENT_TIMEOUT": "0",
            "CARDROOM_IDLE_TIMEOUT": "0",
            "CARDROOM_ANCHORS": str(self.work / "anchors") if (self.work / "anchors").exists() else "",
            "CARDROOM_LOG_LEVEL": "ERROR",
        }

    def _anchors(self, recovered_to: str) -> int | None:
        """Lay the anchors of before beside the copy and return their number: those of later speak of rows that it
        can't have. None where no folder of anchors is named."""
        folders = [Path(each) for each in os.environ.get("CARDROOM_ANCHORS", "").split(",") if each.startswith("/")]
        if not folders:
            return None
        known = int(self.ask("select coalesce(max(number), 0) from audit_anchor"))
        until = datetime.fromisoformat(recovered_to) - SETTLED
        (self.work / "anchors").mkdir()
        due = [note for note in sorted(folders[0].glob("[0-9]*.txt")) if _is_due(note, known, until)]
        for note in due:
            for file in folders[0].glob(f"{note.stem}*"):
                shutil.copy(file, self.work / "anchors")
        return len(due)

    def checksums(self) -> str:
        """A sentence about the checksums of the stopped copy's pages. Refused where one is wrong."""
        said = self.programs.run("pg_controldata", self.data)
        if re.search(r"page checksum version:\s+0$", said, re.MULTILINE):
            return "the cluster keeps no checksums"
        self.programs.run("pg_checksums", "--check", "-D", self.data)
        return "every page's checksum is right"


def _read_on(archive: Path) -> str:
    """The `restore_command` that reads WAL from the archive, and ends the copy where some is there and can't be read.

    PostgreSQL takes a status up to 125 for the end of the archive: a drill would hold what it never looked at.
    """
    place = f"{shlex.quote(str(archive))}/%f"
    return f"test -x {shlex.quote(str(archive))} || exit 255; test -e {place} || exit 1; cp {place} %p || exit 255"


def _is_due(note: Path, known: int, until: datetime) -> bool:
    """Whether a copy that knows so many anchors, and goes on at least until then, must stand up to this one."""
    at = re.search(r"^at (\S+)$", note.read_text(encoding="utf-8"), re.MULTILINE)
    return int(note.stem) <= known or (at is not None and datetime.fromisoformat(at[1]) <= until)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def folder(given: Path | None, *, keep: bool) -> Iterator[Path]:
    """A new folder for the copy, which the account of PostgreSQL's programs may enter; removed afterwards."""
    parent = given.absolute() if given else None
    account = accounts.server_account()
    if parent:
        parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="cardroom-drill-", dir=parent or "/tmp"))  # noqa: S108 - a socket's path is short
    accounts.give(work, account)
    try:
        yield work
    finally:
        if keep:
            print(f"The copy lies in {work}.", file=sys.stderr)
        else:
            shutil.rmtree(work, ignore_errors=True)


def copy_backup(source: Path, to: Path, programs: Programs) -> None:
    """Copy a backup's files, closed to everybody but the account that will run them. Refused where one is not as it was
    when the backup was taken."""
    if (source / "backup_manifest").exists():
        programs.run("pg_verifybackup", "--quiet", source)
    shutil.copytree(source, to, symlinks=True)
    to.chmod(0o700)
    if programs.account:
        for path in (to, *to.rglob("*")):
            os.chown(path, programs.account.user, programs.account.group, follow_symlinks=False)


def major_of(source: Path) -> int:
    """The major version of the PostgreSQL that made a backup."""
    return int((source / "PG_VERSION").read_text(encoding="ascii").strip().partition(".")[0])


def wait_for_archive(programs: Programs, archive: Path) -> None:
    """Close the running server's WAL file and wait until it is archived. Refused where it doesn't come."""
    closed = programs.run("psql", "--no-psqlrc", "-XAtqc", "select pg_walfile_name(pg_switch_wal())", "postgres")
    deadline = time.monotonic() + ARCHIVE_PATIENCE
    while not (archive / closed).exists():
        if time.monotonic() > deadline:
            raise TroubleError(
                f"{archive / closed} did not come in {ARCHIVE_PATIENCE:.0f} s.",
                "Look at archive_command, and at: select * from pg_stat_archiver",
            )
        time.sleep(0.1)
