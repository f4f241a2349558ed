"""The embedded broker: messages are files in a folder. Kombu's own, made safe against what happens to files.

A message appears whole or not at all (written aside, then renamed), is taken by exactly one process (renamed again),
and says when it was given out before, so that the job of a worker that died is taken over at once. What is no message
is set aside and holds up nothing; folders that somebody has deleted are made again.
"""

import base64
import logging
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps, loads

log = logging.getLogger(__name__)

_ENDING, _JUNK = ".msg", ".junk"
_LARGEST = 1_000_000
"""Bytes of a message; ours hold a few ids."""


class Channel(filesystem.Channel):
    """A channel whose queues are the files `<time>_<id>.<queue>.msg` of one folder."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # as kombu itself does
        name = f"{time.time_ns()}_{uuid.uuid4()}.{queue}{_ENDING}"
        folder = Path(self.data_folder_out)
        aside = folder / f"{name}.new"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            aside.write_text(dumps(payload), encoding="utf-8")
            aside.rename(folder / name)
        except OSError as error:
            raise ChannelError(f"can't keep a message in {folder}: {error}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for waiting in sorted(Path(self.data_folder_in).glob(f"*.{queue}{_ENDING}")):
            mine = waiting.with_suffix(".taken")
            try:
                waiting.rename(mine)
            except FileNotFoundError:
                continue  # another process was faster
            try:
                message = _message_in(mine)
            except (ValueError, RecursionError, OSError) as problem:
                _set_aside(mine, problem)
                continue
            mine.unlink()
            return message
        raise Empty

    def _size(self, queue: str) -> int:
        return len(list(Path(self.data_folder_in).glob(f"*.{queue}{_ENDING}")))

    def _queue_bind(self, exchange: str, *binding: Any) -> None:
        Path(self.control_folder).mkdir(parents=True, exist_ok=True)
        super()._queue_bind(exchange, *binding)

    def get_table(self, exchange: str) -> list[Any]:
        """The queues that an exchange feeds; where the file of it is gone, as this process knows it, written anew."""
        if bound := super().get_table(exchange):
            return list(bound)
        for binding in self.state.exchanges.get(exchange, {}).get("table", ()):
            self._queue_bind(exchange, *binding)
        return list(super().get_table(exchange))

    def _restore(self, message: Any) -> None:
        message.delivery_info["redelivered"] = True
        super()._restore(message)


class Transport(filesystem.Transport):
    """The transport that `filesystem://` means here."""

    Channel = Channel


def _message_in(file: Path) -> Any:
    """The message that the file holds. Raises ValueError where it holds none, and what reading it raises."""
    if file.stat().st_size > _LARGEST:
        raise ValueError(f"larger than {_LARGEST} bytes")
    message = loads(file.read_text(encoding="utf-8"))
    if not _is_message(message):
        raise ValueError("it lacks what a message has")
    if message["properties"].get("body_encoding") == "base64":
        base64.b64decode(message["body"], validate=True)
    return message


def _is_message(message: Any) -> bool:
    """Whether kombu and Celery find in it what they take for granted."""
    if not isinstance(message, dict) or not {"body", "content-type", "content-encoding"} <= message.keys():
        return False
    parts, headers = message.get("properties"), message.get("headers")
    if not isinstance(parts, dict) or not isinstance(headers, dict) or not isinstance(message["body"], str):
        return False
    addressed = isinstance(parts.get("delivery_info"), dict) and isinstance(parts.get("delivery_tag"), str)
    return addressed and parts.get("body_encoding") in (None, "base64") and ("task" not in headers or "id" in headers)


def _set_aside(file: Path, problem: Exception) -> None:
    """Keep for people what is no message, under a name that nobody asks for."""
    kept = file.with_suffix(_JUNK)
    log.error("%s is no message and was set aside: %s", kept, problem)
    try:
        file.rename(kept)
    except OSError as error:
        log.error("%s can't be set aside: %s", file, error)


def install() -> None:
    """Let `filesystem://` mean this transport from now on."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:{Transport.__name__}"
