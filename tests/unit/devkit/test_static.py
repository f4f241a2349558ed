"""Static files are collected again when something changed, and only then."""

from pathlib import Path

import pytest

from devkit import product, static


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A static folder, collected a moment ago."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "site.css").write_text("body {}")
    (tmp_path / "collected.json").write_text("{}")
    monkeypatch.setattr(static, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(static, "COLLECTED", tmp_path / "collected.json")
    monkeypatch.setattr(static.fingerprint, "__defaults__", ((tmp_path / "static", tmp_path / "missing.txt"),))
    static.remember()
    return tmp_path


def test_what_was_collected_stays(sources: Path) -> None:
    assert static.is_collected()


@pytest.mark.parametrize("change", ["static/site.css", "static/new.js", "missing.txt"])
def test_a_changed_source_is_collected_again(sources: Path, change: str) -> None:
    (sources / change).write_text("body { color: green }")
    assert not static.is_collected()


def test_a_lost_collection_is_made_again(sources: Path) -> None:
    (sources / "collected.json").unlink()
    assert not static.is_collected()


def test_preparations_remember_what_they_collected(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (sources / "static" / "site.css").write_text("body { color: green }")
    monkeypatch.setattr(product, "preparations", lambda environ: [])
    product.prepare({})
    assert static.is_collected()
