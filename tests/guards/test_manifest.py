"""The manifest that rooms are compared with is what the migrations and grants make."""

import json

import pytest

from config.audit.catalogue import KINDS
from config.audit.database import append_only_tables, trigger_name
from config.audit.manifest import FILE, REMEDY, kept, made, written

pytestmark = pytest.mark.django_db


def test_the_manifest_is_of_these_migrations() -> None:
    assert FILE.read_text(encoding="utf-8") == written(made()), f"migrations or grants changed; {REMEDY}"


def test_the_manifest_holds_every_kind_and_every_guard() -> None:
    facts = kept()["facts"]
    assert set(facts) == set(KINDS)
    assert {len(facts[kind]) > 20 for kind in ("table", "column", "function", "trigger", "constraint")} == {True}
    assert {f"{trigger_name(table)} on {table}" for table in append_only_tables()} <= set(facts["trigger"])


def test_the_manifest_names_no_database_and_no_role() -> None:
    text = json.dumps(kept())
    assert "cardroom_" not in text
    assert set(kept()["rights"]) == {"the application", "everybody"}
