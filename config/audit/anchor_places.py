"""The places where anchors lie: folders of another machine, or stores that take files by HTTPS. Nothing there is
overwritten."""

import gzip
import os
from collections.abc import Iterator
from http.client import HTTPMessage
from pathlib import Path
from typing import IO, Protocol
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings

PATIENCE = 10  # seconds


class AnchorTakenError(OSError):
    """The place holds another file of this name already."""


class Place(Protocol):
    """Keeps files by name; raises OSError (urllib's errors are) where it can't be reached."""

    def put(self, name: str, content: bytes) -> None:
        """Keep a file that is new; the same once more changes nothing. Raises AnchorTakenError for another content."""

    def get(self, name: str) -> bytes | None:
        """The content of a file; None where there is none of that name."""


class Folder:
    """A folder: of another machine, mounted, if it shall prove anything."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    def put(self, name: str, content: bytes) -> None:
        """Write it to the disk under another name first, so that half a file is none."""
        if (kept := self.get(name)) is not None:
            _require_same(name, kept, content)
            return
        self.path.mkdir(parents=True, exist_ok=True)
        draft = self.path / f".{name}.{os.getpid()}"
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o444), "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        draft.rename(self.path / name)

    def get(self, name: str) -> bytes | None:
        """Read it. An unmounted folder is no folder without anchors."""
        try:
            return (self.path / name).read_bytes()
        except FileNotFoundError:
            return None


class Store:
    """A store that takes a file by PUT and gives it back by GET, both with the token."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def put(self, name: str, content: bytes) -> None:
        """Send it, unless the store has one of that name."""
        headers = {"If-None-Match": "*", "Content-Type": "application/octet-stream"}
        try:
            self._ask(name, "PUT", content, headers)
        except HTTPError as error:
            if error.code not in (409, 412):
                raise
            _require_same(name, self.get(name), content)

    def get(self, name: str) -> bytes | None:
        """Ask for it."""
        try:
            return self._ask(name, "GET", None, {})
        except HTTPError as error:
            if error.code == 404:
                return None
            raise

    def _ask(self, name: str, method: str, content: bytes | None, headers: dict[str, str]) -> bytes:
        if settings.ANCHOR_TOKEN:
            headers["Authorization"] = f"Bearer {settings.ANCHOR_TOKEN}"
        asked = Request(f"{self.address}/{name}", data=content, headers=headers, method=method)  # noqa: S310 - https
        with build_opener(_StayHere()).open(asked, timeout=PATIENCE) as answer:
            return bytes(answer.read())


class _StayHere(HTTPRedirectHandler):
    def redirect_request(  # noqa: PLR0917 - urllib's own
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


def places() -> dict[str, Place]:
    """The places that the settings name, by what they are called there."""
    return {name: Store(name) if name.startswith("https://") else Folder(name) for name in settings.ANCHORS}


def note_name(number: int) -> str:
    """The file name of an anchor's note: "00000012.txt"."""
    return f"{number:08}.txt"


def rows_name(number: int, digest: str) -> str:
    """The file name of the list of an anchor's links."""
    return f"{number:08}-{digest[:16]}.rows.gz"


def packed(lines: Iterator[str]) -> bytes:
    """A list of links as it is kept; the same lines give the same bytes."""
    return gzip.compress("".join(lines).encode("ascii"), mtime=0)


def _require_same(name: str, kept: bytes | None, content: bytes) -> None:
    if kept != content:
        raise AnchorTakenError(f"{name} is there already, and says something else")
