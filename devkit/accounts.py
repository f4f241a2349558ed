"""The account that runs the private PostgreSQL: it refuses root, so root hands it to an account that owns nothing
else."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from devkit.trouble import TroubleError

UNPRIVILEGED = ("postgres", "nobody")


@dataclass(frozen=True)
class Account:
    """A system account by its numbers."""

    name: str
    user: int
    group: int

    def popen(self) -> dict[str, Any]:
        """The keywords that make `subprocess` start a program as this account and nobody else."""
        return {"user": self.user, "group": self.group, "extra_groups": []}


def server_account() -> Account | None:
    """The account that must run the server, or None when this process may run it itself."""
    if os.geteuid() != 0:
        return None
    for name in UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(name, entry.pw_uid, entry.pw_gid)
    raise TroubleError("PostgreSQL refuses to run as root.", "Run: useradd --system postgres, then this command again.")


def as_account(account: Account | None) -> dict[str, Any]:
    """The keywords for `subprocess`: none when no other account is needed."""
    return account.popen() if account else {}


def can_enter(folder: Path, account: Account | None) -> bool:
    """Whether the account may go into the folder, through all the folders above it."""
    asked = subprocess.run(
        ["/bin/sh", "-c", 'cd "$1"', "sh", folder], check=False, capture_output=True, cwd="/", **as_account(account)
    )
    return asked.returncode == 0


def can_start(program: Path, account: Account | None) -> bool:
    """Whether the account may start the program and its libraries; false below a 700 folder."""
    try:
        asked = subprocess.run([program, "--version"], check=False, capture_output=True, cwd="/", **as_account(account))
    except OSError:
        return False
    return asked.returncode == 0


def give(folder: Path, account: Account | None) -> None:
    """Make the folder, closed to everybody else, and hand it to the account. Refused if somebody else owns it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    allowed = {os.geteuid()} | ({account.user} if account else set())
    if folder.is_symlink() or folder.stat().st_uid not in allowed:
        raise TroubleError(
            f"{folder} belongs to somebody else.", f"Look at it and move it away: mv {folder} {folder}.other"
        )
    if account:
        os.chown(folder, account.user, account.group)
