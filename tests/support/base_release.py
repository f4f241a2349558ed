"""The release from which upgrades are tested: its programs, by a commit of this history, and a room that it filled.

    .venv/bin/python -m tests.support.base_release

makes the room anew: that release's migrations on an empty database, two days played by its own services, and all of it
dumped. Only for another base; a base is changed when a release is given out.
"""

import gzip
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from devkit.paths import ROOT
from tests.support import cluster
from tests.support.cluster import Cluster, dumped, fill, make_roles, manage

BASE = "748b649e12652a301f3476f8b4bed06cb5e750ff"
DUMP = ROOT / "tests" / "data" / "base" / "room.sql.gz"
PLAYED = ("simulate_room", "--days", "2", "--tables", "2", "--hours", "4", "--seed", "7")
NEWEST = {
    "audit": "0002_guards", "cage": "0023_given_up_guards", "days": "0002_guards", "disputes": "0003_locked_days",
    "games": "0004_file_imports", "jobs": "0002_jobs_of_people", "players": "0012_toke_voids", "rake": "0008_costs",
    "requests": "0001_initial", "rooms": "0011_costs", "staff": "0002_chip_runner", "tables": "0004_trays",
}  # fmt: skip
"""The last migration of each app in the base."""


def programs_of_base(to: Path) -> Path | None:
    """The files of the base, laid out in a folder; None where this copy of the project has no such commit."""
    asked = ["git", "-C", str(ROOT), "archive", "--format=tar", BASE]
    try:
        done = subprocess.run(asked, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    if done.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as packed:
        packed.extractall(to, filter="data")
    return to


def restore(to: Cluster) -> None:
    """The room of the base, as its tables and rows lay there."""
    make_roles(to)
    fill(to, gzip.decompress(DUMP.read_bytes()).decode())


def make() -> None:
    """Write the dump."""
    home = Path(tempfile.mkdtemp(prefix="cardroom-base-", dir="/tmp"))
    home.chmod(0o755)
    tree = programs_of_base(home / "programs")
    assert tree is not None, BASE
    try:
        with cluster.running(home / "server", more="archive_mode = off\nfsync = off\n") as made:
            make_roles(made)
            # the audit of the base takes who may only read for somebody who was given too much
            made.as_superuser("revoke connect on database cardroom from cardroom_reports, cardroom_verifier")
            told = {"DATABASE_URL": made.url("app"), "DATABASE_OWNER_URL": made.url("owner")}
            told |= {"CARDROOM_STATEMENT_TIMEOUT": "5min", "CARDROOM_IDLE_TIMEOUT": "5min"}
            for command in (("migrate", "--database", "owner"), ("grant_application_role",), PLAYED):
                done = manage(*command, root=tree, **told)
                assert done.returncode == 0, done.stderr[-2000:]
            leads = {"PGHOST": str(made.home), "PGPORT": str(made.port), "PGUSER": "postgres", "PGDATABASE": "cardroom"}
            DUMP.parent.mkdir(parents=True, exist_ok=True)
            DUMP.write_bytes(gzip.compress(dumped(made, leads).encode(), 9, mtime=0))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(f"{DUMP}: {DUMP.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(make())
