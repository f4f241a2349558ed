"""What Python says without marks, as texts of the catalogue: which it finds, and how it writes their places."""

import ast

import pytest

from devkit.sentences import in_module, of_refusals


def found(source: str) -> list[str]:
    """The texts of a module, in their order, each once."""
    return list(dict.fromkeys(text for _, text in in_module(ast.parse(source))))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ('f"It is {state} already: reload."', "It is {state} already: reload."),
        ('f"It was {slip.get_state_display()} already."', "It was {state} already."),
        ('f"At most {room.money(most)} are paid."', "At most {most} are paid."),
        ('f"{_TOLD[kind]} is {self.slip.number:04}."', "{told} is {number}."),
        ('f"{len(boxes)} boxes are at {boxes[0].table}."', "{number_of_boxes} boxes are at {table}."),
        ('f"{a.name} or {b.name}, not {a.name}."', "{a_name} or {b_name}, not {a_name}."),
        ('f"{one.by} or {other.by}, not {one.by}."', "{by} or {by_2}, not {by}."),
        ('("One sentence "\n f"over {n} lines.")', "One sentence over {n} lines."),
        ('"Paid: " + amount + ", all of it."', "Paid: {amount}, all of it."),
        ('f"A set {{x}} of {n} cards."', "A set {{x}} of {n} cards."),
        ('"The unit is {unit} here.".format(unit=unit)', "The unit is {unit} here."),
        ('f"Boxes drop at {chr(44).join(times)}."', "Boxes drop at {times}."),
    ],
)
def test_a_sentence_is_one_text_whose_places_are_named_by_what_stands_there(said: str, text: str) -> None:
    assert found(f"message = {said}") == [text]


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("""say(f"The box is {'full' if n else 'empty'} now.")""", ["full", "empty"]),
        ('def a():\n    what = "chips" if n else "cash"\n    say(f"Count the {what}.")', ["chips", "cash"]),
        ('_WAITS = {1: "sent", 2: "taken"}\nsay(f"It was {_WAITS[n]} before.")', ["sent", "taken"]),
        ('def kind(n):\n    return "drop" if n else "toke"\n\nsay(f"A {kind(n)} box.")', ["drop", "toke"]),
        ('def a(verb):\n    say(f"Nobody {verb} it.")\n\ndef b():\n    a("carries")\n    a(verb="sends")',
         ["carries", "sends"]),
        ('held = ["chips", f"{n} marks"]\nsay(f"Held: {chr(44).join(held)}.")', ["chips", "{n} marks"]),
        ('for what, n in [("chips", 1), ("cash", 2)]:\n    say(f"Count the {what}.")', ["chips", "cash"]),
    ],
)  # fmt: skip
def test_what_stands_in_a_place_is_a_text_of_its_own(source: str, parts: list[str]) -> None:
    assert set(parts) <= set(found(source))


def test_labels_of_choices_are_texts_also_those_that_django_makes() -> None:
    source = 'class S(models.TextChoices):\n    OPEN = "o", "open"\n    NOT_YET = "n"\n    NAMES = ("x", _("later"))'
    assert found(source) == ["open", "Not Yet"]


def test_a_table_is_for_people_in_all_its_lines_or_in_none() -> None:
    assert found('WORDS = {"a": "was drawn", "b": "fold"}\nKEYS = {"a": "drawn", "b": "fold"}') == ["was drawn", "fold"]


@pytest.mark.parametrize(
    "source",
    [
        '"""What a module is for."""\ndef a():\n    """What it does."""',
        'log.error("a change was refused: %s", said)\nraise TypeError(f"no form {n}")',
        'run("select state from cage_slip where pk = 1")\nrun("grant usage on schema public to app")',
        'name = models.CharField(help_text="minor units, never below zero")',
        'class S(StrictSerializer):\n    name = TextField(help_text="as on the document")',
        'ERROR = _("Enter an amount.")\nRULE = Rule("code", books=("004:L27, L82",), outside="WSOP 139, 145")',
        'svg = "<path d=\\"M0 0\\">"\nfirst, last = "open", "closed"\nassert a, "nothing was found"',
    ],
)  # fmt: skip
def test_what_only_programs_and_their_keepers_read_is_no_text(source: str) -> None:
    assert found(source) == []


def test_a_refusal_gives_its_sentences_wherever_they_were_put_together() -> None:
    source = (
        "def a(n):\n"
        '    message = f"{n} are enough." if n else "Enter a number."\n'
        '    raise DomainError("few", message)\n'
        'def b():\n    return Malformed("no", _why(), field="n")\n'
        'def _why():\n    return "It is no number."\n'
        'raise DomainError("handed_on", str(error))\n'
    )
    assert list(of_refusals(ast.parse(source))) == [
        (3, ["{n} are enough.", "Enter a number."], "message"),
        (8, [], "str(error)"),
        (5, ["It is no number."], "_why()"),
    ]
