"""Reports of browsers of our content policy: a bounded number of lines in the log, and nobody asked who they are."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from config.web import policy_reports
from config.web.policy_reports import ADDRESS, LARGEST, LONGEST, MOST_LINES, WINDOW, Lines

REPORT = {
    "document-uri": "https://room.example/players/?q=Ann+Lee",
    "blocked-uri": "https://evil.example/x.js?k=1",
    "effective-directive": "script-src-elem",
    "line-number": 7,
    "original-policy": "p" * 5000,
}


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_reports, "lines", Lines())


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """The lines so far, as its `messages`."""
    with caplog.at_level(logging.WARNING, logger="config.web.policy_reports"):
        yield caplog


def sent(report: Any, **headers: str) -> int:
    content = report if isinstance(report, bytes) else json.dumps({"csp-report": report}).encode()
    return Client().post(ADDRESS, content, content_type="application/csp-report", headers=headers).status_code


def test_every_page_says_where_to(db: None) -> None:
    assert f"report-uri {ADDRESS}" in Client().get("/sign-in/")["Content-Security-Policy"]


def test_a_report_is_a_line_without_what_was_asked_for(told: pytest.LogCaptureFixture) -> None:
    """No database is asked: this test has none."""
    assert sent(REPORT) == 204
    (line,) = told.messages
    assert "'blocked_uri': 'https://evil.example/x.js'" in line
    assert "'document_uri': 'https://room.example/players/'" in line
    assert "script-src-elem" in line
    assert "Ann" not in line
    assert "ppp" not in line


def test_words_are_cut_and_what_is_no_word_is_left_out(told: pytest.LogCaptureFixture) -> None:
    assert sent({"effective-directive": "d" * 5000, "blocked-uri": {"a": 1}}) == 204
    (line,) = told.messages
    assert "d" * LONGEST in line
    assert "d" * (LONGEST + 1) not in line


def test_so_many_lines_a_minute_and_how_many_more(
    told: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr("config.web.policy_reports.time.monotonic", lambda: clock[0])
    assert {sent(REPORT) for _ in range(MOST_LINES + 5)} == {204}
    assert len(told.messages) == MOST_LINES
    clock[0] += WINDOW
    assert sent(REPORT) == 204
    assert len(told.messages) == MOST_LINES + 2
    assert "5 more reports came" in told.messages[-2]


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{}", b'{"csp-report": 1}', b"{", b"\xff", b'{"csp-report": {"a": NaN}}', b"[" * 9000],
)
def test_what_is_no_report_is_refused(told: pytest.LogCaptureFixture, content: bytes) -> None:
    assert sent(content) == 400
    assert not [line for line in told.messages if line.startswith("policy")]


def test_a_large_one_is_refused_by_its_length(told: pytest.LogCaptureFixture) -> None:
    assert sent(b"x" * (LARGEST + 1)) == 413
    assert not [line for line in told.messages if line.startswith("policy")]


def test_nobody_asks_for_it() -> None:
    answer = Client().get(ADDRESS)
    assert (answer.status_code, answer["Allow"]) == (405, "POST")


def test_a_line_stays_one(told: pytest.LogCaptureFixture) -> None:
    assert sent({"blocked-uri": "https://a/\nfake line"}) == 204
    (line,) = told.messages
    assert "\n" not in line
