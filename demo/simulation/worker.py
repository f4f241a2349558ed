"""The worker of a simulated room: audits the books, seals the chain and writes its head outside, after every day."""

from collections.abc import Mapping
from datetime import date

from django.utils import timezone

from config.audit.anchors import keep_anchored
from config.audit.chain import seal_all
from config.audit.models import AuditRun
from config.audit.runs import run_audit
from demo.simulation.part import Part, Settler


class Worker(Part):
    """Acts that no person does. Seals are dated by the database's own clock, which is not the room's."""

    def night(self) -> None:
        """Audit the whole books."""
        run_audit(why=AuditRun.Why.DAY_END, at=self.stage.now)

    def settlers(self) -> Mapping[str, Settler]:
        """Everything that waits for the worker."""
        chain = {"chain_not_sealed": self._seal, "day_not_anchored": self._seal}
        return {"books_not_audited": lambda day: self.night(), **chain}

    def _seal(self, day: date) -> None:
        while seal_all() is None:
            pass  # something of the database's own holds it up for a moment
        keep_anchored(at=timezone.now())
