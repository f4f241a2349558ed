"""The paths at which things lie."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
BYTECODE = VENV / "bytecode"  # compiled modules, ours and the packages'
VAR = ROOT / "var"  # everything that a run leaves behind: data, keys, locks


def site_packages() -> Path | None:
    """The folder where the environment keeps its packages; None before there is one."""
    return next(VENV.glob("lib/python*/site-packages"), None)
