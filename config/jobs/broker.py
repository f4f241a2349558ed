"""The broker: hand it a message without waiting long for it, and ask whether it is there and keeps what it is given."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from amqp.exceptions import AMQPError  # type: ignore[import-untyped]  # publishes no types
from celery import current_app
from kombu.exceptions import KombuError

ASKED_AGAIN_AFTER = 5.0
"""Seconds for which an answer about the broker is believed: a dead one must not hold up every request anew."""
PATIENCE = 2.0
"""Seconds that it may take to say that it has a message: one that stands still, or takes no more because its memory or
its disk is full, keeps its lines and says nothing for ever."""

_last: dict[str, Any] = {"at": float("-inf"), "alive": True}
_trying = threading.Lock()
_AWAY = (KombuError, AMQPError, OSError)


class BrokerAwayError(Exception):
    """The broker can't be reached now."""


def publish(name: str, arguments: dict[str, Any]) -> None:
    """Send the task `name` with these keyword arguments. Raises BrokerAwayError; at once while it is known to be."""
    if _is_believed_away():
        raise BrokerAwayError("it was away a moment ago")
    said = {"retry": False, "ignore_result": True, "confirm_timeout": PATIENCE}
    try:
        with current_app.producer_or_acquire() as producer, _hanging_up(producer.connection):
            current_app.send_task(name, kwargs=arguments, producer=producer, **said)
    except _AWAY as error:
        _remember(alive=False)
        raise BrokerAwayError(str(error)) from error
    _remember(alive=True)


def _is_believed_away() -> bool:
    """Whether it was away a moment ago. When that is over, one caller is let on to try, and the others not before it is
    known what became of that."""
    with _trying:
        if _last["alive"]:
            return False
        if time.monotonic() - _last["at"] < ASKED_AGAIN_AFTER:
            return True
        _remember(alive=False)
    return False


def answers() -> bool:
    """Whether the broker takes a message; asked at most every few seconds."""
    if time.monotonic() - _last["at"] >= ASKED_AGAIN_AFTER:
        _remember(alive=_takes_a_message())
    return bool(_last["alive"])


def forget() -> None:
    """Ask anew next time."""
    _last.update(at=float("-inf"), alive=True)


def _takes_a_message() -> bool:
    """Whether a message can be left in a queue that nobody reads; it is taken out again at once."""
    try:
        with current_app.connection_for_write(connect_timeout=PATIENCE) as connection:
            connection.ensure_connection(max_retries=1, timeout=PATIENCE)
            with connection.SimpleBuffer("health") as queue, _hanging_up(connection):
                queue.put({}, confirm_timeout=PATIENCE)
                queue.clear()
    except _AWAY:
        return False
    return True


@contextmanager
def _hanging_up(connection: Any) -> Iterator[None]:
    """End the line at once where nobody answers what this block says: its good-bye would wait for an answer too, and
    without an end."""
    try:
        yield
    except _AWAY:
        line = getattr(connection.connection, "sock", None) if connection.connected else None
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        raise


def _remember(*, alive: bool) -> None:
    _last.update(at=time.monotonic(), alive=alive)
