"""The settings by which gunicorn serves Cardroom: read by itself where gunicorn starts in this folder; its command line
goes before."""

import os

from prometheus_client.multiprocess import mark_process_dead

from config.logs import logging_settings
from config.served import refuse_bare
from config.serving.worker import WholeRequests

wsgi_app = "config.wsgi:application"
worker_class = WholeRequests
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 4
worker_connections = 400  # each costs a file handle, of which a process usually has 1024
keepalive = 75  # longer than a tablet's idle gap
timeout = 60
graceful_timeout = 5
sendfile = False  # it would wait without an end for a client that takes nothing
control_socket_disable = True
logconfig_dict = logging_settings(as_json=True, level=os.environ.get("CARDROOM_LOG_LEVEL") or "INFO")
logconfig_dict["loggers"]["gunicorn.error"] = {"handlers": ["console"], "propagate": False}  # its own words too


def on_starting(server: object) -> None:
    """Refuse to listen where strangers would reach this server itself."""
    refuse_bare(server.cfg.address)  # type: ignore[attr-defined]  # gunicorn's arbiter


def child_exit(server: object, worker: object) -> None:
    """Let the gauges of a worker that has ended go; what it counted stays."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        mark_process_dead(worker.pid)  # type: ignore[attr-defined]  # gunicorn's worker
