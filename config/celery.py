"""Celery: the worker and the scheduler. Late acknowledgement, one task at a time, results are rows."""

import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import beat_init, celeryd_init, worker_init, worker_process_init
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

from config.jobs.broker import PATIENCE
from config.jobs.folder import install
from config.jobs.memory import bound_memory, share_memory
from config.lines import broker_tls
from config.safety import refuse_unsafe
from config.served import refuse_owner

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
install()
TRANSPORT_ALIASES |= dict.fromkeys(("redis", "rediss"), "config.jobs.over_redis:Transport")

app = Celery("cardroom")

LONGEST_TASK = 15 * 60  # seconds
IMPATIENT = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.2}
"""A page that sends a job must not wait for a broker that is away: the sweep sends it later."""
HEARTBEAT = 10  # seconds
"""A line to the broker that has been silent for twice as long is given up, by either side."""


def _transport_options(broker_url: str) -> dict[str, Any]:
    """The options of this broker's transport; redis gives out again what nobody acknowledged for long."""
    if broker_url.startswith("filesystem:"):
        return _folders(settings.VAR_DIR / "broker") | IMPATIENT
    if broker_url.startswith(("redis", "rediss", "sentinel")):
        return IMPATIENT | {
            "visibility_timeout": 2 * LONGEST_TASK,
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            "socket_keepalive": True,
            "health_check_interval": HEARTBEAT,
        }
    return IMPATIENT | {"confirm_publish": True}


def _folders(folder: Path) -> dict[str, Any]:
    """The embedded broker: messages are files in `folder`, polled five times a second."""
    for name in ("messages", "processed", "control"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    messages = str(folder / "messages")
    return {
        "data_folder_in": messages,
        "data_folder_out": messages,
        "processed_folder": str(folder / "processed"),
        "control_folder": str(folder / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }


app.conf.update(
    broker_url=settings.BROKER_URL,
    broker_transport_options=_transport_options(settings.BROKER_URL),
    broker_use_ssl=broker_tls(settings.BROKER_URL, settings.BROKER_CA) or False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_connection_timeout=PATIENCE,
    broker_heartbeat=HEARTBEAT,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    task_time_limit=LONGEST_TASK,
    task_serializer="json",
    accept_content=["json"],
    worker_prefetch_multiplier=1,
    worker_cancel_long_running_tasks_on_connection_loss=True,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    worker_enable_remote_control=False,  # its queue would be a dead line's alone, until the broker gives that line up
    enable_utc=True,
    timezone="UTC",
    beat_schedule_filename=str(settings.VAR_DIR / "schedule"),
    beat_schedule={
        "sweep": {"task": "jobs.sweep", "schedule": 15.0, "options": {"expires": 15}},
        "anchor": {"task": "audit.anchor", "schedule": 60.0, "options": {"expires": 60}},
        "tidy": {"task": "staff.tidy", "schedule": 24 * 3600.0, "options": {"expires": 3600}},
        "books": {"task": "audit.watch_books", "schedule": 300.0, "options": {"expires": 300}},
        "reports": {"task": "rake.rebuild_days", "schedule": 300.0, "options": {"expires": 300}},
        "assurance": {"task": "rake.read_assurances", "schedule": 3600.0, "options": {"expires": 3600}},
        "hooks": {"task": "hooks.send_due", "schedule": 15.0, "options": {"expires": 15}},
        "hooks_tidy": {"task": "hooks.tidy", "schedule": 24 * 3600.0, "options": {"expires": 3600}},
        "comps": {"task": "rake.keep_comps", "schedule": 3600.0, "options": {"expires": 3600}},
        "samples": {"task": "rake.begin_sampling", "schedule": 60.0, "options": {"expires": 60}},
    },
)
app.autodiscover_tasks()
for begins in (celeryd_init, beat_init):
    begins.connect(refuse_owner)
    begins.connect(refuse_unsafe)
worker_init.connect(share_memory)
worker_process_init.connect(bound_memory)
