"""`dev.py words [FILE]`: the catalogue (.pot) of everything that a person reads on a page, for a translator."""

import subprocess

from devkit import venv
from devkit.paths import PYTHON, ROOT


def words(arguments: list[str]) -> int:
    """Write the catalogue into the file that is named, or show it; the exit code."""
    venv.ensure(development=True)
    return subprocess.run([str(PYTHON), "-m", "devkit.catalogue", *arguments[:1]], cwd=ROOT, check=False).returncode
