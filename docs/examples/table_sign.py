"""A sign over the tables: what is open, under which plaque, and how many hands each table has played.

It reads the API with a token that only reads, and receives events instead of asking again and again; once a minute it
looks anyway, so that an event that never came is missed for no longer. Standard library alone.

    python3 table_sign.py --cardroom https://cardroom.example --token-file token --secret-file secret \\
        --port 8443 --cert cert.pem --key key.pem

The token comes from a person's page (Staff), the secret from the page that registers the address of this machine
(Room, Webhooks): https://sign.example:8443/. docs/API.md explains both.
"""

import argparse
import hmac
import json
import ssl
import threading
import time
import urllib.request
from collections import OrderedDict
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

WINDOW = 300
"""Seconds that a signature may be old, or ahead of this machine's clock: what is older was recorded and sent again."""
LARGEST = 65_536
"""Bytes of a body that are read; events are far smaller."""
LOOKS_EVERY = 60
"""Seconds between two looks when no event comes."""
REMEMBERED = 10_000
"""The events whose ids are remembered, so that one that comes twice counts once."""


def is_genuine(secret: str, header: str, body: bytes, now: float) -> bool:
    """Whether a body was signed with the secret, lately: `header` is the value of Cardroom-Signature.

    It may hold several signatures, one for each secret that is good while a secret is changed: one that fits is enough.
    """
    parts = [part.strip().partition("=") for part in header.split(",")]
    stamps = [text for name, _, text in parts if name == "t"]
    if len(stamps) != 1 or not (stamps[0].isascii() and stamps[0].isdigit()) or abs(now - int(stamps[0])) > WINDOW:
        return False
    expected = hmac.new(secret.encode(), stamps[0].encode() + b"." + body, sha256).hexdigest()
    return any(hmac.compare_digest(expected.encode(), text.encode()) for name, _, text in parts if name == "v1")


class Cardroom:
    """The API of a room, as the system whose token it is."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token

    def get(self, path: str) -> Any:
        """The answer of an address, from the host on; urllib.error.HTTPError where it is refused, with its sentence."""
        request = urllib.request.Request(  # noqa: S310 - the address is the operator's own
            self.address + path, headers={"Authorization": f"Token {self.token}", "Accept": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - as above
            return json.load(answer)

    def rows(self, path: str) -> Iterator[Any]:
        """Every row of a list, page after page."""
        while path:
            page = self.get(path)
            yield from page["results"]
            following = page["next"] or ""
            path = following[following.find("/api/") :] if following else ""


class Sign:
    """The sign: its lines, and the events that it was told of already."""

    def __init__(self, cardroom: Cardroom) -> None:
        self.cardroom = cardroom
        self.seen: OrderedDict[str, None] = OrderedDict()
        self.turn = threading.Lock()
        self.news = threading.Event()

    def lines(self) -> list[str]:
        """One line for each open table."""
        sessions = sorted(
            self.cardroom.rows("/api/v1/table-sessions/?is_open=true&page_size=100"), key=lambda row: row["table_name"]
        )
        return [
            f"{row['table_name']:<12} {row['plaque']['short_name']:<28} hands {row['hands_recorded']:>4}"
            for row in sessions
        ] or ["No table is open."]

    def take(self, event: dict[str, Any]) -> bool:
        """Note an event; False where it came before. What it is about isn't shown: the API says how things are now."""
        with self.turn:
            if event["id"] in self.seen:
                return False
            self.seen[event["id"]] = None
            if len(self.seen) > REMEMBERED:
                self.seen.popitem(last=False)
        self.news.set()
        return True

    def show(self) -> None:
        """Show the tables, now and whenever there is news."""
        while True:
            self.news.clear()  # before looking: what comes meanwhile is looked for again
            try:
                shown = "\n".join(self.lines())
            except OSError as error:
                shown = f"Cardroom can't be reached: {error}"
            print(f"--- {time.strftime('%H:%M:%S')}\n{shown}", flush=True)  # noqa: T201 - it is a sign
            self.news.wait(LOOKS_EVERY)


def receiver(sign: Sign, secret: str) -> type[BaseHTTPRequestHandler]:
    """The side that Cardroom posts events to."""

    class Receiver(BaseHTTPRequestHandler):
        timeout = 10

        def do_POST(self) -> None:
            """Answer at once: 204 took it, also the second time; whatever else is tried again later."""
            length = self.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdigit()) or int(length) > LARGEST:
                return self.answer(413)
            body = self.rfile.read(int(length))
            if not is_genuine(secret, self.headers.get("Cardroom-Signature", ""), body, time.time()):
                return self.answer(401)
            sign.take(json.loads(body))
            return self.answer(204)

        def answer(self, status: int) -> None:
            """Answer with a status and nothing else."""
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing: the screen is the sign's."""

    return Receiver


def main() -> None:
    """Be the sign until somebody ends it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cardroom", required=True, help="https://… of the room")
    parser.add_argument("--token-file", type=Path, required=True)
    parser.add_argument("--secret-file", type=Path, required=True)
    parser.add_argument("--host", default="")
    parser.add_argument("--port", type=int, default=8443)
    parser.add_argument("--cert", required=True, help="the certificate of this machine, with its chain")
    parser.add_argument("--key", required=True, help="its key")
    given = parser.parse_args()
    sign = Sign(Cardroom(given.cardroom, given.token_file.read_text().strip()))
    server = ThreadingHTTPServer((given.host, given.port), receiver(sign, given.secret_file.read_text().strip()))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(given.cert, given.key)
    server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sign.show()


if __name__ == "__main__":
    main()
