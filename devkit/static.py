"""Whether the static files have to be collected again, which takes seconds: they are hashed and compressed."""

import hashlib
from pathlib import Path

from devkit.paths import ROOT, VAR

STAMP = VAR / "static.stamp"
COLLECTED = VAR / "static" / "staticfiles.json"
SOURCES = (ROOT / "static", ROOT / "requirements.txt", ROOT / "config" / "settings.py")


def fingerprint(sources: tuple[Path, ...] = SOURCES) -> str:
    """The digest of what the collected files depend on: our own files, the packages' versions and the settings."""
    digest = hashlib.sha256()
    for source in sources:
        for file in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if file.is_file():
                state = file.stat()
                digest.update(f"{file} {state.st_mtime_ns} {state.st_size}\n".encode())
    return digest.hexdigest()


def is_collected() -> bool:
    """Whether what was collected last is still what would be collected now."""
    return COLLECTED.exists() and STAMP.exists() and STAMP.read_text(encoding="ascii") == fingerprint()


def remember() -> None:
    """The files have just been collected."""
    STAMP.write_text(fingerprint(), encoding="ascii")
