"""A part of `dev.py test --changed`: pytest ends after a minute, and says how many tests it didn't come to."""

import time
from collections.abc import Generator

import pytest

SECONDS = 60


class Minute:
    """Counts what was told, and ends the session where the minute is over. A failure before that stays a failure."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.ends = time.monotonic() + seconds
        self.done = set[str]()
        self.session: pytest.Session | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Keep whom to end."""
        self.session = session

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End after the test that was running when the minute was over."""
        self.done.add(report.nodeid)
        if self.session is not None and time.monotonic() > self.ends:
            self.session.shouldstop = "The minute is over."

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Let what wasn't come to be no failure."""
        if session.shouldstop and self.done:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED if session.testsfailed else pytest.ExitCode.OK
        return (yield)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say that the rest was left out, where something was."""
        if self.session is not None and self.session.shouldstop:
            terminalreporter.write_line(
                f"The nearest {len(self.done)} tests were run in the minute: `dev.py test` runs all of them."
            )


def pytest_configure(config: pytest.Config) -> None:
    """Register the clock once, where the tests are told; the processes that run them have none."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Minute(), "cardroom-minute")
