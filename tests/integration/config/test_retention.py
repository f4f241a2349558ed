"""Classes of record: every table is in one of them, and the command says how old its rows are."""

import io
import json
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from config.audit.retention import YEAR, classes, held
from tests.support.desk import Desk, open_desk

pytestmark = pytest.mark.django_db
FRAMEWORK = {"auth", "contenttypes"}
"""Apps whose tables hold no records: permissions as the code has them."""
NO_RECORD = {"axes.AccessAttemptExpiration", "axes.AccessLog"}
"""Tables of others that the product leaves empty."""


def test_every_table_is_in_one_class_of_record() -> None:
    named = [label for each in classes() for label, _ in each.tables]
    models = {model._meta.label for model in apps.get_models() if model._meta.app_label not in FRAMEWORK}
    assert len(models) > 100
    assert len(named) == len(set(named)), "named twice"
    assert set(named) == models - NO_RECORD


def test_whatever_is_only_added_never_goes() -> None:
    going = {label for each in classes() if each.may_go for label, _ in each.tables}
    assert going
    assert not [label for label in going if getattr(apps.get_model(label), "append_only", False)]


def told(at: Any) -> dict[str, dict[str, Any]]:
    """The command's line about each class at an instant."""
    written = io.StringIO()
    with patch.object(timezone, "now", lambda: at):
        call_command("retention", "--check", "--json", stdout=written)
    return {line["class"]: line for line in map(json.loads, written.getvalue().splitlines())}


def test_rows_older_than_their_class_asks_for_are_counted_and_named() -> None:
    desk: Desk = open_desk()
    desk.buy_in(desk.player("Ann"), 200_00)
    soon, later = told(desk.at() + 4 * YEAR), told(desk.at() + 5 * YEAR + timedelta(days=2))
    assert soon["money"]["past"] == 0
    assert later["money"]["past"] == later["money"]["rows"] > 0
    bought = next(each for each in later["money"]["tables"] if each["table"] == "cage_buyin")
    assert (bought["rows"], bought["past"]) == (1, 1)
    assert soon["play"]["past"] > 0
    assert soon["now"]["past"] == 0


def test_the_day_on_which_the_years_are_over_is_the_first_that_counts() -> None:
    desk = open_desk()
    desk.buy_in(desk.player("Ann"), 200_00)
    money = next(each for each in classes() if each.code == "money")
    bought = next(each for each in held(money, desk.at()) if each.table == "cage_buyin")
    assert bought.oldest
    at = bought.oldest + 5 * YEAR
    for moment, past in ((at, 0), (at + timedelta(seconds=1), 1)):
        assert [each.past for each in held(money, moment) if each.table == "cage_buyin"] == [past]


def test_people_read_a_line_for_each_class() -> None:
    open_desk()
    written = io.StringIO()
    call_command("retention", stdout=written)
    lines = written.getvalue().splitlines()
    assert [line.split(":")[0] for line in lines] == [each.code for each in classes()]
    rules = next(line for line in lines if line.startswith("rules"))
    assert "1 year (R6: OH 3772-11-40(B))" in rules
    assert "older, which stay: " in rules
