"""`dev.py words [FILE]`: everything that a person reads, for a translator: a catalogue (.pot), or a language (.po)."""

import subprocess

from devkit import venv
from devkit.paths import PYTHON, ROOT


def words(arguments: list[str]) -> int:
    """Write the catalogue into the file that is named, or show it; bring a file that ends in .po up to date. The exit
    code."""
    venv.ensure(development=True)
    module = "devkit.languages" if arguments and arguments[0].endswith(".po") else "devkit.catalogue"
    return subprocess.run([str(PYTHON), "-m", module, *arguments[:1]], cwd=ROOT, check=False).returncode
