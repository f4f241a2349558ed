"""The worker's part: three lines each that call a service. Ids and ISO dates as keywords; safe to run twice."""

from datetime import date
from functools import partial

from celery import shared_task
from django.utils import timezone

from config.days.selectors import is_locked
from config.jobs import services as jobs
from config.jobs.models import Job
from config.jobs.work import job_task
from config.rooms.models import Room
from players.services.comp_expiry import expire_points
from rake import services, watching
from rake.assurance import services as assurance
from rake.comps.keeper import TASK as EARN_COMPS
from rake.comps.keeper import ask_for_lost_points
from rake.comps.services import earn_day
from rake.lab.services import TASK as LAB
from rake.lab.services import answer_trial
from rake.lab.spread import usual_workers
from rake.sampling.selectors import not_begun
from rake.sampling.services import begin_sampling


@job_task("rake.rate_hand")
def rate_hand(job: Job, *, hand_id: int) -> None:
    """Rate one recorded hand."""
    services.rate_hand(hand_id=hand_id, at=timezone.now())


@job_task("rake.watch_takings")
def watch_takings(job: Job, *, session_id: int) -> None:
    """Look again at the alarm of a table's takings, after a ruling on them."""
    watching.watch_takings(session_id=session_id, at=timezone.now())


@job_task(services.REBUILD)
def rebuild_day(job: Job, *, room_id: int, gaming_day: str) -> None:
    """Rebuild the report of one gaming day, showing how far it is; that of a day that was locked stays as kept."""
    room, day = Room.objects.get(pk=room_id), date.fromisoformat(gaming_day)
    if is_locked(room, day):
        return
    services.rebuild_day(room=room, gaming_day=day, at=timezone.now(), progress=partial(jobs.progress, job), job=job)


@job_task(LAB)
def schedule_lab(job: Job) -> None:
    """Answer a question to the schedule lab, showing how far it is."""
    answer_trial(job=job, progress=partial(jobs.progress, job), workers=usual_workers())


@shared_task(name="rake.rebuild_days")
def rebuild_days() -> None:
    """Ask for the reports that don't know yet all hands and time of their days; the scheduler asks every few
    minutes."""
    for room in Room.objects.all():
        services.ask_for_due_days(room=room, at=timezone.now())


@job_task(EARN_COMPS)
def earn_comps(job: Job, *, room_id: int, gaming_day: str) -> None:
    """Give players what a locked gaming day has earned them."""
    earn_day(room=Room.objects.get(pk=room_id), day=date.fromisoformat(gaming_day), at=timezone.now())


@shared_task(name="rake.keep_comps")
def keep_comps() -> None:
    """Ask for what locked days have earned where a job was lost, and take off points that are gone; the scheduler asks
    hourly."""
    now = timezone.now()
    for room in Room.objects.all():
        ask_for_lost_points(room=room, at=now)
        expire_points(room=room, at=now)


@job_task(assurance.TASK)
def read_assurance(job: Job, *, room_id: int) -> None:
    """Read one room, for whoever asked, or for the schedule."""
    assurance.read_assurance(room=Room.objects.get(pk=room_id), by=job.asked_by, at=timezone.now())


@shared_task(name="rake.read_assurances")
def read_assurances() -> None:
    """Ask for a reading of every room in which boxes were counted, or pots told, since it was read last; the scheduler
    asks hourly."""
    for room in Room.objects.all():
        assurance.ask_for_due_reading(room=room, at=timezone.now())


@shared_task(name="rake.begin_sampling")
def begin_samples() -> None:
    """Draw the secrets of the gaming day for the tables that are open and lack theirs, before somebody deals."""
    now = timezone.now()
    for session_id in not_begun(now):
        begin_sampling(session_id=session_id, at=now)
