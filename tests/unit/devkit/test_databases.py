"""The databases of a test run stay until that run ends."""

import subprocess

import pytest

from devkit.paths import PYTHON, ROOT
from tests.support.databases import OWN, TEMPLATE, databases_of_this_run


@pytest.mark.usefixtures("db")
def test_a_run_that_a_test_starts_leaves_the_databases_of_its_run() -> None:
    inner = [str(PYTHON), "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/unit/devkit/test_sizes.py"]
    assert subprocess.run(inner, cwd=ROOT, check=False, capture_output=True).returncode == 0
    assert {TEMPLATE, OWN} <= set(databases_of_this_run())
