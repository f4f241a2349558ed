"""The tests that a change can touch, nearest first: what imports a changed file, what imports that, up to the tests.

A file is touched by what names it: a module by its imports, a template by the quoted path in views and other templates,
any other file by its quoted name. The number of steps from a test to the nearest change says how near it is.
"""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from devkit.paths import ROOT
from devkit.trouble import TroubleError

_READ = {".py", ".html"}
_QUOTED = re.compile(r"[\"']([\w./-]+\.(?:html|css|js|toml|json|svg))[\"'#]")
_TESTS = "tests/"

Files = frozenset[str]


def changed_files(since: str = "HEAD") -> list[str]:
    """The files that differ from a commit, those that nobody added yet among them, as paths from the root.

    Raises TroubleError where git knows no such commit.
    """
    differ = _git("diff", "--name-only", since, "--")
    return sorted({*differ, *_git("ls-files", "--others", "--exclude-standard")})


def touched_tests(changed: Iterable[str], root: Path = ROOT) -> list[str]:
    """The test files that a change of these files can touch, nearest first, as paths from the root."""
    distance = _distances(changed, _readers(root))
    tests = (file for file in distance if file.startswith(_TESTS) and Path(file).name.startswith("test_"))
    return sorted((file for file in tests if (root / file).exists()), key=lambda file: (distance[file], file))


def _distances(changed: Iterable[str], readers: Mapping[str, set[str]]) -> dict[str, int]:
    """The number of steps that each file which is touched lies from the nearest change."""
    distance = dict.fromkeys(changed, 0)
    edge = list(distance)
    while edge:
        further = {reader: distance[file] + 1 for file in edge for reader in readers[file] if reader not in distance}
        distance |= further
        edge = list(further)
    return distance


def _readers(root: Path) -> Mapping[str, set[str]]:
    """The files that read each file."""
    known = _files(root)
    by_name = defaultdict[str, set[str]](set)
    for file in known:
        by_name[Path(file).name].add(file)
    readers = defaultdict[str, set[str]](set)
    for file in known:
        if Path(file).suffix in _READ:
            for read in _reads(file, root, known, by_name):
                readers[read].add(file)
    return readers


def _reads(file: str, root: Path, known: Files, by_name: Mapping[str, set[str]]) -> Iterator[str]:
    """The files that one file reads: by import, by a quoted name, and the arrangements of the tests above it."""
    text = (root / file).read_text(encoding="utf-8")
    for quoted in _QUOTED.findall(text):
        yield from (each for each in by_name[Path(quoted).name] if each.endswith(quoted))
    if file.endswith(".py"):
        yield from _imports(ast.parse(text), known)
        above = (str(folder / "conftest.py") for folder in Path(file).parents)
        yield from (conftest for conftest in above if conftest in known and conftest != file)


def _imports(tree: ast.Module, known: Files) -> Iterator[str]:
    """The files of the modules that are imported; of `from a import b` the module b, where it is one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            path = name.replace(".", "/")
            yield from {f"{path}.py", f"{path}/__init__.py"} & known


def _files(root: Path) -> Files:
    """Every file of the project, as a path from its root."""
    listed = _git("ls-files", "--cached", "--others", "--exclude-standard", root=root)
    return frozenset(file for file in listed if (root / file).is_file())


def _git(*words: str, root: Path = ROOT) -> list[str]:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise TroubleError(f"git {' '.join(words)}: {done.stderr.strip()}", "Name a commit or a branch that is there.")
    return done.stdout.splitlines()
