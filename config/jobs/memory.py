"""The memory of a worker's processes: they share what was loaded before they forked, and each is bounded. Work that
asks for more breaks alone, long before the machine has none left and ends something else, which may be the database."""

import gc
import resource
from typing import Any

from django.conf import settings

MEGABYTE = 2**20


def bound_memory(**_: Any) -> None:
    """Let this process have as much memory of its own as `JOB_MEMORY` says, and get a MemoryError beyond; with 0 as
    much as the machine gives."""
    if not settings.JOB_MEMORY:
        return
    most, hard = settings.JOB_MEMORY * MEGABYTE, resource.getrlimit(resource.RLIMIT_DATA)[1]
    bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (bound, hard))


def share_memory(**_: Any) -> None:
    """Let the processes of a worker go on sharing what it has loaded: to look for garbage writes into every object that
    is looked at, and each process would get a copy of its own."""
    gc.collect()
    gc.freeze()
