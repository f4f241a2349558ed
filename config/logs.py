"""Log lines: one JSON object per event in production, readable lines on a developer's machine; never two lines."""

from collections.abc import MutableMapping
from typing import Any

import structlog
import structlog.tracebacks

_ESCAPES = {code: f"\\x{code:02x}" for code in (*range(32), 127, *range(128, 160))} | {0x2028: " ", 0x2029: " "}


def logging_settings(*, as_json: bool, level: str) -> dict[str, Any]:
    """Django's LOGGING: everything goes to the standard error, as JSON lines or as lines for people.

    Raises ValueError for a level that logging does not know.
    """
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
        raise ValueError(f"CARDROOM_LOG_LEVEL is {level!r}; say DEBUG, INFO, WARNING, ERROR or CRITICAL.")
    processors = _before()
    structlog.configure(
        processors=[*processors, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": processors,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_last(as_json=as_json)],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {"axes": {"level": "WARNING"}, "django.server": {"handlers": ["console"], "propagate": False}},
    }


def one_line(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Write control characters of every text as escapes, so that nobody can forge a line of the log."""
    for key, value in event.items():
        if isinstance(value, str) and key != "exception":
            event[key] = value.translate(_ESCAPES)
    return event


_TRACEBACKS = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False, max_frames=20)
)
"""A traceback without the values of variables: passwords, keys and names of guests are among them."""


def _before() -> list[Any]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=("status_code",)),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _last(*, as_json: bool) -> list[Any]:
    if as_json:
        return [_TRACEBACKS, structlog.processors.JSONRenderer()]
    return [structlog.processors.format_exc_info, one_line, structlog.dev.ConsoleRenderer(colors=False)]
