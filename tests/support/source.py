"""The product's own source, parsed: what the guards about code look at."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules", "config", "tables", "players", "cage", "games", "disputes", "rake")
READERS = {"views", "selectors", "forms", "api", "urls", "templatetags", "context", "middleware", "exports"}
"""The parts of an app that answer, ask and show; none of them writes."""
SERVICES_BESIDE = {"table_money", "pin_holders"}
"""Modules that hold services and don't lie in a folder of that name."""


@dataclass(frozen=True, slots=True)
class Module:
    """A file of the product and what it says."""

    path: Path
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its path from the root, for people."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def parts(self) -> set[str]:
        """The words of its path: {"cage", "views", "window"}."""
        return set(self.path.relative_to(ROOT).with_suffix("").parts)

    def calls(self) -> Iterator[ast.Call]:
        """Every call in it."""
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))

    def functions(self) -> Iterator[ast.FunctionDef]:
        """Every function in it."""
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef))


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the product, migrations apart."""
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return tuple(Module(path, ast.parse(path.read_bytes())) for path in paths if "migrations" not in path.parts)


def readers() -> tuple[Module, ...]:
    """The modules that must not write."""
    return tuple(module for module in modules() if module.parts & READERS and "rules" not in module.parts)


def service_modules() -> tuple[Module, ...]:
    """The modules that hold services."""
    named = (module for module in modules() if "services" in module.parts or module.path.stem in SERVICES_BESIDE)
    return tuple(module for module in named if not module.parts & READERS)


def last_name(node: ast.expr) -> str:
    """The last word of what is called: "create" of Hand.objects.create."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def where(module: Module, node: ast.AST) -> str:
    """The place of a node, for people."""
    return f"{module.name}:{getattr(node, 'lineno', 0)}"
