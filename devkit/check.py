"""`dev.py check`: lint, types, import contracts, migrations and settings; every one is run, then all failures shown."""

import os
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from devkit import purity, sizes, throwaway, venv
from devkit.paths import PYTHON, ROOT, VENV

DEPLOYED = {
    "DEBUG": "0",
    "SECRET_KEY": "this-key-opens-nothing-and-is-only-for-the-checks-of-a-deployment-0123456789",
    "ALLOWED_HOSTS": "cardroom.example",
    "CARDROOM_TLS": "1",
    "CARDROOM_PROXIES": "1",
    "CARDROOM_DEMO": "0",
}


@dataclass(frozen=True)
class Verdict:
    """The outcome of one check."""

    name: str
    passed: bool
    said: str
    seconds: float


def check() -> int:
    """Run all checks, two at a time; 0 when all pass."""
    venv.ensure(development=True)
    with throwaway.database_urls() as urls, ThreadPoolExecutor(max_workers=2) as pool:
        environ = {**os.environ, **urls, **DEPLOYED}
        running = [pool.submit(timed, name, work) for name, work in checks(environ)]
        verdicts = [show(each.result()) for each in running]
    failed = [verdict.name for verdict in verdicts if not verdict.passed]
    print(f"\nFailed: {', '.join(failed)}." if failed else "\nAll checks passed.")
    return 1 if failed else 0


def checks(environ: dict[str, str]) -> list[tuple[str, Callable[[], tuple[bool, str]]]]:
    """The checks by name, the slowest first."""

    def tool(*words: str) -> Callable[[], tuple[bool, str]]:
        return lambda: run([str(VENV / "bin" / words[0]), *words[1:]], environ)

    def manage(*words: str) -> Callable[[], tuple[bool, str]]:
        return lambda: run([str(PYTHON), "-W", "error::RuntimeWarning", "manage.py", *words], environ)

    return [
        ("types", tool("mypy")),
        ("templates", tool("djlint", "templates", "--lint", "--quiet")),
        ("lint", tool("ruff", "check", "--quiet", ".")),
        ("format", tool("ruff", "format", "--check", "--quiet", ".")),
        ("imports", tool("lint-imports", "--no-cache")),
        ("migrations", manage("makemigrations", "--check", "--dry-run")),
        ("deployment", manage("check", "--deploy", "--fail-level", "WARNING")),
        ("purity", lambda: sentences(list(purity.foreign_imports()))),
        ("sizes", lambda: sentences(list(sizes.oversized(sizes.own_files())))),
    ]


def run(command: list[str], environ: dict[str, str]) -> tuple[bool, str]:
    """Whether the command ended well, and what it said."""
    done = subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, env=environ
    )
    return done.returncode == 0, done.stdout.strip()


def sentences(found: list[str]) -> tuple[bool, str]:
    """Passed when nothing was found."""
    return not found, "\n".join(found)


def timed(name: str, work: Callable[[], tuple[bool, str]]) -> Verdict:
    """The verdict of one check."""
    begun = time.monotonic()
    passed, said = work()
    return Verdict(name, passed, said, time.monotonic() - begun)


def show(verdict: Verdict) -> Verdict:
    """Print the verdict, with what was said only when it failed."""
    print(f"{'ok    ' if verdict.passed else 'FAILED'} {verdict.name:12} {verdict.seconds:5.1f} s", flush=True)
    if not verdict.passed:
        print(verdict.said, flush=True)
    return verdict
