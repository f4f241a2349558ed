"""The processes of a worker share what was loaded before they forked."""

import gc

from celery.signals import worker_init, worker_process_init

from config import celery  # noqa: F401 - connects
from config.jobs.memory import bound_memory, share_memory


def test_garbage_is_looked_for_among_nothing_that_was_loaded_before() -> None:
    loaded = [[number] for number in range(1000)]
    before = gc.get_freeze_count()
    share_memory()
    assert gc.get_freeze_count() >= before + len(loaded)


def test_it_is_done_before_the_processes_are_made() -> None:
    assert share_memory in worker_init._live_receivers(None)
    assert bound_memory in worker_process_init._live_receivers(None)
