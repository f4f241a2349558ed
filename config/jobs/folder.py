"""The embedded broker: messages are files in a folder. Kombu's own, made safe against what happens to files.

A message appears whole or not at all (written aside, then renamed), is taken by exactly one process (renamed again),
and says when it was given out before, so that the job of a worker that died is taken over at once.
"""

import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps, loads

_ENDING = ".msg"


class Channel(filesystem.Channel):
    """A channel whose queues are the files `<time>_<id>.<queue>.msg` of one folder."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # as kombu itself does
        name = f"{time.time_ns()}_{uuid.uuid4()}.{queue}{_ENDING}"
        folder = Path(self.data_folder_out)
        aside = folder / f"{name}.new"
        try:
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
            payload = mine.read_text(encoding="utf-8")
            mine.unlink()
            return loads(payload)
        raise Empty

    def _restore(self, message: Any) -> None:
        message.delivery_info["redelivered"] = True
        super()._restore(message)


class Transport(filesystem.Transport):
    """What `filesystem://` means here."""

    Channel = Channel


def install() -> None:
    """Let `filesystem://` mean this transport from now on."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:{Transport.__name__}"
