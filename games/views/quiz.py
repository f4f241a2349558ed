"""A quiz for people who are new on the floor: ten real cases, marked by the engine under the room's house rules."""

import secrets

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff
from games.selectors.quiz import quiz
from rules.house.house import HOUSES
from tables.services import house_rules_in_force


@require_safe
@staff(Permission.FLOOR_VIEW)
def begin(request: RoomRequest) -> HttpResponse:
    """Ten cases that nobody has drawn yet."""
    return redirect("quiz", secrets.token_hex(3))


@require_safe
@staff(Permission.FLOOR_VIEW)
def ten_cases(request: RoomRequest, word: str) -> HttpResponse:
    """The ten cases of a word; marked where the query says what was chosen. Nothing of it is kept."""
    in_force = house_rules_in_force(request.room, timezone.now())
    cases = quiz(word, in_force.house if in_force else HOUSES["standard"], request.GET.dict())
    context = {
        "word": word,
        "cases": cases,
        "is_marked": "mark" in request.GET,
        "score": sum(case.is_right for case in cases),
        "open": sum(not case.is_answered for case in cases),
        "in_force": in_force,
    }
    return page(request, "rules/quiz.html", context)
