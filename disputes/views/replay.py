"""The disputed hand, action by action, and what would have come of it otherwise."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff
from disputes.forms import WhatIfForm
from disputes.selectors.comparing import Comparison, Question, Unasked, compare, lines_from
from disputes.selectors.replay import Disputed, disputed_hand, replay
from disputes.views.cases import find_case
from rules.house.house import HOUSES


@require_safe
@staff(Permission.HAND_VIEW)
def replay_hand(request: RoomRequest, dispute_id: int) -> HttpResponse:
    """The hand at one step (?step=) and, where something is asked (?change=), both outcomes side by side."""
    case = find_case(request, dispute_id)
    disputed = disputed_hand(case)
    if disputed is None:
        raise DomainError(
            "no_replay", "There are no actions to replay: the hand was ticked, or is not at hand any more."
        )
    step = _step(request, disputed.act, len(disputed.played.actions))
    form = WhatIfForm(request.GET) if "change" in request.GET else None
    compared, refused = _compared(request, disputed, form, step) if form else (None, "")
    context = {
        "dispute": case,
        "disputed": disputed,
        "undone": case.action_index is not None and disputed.act is None,
        "replay": replay(disputed, step, disputed.act, request.room),
        "compared": compared,
        "refused": refused,
        "rest": request.GET.get("lines") or lines_from(disputed, step, request.room),
        "houses": [(name, house.title) for name, house in HOUSES.items()],
        "questions": WhatIfForm(),
    }
    return page(request, "disputes/replay.html", context, status=422 if refused else 200)


def _step(request: RoomRequest, disputed_index: int | None, last: int) -> int:
    """The step that is asked for, else the disputed act, else the end."""
    text = request.GET.get("step", "")
    if text.isascii() and text.isdigit() and len(text) < 6:
        return min(int(text), last)
    return last if disputed_index is None else min(disputed_index, last)


def _compared(request: RoomRequest, disputed: Disputed, form: WhatIfForm, step: int) -> tuple[Comparison | None, str]:
    """The answer, or the sentence about a question that can't be read."""
    if not form.is_valid():
        return None, "That question can’t be read: choose one of those on the page."
    data = form.cleaned_data
    question = Question(
        data["change"], step, data["lines"], data["seat"], data["house"], data["house_rule"], data["value"].strip()
    )
    try:
        return compare(disputed, question, request.room), ""
    except Unasked as error:
        return None, str(error)
