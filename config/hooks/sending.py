"""Send a body to an address: once, encrypted, to the very machine that was looked at, without following anybody on, and
for a bounded time."""

import http.client
import os
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings

from config.errors import DomainError
from config.hooks.addresses import Target, checked
from config.hooks.models import LONGEST_ANSWER

PATIENCE = 5
"""Seconds that connecting, or one piece of the answer, may take."""
LONGEST = 10
"""Seconds that all of it may take, however slowly the other side goes on."""
MOST_READ = 4096
"""Bytes of an answer that are read; the rest is left where it is."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a sending: whether it was taken, and the answer or what stood in the way, in words."""

    taken: bool
    answer: str


OVERDUE = Outcome(taken=False, answer=f"It had not answered after {LONGEST} seconds.")
"""The outcome of an answer that was cut short: what came of it until then may look like one."""


def send(address: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
    """Post a body to an address; taken where it answers with a status of the 200s within ten seconds. Never raises for
    what happens on the way: that is the outcome."""
    try:
        target, number = checked(address)
    except DomainError as error:
        return Outcome(taken=False, answer=error.message[:LONGEST_ANSWER])
    connection = _Connection(target, number)
    try:
        connection.request("POST", target.path, body, dict(headers))
        answer = connection.getresponse()
        outcome = _outcome(answer.status, answer.read(MOST_READ))
        return OVERDUE if connection.is_overdue else outcome
    except (OSError, http.client.HTTPException, ValueError) as error:
        return OVERDUE if connection.is_overdue else Outcome(taken=False, answer=_in_words(error)[:LONGEST_ANSWER])
    finally:
        connection.close()


def _trusting() -> ssl.SSLContext:
    """The certificates that are believed: those of this machine, and those that the operator adds."""
    context = ssl.create_default_context()
    if settings.HOOKS_CA:
        context.load_verify_locations(settings.HOOKS_CA)
    return context


class _Connection(http.client.HTTPSConnection):
    """A connection to a number, encrypted for the name that led to it, which ends after `LONGEST` seconds."""

    def __init__(self, target: Target, number: str) -> None:
        self._tls = _trusting()
        super().__init__(target.host, target.port, timeout=PATIENCE, context=self._tls)
        self._number = number
        self._watch: _Watch | None = None

    def connect(self) -> None:
        """Connect to the number that was looked at, not to what its name leads to by now."""
        plain = socket.create_connection((self._number, self.port), PATIENCE)
        self._watch = _Watch(plain)
        self._watch.start()
        try:
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise

    @property
    def is_overdue(self) -> bool:
        """Whether it was ended because its time was over."""
        return self._watch is not None and self._watch.is_over.is_set()

    def close(self) -> None:
        """Close it, and the watch over it."""
        super().close()
        if self._watch:
            self._watch.cancel()
            self._watch.join()


class _Watch(threading.Thread):
    """Shuts a connection down after `LONGEST` seconds, whoever waits for it, by a handle of its own: the first one is
    closed elsewhere."""

    def __init__(self, plain: socket.socket) -> None:
        super().__init__(daemon=True)
        self.is_over, self._is_done = threading.Event(), threading.Event()
        self._handle = socket.socket(fileno=os.dup(plain.fileno()))

    def run(self) -> None:
        """Wait for the end of the sending, or of its time."""
        with self._handle:
            if not self._is_done.wait(LONGEST):
                self.is_over.set()
                with suppress(OSError):
                    self._handle.shutdown(socket.SHUT_RDWR)

    def cancel(self) -> None:
        """The sending is over: let the connection be."""
        self._is_done.set()


def _outcome(status: int, body: bytes) -> Outcome:
    """The outcome of an answer: one of the 200s took it, one of the 300s is followed nowhere."""
    if 200 <= status < 300:
        return Outcome(taken=True, answer=str(status))
    if 300 <= status < 400:
        return Outcome(taken=False, answer=f"{status}: it sends on elsewhere, and nobody is followed.")
    said = "".join(each if each.isprintable() else " " for each in body.decode("utf-8", "replace")).strip()
    return Outcome(taken=False, answer=f"{status}: {said}"[:LONGEST_ANSWER].rstrip(": "))


def _in_words(error: Exception) -> str:
    """The words for people of what stood in the way."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"Its certificate is not believed: {error.verify_message.rstrip('.')}."
    if isinstance(error, TimeoutError):
        return f"It did not answer within {PATIENCE} seconds."
    if isinstance(error, ssl.SSLError):
        return f"It speaks no TLS that both understand: {error.reason or error}."
    if isinstance(error, http.client.HTTPException):
        return "It answered with something that is no HTTP, or broke off."
    return f"It can't be reached: {error.strerror or error}." if isinstance(error, OSError) else f"{error}."
