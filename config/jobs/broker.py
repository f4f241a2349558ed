"""The broker: hand it a message without waiting long for it, and ask whether it is there and keeps what it is given."""

import time
from typing import Any

from amqp.exceptions import AMQPError  # type: ignore[import-untyped]  # publishes no types
from celery import current_app
from kombu.exceptions import KombuError

ASKED_AGAIN_AFTER = 5.0
"""Seconds for which an answer about the broker is believed: a dead one must not hold up every request anew."""

_last: dict[str, Any] = {"at": float("-inf"), "alive": True}


class BrokerAwayError(Exception):
    """The broker can't be reached now."""


def publish(name: str, arguments: dict[str, Any]) -> None:
    """Send the task `name` with these keyword arguments. Raises BrokerAwayError; at once while it is known to be."""
    if not _last["alive"] and time.monotonic() - _last["at"] < ASKED_AGAIN_AFTER:
        raise BrokerAwayError("it was away a moment ago")
    try:
        current_app.send_task(name, kwargs=arguments, retry=False, ignore_result=True)
    except (KombuError, AMQPError, OSError) as error:
        _remember(alive=False)
        raise BrokerAwayError(str(error)) from error
    _remember(alive=True)


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
        with current_app.connection_for_write(connect_timeout=2) as connection:
            connection.ensure_connection(max_retries=1, timeout=2)
            with connection.SimpleBuffer("health") as queue:
                queue.put({})
                queue.clear()
    except (KombuError, AMQPError, OSError):
        return False
    return True


def _remember(*, alive: bool) -> None:
    _last.update(at=time.monotonic(), alive=alive)
