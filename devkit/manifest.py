"""`dev.py manifest`: what the migrations and grants make, written down from a database that they have just made."""

from devkit import product, throwaway, venv
from devkit.manage import in_this_terminal
from devkit.paths import PYTHON


def manifest() -> int:
    """Write the manifest; the command's exit code."""
    venv.ensure(development=True)
    with throwaway.running_server() as server:
        environ = product.environment(server.urls()) | {"CARDROOM_DEMO": "0"}
        product.prepare(environ)
        return in_this_terminal([str(PYTHON), "manage.py", "write_manifest"], environ)
