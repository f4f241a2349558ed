"""The worker's sign of life: a row that its own process touches, so that a long task does not make it look dead."""

import logging
from typing import Any

from celery import bootsteps
from django.db import DatabaseError, connection
from django.utils import timezone

from config.jobs import services

log = logging.getLogger(__name__)
PULSE = 5.0
"""Seconds between two signs of life."""


class Pulse(bootsteps.StartStopStep):
    """A step of the worker: beat while it runs, leave when it ends in good order."""

    requires = {"celery.worker.components:Timer"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.timer: Any = None

    def start(self, parent: Any) -> None:
        """Give a sign of life now and every few seconds."""
        touch(parent.hostname)
        self.timer = parent.timer.call_repeatedly(PULSE, touch, (parent.hostname,), priority=10)

    def stop(self, parent: Any) -> None:
        """Say good-bye."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        touch(parent.hostname, leaving=True)

    terminate = stop


def touch(worker: str, *, leaving: bool = False) -> None:
    """Beat or leave; a database that is away now is asked again next time.

    The connection is closed each time: the worker's children are forked from this process and must not share it.
    """
    try:
        services.leave(worker) if leaving else services.beat(worker, at=timezone.now())
    except DatabaseError as error:
        log.warning("the worker's sign of life was not noted: %s", error)
    finally:
        connection.close()
