"""Webhooks for tests: an address that is told of everything, what was told, and a receiver on this machine that speaks
TLS."""

import ipaddress
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from config.hooks import events
from config.hooks.models import Hook, HookDelivery
from config.hooks.outbox import tell
from config.hooks.sending import Outcome
from config.hooks.services import _keep_told_events, register_hook
from config.rooms.models import Room
from tests.support.desk import key
from tests.support.people import LONG_AGO, a_person

ADDRESS = "https://93.184.215.14/cardroom"
"""An address of the internet by its number: nothing is looked up, and nothing is sent there by a test."""
TOLD = events.EventKind("test.told", "something is told for a test", lambda row: {"room": row.pk}, lambda row: "/")
"""An event about a room, of a kind that no app registers."""
MOMENT = datetime(2026, 3, 6, 12, tzinfo=UTC)
"""The instant at which what is told has happened, unless a test says another."""
TAKEN = Outcome(taken=True, answer="204")
REFUSED = Outcome(taken=False, answer="500: broken")


def a_hook(room: Room, **facts: Any) -> Hook:
    """An address of the room that is told of every kind of event, and of the test's own."""
    asked = {"address": ADDRESS, "kinds": list(events.KINDS), "key": key(), "at": LONG_AGO} | facts
    hook = register_hook(room=room, **{"by": a_person(room, "manager")} | asked)
    return also_told(hook, TOLD.code)


def also_told(hook: Hook, *kinds: str) -> Hook:
    """The address, told of these kinds too, of which no app knows."""
    hook.events = [*hook.events, *kinds]
    hook.save()
    _keep_told_events(hook.room)
    return hook


def a_delivery(hook: Hook, at: datetime = MOMENT) -> HookDelivery:
    """An event that waits for the address since `at`."""
    event = tell(TOLD, hook.room, room=hook.room, at=at)
    return HookDelivery.objects.get(hook=hook, event_id=event)


@dataclass
class Sent:
    """A stand-in for the network: it keeps what was sent, and answers as it is told."""

    answer: Callable[[int], Outcome] = lambda number: TAKEN
    bodies: list[tuple[str, bytes, Mapping[str, str]]] = field(default_factory=list)

    def __call__(self, address: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
        self.bodies.append((address, body, headers))
        return self.answer(len(self.bodies))


@dataclass
class Receiver:
    """A receiver of this machine: its address, what came, and what it answers: a status, a body, further headers."""

    address: str
    came: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    status: int = 204
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    answers: Callable[[BaseHTTPRequestHandler], None] | None = None
    """Answers in a way of its own, where one is given."""


@contextmanager
def receiving(folder: Path) -> Iterator[Receiver]:
    """A receiver at https://127.0.0.1 for the block, whose certificate lies in `folder` as cert.pem."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.came.append((dict(self.headers.items()), body))
            if receiver.answers:
                self.close_connection = True
                receiver.answers(self)
                return
            self.send_response(receiver.status)
            for name, text in receiver.headers.items():
                self.send_header(name, text)
            self.send_header("Content-Length", str(len(receiver.body)))
            self.end_headers()
            self.wfile.write(receiver.body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate(folder))
        server.socket = context.wrap_socket(server.socket, server_side=True)
        receiver = Receiver(f"https://127.0.0.1:{server.server_address[1]}/events")
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


def certificate(folder: Path) -> tuple[Path, Path]:
    """The files of a certificate for 127.0.0.1 that signs itself, and of its key."""
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver of a test")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(private.public_key())
    builder = builder.serial_number(x509.random_serial_number()).add_extension(here, critical=False)
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    signed = builder.sign(private, hashes.SHA256())
    cert, secret = folder / "cert.pem", folder / "key.pem"
    cert.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    secret.write_bytes(private.private_bytes(serialization.Encoding.PEM, form, plain))
    return cert, secret
