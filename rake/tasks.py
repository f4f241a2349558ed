"""The worker's part: three lines each that call a service. Ids and ISO dates as keywords; safe to run twice."""

from datetime import date
from functools import partial

from celery import shared_task
from django.utils import timezone

from config.jobs import services as jobs
from config.jobs.models import Job
from config.jobs.work import job_task
from config.rooms.models import Room
from players.services.comp_expiry import expire_points
from rake import services, watching
from rake.assurance import services as assurance
from rake.assurance.selectors import has_news
from rake.comps.keeper import TASK as EARN_COMPS
from rake.comps.services import earn_day
from rake.comps.waiting import days_to_earn
from rake.lab.services import TASK as LAB
from rake.lab.services import answer_trial
from rake.lab.spread import usual_workers
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


@job_task(LAB)
def schedule_lab(job: Job) -> None:
    """Answer a question to the schedule lab, showing how far it is."""
    answer_trial(job=job, progress=partial(jobs.progress, job), workers=usual_workers())


@shared_task(name="rake.rebuild_days")
def rebuild_days() -> None:
    """Rebuild every day that has hands, or time at the tables, which its report doesn't know yet; the scheduler asks
    every few minutes."""
    for room in Room.objects.all():
        for day in sorted({*days_to_rebuild(room), *days_still_played(room)}):
            services.rebuild_day(room=room, gaming_day=day, at=timezone.now())


@job_task(EARN_COMPS)
def earn_comps(job: Job, *, room_id: int, gaming_day: str) -> None:
    """Give players what a locked gaming day has earned them."""
    earn_day(room=Room.objects.get(pk=room_id), day=date.fromisoformat(gaming_day), at=timezone.now())


@shared_task(name="rake.keep_comps")
def keep_comps() -> None:
    """Give what locked days have earned where a job was lost, and take off points that are gone; the scheduler asks
    hourly."""
    now = timezone.now()
    for room in Room.objects.all():
        for day in days_to_earn(room):
            earn_day(room=room, day=day, at=now)
        expire_points(room=room, at=now)


@job_task("rake.read_assurance")
def read_assurance(job: Job, *, room_id: int) -> None:
    """Read one room, for whoever asked."""
    assurance.read_assurance(room=Room.objects.get(pk=room_id), by=job.asked_by, at=timezone.now())


@shared_task(name="rake.read_assurances")
def read_assurances() -> None:
    """Read every room in which boxes were counted, or pots told, since it was read last; the scheduler asks hourly."""
    for room in Room.objects.all():
        if has_news(room):
            assurance.read_assurance(room=room, by=None, at=timezone.now())


@shared_task(name="rake.begin_sampling")
def begin_samples() -> None:
    """Draw the secrets of the gaming day for the tables that are open and lack theirs, before somebody deals."""
    now = timezone.now()
    for session_id in not_begun(now):
        begin_sampling(session_id=session_id, at=now)
