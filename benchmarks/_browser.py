"""Tablets as the server sees them, in standard-library asyncio: keep-alive, cookies, forms, the headers of htmx.

A tablet reads of a page only what it needs for its next request, so that thirty requests a second cost little.
"""

import asyncio
import gzip
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_COOKIE = re.compile(r"set-cookie: ([^=]+)=([^;]*)", re.IGNORECASE)
_HEADER = "{}: {}\r\n"
_USUAL = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
    "Accept": "*/*",
    "Accept-Encoding": "gzip, deflate",
    "Accept-Language": "en-US,en;q=0.9",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer that came back, and the seconds it took from when it was due."""

    status: int
    head: str
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        """The body as text, unpacked where the server packed it."""
        packed = "content-encoding: gzip" in self.head.lower()
        return (gzip.decompress(self.body) if packed else self.body).decode()

    @property
    def packed_size(self) -> int:
        """The bytes of the body as they go, or would go, through gzip."""
        return len(self.body if "content-encoding: gzip" in self.head.lower() else gzip.compress(self.body, 6))

    def header(self, name: str) -> str:
        """A header's value, "" where it is missing."""
        found = re.search(rf"^{name}: (.*)$", self.head, re.IGNORECASE | re.MULTILINE)
        return found[1].strip() if found else ""


@dataclass
class Tablet:
    """A browser with one connection that it keeps, signed in by its cookie."""

    port: int
    session: str
    page: str = "/"
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    _line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def __post_init__(self) -> None:
        self.cookies["sessionid"] = self.session

    async def open(self, page: str) -> Answer:
        """Go to a page as from the address bar; its token goes with every later request of htmx."""
        answer = await self.send("GET", page, {"Accept": "text/html"})
        self.page = page
        if found := re.search(r'"X-CSRFToken": "(\w+)"', answer.text):
            self.token = found[1]
        return answer

    async def swap(
        self, path: str, target: str, form: Mapping[str, Sequence[str]] | None = None, *, due: float | None = None,
        trigger: str = "",
    ) -> Answer:  # fmt: skip
        """Send what htmx sends for a part: a GET, or a POST of `form`; `due` is when it should have left."""
        headers = {
            "HX-Request": "true", "HX-Target": target, "HX-Current-URL": f"http://127.0.0.1:{self.port}{self.page}",
            "X-CSRFToken": self.token, "Referer": f"http://127.0.0.1:{self.port}{self.page}",
        }  # fmt: skip
        if trigger:
            headers["HX-Trigger"] = trigger
        return await self.send("GET" if form is None else "POST", path, headers, form, due=due)

    async def send(
        self, method: str, path: str, headers: Mapping[str, str], form: Mapping[str, Sequence[str]] | None = None, *,
        due: float | None = None,
    ) -> Answer:  # fmt: skip
        """One request on the kept connection; its answer, timed from `due` or from now."""
        began = due or time.perf_counter()
        body = urlencode(form, doseq=True).encode() if form is not None else b""
        text = self._head(method, path, headers, body).encode() + body
        try:
            reader, head = await self._exchange(text)
        except (asyncio.IncompleteReadError, ConnectionError):  # it hung up while nobody asked: as a browser, once more
            self.close()
            reader, head = await self._exchange(text)
        status = int(head[9:12])
        content = await _body(reader, head) if status != 204 else b""
        seconds = time.perf_counter() - began
        self.cookies.update(_COOKIE.findall(head))
        if "connection: close" in head.lower():
            self.close()
        return Answer(status, head, content, seconds)

    async def _exchange(self, text: bytes) -> tuple[asyncio.StreamReader, str]:
        reader, writer = self._line or await self._connect()
        writer.write(text)
        return reader, (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")

    def close(self) -> None:
        """Hang up."""
        if self._line:
            self._line[1].close()
        self._line = None

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._line = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        return self._line

    def _head(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = _USUAL | {"Host": f"127.0.0.1:{self.port}", "Cookie": cookies} | dict(headers)
        if method == "POST":
            lines |= {
                "Origin": f"http://127.0.0.1:{self.port}",
                "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": str(len(body)),
            }
        return f"{method} {path} HTTP/1.1\r\n" + "".join(map(_HEADER.format, lines, lines.values())) + "\r\n"


async def _body(reader: asyncio.StreamReader, head: str) -> bytes:
    """The body, whose length is told beforehand or piece by piece."""
    if "transfer-encoding: chunked" not in head.lower():
        found = _LENGTH.search(head.encode("latin-1"))
        return await reader.readexactly(int(found[1])) if found else b""
    pieces = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        pieces.append((await reader.readexactly(size + 2))[:-2])
    await reader.readexactly(2)
    return b"".join(pieces)


@dataclass
class Form:
    """A form of a page: where it goes, and its fields as they stand."""

    action: str
    target: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    presses: list[tuple[str, str]] = field(default_factory=list)
    """The buttons with a name, each with its value."""


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(said.get("action", ""), said.get("hx-target", "").lstrip("#")))
        if not self.found:
            return
        form = self.found[-1]
        if tag == "select":
            self._select = said.get("name", "")
        if tag == "option" and "selected" in said:
            form.fields[self._select] = [said.get("value", "")]
        if tag == "button" and said.get("name"):
            form.presses.append((said["name"], said.get("value", "")))
        if tag == "input" and said.get("name"):
            is_box = said.get("type") in ("checkbox", "radio")
            if "checked" in said or not is_box:
                form.fields.setdefault(said["name"], []).append(said.get("value", "on" if is_box else ""))


def forms(page: str) -> list[Form]:
    """The forms of a page in their order; a field outside of any counts to the one before it."""
    parser = _Forms()
    parser.feed(page)
    return parser.found


def form_to(page: str, ending: str) -> Form | None:
    """The first form whose address ends so."""
    return next((form for form in forms(page) if form.action.endswith(ending)), None)
