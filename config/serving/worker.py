"""The web server's worker: a thread gets a request when all of it is there, and never waits for a slow client.

gunicorn's own threaded worker reads headers and bodies in its threads, without an end: eight strangers who send a byte
a second hold eight threads, and hang up late on top. Here one loop reads from all connections; what does not arrive in
time is closed, and where all connections are taken the one that has waited longest makes room.
"""

import errno
import selectors
import socket
import struct
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn import http
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

from config.serving.arrivals import Arrival, Stage

ARRIVES_WITHIN = 20.0
"""Seconds from the first byte of a request to its last."""
LARGE_AT_ONCE = 16
"""Bodies larger than a form that may be under way at once, in each worker."""
STANDSTILL = 5
"""Seconds for which a thread waits, at each step, for a client that takes nothing of its answer."""
ANSWER_BUFFERED = 212_992
"""Bytes of an answer that the system keeps for a slow client (it takes twice as many), so that no thread waits."""
LEAVES_WITHIN = 2.0
"""Seconds that a client has to hang up after the last answer; what it still sends is thrown away."""
THROWN_AWAY = 4_194_304
"""Bytes that are thrown away for a client that goes on sending; beyond, the connection breaks."""
_AT_ONCE = 65_536
_FULL = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_GONE = (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK)

_SENTENCES = {
    "408 Request Timeout": f"The request was not all there after {ARRIVES_WITHIN:.0f} seconds. Send it again.",
    "431 Request Header Fields Too Large": "The headers are too long. Clear this site's cookies and try again.",
    "503 Service Unavailable": "Too much is being sent at once. Try again in a moment.",
}


