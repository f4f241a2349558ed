"""Take a base backup, verify it, and let go of the oldest with the WAL that only they need.

    python3 -m deploy.backup --to /var/backups/cardroom/base --archive /var/backups/cardroom/wal --keep 7

Reaches the server by PGHOST, PGPORT, PGUSER and PGPASSFILE. Exit 0: a whole new backup lies there.
"""

import argparse
import re
import shutil
import sys
import time
from pathlib import Path

from deploy import programs
from deploy.programs import Programs
from devkit.trouble import TroubleError

NAME = re.compile(r"\d{8}T\d{6}Z")
_STARTS = re.compile(r"START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)")


def backups(folder: Path) -> list[Path]:
    """The whole base backups in a folder, the oldest first."""
    if not folder.is_dir():
        return []
    return sorted(each for each in folder.iterdir() if NAME.fullmatch(each.name) and (each / "backup_label").exists())


def newest(folder: Path) -> Path:
    """The newest base backup in a folder, or the folder itself where it is one. Refused where there is none."""
    if (folder / "backup_label").exists():
        return folder
    if found := backups(folder):
        return found[-1]
    raise TroubleError(f"{folder} holds no base backup.", f"Take one: python3 -m deploy.backup --to {folder}")


def take(with_programs: Programs, to: Path) -> Path:
    """A new base backup in the folder, verified file by file; a broken one never gets its name."""
    with_programs.own(to)
    place = to / time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    draft = place.with_name(f".{place.name}.draft")
    for left in to.glob(".*.draft"):
        shutil.rmtree(left)
    copy_cluster(with_programs, draft)
    with_programs.run("pg_verifybackup", "--quiet", draft)
    draft.rename(place)
    return place


def copy_cluster(with_programs: Programs, to: Path) -> None:
    """Copy the running cluster's files, with the WAL that makes them whole."""
    options = ["--checkpoint=fast", "--wal-method=stream", "--manifest-checksums=SHA256", "--no-password"]
    with_programs.run("pg_basebackup", "--pgdata", to, *options)


def let_go(with_programs: Programs, folder: Path, *, keep: int, archive: Path | None) -> list[Path]:
    """Remove all but the newest `keep` backups, and the WAL from before the oldest that stays; the backups removed."""
    found = backups(folder)
    gone = found[:-keep]
    for each in gone:
        shutil.rmtree(each)
    if archive and (stay := found[-keep:]):
        with_programs.run("pg_archivecleanup", archive, first_wal(stay[0]))
    return gone


def first_wal(backup: Path) -> str:
    """The name of the first WAL file that the backup needs."""
    found = _STARTS.search((backup / "backup_label").read_text(encoding="utf-8"))
    if not found:
        raise TroubleError(f"{backup / 'backup_label'} doesn't say where it begins.", "Take another backup.")
    return found[1]


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m deploy.backup", description=__doc__)
    parser.add_argument("--to", type=Path, required=True, help="the folder of base backups")
    parser.add_argument("--archive", type=Path, help="the folder of archived WAL, to be kept small")
    parser.add_argument("--keep", type=int, default=7, help="so many backups stay")
    asked = parser.parse_args(arguments)
    if asked.keep < 1:
        parser.error("--keep is 1 or more: the last backup is never removed")
    return asked


def main(arguments: list[str]) -> int:
    """0 when a new backup lies there."""
    asked = _asked(arguments)
    began = time.monotonic()
    try:
        found = programs.find()
        place = take(found, asked.to.absolute())
        gone = let_go(found, asked.to.absolute(), keep=asked.keep, archive=asked.archive)
    except (TroubleError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
    print(f"{place}: {size / 1e6:,.0f} MB in {time.monotonic() - began:.1f} s, verified; {len(gone)} older removed.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
