"""The audit page. Who reads the trail leaves a trace in it."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from config.audit import selectors, services
from config.audit.forms import SearchForm
from config.staff.roles import Permission
from config.web.views import RoomRequest, page, staff


@require_safe
@staff(Permission.AUDIT_VIEW)
def audit(request: RoomRequest) -> HttpResponse:
    """The trail of the room, newest first, narrowed down as asked. A search is an event; its further pages are not."""
    form = SearchForm(request.GET, verbs=selectors.verbs(request.room))
    if not form.is_valid():
        return page(request, "audit/audit.html", {"form": form}, status=422)
    search = form.search
    found = selectors.find(request.room, search)
    if search.before is None:
        _note_reading(request, search)
    asked = {name: str(request.GET[name]) for name in form.fields if name != "before" and request.GET.get(name)}
    context = {"form": form, "found": found, "search": search, "query": urlencode(asked)}
    return page(request, "audit/audit.html", context)


def _note_reading(request: RoomRequest, search: selectors.Search) -> None:
    looked_for: dict[str, Any] = {
        name: str(value)
        for name in ("badge", "verb", "subject_kind", "subject_id", "day")
        if (value := getattr(search, name))
    }
    services.record("audit.read", request.room, room=request.room, by=request.user, at=timezone.now(), after=looked_for)
