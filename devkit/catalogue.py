"""The texts that people read, as a catalogue: `python -m devkit.catalogue [FILE]`.

What templates and Python mark for translation, and what Python says without marks (`devkit.sentences`). Django reads
the templates, Python its own syntax tree: GNU gettext is not needed.
"""

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

from devkit import scripts, sentences
from devkit.paths import ROOT

PACKAGES = ("rules", "config", "tables", "players", "cage", "games", "disputes", "rake", "demo")
MARKS = {"_": 1, "gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "ngettext": 2, "ngettext_lazy": 2}
"""The functions that mark a text, and how many texts each takes."""
LITERAL = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
SCRIPT = "script\4"
"""The mark before a text of a script, as gettext writes the context of a text."""
PLACE = re.compile(r"\{\w+\}")
MARKED = re.compile(rf"(?<![\w.])(gettext|ngettext|_)\({LITERAL}(?:, {LITERAL})?")
FOR_PROGRAMS = frozenset({"migrations", "management", "demo"})
"""Folders whose sentences stay as they are: nobody meets them on a page, or they are the names of a demo."""
ABOUT_PROGRAMS = frozenset(
    {"settings.py", "compiled.py", "database.py", "grants.py", "schema.py", "examples.py", "logs.py", "celery.py"}
)
"""Modules that speak to PostgreSQL, to programs, or to who installs them."""
HEADER = """\
# The words of Cardroom, for a translator. `python3 dev.py words` writes this file.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
"""

Text = tuple[str, str]
"""A text, and what it is of several; "" where nothing is counted."""


def catalogue(root: Path = ROOT) -> str:
    """The catalogue of all marked texts below that folder, in the order of the alphabet, with their places."""
    places: dict[Text, list[str]] = defaultdict(list)
    for place, text in texts(root):
        places[text].append(place)
    return "\n".join([HEADER, *(entry(text, places[text]) for text in sorted(places))])


def texts(root: Path) -> Iterator[tuple[str, Text]]:
    """Each marked text with its place, file:line; the same text once for each place."""
    for path in sorted((root / "templates").rglob("*.html")):
        name = path.relative_to(root).as_posix()
        yield from ((f"{name}:{line}", text) for line, text in in_template(path.read_text(encoding="utf-8"), name))
    for path in sorted((root / "static").glob("*.js")):
        said = scripts.in_script(path.read_text(encoding="utf-8"))
        yield from ((f"static/{path.name}:{line}", (f"{SCRIPT}{text}", "")) for line, text in said)
    for module in modules(root):
        within = module.relative_to(root)
        tree = ast.parse(module.read_text(encoding="utf-8"))
        yield from ((f"{within.as_posix()}:{line}", text) for line, text in in_python(tree))
        if within.name not in ABOUT_PROGRAMS and not FOR_PROGRAMS.intersection(within.parts):
            yield from ((f"{within.as_posix()}:{line}", (text, "")) for line, text in sentences.in_module(tree))


def modules(root: Path) -> list[Path]:
    """The modules of the product, in the order of their packages."""
    return [path for package in PACKAGES for path in sorted((root / package).rglob("*.py"))]


def in_template(source: str, name: str = "") -> Iterator[tuple[int, Text]]:
    """Each text that a template marks, with its line: Django turns the template into calls, which are read here."""
    calls = templatize(source, name)
    for found in MARKED.finditer(calls):
        one, many = (ast.literal_eval(literal) if literal else "" for literal in found.groups()[1:])
        yield calls.count("\n", 0, found.start()) + 1, (one, many if found[1] == "ngettext" else "")


def in_python(tree: ast.Module) -> Iterator[tuple[int, Text]]:
    """Each text that a module marks by one of MARKS, with its line; only whole literals can be in a catalogue."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            said = [each.value for each in node.args[: MARKS[node.func.id]] if isinstance(each, ast.Constant)]
            if len(said) == MARKS[node.func.id]:
                one, many = (str(said[0]), str(said[1]) if len(said) > 1 else "")
                yield node.lineno, (one, many)


def entry(text: Text, places: list[str]) -> str:
    """The lines of one text, with an empty place for each of its translations."""
    one, many = text[0].removeprefix(SCRIPT), text[1]
    lines = [f"#: {place}" for place in dict.fromkeys(places)]
    if "%(" in one:
        lines.append("#, python-format")
    elif PLACE.search(one):
        lines.append("#, python-brace-format")
    lines += ['msgctxt "script"'] if text[0].startswith(SCRIPT) else []
    lines.append(f"msgid {quoted(one)}")
    lines += [f"msgid_plural {quoted(many)}", 'msgstr[0] ""', 'msgstr[1] ""'] if many else ['msgstr ""']
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """The text as a catalogue writes it: in double quotes, with the escapes of C."""
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(catalogue(), encoding="utf-8")
    else:
        print(catalogue(), end="")
