"""The acts of the lab: a question is asked, its job answers it."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from config.audit.services import record
from config.days.registry import in_words
from config.jobs.models import Job
from config.jobs.services import enqueue
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from rake.lab.asking import Question, asked
from rake.lab.judging import Progress, answer
from rake.lab.naming import named
from rake.models import LabTrial

TASK = "rake.schedule_lab"


@transaction.atomic
def ask_lab(*, room: Room, question: Question, key: str, by: User, at: datetime) -> LabTrial:
    """Put a question to the schedule lab, which a job answers; returns the trial. The same `key` asks once.

    Refusals: `period_backwards`, `period_too_long`, `house_unknown`, `time_not_from_pots`, and `key_reused` for another
    question under the same key.
    """
    question = asked(question)
    if claim(key, "lab", {"room": room.pk, "question": question.to_json()}, by=by, at=at):
        return LabTrial.objects.select_related("job").get(request_key=key)
    title = f"Schedule lab, {in_words(question.first)} to {in_words(question.last)}"
    job = enqueue(TASK, room=room, by=by, title=title[:120])
    facts = {"asked_by": by, "asked_at": at, "request_key": key}
    trial = LabTrial.objects.create(room=room, job=job, question=question.to_json(), **facts)
    after = {"days": f"{question.first} to {question.last}", "schedule": named(question.other, room)}
    record("lab.asked", trial, room=room, by=by, at=at, after=after)
    return trial


def answer_trial(*, job: Job, progress: Progress, workers: int = 1) -> LabTrial:
    """Answer the question that the job is about, and keep the answer; returns the trial.

    One that is answered stays as it is. What `progress` raises ends it, and nothing is kept. Several processes reckon
    only where full hands are played again: everything else is done before a hand has travelled.
    """
    trial = LabTrial.objects.select_related("room").get(job=job)
    if trial.answered_at is None:
        question, now = Question.from_json(trial.question), timezone.now()
        spread = workers if question.house else 1
        found = answer(trial.room, question, at=now, workers=spread, progress=progress)
        unanswered = LabTrial.objects.filter(pk=trial.pk, answered_at=None)
        unanswered.update(answer=found.to_json(), answered_at=timezone.now())
        trial.refresh_from_db()
    return trial
