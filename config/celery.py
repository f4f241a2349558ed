"""Celery: the worker and the scheduler. Late acknowledgement, one task at a time, results are rows."""

import os
from pathlib import Path

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("cardroom")


def _filesystem_transport(folder: Path) -> dict[str, object]:
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


_embedded = settings.BROKER_URL.startswith("filesystem:")
app.conf.update(
    broker_url=settings.BROKER_URL,
    broker_transport_options=_filesystem_transport(settings.VAR_DIR / "broker")
    if _embedded
    else {"visibility_timeout": 900},
    broker_connection_retry_on_startup=True,
    broker_connection_timeout=2,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    task_serializer="json",
    accept_content=["json"],
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    enable_utc=True,
    timezone="UTC",
    beat_schedule_filename=str(settings.VAR_DIR / "schedule"),
    beat_schedule={
        "sweep": {"task": "jobs.sweep", "schedule": 15.0, "options": {"expires": 15}},
    },
)
app.autodiscover_tasks()
