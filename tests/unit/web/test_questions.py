"""A question on a page says which button answers it, in words; its code is for programs."""

from pathlib import Path

import pytest
from django import template

from cage.services.award_people import ASKED
from cage.services.residuals import RESIDUAL
from config.errors import DomainError
from config.web.templatetags.ui import allowed
from games.services.bookings import NEVER_OWED
from games.services.meanwhile import HAND_MEANWHILE
from games.services.same_hand import SAME_HAND_AGAIN
from players.services.comp_rules import DEAR_HOUR

PAGES = "\n".join(page.read_text() for page in Path("templates").rglob("*.html"))


@pytest.mark.parametrize("code", [NEVER_OWED, SAME_HAND_AGAIN, HAND_MEANWHILE, RESIDUAL, DEAR_HOUR, *ASKED])
def test_a_question_names_the_button_that_answers_it(code: str) -> None:
    rows = dict(
        allowed(template.Context({}), DomainError("asked", "Is it so?", allowed={"confirm": code, "most": 500}))
    )
    assert rows.pop("at most") == "5"
    (said,) = rows.items()
    assert said[0] == "if it is so"
    assert code not in said[1]
    assert said[1].removeprefix("press “").removesuffix("”") in PAGES


def test_a_code_that_no_button_answers_stands_on_no_page() -> None:
    assert allowed(template.Context({}), DomainError("asked", "Is it so?", allowed={"confirm": "another"})) == []
