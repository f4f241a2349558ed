"""The rules engine imports the standard library and itself, nothing else.

import-linter forbids what is named; this allows only what is named, so that a new dependency is caught as well.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from devkit.paths import ROOT

RULES = ROOT / "rules"
ALLOWED = "rules"


def foreign_imports(folder: Path = RULES) -> Iterator[str]:
    """One sentence for each import that is neither of the standard library nor of the engine."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for name in imported(node):
                if not is_allowed(name):
                    yield f"{file}:{getattr(node, 'lineno', 0)}: imports {name}; the rules engine is plain Python"


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [node.module or ""]
    return []


def is_allowed(name: str) -> bool:
    """Whether the rules engine may import the module."""
    return name == ALLOWED or name.startswith(f"{ALLOWED}.") or name.partition(".")[0] in sys.stdlib_module_names
