"""The worker's part: three lines each that call a service. Ids and ISO dates as keywords; safe to run twice."""

from datetime import date
from functools import partial

from celery import shared_task
from django.utils import timezone

from config.jobs import services as jobs
from config.jobs.models import Job
from config.jobs.work import job_task
from config.rooms.models import Room
from rake import services, watching
from rake.sampling.selectors import not_begun
from rake.sampling.services import begin_sampling
from rake.unbuilt import days_still_played, days_to_rebuild


@job_task("rake.rate_hand")
def rate_hand(job: Job, *, hand_id: int) -> None:
    """Rate one recorded hand."""
    services.rate_hand(hand_id=hand_id, at=timezone.now())


@job_task("rake.watch_takings")
def watch_takings(job: Job, *, session_id: int) -> None:
    """Look again at the alarm of a table's takings, after a ruling on them."""
    watching.watch_takings(session_id=session_id, at=timezone.now())


@job_task("rake.rebuild_day")
def rebuild_day(job: Job, *, room_id: int, gaming_day: str) -> None:
    """Rebuild the report of one gaming day, showing how far it is."""
    room, day = Room.objects.get(pk=room_id), date.fromisoformat(gaming_day)
    services.rebuild_day(room=room, gaming_day=day, at=timezone.now(), progress=partial(jobs.progress, job), job=job)


@shared_task(name="rake.rebuild_days")
def rebuild_days() -> None:
    """Rebuild every day that has hands, or time at the tables, which its report doesn't know yet; the scheduler asks
    every few minutes."""
    for room in Room.objects.all():
        for day in sorted({*days_to_rebuild(room), *days_still_played(room)}):
            services.rebuild_day(room=room, gaming_day=day, at=timezone.now())


@shared_task(name="rake.begin_sampling")
def begin_samples() -> None:
    """Draw the secrets of the gaming day for the tables that are open and lack theirs, before somebody deals."""
    now = timezone.now()
    for session_id in not_begun(now):
        begin_sampling(session_id=session_id, at=now)
