"""Processes that dev.py starts find their modules compiled, where the account keeps compiled modules and where not."""

import os
import subprocess
from pathlib import Path

import pytest

from devkit.cli import keep_bytecode
from devkit.paths import BYTECODE, PYTHON


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """An account that keeps no compiled modules; what is set here is gone after the test."""
    monkeypatch.setattr(os, "environ", dict(os.environ) | {"PYTHONDONTWRITEBYTECODE": "1"})
    os.environ.pop("PYTHONPYCACHEPREFIX", None)


def test_it_is_kept_in_the_environments_folder() -> None:
    keep_bytecode()
    assert os.environ["PYTHONPYCACHEPREFIX"] == str(BYTECODE)


def test_a_folder_that_was_chosen_is_used(tmp_path: Path) -> None:
    os.environ["PYTHONPYCACHEPREFIX"] = str(tmp_path / "kept")
    keep_bytecode()
    (tmp_path / "small.py").write_text("HERE = 1\n")
    subprocess.run([str(PYTHON), "-c", "import small"], cwd=tmp_path, env=os.environ, check=True)
    assert [file.stem.split(".")[0] for file in (tmp_path / "kept").rglob("small*.pyc")] == ["small"]
    assert not (tmp_path / "__pycache__").exists()
