"""The state of a job: a part that asks again, less often as time goes by, until the job is finished."""

from urllib.parse import parse_qsl, urlsplit
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from config.jobs.models import Job
from config.jobs.selectors import next_look
from config.staff.roles import Permission
from config.staff.ways import page_of
from config.web.views import PersonRequest, signed_in


@require_safe
@signed_in
def job(request: PersonRequest, job_id: UUID) -> HttpResponse:
    """Show how far a job is. Whoever asked for it may look, and whoever may read reports in its room."""
    row = get_object_or_404(Job, pk=job_id)
    if row.asked_by_id != request.user.pk and not _answers_for(request, row):
        raise PermissionDenied(Permission.REPORT_VIEW)
    context = {"job": row, "pause": next_look(row, timezone.now()), "back": _page_that_waits(request)}
    return render(request, "jobs/job.html#job" if request.htmx else "jobs/job.html", context)


def _answers_for(request: PersonRequest, row: Job) -> bool:
    room = request.room
    return room is not None and row.room_id == room.pk and request.user.may(Permission.REPORT_VIEW, room)


def _page_that_waits(request: PersonRequest) -> str:
    """The page that shows the part, without the job in its address; "" where the job's own page does."""
    if not request.htmx:
        return ""
    parts = urlsplit(page_of(request))
    rest = [(name, text) for name, text in parse_qsl(parts.query) if name != "job"]
    return parts.path + (f"?{urlencode(rest)}" if rest else "") if parts.path != request.path else ""
