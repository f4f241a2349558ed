"""The audit page. Who reads the trail leaves a trace in it."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from config.audit import selectors, services
from config.audit.anchors import newest_anchor
from config.audit.chain import short
from config.audit.chain_state import standing
from config.audit.exports import csv_lines
from config.audit.forms import SearchForm
from config.audit.found import unseen_findings
from config.audit.models import AuditEvent
from config.audit.one_as_two import alarms_of
from config.audit.telling import Told, told
from config.staff.roles import Permission
from config.web.reach import reach_of
from config.web.spreadsheets import csv_file
from config.web.views import RoomRequest, page, staff


@require_safe
@staff(Permission.AUDIT_VIEW)
def audit(request: RoomRequest) -> HttpResponse:
    """The trail of the room, newest first, narrowed down as asked. Each page that was read is an event."""
    form = SearchForm(request.GET, room=request.room, verbs=selectors.verbs(request.room))
    if not form.is_valid():
        return page(request, "audit/audit.html", {"form": form}, status=422)
    search = form.search
    found = selectors.find(request.room, search)
    _note_reading(request, search)
    asked = {name: str(request.GET[name]) for name in form.fields if name != "before" and request.GET.get(name)}
    alarms = [] if search.is_narrowed or search.before else alarms_of(request.room)
    context = {"form": form, "found": found, "search": search, "query": urlencode(asked), "alarms": alarms}
    context |= {"unseen": unseen_findings(request.room), **_anchored()}
    return page(request, "audit/audit.html", context | {"rows": _linked(request, found.events)})


@require_safe
@staff(Permission.AUDIT_VIEW)
def audit_file(request: RoomRequest) -> HttpResponseBase:
    """The events that are looked for, all of them, as CSV in the words of the page."""
    form = SearchForm(request.GET, room=request.room, verbs=selectors.verbs(request.room))
    if not form.is_valid():
        return page(request, "audit/audit.html", {"form": form}, status=422)
    search = replace(form.search, before=None)
    _note_reading(request, search, exported=True)
    lines = csv_lines(request.room, selectors.everything(request.room, search))
    return csv_file(lines, "audit.csv")


def _linked(request: RoomRequest, events: Sequence[AuditEvent]) -> list[Told]:
    """The events in words, with links to the pages alone that whoever reads may open: what else is named stays a
    name."""
    reaches = reach_of(request.user, request.room)
    return [each.with_links(reaches) for each in told(events, request.room)]


def _anchored() -> dict[str, Any]:
    """The head of the chain that was anchored last, so that it is printed with the trail."""
    anchor = newest_anchor()
    return {"anchor": anchor, "head": short(anchor.head)} if anchor else {}


def _note_reading(request: RoomRequest, search: selectors.Search, *, exported: bool = False) -> None:
    looked_for: dict[str, Any] = {name: str(value) for name, value in asdict(search).items() if value} | (
        {"exported": True} if exported else {}
    )
    services.record("audit.read", request.room, room=request.room, by=request.user, at=timezone.now(), after=looked_for)


@require_safe
@staff(Permission.AUDIT_VIEW)
def chain(request: RoomRequest) -> HttpResponse:
    """Show how the chain stands, where its heads lie outside, and what that shows."""
    return page(request, "audit/chain.html", {"stands": standing(at=timezone.now())})
