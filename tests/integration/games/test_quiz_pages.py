"""The quiz's pages: the same ten cases for a word, marked under the room's house rules, and nothing kept of it."""

import html
import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.selectors.quiz import code_of, quiz
from rules.book.quiz import CASES, draw
from rules.book.quiz.asking import ASKS
from rules.house.house import HOUSES
from tables.services import post_house_rules
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk, person
from tests.support.people import a_person, a_room, signed_in

pytestmark = pytest.mark.django_db
WORD = "k3f9"
LINK = re.compile(r'class="cite-mark" href="(/rules/[^"]+)"')


@arranged
def desk() -> Desk:
    return open_desk()


@pytest.fixture
def client(desk: Desk) -> Client:
    """The browser of a host: somebody new needs no right besides."""
    return signed_in(person(desk.room, "host"))


def page(client: Client, word: str = WORD, **chosen: str) -> str:
    answer = client.get(reverse("quiz", args=[word]), chosen)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def answers(desk: Desk, *, right: int) -> dict[str, str]:
    """The first `right` cases answered rightly, and the others wrongly."""
    questions = draw(Random(WORD), desk.session.plaque.house_rules.house)
    chosen = {}
    for number, question in enumerate(questions, 1):
        wrong = next(choice for choice in question.choices if choice != question.right)
        chosen[f"case{number}"] = code_of(question.right if number <= right else wrong)
    return chosen | {"mark": "1"}


def test_a_quiz_begins_with_a_word_of_its_own(client: Client) -> None:
    first, second = (client.get(reverse("quiz_begin"))["Location"] for _ in range(2))
    assert first != second
    assert client.get(first).content.partition(b"<main")[2].count(b"<fieldset") == 10


def test_nothing_is_told_before_it_is_marked(client: Client, desk: Desk) -> None:
    shown = page(client)
    assert "The engine says" not in shown
    assert not LINK.findall(shown)
    again = re.findall(r"<legend>.*?</fieldset>", page(client), re.DOTALL)
    assert again == re.findall(r"<legend>.*?</fieldset>", shown, re.DOTALL)


@pytest.mark.parametrize("right", [0, 7, 10])
def test_it_is_marked_by_the_engine_with_the_place_of_each_rule(client: Client, desk: Desk, right: int) -> None:
    shown = page(client, **answers(desk, right=right))
    assert f'<b class="score">{right} of 10</b>' in shown
    for question in draw(Random(WORD), desk.session.plaque.house_rules.house):
        assert f"The engine says: {question.right}" in shown
    links = LINK.findall(shown)
    assert len(links) >= 10
    for link in set(links):
        assert client.get(link).status_code == 200, link


def test_the_houses_own_rules_mark_it(client: Client, desk: Desk) -> None:
    """Another answer of the house to what a case turns on makes another choice right."""
    house = desk.session.plaque.house_rules.house
    words = (f"word{number}" for number in range(200))
    word = next(word for word in words if any(q.case.turns_on == ("appeal",) for q in draw(Random(word), house)))
    before = page(client, word, mark="1")
    other = house.with_answers(appeal="manager" if house.answers.appeal == "none" else "none")
    post_house_rules(room=desk.room, house=other, by=desk.manager, at=desk.at())
    after = page(client, word, mark="1")
    assert before.count("The engine says: Yes.") != after.count("The engine says: Yes.")
    assert "version 2" in after


def test_the_table_tells_nothing_of_what_is_asked(client: Client) -> None:
    """Whose turn it is isn't drawn where that is the question, and no table where the act itself lies on it or not."""
    cases = [case for number in range(60) for case in quiz(str(number), HOUSES["live"], {})]
    turns = [case.table for case in cases if case.words == ASKS["acts"].words]
    assert turns
    assert not [seat for table in turns if table for seat in table.seats if seat.is_turn]
    assert not [case for case in cases if case.words == ASKS["legal"].words and case.table]
    assert [seat for case in cases if case.table for seat in case.table.seats if seat.is_turn]


def test_a_room_without_house_rules_is_asked_by_the_standard_ones(client: Client) -> None:
    room = a_room()
    shown = page(signed_in(a_person(room, "floor")), mark="1")
    assert "the standard rules: this room has posted none yet" in shown
    for question in draw(Random(WORD), HOUSES["standard"]):
        assert question.right in shown


def test_what_nobody_offered_counts_as_wrong_and_nonsense_as_open(client: Client) -> None:
    shown = page(client, mark="1", case1="ffffffff", case99="1", x="y")
    assert "10 left open." in shown


def test_nothing_is_written(client: Client, desk: Desk) -> None:
    page(client)
    with CaptureQueriesContext(connection) as queries:
        page(client, **answers(desk, right=3))
    assert not [query["sql"] for query in queries if query["sql"].startswith(("INSERT", "DELETE"))]


def test_every_case_of_the_pool_is_shown(client: Client) -> None:
    seen = "".join(page(client, str(number)) for number in range(60))
    assert [case.title for case in CASES if case.title not in seen] == []
