"""The tests that a change can touch: by imports, by named files, nearest first; and a minute that is no failure."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from devkit.changed import changed_files, touched_tests
from devkit.paths import ROOT
from devkit.trouble import TroubleError

PROJECT = {
    "app/__init__.py": "",
    "app/base.py": "",
    "app/words.toml": "",
    "app/middle.py": "from app import base\nWORDS = 'words.toml'\n",
    "app/views.py": "import app.middle\nPAGE = 'app/page.html'\n",
    "templates/app/page.html": "{% include 'app/part.html' %}",
    "templates/app/part.html": "",
    "tests/conftest.py": "from tests.support import desk\n",
    "tests/support/desk.py": "",
    "tests/test_base.py": "from app.base import x\n",
    "tests/test_views.py": "from app import views\n",
    "tests/test_words.py": "",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "touched"),
    [
        ("app/base.py", ["tests/test_base.py", "tests/test_views.py"]),
        ("app/views.py", ["tests/test_views.py"]),
        ("app/words.toml", ["tests/test_views.py"]),
        ("templates/app/part.html", ["tests/test_views.py"]),
        ("tests/test_words.py", ["tests/test_words.py"]),
        ("tests/support/desk.py", ["tests/test_base.py", "tests/test_views.py", "tests/test_words.py"]),
        ("README.md", []),
    ],
)
def test_a_change_touches_what_reads_it_nearest_first(project: Path, changed: str, touched: list[str]) -> None:
    assert touched_tests([changed], root=project) == touched


def test_this_project_is_read() -> None:
    touched = touched_tests(["rules/play/pots.py"])
    assert touched[0] == "tests/unit/rules/test_pots.py" or "tests/unit/rules/test_pots.py" in touched[:12]
    assert not touched_tests(["LICENSE"])


def test_an_unknown_commit_is_told() -> None:
    with pytest.raises(TroubleError, match="no-such-commit"):
        changed_files("no-such-commit")


SLOW = """
import time
import pytest
@pytest.mark.parametrize("number", range(50))
def test_slowly(number: int) -> None:
    time.sleep(0.01)
    assert number != {wrong}
"""
ENDS_SOON = "from devkit.in_a_minute import Minute\n\ndef pytest_configure(config):\n    {register}\n"
REGISTER: Mapping[bool, str] = {True: "config.pluginmanager.register(Minute(seconds=0.2))", False: "pass"}


def run(folder: Path, *, wrong: int, clock: bool = True) -> tuple[int, str]:
    (folder / "test_slow.py").write_text(SLOW.format(wrong=wrong))
    (folder / "conftest.py").write_text(ENDS_SOON.format(register=REGISTER[clock]))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_what_the_minute_leaves_out_is_no_failure(tmp_path: Path) -> None:
    code, told = run(tmp_path, wrong=-1)
    assert code == 0
    assert "were run in the minute" in told
    assert "50 passed" not in told


def test_a_failure_within_the_minute_is_one(tmp_path: Path) -> None:
    assert run(tmp_path, wrong=0)[0] == 1
    assert run(tmp_path, wrong=49, clock=False)[0] == 1
