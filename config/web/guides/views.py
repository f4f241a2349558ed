"""The pages of the guides: which there are, and one of them. Whoever is signed in reads each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.staff.roles import ROLES
from config.web.guides.reading import Guide, Step, guides
from config.web.places import address, is_open_to
from config.web.views import PersonRequest, page, signed_in


@require_safe
@signed_in
def all_guides(request: HttpRequest) -> HttpResponse:
    """The guides, by role."""
    listed = [(ROLES[guide.role], guide) for guide in guides().values()]
    return page(request, "guides/guides.html", {"guides": listed})


@require_safe
@signed_in
def guide(request: PersonRequest, role: str) -> HttpResponse:
    """The guide of one role, each step with the way to its page where the person may go there."""
    if role not in guides():
        raise Http404("no such guide")
    shown: Guide = guides()[role]
    may = _may(request)
    steps = [(step, _way(step, may)) for step in shown.steps]
    return page(request, "guides/guide.html", {"guide": shown, "role": ROLES[role], "steps": steps})


def _may(request: PersonRequest) -> frozenset[str]:
    roles = request.user.roles_in(request.room) if request.room else ()
    return frozenset(each.value.replace(".", "_") for role in roles for each in ROLES[role].permissions)


def _way(step: Step, may: frozenset[str]) -> str:
    """The address of the step's page, "" where it is of one table or one player, or not open to the person."""
    href = address(step.at)
    return href if is_open_to(href, may) else ""
