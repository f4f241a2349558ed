"""Make the standby of this machine the primary, with everything that it has received.

    runuser -u postgres -- python3 -m deploy.promote

Reaches the standby by PGHOST, PGPORT and PGUSER, as its superuser. Refused while the old primary still answers: two
primaries would both take money. Exit 0: it takes changes, and waits for no other standby; 1: nothing was done, with
the reason. What comes next stands in docs/OPERATIONS.md, “A second machine”.
"""

import argparse
import re
import shlex
import sys
import time
from dataclasses import dataclass

from deploy import programs
from deploy.programs import Programs
from devkit.trouble import TroubleError

PATIENCE = 300
"""Seconds that replaying what was received may take."""
_STATE = """
select pg_is_in_recovery(), coalesce(current_setting('primary_conninfo'), ''),
    coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())
"""
_NOW = "select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), pg_current_wal_lsn()"
_MONEY = """
select count(*) || ' transfers; the last is of ' || coalesce(max(at)::text, 'no time') from players_transfer
"""


@dataclass(frozen=True)
class Standby:
    """A server that follows another: where that one is reached, and how far its log was received."""

    primary: str
    received: str

    @property
    def host(self) -> str:
        """The name or the folder of the socket under which the primary is reached."""
        return self._said("host")

    @property
    def port(self) -> str:
        """The primary's port."""
        return self._said("port") or "5432"

    def _said(self, name: str) -> str:
        facts = dict(re.split(r"=", each, maxsplit=1) for each in shlex.split(self.primary) if "=" in each)
        return facts.get(name, "")


def promote(found: Programs, *, is_fenced: bool) -> list[str]:
    """Promote it, and what became of it, line by line. Raises TroubleError where nothing was done."""
    standby = _standby(found)
    if not is_fenced and standby.host and _answers(found, standby):
        raise TroubleError(
            f"The primary at {standby.host}, port {standby.port}, answers: two primaries would both take money.",
            "Stop it first, and see that nothing starts it again: "
            "systemctl disable postgresql; systemctl stop postgresql@15-main",
        )
    began = time.monotonic()
    # before it takes changes, or the first of them would wait for a standby that follows another
    _ask(found, "alter system set synchronous_standby_names = ''")
    _ask(found, "select pg_reload_conf()")
    if _ask(found, f"select pg_promote(true, {PATIENCE})") != "t":
        raise TroubleError(f"It was not promoted within {PATIENCE} s.", "Look at PostgreSQL's log.")
    took = time.monotonic() - began
    timeline, position = _ask(found, _NOW).split("|")
    return [
        f"promoted  received until {standby.received}, open for changes at {position} on timeline {int(timeline, 16)}",
        f"took      {took:.1f} s",
        f"money     {_ask(found, _MONEY, database='cardroom')}",
        "waits     for no other standby: what is booked now lies on this machine alone, until there is one again",
    ]


def _standby(found: Programs) -> Standby:
    is_standby, _, rest = _ask(found, _STATE).partition("|")
    primary, _, received = rest.rpartition("|")
    if is_standby != "t":
        raise TroubleError("This server takes changes already: it is no standby.", "Name the standby: PGHOST, PGPORT.")
    return Standby(primary, received)


def _answers(found: Programs, standby: Standby) -> bool:
    """Whether the primary is reached, also where it takes nobody at the moment."""
    try:
        found.run("pg_isready", "--host", standby.host, "--port", standby.port, "--timeout", "3")
    except TroubleError as error:
        return "no response" not in str(error)
    return True


def _ask(found: Programs, statement: str, database: str = "postgres") -> str:
    return found.run("psql", "--no-psqlrc", "-XAtqc", statement, database)


def main(arguments: list[str]) -> int:
    """0 when the standby is the primary now."""
    parser = argparse.ArgumentParser(
        prog="python3 -m deploy.promote", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--primary-is-fenced", action="store_true",
        help="the old primary can't be reached by anybody, though something answers at its address",
    )  # fmt: skip
    asked = parser.parse_args(arguments)
    try:
        print("\n".join(promote(programs.find(), is_fenced=asked.primary_is_fenced)))
    except (TroubleError, OSError) as error:
        print(f"Nothing was promoted: {error}", file=sys.stderr)
        return 1
    print("This server is the primary.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
