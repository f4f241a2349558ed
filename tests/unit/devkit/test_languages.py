"""A translator's file: brought up to today's texts, with nothing lost, and compiled without GNU gettext."""

import gettext
import io
from pathlib import Path

import pytest

from devkit.languages import brought_up, compiled, read

SOURCE = """
raise DomainError("few", f"It is {state} already: reload the page.")
said = _("Back")
n = ngettext("%d seat", "%d seats", n)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A product of one module."""
    (tmp_path / "cage").mkdir()
    (tmp_path / "cage" / "said.py").write_text(SOURCE)
    return tmp_path


def translated(file: Path, english: str, *told: str) -> None:
    """Write a translation where the file has none."""
    source = file.read_text()
    empty = 'msgstr[0] ""\nmsgstr[1] ""' if len(told) > 1 else 'msgstr ""'
    words = (
        [f'msgstr[{number}] "{each}"' for number, each in enumerate(told)] if len(told) > 1 else [f'msgstr "{told[0]}"']
    )
    place = source.index(empty, source.index(f'msgid "{english}"'))
    file.write_text(source[:place] + "\n".join(words) + source[place + len(empty) :])


def spoken(file: Path) -> gettext.GNUTranslations:
    """The language as programs read it."""
    return gettext.GNUTranslations(io.BytesIO(file.with_suffix(".mo").read_bytes()))


def test_a_new_language_has_every_text_and_no_translation(root: Path) -> None:
    file = root / "locale" / "de" / "django.po"
    assert brought_up(file, root) == f"{file}: 0 of 3 texts are translated."
    assert list(read(file.read_text())) == [
        ("", ""),
        ("%d seat", "%d seats"),
        ("Back", ""),
        ("It is {state} already: reload the page.", ""),
    ]
    assert spoken(file).gettext("Back") == "Back"


def test_what_is_translated_is_kept_and_spoken(root: Path) -> None:
    file = root / "django.po"
    brought_up(file, root)
    translated(file, "Back", "Zurück „hier“")
    translated(file, "%d seat", "%d Platz", "%d Plätze")
    assert brought_up(file, root) == f"{file}: 2 of 3 texts are translated."
    assert brought_up(file, root) == f"{file}: 2 of 3 texts are translated."
    assert spoken(file).gettext("Back") == "Zurück „hier“"
    assert spoken(file).ngettext("%d seat", "%d seats", 2) == "%d Plätze"


def test_a_translation_whose_text_is_gone_is_kept(root: Path) -> None:
    file = root / "django.po"
    brought_up(file, root)
    translated(file, "Back", "Zurück")
    (root / "cage" / "said.py").write_text("")
    assert brought_up(file, root) == f"{file}: 0 of 0 texts are translated."
    assert read(file.read_text())["Back", ""] == ["Zurück"]


def test_a_translation_that_loses_a_place_is_refused_and_nothing_is_written(root: Path) -> None:
    file = root / "django.po"
    brought_up(file, root)
    translated(file, "It is {state} already: reload the page.", "Schon {zustand}.")
    before = file.read_text()
    with pytest.raises(ValueError, match="has other places than “It is"):
        brought_up(file, root)
    assert file.read_text() == before


def test_lines_that_an_editor_has_broken_are_read_as_one() -> None:
    source = '#, python-brace-format\nmsgid ""\n"Box {n} "\n"is full."\nmsgstr "Kasten {n} "\n"ist voll."\n'
    assert read(source) == {("Box {n} is full.", ""): ["Kasten {n} ist voll."]}
    assert read("#, fuzzy\n" + source) == {}, "a guess of an editor is no translation"


def test_what_is_not_translated_is_not_compiled() -> None:
    head = {("", ""): ["Content-Type: text/plain; charset=UTF-8\n"]}
    words = gettext.GNUTranslations(io.BytesIO(compiled(head | {("a", ""): ["ä"], ("b", ""): [""]})))
    assert [words.gettext(text) for text in ("a", "b")] == ["ä", "b"]
