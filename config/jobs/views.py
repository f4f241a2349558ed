"""What became of a job: a part that asks again, less often as time goes by, until the job is finished."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from config.jobs.models import Job
from config.staff.roles import Permission
from config.web.views import RoomRequest, page, signed_in


@require_safe
@signed_in
def job(request: RoomRequest, job_id: UUID) -> HttpResponse:
    """How far a job is. Whoever asked for it may look, and whoever may read reports in its room."""
    row = get_object_or_404(Job, pk=job_id)
    asked_himself = row.asked_by_id == request.user.pk
    if not asked_himself and not _answers_for(request, row):
        raise PermissionDenied(Permission.REPORT_VIEW)
    return page(request, "jobs/job.html", {"job": row})


def _answers_for(request: RoomRequest, row: Job) -> bool:
    return (
        request.room is not None
        and row.room_id == request.room.pk
        and request.user.may(Permission.REPORT_VIEW, request.room)
    )
