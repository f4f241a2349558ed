"""PostgreSQL's own programs, run as an account that may run them, with their words in a refusal."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from devkit import accounts, binaries
from devkit.accounts import Account
from devkit.trouble import TroubleError


@dataclass(frozen=True)
class Programs:
    """The folder of the programs, and the account that runs them (None: the one of this process)."""

    folder: Path
    account: Account | None

    def run(self, name: str, *arguments: str | Path, environ: dict[str, str] | None = None) -> str:
        """The program's output. Refused with its complaint where it fails."""
        command = [str(self.folder / name), *map(str, arguments)]
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, cwd="/", stdin=subprocess.DEVNULL,
            env={**os.environ, **(environ or {})}, **accounts.as_account(self.account),
        )  # fmt: skip
        if done.returncode:
            raise TroubleError(f"{name} failed:\n{(done.stderr or done.stdout).strip()}", "See the message.")
        said: str = done.stdout.strip()
        return said

    def own(self, folder: Path) -> Path:
        """The folder, made and handed to the account that runs the programs."""
        accounts.give(folder, self.account)
        return folder


def find(major: int | None = None) -> Programs:
    """The programs of this machine, of the given major version where that is known, with those of backups among them.

    Refused where there are none, with what to install.
    """
    whole = (folder for folder in binaries.candidates(None) if (folder / "pg_basebackup").exists())
    return Programs(binaries.choose(whole, major).folder, accounts.server_account())
