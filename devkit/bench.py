"""`dev.py bench`: each benchmark beside its baseline, as a ratio.

A benchmark is a file of benchmarks/ whose name doesn't begin with an underscore. It runs by itself, on a migrated
throwaway PostgreSQL that keeps its promises (fsync on), prints its own lines and ends with 1 when it missed its floor.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from devkit import product, throwaway, venv
from devkit.paths import PYTHON, ROOT
from devkit.testing import to_the_end
from devkit.trouble import TroubleError


def bench(names: Sequence[str] = ()) -> int:
    """Run them one after the other, or those that are named; 1 when one missed its floor."""
    scripts = chosen(names)
    venv.ensure(development=True)
    with throwaway.database_urls(durable=True) as urls, TemporaryDirectory(prefix="cardroom-bench-") as var:
        # keys and anchors of its own: those of a room that runs here are of another database
        environ = product.environment(urls, Path(var)) | {"CARDROOM_DEMO": "0", "PYTHONPATH": str(ROOT)}
        product.prepare(environ)
        return max([to_the_end([str(PYTHON), str(script)], environ) for script in scripts])


def chosen(names: Sequence[str] = ()) -> list[Path]:
    """The benchmarks of these names, all of them where none is named. Refused where there is none of a name."""
    every = {script.stem: script for script in sorted((ROOT / "benchmarks").glob("[!_]*.py"))}
    if unknown := [name for name in names if name not in every]:
        raise TroubleError(f"There is no benchmark {unknown[0]}.", f"Name one of these: {', '.join(every)}.")
    return [every[name] for name in names or every]
