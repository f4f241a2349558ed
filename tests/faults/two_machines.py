"""Two servers for a test: a primary as an operator sets it up, and a standby that follows it."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from deploy import programs
from devkit.trouble import TroubleError
from tests.faults.conftest import leading_to
from tests.integration.deploy.conftest import migrated_database
from tests.support import cluster
from tests.support.cluster import Cluster, free_port
from tests.support.machine import lacking
from tests.support.standby import Standing, copied, either, started

MORE = "archive_mode = off\nmax_connections = 60\nautovacuum = off\nwal_receiver_timeout = 5s\nmax_wal_size = 256MB\n"


@contextmanager
def furnished() -> Iterator[Cluster]:
    """A server that has ended: its roles and tables, no room. Its files are copied for each pair."""
    try:
        programs.find()
    except TroubleError:
        lacking("No PostgreSQL with pg_basebackup on this machine.", "apt-get install -y postgresql")
    home = Path(tempfile.mkdtemp(prefix="cardroom-machines-", dir="/tmp"))
    home.chmod(0o755)  # the server's account goes through it
    try:
        with cluster.running(home / "furnished", more=MORE) as made:
            cluster.furnish(made, migrated_database())
        yield made
    finally:
        shutil.rmtree(home, ignore_errors=True)


@dataclass
class Machines:
    """The two, both running at first."""

    primary: Standing
    standby: Standing

    def either(self, role: str = "app") -> str:
        """Where the role reaches whichever takes changes."""
        return either(role, self.primary.cluster, self.standby.cluster)


@contextmanager
def two_machines(source: Cluster) -> Iterator[Machines]:
    """A pair for the block; all connections lead to whichever of the two takes changes."""
    home = Path(tempfile.mkdtemp(prefix="pair-", dir=source.home.parent))
    home.chmod(0o755)
    first = replace(source, home=source.programs.own(home / "one"), port=free_port())
    subprocess.run(["cp", "-a", source.home / "data", first.home / "data"], check=True)
    with ExitStack() as running:
        primary = running.enter_context(started(first))
        standby = running.enter_context(started(copied(first, home / "two")))
        pair = Machines(primary, standby)
        running.enter_context(leading_to({"DATABASE_URL": pair.either(), "DATABASE_OWNER_URL": pair.either("owner")}))
        yield pair
    shutil.rmtree(home, ignore_errors=True)
