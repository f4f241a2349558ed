"""The jobs of a room, and one job: a part that asks again, less often as time goes by, until the job is finished."""

from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError
from config.jobs import services
from config.jobs.models import Job
from config.jobs.selectors import jobs_of, next_look, time_left, worker_is_alive
from config.staff.roles import Permission
from config.staff.ways import page_of
from config.web.views import PersonRequest, RoomRequest, done, page, signed_in, staff


@require_safe
@staff(Permission.REPORT_VIEW)
def jobs(request: RoomRequest) -> HttpResponse:
    """The jobs of this room: how far each is, how it ended, and how to cancel or repeat it."""
    return _list(request)


@require_POST
@staff(Permission.REPORT_BUILD)
def cancel(request: RoomRequest, job_id: UUID) -> HttpResponse:
    """Let a job end without its work."""
    return _act(request, job_id, services.cancel, "It is cancelled. What it had finished stays.")


@require_POST
@staff(Permission.REPORT_BUILD)
def run_again(request: RoomRequest, job_id: UUID) -> HttpResponse:
    """Let a job that ended without its work run again."""
    return _act(request, job_id, services.run_again, "It waits for its turn.")


def _act(request: RoomRequest, job_id: UUID, service: Callable[..., Job], said: str) -> HttpResponse:
    row = get_object_or_404(Job, pk=job_id, room=request.room)
    try:
        service(job=row, by=request.user, at=timezone.now())
    except DomainError as error:
        return _list(request, refused=error)
    return done(request, reverse("jobs"), said)


def _list(request: RoomRequest, refused: DomainError | None = None) -> HttpResponse:
    now = timezone.now()
    rows = [(row, time_left(row, now)) for row in jobs_of(request.room)]
    context = {"rows": rows, "refused": refused, "is_alive": worker_is_alive(now)}
    return page(request, "jobs/jobs.html", context, status=422 if refused else 200)


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
