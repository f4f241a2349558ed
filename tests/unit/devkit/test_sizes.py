"""The guards of sizes and purity find what they look for."""

from pathlib import Path

from devkit import purity, sizes


def test_a_long_function_and_a_long_file_are_named(tmp_path: Path) -> None:
    long = tmp_path / "long.py"
    long.write_text("def f():\n" + "    x = 1\n" * 60 + "# padding\n" * 560)
    assert list(sizes.oversized([long])) == [
        f"{long}: 621 lines; at most 600",
        f"{long}:1: f has 61 lines; at most 60",
    ]


def test_what_is_just_short_enough_passes(tmp_path: Path) -> None:
    short = tmp_path / "short.py"
    short.write_text("def f():\n" + "    x = 1\n" * 59 + "# padding\n" * 540)
    assert not list(sizes.oversized([short]))


def test_the_scan_sees_this_very_file() -> None:
    assert Path(__file__).resolve() in sizes.own_files()


def test_an_engine_that_imports_a_framework_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("import itertools\nfrom rules import cards\nfrom django.db import models\n")
    (said,) = purity.foreign_imports(tmp_path)
    assert "imports django.db" in said


def test_the_scan_of_the_engine_finds_its_files() -> None:
    assert len(list(purity.RULES.rglob("*.py"))) > 3
