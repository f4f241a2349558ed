"""`dev.py mutants`: plants the listed bugs one at a time in a copy of the project, and says which tests notice.

The list is tests/planted/*.toml; each `[[bug]]` has a name, the file, the text that stands there once (`old`), what is
planted in its place (`new`), and the tests of which at least one must fail. A test that is red without the bug, or that
does not run with it, proves nothing: the first ends the command, the second counts as unnoticed.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from devkit import testing, throwaway, venv
from devkit.paths import PYTHON, ROOT, VAR, VENV
from devkit.trouble import TroubleError

PLANTED = ROOT / "tests" / "planted"
MIGRATED = VAR / "migrated"
"""The folder that tests/support/migrated.py keeps: a copy with a bug that no migration reads need not migrate anew."""
MIGRATING = ("config/audit/database.py", "config/audit/grants.py", "tests/support/databases.py")
"""Files, beside migrations and their SQL, that decide what a migrated database is."""
GREEN, RED = 0, 1  # pytest's exit codes for "all passed" and "some failed"; every other means that they did not run


@dataclass(frozen=True)
class Bug:
    """A subtle bug: where, what stands there, what is planted, and the tests that must notice."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def planted(self, text: str) -> str:
        """The file's text with the bug in it. Refused when the old text doesn't stand there exactly once."""
        if text.count(self.old) != 1:
            raise TroubleError(
                f"{self.name}: its text stands {text.count(self.old)} times in {self.file}, not once.",
                "Bring the entry up to date with the file.",
            )
        return text.replace(self.old, self.new)


def mutants(arguments: list[str]) -> int:
    """Plant the bugs asked for; 0 only if at least one was planted and all were noticed."""
    asked = parser().parse_args(arguments)
    venv.ensure(development=True)
    bugs = chosen(listed(), asked.names, asked.sample, asked.seed)
    for bug in bugs:
        bug.planted((ROOT / bug.file).read_text(encoding="utf-8"))  # refused before anything is started
    with throwaway.database_urls() as urls, copy_of_the_project() as copy:
        environ = testing.PATIENCE | os.environ | urls | {"CARDROOM_HANDS": str(hands())}
        refuse_red(copy, environ, bugs)
        noticed = [is_noticed(bug, copy, environ) for bug in bugs]
    print(f"{sum(noticed)} passed, {len(noticed) - sum(noticed)} failed")
    return 0 if noticed and all(noticed) else 1


def parser() -> argparse.ArgumentParser:
    """The parser of what may follow the word."""
    words = argparse.ArgumentParser(prog="dev.py mutants", description="plant bugs and see which tests notice")
    words.add_argument("names", nargs="*", metavar="NAME", help="only these bugs")
    words.add_argument("--sample", type=int, metavar="N", help="only so many, drawn")
    words.add_argument("--seed", type=int, default=0, metavar="S", help="the draw of the sample")
    return words


def listed() -> list[Bug]:
    """All the bugs of the list, by name. Refused when two have one name."""
    bugs = [
        Bug(entry["name"], entry["file"], entry["old"], entry["new"], tuple(entry["tests"]))
        for file in sorted(PLANTED.glob("*.toml"))
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["bug"]
    ]
    names = [bug.name for bug in bugs]
    if doubled := {name for name in names if names.count(name) > 1}:
        raise TroubleError(f"Two bugs are called {', '.join(sorted(doubled))}.", "Give each a name of its own.")
    return sorted(bugs, key=lambda bug: bug.name)


def chosen(bugs: list[Bug], names: list[str], sample: int | None, seed: int) -> list[Bug]:
    """Those named, or all; of these as many as the sample wants. Refused when a name is not on the list."""
    known = {bug.name: bug for bug in bugs}
    if unknown := [name for name in names if name not in known]:
        raise TroubleError(f"No bug is called {', '.join(unknown)}.", f"The list is in {PLANTED}.")
    wanted = [known[name] for name in names] if names else bugs
    return wanted if sample is None else random.Random(seed).sample(wanted, min(sample, len(wanted)))


@contextmanager
def copy_of_the_project() -> Iterator[Path]:
    """A copy to plant in, with the environment of this one."""
    with tempfile.TemporaryDirectory(prefix="cardroom-mutants-") as folder:
        copy = Path(folder) / "project"
        left_out = shutil.ignore_patterns(
            ".git", ".venv", "var", "staticfiles", "__pycache__", ".*_cache", ".hypothesis"
        )
        shutil.copytree(ROOT, copy, ignore=left_out)
        (copy / ".venv").symlink_to(VENV.resolve())
        if MIGRATED.exists():
            shutil.copytree(MIGRATED, copy / "var" / MIGRATED.name)
        yield copy


def hands() -> Path:
    """The folder where the real hands lie, seen from the copy too."""
    return Path(os.environ.get("CARDROOM_HANDS") or ROOT.parent / "shared" / "hands").resolve()


def refuse_red(copy: Path, environ: dict[str, str], bugs: Iterable[Bug]) -> None:
    """The tests must be green while nothing is planted."""
    tests = sorted({test for bug in bugs for test in bug.tests})
    if tests and run_tests(copy, of_its_own(environ), tests, stop_early=False) != GREEN:
        raise TroubleError("Without any bug the tests named in the list are not green.", "Their own words are above.")


def is_noticed(bug: Bug, copy: Path, environ: dict[str, str]) -> bool:
    """Plant the bug, run its tests, take the bug out again; whether a test failed."""
    path = copy / bug.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(bug.planted(whole), encoding="utf-8")
    try:
        code = run_tests(copy, migrated_once(of_its_own(environ), bug), bug.tests, stop_early=True)
    finally:
        path.write_text(whole, encoding="utf-8")
    verdict = {RED: "noticed  ", GREEN: "UNNOTICED"}.get(code, "DID NOT RUN")
    print(f"{verdict} {bug.name} ({bug.file})", flush=True)
    return code == RED


def run_tests(copy: Path, environ: dict[str, str], tests: Iterable[str], *, stop_early: bool) -> int:
    """Run these tests in the copy; pytest's exit code. What they say is shown when it is not what was hoped for."""
    options = ["-q", "--no-header", "-p", "no:cacheprovider", *(["-x"] if stop_early else [])]
    done = subprocess.run(
        [str(PYTHON), "-m", "pytest", *options, *tests],
        cwd=copy, env=environ, check=False, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode not in ((GREEN, RED) if stop_early else (GREEN,)):
        print(done.stdout[-4000:], done.stderr[-2000:], file=sys.stderr)
    return done.returncode


def of_its_own(environ: dict[str, str]) -> dict[str, str]:
    """The environment for a run that shares nothing with the test run that may have started this one."""
    shared = ("CARDROOM_TEST_RUN", "PYTEST_")
    return {name: value for name, value in environ.items() if not name.startswith(shared)} | {
        "PYTHONDONTWRITEBYTECODE": "1"
    }


def migrated_once(environ: dict[str, str], bug: Bug) -> dict[str, str]:
    """The environment for the run of a bug: those that migrate alike share one migrated database."""
    migrates_otherwise = bug.file.endswith(".sql") or "/migrations/" in bug.file or bug.file.startswith(MIGRATING)
    return environ if migrates_otherwise else environ | {"CARDROOM_TEST_RUN": f"mutants{os.getpid()}"}
