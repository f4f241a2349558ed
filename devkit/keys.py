"""Secrets that are made once and kept under var/, readable by their owner alone."""

import os
import secrets
from pathlib import Path


def kept(file: Path, length: int) -> str:
    """The secret in the file; made at the first call."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text(encoding="ascii").strip()
    with os.fdopen(opened, "w", encoding="ascii") as written:
        secret = secrets.token_urlsafe(length)
        written.write(secret + "\n")
    return secret
