"""The catalogue for translators: what it finds in templates and in Python, and how it writes it down."""

import ast
from pathlib import Path

from devkit.catalogue import catalogue, entry, in_python, in_template, texts
from devkit.paths import ROOT


def test_a_template_gives_its_texts_with_their_lines() -> None:
    source = (
        '<h1>{% translate "The line" %}</h1>\n'
        "<p>{% blocktranslate with dealer=row.dealer %}{{ dealer }} is 100% in{% endblocktranslate %}</p>\n"
        "{% blocktranslate count tables=n %}{{ tables }} table{% plural %}{{ tables }} tables{% endblocktranslate %}\n"
        '{% include "parts/empty.html" with title=_("Nobody yet") %}{{ by|default:_("the system") }}\n'
        "<p>Not marked, {{ nor }} this</p>"
    )
    assert list(in_template(source)) == [
        (1, ("The line", "")),
        (2, ("%(dealer)s is 100%% in", "")),
        (3, ("%(tables)s table", "%(tables)s tables")),
        (4, ("Nobody yet", "")),
        (4, ("the system", "")),
    ]


def test_a_module_gives_what_it_marks_and_nothing_else() -> None:
    marked = 'a = _("Reason")\nb = gettext_lazy("Second person")\nc = ngettext("%d seat", "%d seats", n)\n'
    source = f'{marked}d = str("x")\n_(e)\n'
    assert list(in_python(ast.parse(source))) == [
        (1, ("Reason", "")),
        (2, ("Second person", "")),
        (3, ("%d seat", "%d seats")),
    ]


def test_an_entry_is_written_as_gettext_reads_it() -> None:
    places = ["templates/a.html:3", "templates/a.html:3", "cage/forms.py:8"]
    assert entry(("%(n)s “table”\n", "%(n)s tables"), places) == (
        "#: templates/a.html:3\n#: cage/forms.py:8\n#, python-format\n"
        'msgid "%(n)s “table”\\n"\nmsgid_plural "%(n)s tables"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    )
    assert entry(('Say "no"', ""), ["a.py:1"]) == '#: a.py:1\nmsgid "Say \\"no\\""\nmsgstr ""\n'


def test_one_text_of_several_places_is_one_entry(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.html").write_text('{% translate "Back" %}\n{% translate "Back" %}')
    assert catalogue(tmp_path).count('msgid "Back"') == 1
    assert "#: templates/a.html:1\n#: templates/a.html:2\n" in catalogue(tmp_path)


def test_the_products_own_words_are_found() -> None:
    found = dict.fromkeys(text for _, text in texts(ROOT))
    assert len(found) > 2500
    assert ("Count it again. If it stays so, accept it before a second person: the difference is booked against the"
            " names of who closed the drawer and who opens it.", "") in found  # fmt: skip
    assert ("%(downs)s down", "%(downs)s downs") in found
    assert ("Second person’s badge", "") in found, "the label of a form"
    assert ("Held cash-outs", "") in found, "an entry of the navigation"
    assert ("%(player)s sits in seat %(number)s.", "") in found, "what a page says after an act"
