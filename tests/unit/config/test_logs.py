"""One line per event, whatever somebody writes into it."""

import json
import logging
from io import StringIO

import pytest
from structlog.stdlib import ProcessorFormatter

from config.logs import logging_settings

FORGED = "x\r\n2026-01-01 [info] signed in badge=1\x1b[31m\u2028y\x85z"


def written(*, as_json: bool, message: str, error: Exception | None = None) -> str:
    formatter = dict(logging_settings(as_json=as_json, level="INFO")["formatters"]["line"])
    formatter.pop("()")
    out = StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(ProcessorFormatter(**formatter))
    record = logging.LogRecord("rake", logging.WARNING, "f", 1, "said %s", (message,), None)
    if error is not None:
        record.exc_info = (type(error), error, error.__traceback__)
    handler.emit(record)
    return out.getvalue()


@pytest.mark.parametrize("as_json", [True, False])
def test_nobody_can_forge_a_second_line(as_json: bool) -> None:
    line = written(as_json=as_json, message=FORGED)
    assert len(line.rstrip("\n").splitlines()) == 1
    assert "\x1b" not in line


def test_production_writes_json_that_keeps_the_words() -> None:
    line = json.loads(written(as_json=True, message=FORGED))
    assert line["event"] == f"said {FORGED}"
    assert (line["level"], line["logger"]) == ("warning", "rake")
    assert line["timestamp"].endswith("Z")


def test_an_exception_stays_on_its_line_in_production() -> None:
    line = written(as_json=True, message="x", error=ValueError("a\nb"))
    assert len(line.splitlines()) == 1
    assert json.loads(line)["exception"][0]["exc_type"] == "ValueError"


def test_an_unknown_level_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="CARDROOM_LOG_LEVEL"):
        logging_settings(as_json=True, level="LOUD")


def test_the_values_of_variables_stay_out_of_a_traceback() -> None:
    def sign_in(password: str) -> None:
        raise ValueError(len(password))

    try:
        sign_in("riverboat-night")
    except ValueError as error:
        line = written(as_json=True, message="x", error=error)
    assert "riverboat-night" not in line
    assert json.loads(line)["exception"][0]["frames"]
