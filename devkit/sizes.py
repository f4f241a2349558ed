"""No file over 600 lines, no function over 60: what grows beyond that is two things."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

from devkit.paths import ROOT

LONGEST_FILE = 600
LONGEST_FUNCTION = 60
SIZED = ("*.py", "*.js", "*.css", "*.html")


def oversized(files: list[Path]) -> Iterator[str]:
    """One sentence for each file or function that is too long."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines = text.count("\n")
        if lines > LONGEST_FILE:
            yield f"{file}: {lines} lines; at most {LONGEST_FILE}"
        if file.suffix == ".py":
            yield from long_functions(file, text)


def long_functions(file: Path, text: str) -> Iterator[str]:
    """One sentence for each function that is too long, its decorators and docstring included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield f"{file}:{node.lineno}: {node.name} has {lines} lines; at most {LONGEST_FUNCTION}"


def own_files(root: Path = ROOT) -> list[Path]:
    """The project's own sources: what git knows, or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *SIZED],
        check=True, capture_output=True, text=True, cwd=root,
    ).stdout  # fmt: skip
    return [root / name for name in sorted(set(listed.splitlines())) if (root / name).exists()]
