"""A real browser reports what a page tries against its content policy."""

import logging

import pytest

from tests.support.browser import Drawer
from tests.support.desk import Desk

SCRIPT = """() => {
  const script = document.createElement("script");
  script.textContent = "window.ran = true";
  document.body.append(script);
}"""


def test_what_a_page_tries_against_its_policy_is_reported(
    tablets: Drawer, desk: Desk, size: tuple[int, int], caplog: pytest.LogCaptureFixture
) -> None:
    tablet = tablets.take(desk.manager, size=size)
    tablet.expected += ("Content Security Policy",)
    tablet.go("/account/")
    with caplog.at_level(logging.WARNING, logger="config.web.policy_reports"):
        tablet.page.evaluate(SCRIPT)
        for _ in range(400):
            if told := [line for line in caplog.messages if line.startswith("policy:")]:
                break
            tablet.page.wait_for_timeout(50)
    assert not tablet.page.evaluate("window.ran")
    assert "script-src" in told[0]
    assert "/account/" in told[0]
