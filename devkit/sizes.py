"""No file over 600 lines, no function over 60: what grows beyond that is two things."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from devkit.paths import ROOT

LONGEST_FILE = 600
LONGEST_FUNCTION = 60
SIZED = (".py", ".js", ".css", ".html")
FOREIGN = ("__pycache__", "var", "staticfiles", "vendor", "migrations")  # Django writes the last


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
    """The project's own sources: all but what is hidden, made by a run, or written by a tool."""
    found = []
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if not name.startswith(".") and name not in FOREIGN]
        found += [Path(folder) / name for name in names if Path(name).suffix in SIZED]
    return sorted(found)
