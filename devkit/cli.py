"""The words that follow `dev.py`."""

import os
import signal
import sys
from collections.abc import Callable

from devkit import bench, check, manage, manifest, mutants, run, sbom, testing, words
from devkit.paths import BYTECODE
from devkit.trouble import TroubleError

USAGE = """\
python3 dev.py run           the whole product on http://127.0.0.1:8000/ (PORT= changes it), until Ctrl-C
python3 dev.py test [ARGS]   the tests that this machine can run; ARGS go to pytest
python3 dev.py test --changed [COMMIT]   for a minute, those that a change since then can touch, nearest first
python3 dev.py check         lint, types, import contracts, migrations, settings
python3 dev.py bench [NAME…]   the benchmarks beside their baselines, or some of them
python3 dev.py demo          the demo room again, from empty
python3 dev.py mutants [--sample N] [--seed S] [NAME…]   plants listed bugs, says which tests notice
python3 dev.py manifest      writes down what the migrations make, for audit_books to compare rooms with
python3 dev.py sbom [FILE]   what the product is built of, package by package (CycloneDX)
python3 dev.py words [FILE]  the catalogue (.pot) of everything that a person reads, for a translator; a file that
                             ends in .po is a language: it is brought up to date and compiled
python3 dev.py manage COMMAND [ARGS]   a command of manage.py on the room that `run` has
"""

COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": lambda _: run.run(),
    "test": testing.test,
    "check": lambda _: check.check(),
    "bench": bench.bench,
    "demo": lambda _: run.demo(),
    "manage": manage.manage,
    "manifest": lambda _: manifest.manifest(),
    "mutants": mutants.mutants,
    "sbom": sbom.sbom,
    "words": words.words,
}
TAKE_ARGUMENTS = {"test", "manage", "mutants", "bench", "sbom", "words"}


def main(arguments: list[str]) -> int:
    """Do what the first word says; the exit code."""
    word, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if word not in COMMANDS or (rest and word not in TAKE_ARGUMENTS):
        print(USAGE, end="", file=sys.stdout if word in ("", "help", "-h", "--help") else sys.stderr)
        return 0 if word in ("", "help", "-h", "--help") else 2
    signal.signal(signal.SIGTERM, interrupt)
    keep_bytecode()
    try:
        return COMMANDS[word](rest)
    except TroubleError as trouble:
        print(f"\n{trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def keep_bytecode() -> None:
    """Let every process started from here keep its compiled modules in the environment's folder.

    Where an account keeps none, each of the hundreds of processes of a test run compiles Django anew; beside the
    sources they are not wanted there, so they lie apart.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(BYTECODE))


def interrupt(*_: object) -> None:
    """A polite kill is a Ctrl-C."""
    raise KeyboardInterrupt
