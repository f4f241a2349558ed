"""The quiz in a real browser: ten cases by keyboard alone, marked, kept by a reload, and held both ways."""

import random

from django.urls import reverse
from playwright.sync_api import expect

from rules.book.quiz import draw
from tests.support.browser import Drawer
from tests.support.desk import Desk, person

WORD = "k3f9"


def test_somebody_new_answers_ten_cases_by_keyboard(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(person(desk.room, "host"), size=size)
    page = tablet.page
    tablet.go(reverse("rules"))
    tablet.tap("Quiz")
    expect(page.get_by_role("heading", name="Ten cases")).to_be_visible()
    word = page.url.rstrip("/").rsplit("/", 1)[1]
    questions = draw(random.Random(word), desk.session.plaque.house_rules.house)
    tablet.look()
    chance, right = random.Random(1), 0
    for number, question in enumerate(questions, 1):
        group = page.get_by_role("group", name=question.words).nth(
            [each.words for each in questions[: number - 1]].count(question.words)
        )
        chosen = chance.choice(question.choices)
        right += chosen == question.right
        group.get_by_role("radio").first.focus()
        tablet.press("Space", *["ArrowDown"] * question.choices.index(chosen))
        expect(group.get_by_role("radio", name=chosen, exact=True)).to_be_checked()
    page.get_by_role("button", name="Mark my answers").focus()
    tablet.press("Enter")
    score = page.get_by_role("status", name="Score")
    expect(score).to_contain_text(f"{right} of 10")
    expect(page.get_by_text("The engine says:")).to_have_count(10)
    tablet.look()
    page.reload()
    expect(score).to_contain_text(f"{right} of 10")
    tablet.tap("The same ten again")
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    assert word in page.url


def test_the_quiz_works_without_a_script(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(person(desk.room, "floor"), script=False)
    tablet.go(reverse("quiz", args=[WORD]))
    tablet.page.get_by_role("radio").first.check()
    tablet.tap("Mark my answers")
    expect(tablet.page.get_by_text("9 left open.")).to_be_visible()
    mark = tablet.page.locator(".cite-mark").first
    assert str(mark.get_attribute("href")).startswith("/rules/")
