"""The worker's part: three lines each that call a service. Safe to run twice."""

from functools import partial

from config.jobs import services as jobs
from config.jobs.models import Job
from config.jobs.work import job_task
from games import file_importing


@job_task("games.import_file")
def import_file(job: Job, *, room_id: int, digest: str) -> None:
    """Import the hands of a chosen file, showing how far it is."""
    file_importing.import_file(room_id=room_id, digest=digest, progress=partial(jobs.progress, job))
