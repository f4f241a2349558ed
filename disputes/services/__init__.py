"""The verbs of the dispute desk. Keyword-only, atomic, `by` and `at` passed in; refusals are DomainErrors."""

from disputes.services.amending import amend
from disputes.services.appeals import rule_on_appeal, take_appeal
from disputes.services.opening import Report, open_dispute
from disputes.services.ruling import Decision, Direction, Payment, rule

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
