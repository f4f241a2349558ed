"""The virtual environment: made once, brought up to date when a lock changes, re-used while they stay the same."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from devkit.locks import waiting_lock
from devkit.paths import PYTHON, ROOT, VAR, VENV
from devkit.trouble import TroubleError

RUN_LOCK = ROOT / "requirements.txt"
DEVELOPMENT_LOCK = ROOT / "requirements-dev.txt"
STAMP = VENV / "cardroom.stamp"


def stamp_of(lock: Path) -> str:
    """The stamp of an environment that was made from this lock by this Python."""
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    return f"{lock.name} {digest} python{sys.version_info.major}.{sys.version_info.minor}"


def is_current(stamp: Path, accepted: list[Path]) -> bool:
    """Whether the environment was made from one of these locks and its Python still starts."""
    if not stamp.exists() or stamp.read_text(encoding="utf-8").strip() not in map(stamp_of, accepted):
        return False
    return starts()


def starts() -> bool:
    """Whether the environment is there and its Python starts."""
    return PYTHON.exists() and subprocess.run([PYTHON, "-c", ""], check=False, capture_output=True).returncode == 0


def ensure(*, development: bool) -> Path:
    """The environment's Python, with everything installed that a run, or development, needs."""
    lock, accepted = RUN_LOCK, [RUN_LOCK, DEVELOPMENT_LOCK]
    if development:
        lock, accepted = DEVELOPMENT_LOCK, [DEVELOPMENT_LOCK]
    if not is_current(STAMP, accepted):
        with waiting_lock(VAR / "venv.lock"):
            if not is_current(STAMP, accepted):
                build(lock)
    return PYTHON


def build(lock: Path) -> None:
    """Install the lock into the environment, which is made from nothing where its Python doesn't start.

    One that starts is never taken away: something may be running in it. One that is a link belongs to another folder
    and is refused before anything is installed.
    """
    refuse_link(VENV, lock)
    print(f"Making {VENV.name} from {lock.name} …", flush=True)
    if not starts():
        create()
    install(lock)
    STAMP.write_text(stamp_of(lock) + "\n", encoding="utf-8")


def refuse_link(environment: Path, lock: Path) -> None:
    """Refuse to install into an environment that is a link: what is current there is used, and nothing changed."""
    if environment.is_symlink():
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise TroubleError(
            f"{environment} is a link to {environment.resolve()}, and what is there was not\n"
            f"made from this {lock.name} by Python {version}. Nothing was installed: it belongs to another folder.",
            f"Run: rm {environment}, then this command again: it makes an environment of this folder's\n"
            "own. Or bring the other one up to date in the folder that it belongs to.",
        )


def create() -> None:
    """An empty environment with pip. Refused with the package to install where Python came without its parts."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise TroubleError(f"{sys.executable} came without venv or ensurepip.", venv_remedy())
    shutil.rmtree(VENV, ignore_errors=True)
    made = subprocess.run([sys.executable, "-m", "venv", VENV], check=False, capture_output=True, text=True)
    if made.returncode:
        raise TroubleError(f"The virtual environment could not be made:\n{made.stdout}{made.stderr}", venv_remedy())


def venv_remedy() -> str:
    """The command to type so that this system's Python can make virtual environments."""
    sudo = "" if os.geteuid() == 0 else "sudo "
    if shutil.which("apt-get"):
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        return f"Run: {sudo}apt-get install -y python{version}-venv, then this command again."
    if shutil.which("apk"):
        return f"Run: {sudo}apk add py3-pip, then this command again."
    return "Install a complete Python 3.11 or newer (https://python.org), then run this command with it."


def install(lock: Path) -> None:
    """Install the lock with uv; with pip where uv can't be had. Refused with the last lines of what pip said."""
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    hashed = ["--require-hashes", "-r", str(lock)]
    if succeeds([*pip, "install", "--quiet", "uv"]) and succeeds(
        [str(VENV / "bin" / "uv"), "pip", "install", "--quiet", "--python", str(PYTHON), *hashed]
    ):
        return
    print("uv can't install here; pip does it, which takes longer …", flush=True)
    done = subprocess.run([*pip, "install", "--quiet", *hashed], check=False, capture_output=True, text=True)
    if done.returncode:
        said = "\n".join(done.stderr.strip().splitlines()[-8:])
        raise TroubleError(f"The packages of {lock.name} could not be installed:\n{said}", network_remedy())


def succeeds(command: list[str]) -> bool:
    """Run quietly and say whether it went well."""
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def network_remedy() -> str:
    """The things to look at when the package index can't be reached."""
    return (
        "The first run needs the network once, to reach https://pypi.org. Behind a proxy set HTTPS_PROXY, with an\n"
        "index of your own PIP_INDEX_URL (and UV_INDEX_URL), then run this command again."
    )
