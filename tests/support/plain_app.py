"""A program for the web server's worker to serve: it says how many bytes it was sent, and needs nothing else."""

from collections.abc import Callable, Iterable
from typing import Any

from config.serving import worker

worker.ARRIVES_WITHIN, worker.STANDSTILL = 3.0, 3  # whoever waits for it waits less
ANSWER = 30_000_000
"""Bytes of the answer that fits into no buffer."""


def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """The size of the body; at /much an answer of many bytes, at /unread the body is left where it is."""
    body = b"" if environ["PATH_INFO"] == "/unread" else environ["wsgi.input"].read()
    said = b"." * ANSWER if environ["PATH_INFO"] == "/much" else f"{len(body)} bytes".encode()
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(said)))])
    return [said]
