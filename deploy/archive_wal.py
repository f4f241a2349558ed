"""Keep one WAL file: PostgreSQL's `archive_command = 'python3 …/archive_wal.py %p /var/backups/cardroom/wal/%f'`.

Done only when the file lies on the disk under its name. A file that is there with other content is never replaced:
two servers that archive into one folder would destroy each other's way back. Needs no other module of the product.
"""

import os
import sys
from pathlib import Path

READABLE = 0o640
"""Whoever drills reads it by the folder's group; files that PostgreSQL's programs make are its own alone (umask)."""


def keep(source: Path, target: Path) -> None:
    """Copy `source` to `target`, whole or not at all. Raises OSError, FileExistsError where another lies there."""
    content = source.read_bytes()
    if target.exists():
        if target.read_bytes() == content:
            return
        raise FileExistsError(f"{target} is there and is another file: does a second server archive into this folder?")
    draft = target.with_name(f"{target.name}.part")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, READABLE), "wb") as written:
        os.fchmod(written.fileno(), READABLE)
        written.write(content)
        written.flush()
        os.fsync(written.fileno())
    draft.rename(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Let the folder's names reach the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def main(arguments: list[str]) -> int:
    """0 when the file is kept; PostgreSQL asks again where it isn't."""
    if len(arguments) != 2:
        print("usage: archive_wal.py WAL-FILE ITS-PLACE-IN-THE-ARCHIVE", file=sys.stderr)
        return 2
    try:
        keep(Path(arguments[0]), Path(arguments[1]))
    except OSError as error:
        print(f"archive_wal: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
