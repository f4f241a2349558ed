"""Plaques that stand under older house rules are posted again in one act, with one PIN."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from tables import selectors, services
from tables.forms import RepostForm
from tables.models import PlaySource


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.PLAQUE_POST, read=Permission.PLAQUE_VIEW)
def repost(request: RoomRequest) -> HttpResponse:
    """Every plaque under older house rules, what the rules in force change for it, and which can't stay as it is."""
    now = timezone.now()
    in_force = services.house_rules_in_force(request.room, now)
    older = selectors.plaques_to_repost(request.room, in_force, now)
    shown = {"rules": in_force.pk if in_force else None}
    form = RepostForm(sent(request), room=request.room, older=older, initial=shown)
    context = {"form": form, "older": older, "in_force": in_force}
    return _post(request, form, context) if form.is_valid() else _page(request, context)


@reauthenticated
def _post(request: RoomRequest, form: RepostForm, context: dict[str, Any]) -> HttpResponse:
    """Post what was chosen: who does so has just shown their PIN."""
    data = form.cleaned_data
    versions = request.room.house_rules_versions.filter(source=PlaySource.FLOOR)
    facts: dict[str, Any] = {
        "rules": get_object_or_404(versions, pk=data["rules"]),
        "by": request.user,
        "at": timezone.now(),
    }
    try:
        posted = services.repost_plaques(
            room=request.room, plaques=data["plaques"], key=data["key"], reason=data["reason"], **facts
        )
    except DomainError as error:
        show_refusal(form, error)
        return _page(request, context)
    named = ", ".join(version.table.name for version in posted)
    message = f"Posted again under {facts['rules']}: {named}. A hand in play ends under the old plaque."
    return done(request, reverse("tables"), message)


def _page(request: RoomRequest, context: dict[str, Any]) -> HttpResponse:
    return page(request, "tables/repost.html", context, status=422 if context["form"].errors else 200)
