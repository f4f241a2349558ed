"""The words of the project: people are spoken of without he and she, and docstrings have a head."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.source import PACKAGES, ROOT, modules

READ = ("*.py", "*.html", "*.md", "*.toml", "*.sql", "*.css", "*.js")
FOLDERS = (
    "rules", "config", "tables", "players", "cage", "games", "disputes", "rake", "demo", "devkit", "templates",
    "static", "docs", "tests", "benchmarks",
)  # fmt: skip
GENDERED = re.compile(r"\b(he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
QUOTATION = re.compile(r"'[^'\n]*'|“[^”\n]*”")
"""Words of somebody else, as the catalogue's sources and the documents mark them."""
QUOTED = {
    "rules/book/clauses.py": "the rulebooks word for word",
    "tests/guards/test_words.py": "the words themselves",
    "docs/CLAUSES.md": "the rulebooks word for word",
    "tests/planted/texts.toml": "what is planted",
    "tests/conformance/10-betting-no-limit.toml": "the catalogue as it was given",
    "tests/conformance/20-pots-side-pots.toml": "the catalogue as it was given",
    "tests/conformance/40-kill.toml": "the catalogue as it was given",
    "tests/conformance/50-stud-first-to-act.toml": "the catalogue as it was given",
    "static/htmx.min.js": "somebody else's",
}
"""Files that quote, and whom."""
WITH_HEADS = (*PACKAGES, "demo", "devkit", "deploy", "benchmarks", "tests/support")
HEADLESS = re.compile(r"(What|Who|Whose|How|Where|When)\b(?!.*\?)")


def texts() -> Iterator[tuple[str, int, str]]:
    """Every line of the project that its own people wrote: file, number, text."""
    for folder in FOLDERS:
        for pattern in READ:
            for path in sorted((ROOT / folder).rglob(pattern)):
                name = path.relative_to(ROOT).as_posix()
                if name in QUOTED or {"vendor", "data", "__pycache__"} & set(path.parts):
                    continue
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                    yield name, number, line


def test_people_are_spoken_of_without_he_and_she() -> None:
    lines = list(texts())
    assert len(lines) > 50_000
    gendered = [
        f"{name}:{number}: {line.strip()}"
        for name, number, line in lines
        if GENDERED.search(QUOTATION.sub("", line) if name.endswith((".toml", ".md")) else line)
    ]
    assert gendered == []


@pytest.mark.parametrize("line", ["the player and his chips", "She acts first.", "for him alone"])
def test_the_guard_knows_such_a_line(line: str) -> None:
    assert GENDERED.search(line)


def docstrings() -> Iterator[tuple[str, str]]:
    """Every docstring of a module, class, function or value, by its file: of the product, and of what serves it."""
    for folder in WITH_HEADS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_bytes())):
                match node:
                    case ast.Expr(value=ast.Constant(value=str(said))):
                        yield path.relative_to(ROOT).as_posix(), said


def test_docstrings_have_a_head() -> None:
    found = list(docstrings())
    assert len(found) > 5_000
    assert [f"{name}: {said.splitlines()[0]}" for name, said in found if HEADLESS.match(said)] == []


def holding_plaques() -> Iterator[tuple[str, str]]:
    """Every parameter and field of the product that holds plaques, by its module and name."""
    for module in modules():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
                target = node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)
                if re.search(r"\bPlaque(Version)?\b", ast.unparse(node.annotation)):
                    yield module.name, target


def test_a_plaque_is_no_sign() -> None:
    """What stands on a table is a plaque; the sheet that is printed of it is a sign."""
    held = list(holding_plaques())
    assert len(held) > 100
    assert [(module, name) for module, name in held if re.search(r"(^|_)signs?($|_)", name)] == []
