"""A clock that is off the database's by seconds: told as a gauge, and an alarm long before changes are refused."""

from datetime import timedelta

import pytest
import yaml
from django.utils import timezone

from config.audit import clock
from config.web.gauges import exposed
from devkit.paths import ROOT

pytestmark = pytest.mark.django_db
ALARM_FROM = 2.0
"""Seconds."""


@pytest.mark.parametrize("hours", [-1, 0, 1])
def test_f22_how_far_the_clock_is_off_is_told(hours: int, monkeypatch: pytest.MonkeyPatch) -> None:
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + timedelta(hours=hours))
    (told,) = [line for line in exposed().decode().splitlines() if line.startswith("cardroom_clock_off_seconds ")]
    assert round(float(told.split()[1]) / 3600) == hours
    assert round(clock.off_database() / timedelta(hours=1)) == hours


def test_f22_two_seconds_are_an_alarm_long_before_anything_is_refused() -> None:
    text = (ROOT / "deploy" / "prometheus" / "cardroom.rules.yaml").read_text()
    rules = [rule for group in yaml.safe_load(text)["groups"] for rule in group["rules"]]
    (rule,) = [rule for rule in rules if "cardroom_clock_off_seconds" in rule["expr"]]
    assert rule["expr"] == f"abs(cardroom_clock_off_seconds) > {ALARM_FROM:g}", "ahead and behind"
    assert (rule["for"], rule["labels"]["severity"]) == ("1m", "page")
