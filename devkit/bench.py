"""`dev.py bench`: each benchmark beside its baseline, as a ratio.

A benchmark is a file of benchmarks/ whose name doesn't begin with an underscore. It runs by itself, on a migrated
throwaway PostgreSQL that keeps its promises (fsync on), prints its own lines and ends with 1 when it missed its floor.
"""

from devkit import product, throwaway, venv
from devkit.paths import PYTHON, ROOT
from devkit.testing import to_the_end
from devkit.trouble import TroubleError


def bench() -> int:
    """Run them one after the other; 1 when one missed its floor."""
    venv.ensure(development=True)
    scripts = sorted(script for script in (ROOT / "benchmarks").glob("*.py") if not script.name.startswith("_"))
    if not scripts:
        raise TroubleError("There is no benchmark in benchmarks/.", "Add one: benchmarks/<what it measures>.py")
    with throwaway.database_urls(durable=True) as urls:
        environ = product.environment(urls) | {"CARDROOM_DEMO": "0", "PYTHONPATH": str(ROOT)}
        product.prepare(environ)
        return max([to_the_end([str(PYTHON), str(script)], environ) for script in scripts])
