"""The worker's part: three lines each that call a service. Ids as keywords; safe to run twice."""

from django.utils import timezone

from config.jobs.models import Job
from config.jobs.work import job_task
from players.services import messages


@job_task("players.send_message")
def send_message(job: Job, *, message_id: int) -> None:
    """Send one message to a player, unless what it says is over."""
    messages.deliver(message_id=message_id, at=timezone.now())
