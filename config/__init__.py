"""The kernel: settings, addresses, and what every app stands on (rooms, staff, audit, jobs, requests, web)."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
