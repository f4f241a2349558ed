"""The verbs of the dispute desk. Keyword-only, atomic, `by` and `at` passed in; refusals are DomainErrors."""

from games.disputes.services.amending import amend
from games.disputes.services.appeals import rule_on_appeal, take_appeal
from games.disputes.services.opening import Report, open_dispute
from games.disputes.services.ruling import Decision, Direction, Payment, rule

__all__ = [
    "Decision",
    "Direction",
    "Payment",
    "Report",
    "amend",
    "open_dispute",
    "rule",
    "rule_on_appeal",
    "take_appeal",
]
