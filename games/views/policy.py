"""Players' etiquette and house policy, readable and printable, one page per house."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.rooms.models import Room
from config.web.views import page, public
from rules.book.citations import sources
from rules.house.house import HOUSES
from rules.house.policies import HELPLINES, policies_of
from tables.services import house_rules_in_force

BOOKED = {name: house.title for name, house in HOUSES.items() if policies_of(name)}
"""The houses whose books ask something of players, with their titles."""


@require_safe
@public
def policies(request: HttpRequest) -> HttpResponse:
    """The page of the house whose rules are in force where the person works, or of the fullest book."""
    room: Room | None = getattr(request, "room", None)
    in_force = house_rules_in_force(room, timezone.now()) if room else None
    name = in_force.house.name if in_force else ""
    return redirect("policy", house=name if name in BOOKED else "live")


@require_safe
@public
def policy(request: HttpRequest, house: str) -> HttpResponse:
    """Show what one house asks of its players, each point with the lines of its own book."""
    if house not in BOOKED:
        raise Http404("no such house")
    chapters = [
        (chapter.title, [(point.sentence, sources(point.cite(house))) for point in chapter.policies])
        for chapter in policies_of(house)
    ]
    helpline, where = HELPLINES.get(house, ("", ""))
    context: dict[str, Any] = {
        "title": BOOKED[house],
        "house": house,
        "houses": BOOKED.items(),
        "chapters": chapters,
        "helpline": helpline,
        "helpline_sources": sources(where),
    }
    return page(request, "rules/policy.html", context)
