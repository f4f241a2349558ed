"""The words of the audit trail for disputes."""

from config.audit.words import Subject, register
from disputes.models import Dispute, Ruling
from rules.disputes.kinds import KINDS

register(
    verbs={
        "dispute.appealed": "took an appeal",
        "dispute.opened": "opened a case",
        "dispute.ruled": "ruled on a case",
    },
    subjects=(
        Subject(Dispute, "case", links=lambda case: ("dispute", [case.pk])),
        Subject(Ruling, "ruling", ("dispute",), links=lambda ruling: ("dispute", [ruling.dispute_id])),
    ),
    facts={"case": "dispute"},
    codes={
        "kind": {kind.code: kind.term for kind in KINDS.values()},
        "hold": dict(Dispute.Hold.choices),
    },
)
