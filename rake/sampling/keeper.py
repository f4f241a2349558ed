"""The answers of this app to what the play asks about quick hands (`games.asked.Asker`)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from games.asked import Question, register
from rake.models import SamplingDay
from rake.sampling.forms import PotForm
from rake.sampling.selectors import waiting
from rake.sampling.services import begin_sampling
from tables.models import TableSession

_LAST_DAY = "sampled_day"


class PotSample:
    """The draws of every room."""

    def asks(self) -> dict[str, Any]:
        """The last gaming day of the table for which a secret was drawn."""
        days = SamplingDay.objects.filter(table=OuterRef("table")).order_by("-gaming_day")
        return {_LAST_DAY: Subquery(days.values("gaming_day")[:1])}

    def before_quick_hand(self, session: TableSession, answers: Mapping[str, Any], *, at: datetime) -> None:
        """The secret of the day, where nobody has drawn it yet: its digest is on record before the hand is."""
        if answers[_LAST_DAY] != session.room.gaming_day(at):
            begin_sampling(session_id=session.pk, at=at)

    def questions(self, session: TableSession) -> Question | None:
        """The pots that are asked for, each with its form."""
        forms = [PotForm.about(hand, session.room) for hand in waiting(session)]
        return Question("rake/pots.html#pots", forms) if forms else None


register(PotSample())