class WholeRequests(ThreadWorker):
    """gunicorn's threaded worker, with the reading of requests and the last seconds of connections in its loop."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[TConn, Arrival] = {}
        self.leaving: dict[TConn, tuple[float, list[int]]] = {}
        self.swept_at = 0.0
        self.closes_at: float | None = None

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Refuse what this worker can't read: TLS ends at the proxy in front."""
        super().check_config(cfg, log)
        if cfg.is_ssl or cfg.http2_cleartext != "off":
            raise SystemExit("Cardroom's web server speaks HTTP/1.1: let the proxy in front of it speak TLS.")

    # --- connections that come -----------------------------------------------------------------------------------

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, and make room where it is the last that fits."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in _FULL:
                self.make_room(1)
            elif error.errno not in _GONE:
                raise
            return
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            client.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", STANDSTILL, 0))
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ANSWER_BUFFERED)
        self.nr_conns += 1
        conn = TConn(self.cfg, client, address, listener.getsockname())
        conn.parser, conn.initialized, conn.data_ready = http.get_parser(self.cfg, client, address), True, True
        self.wait_for_request(conn)
        self.make_room(self.nr_conns + 1 - self.worker_connections)

    def make_room(self, connections: int) -> None:
        """Close so many that nobody works on: those that leave, then those that have waited longest."""
        for _ in range(connections):
            conn = next(iter(self.leaving), None) or next(iter(self.arriving), None)
            if conn is None:
                return
            self.hang_up(conn)

    # --- requests that come --------------------------------------------------------------------------------------

    def wait_for_request(self, conn: TConn, received: bytes = b"") -> None:
        """Read the next request of a connection in the loop, `received` of which came with the one before."""
        conn.sock.settimeout(0)
        arrival = self.arriving[conn] = Arrival(time.monotonic())
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_bytes, conn))
        if received:
            self.go_on(conn, arrival, received)

    def on_bytes(self, conn: TConn, sock: socket.socket) -> None:
        """Read what is there of a request."""
        data = _read(sock)
        if data is None:
            return
        if data:
            self.go_on(conn, self.arriving[conn], data)
        else:
            self.hang_up(conn)

    def go_on(self, conn: TConn, arrival: Arrival, data: bytes) -> None:
        """Give the request to a thread if it is whole, or answer it here if it can't be read."""
        had_head = bool(arrival.size)
        arrival.take(data, time.monotonic())
        if arrival.stage is Stage.TOO_LONG:
            self.answer(conn, "431 Request Header Fields Too Large")
        elif arrival.stage is not Stage.COMING:
            self.poller.unregister(conn.sock)
            del self.arriving[conn]
            conn.parser.unreader.unread(bytes(arrival.received))
            conn.is_cut = arrival.stage is Stage.CUT
            self.enqueue_req(conn)
        elif arrival.is_large and sum(each.is_large for each in self.arriving.values()) > LARGE_AT_ONCE:
            self.answer(conn, "503 Service Unavailable")
        elif arrival.is_asked_to_go_on and not had_head:
            _send(conn.sock, b"HTTP/1.1 100 Continue\r\n\r\n")

    def _keepalive_after(self, conn: TConn, keepalive: bool) -> bool:
        """Whether the connection goes on; not behind a body that was never waited for."""
        return not conn.is_cut and super()._keepalive_after(conn, keepalive)

    # --- connections that go -------------------------------------------------------------------------------------

    def finish_request(self, conn: TConn, fs: "Future[Any]") -> None:
        """Wait for the connection's next request, or let it go."""
        if fs.cancelled() or fs.exception() is not None or fs.result() is not True:
            self.let_go(conn)
        else:
            self.wait_for_request(conn, conn.parser.unreader.take_buffered())

    def answer(self, conn: TConn, status: str) -> None:
        """Answer here, in a sentence, and let the connection go."""
        body = _SENTENCES[status].encode()
        head = (
            f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        _send(conn.sock, head.encode() + body)
        self.poller.unregister(conn.sock)
        del self.arriving[conn]
        self.let_go(conn)

    def let_go(self, conn: TConn) -> None:
        """End a connection so that the client gets the whole answer: it hangs up first, or its time is over."""
        self.leaving[conn] = (time.monotonic() + LEAVES_WITHIN, [0])
        try:
            conn.sock.settimeout(0)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_afterwords, conn))
            conn.sock.shutdown(socket.SHUT_WR)
        except (OSError, ValueError):
            self.hang_up(conn)

    def on_afterwords(self, conn: TConn, sock: socket.socket) -> None:
        """Throw away what a client sends after its last answer."""
        data = _read(sock)
        thrown_away = self.leaving[conn][1]
        thrown_away[0] += len(data or b"")
        if data == b"" or thrown_away[0] > THROWN_AWAY:
            self.hang_up(conn)

    def hang_up(self, conn: TConn) -> None:
        """Close a connection that the loop holds."""
        self.arriving.pop(conn, None)
        self.leaving.pop(conn, None)
        self.nr_conns -= 1
        with suppress(KeyError, ValueError, OSError):
            self.poller.unregister(conn.sock)
        conn.close()

    def murder_keepalived(self, force: bool = False) -> None:
        """Close what has waited too long; once a second, and everything where `force` says so."""
        now = time.monotonic()
        if now - self.swept_at < 1 and not force and self.closes_at is None:
            return
        self.swept_at = now
        for conn, arrival in list(self.arriving.items()):
            if force or (not arrival.received and now > self.patience(arrival)):
                self.hang_up(conn)
            elif arrival.received and now > arrival.since + ARRIVES_WITHIN:
                self.answer(conn, "408 Request Timeout")
        for conn, (until, _) in list(self.leaving.items()):
            if force or now > until:
                self.hang_up(conn)

    def patience(self, arrival: Arrival) -> float:
        """Until when a connection may lie idle."""
        idle: float = arrival.since + self.cfg.keepalive
        return idle if self.closes_at is None else min(idle, self.closes_at)

    def _cap_keepalive(self, deadline: float) -> None:
        """A stopping worker keeps idle connections until `deadline` at most."""
        self.closes_at = min(deadline, time.monotonic() + STOP_KEEPALIVE_LINGER)


def _read(sock: socket.socket) -> bytes | None:
    """Read what is there; None where there is nothing yet, empty where the client is gone."""
    try:
        return sock.recv(_AT_ONCE)
    except (BlockingIOError, InterruptedError):
        return None
    except OSError:
        return b""


def _send(sock: socket.socket, data: bytes) -> None:
    """Send as much as goes at once: the few bytes that the loop says itself always do."""
    with suppress(OSError):
        sock.send(data)
