"""The words of the audit trail for the sample of pots."""

from config.audit.words import Subject, register
from rake.models import SamplingDay

register(
    verbs={
        "sampling.answered": "told the pot of a hand",
        "sampling.begun": "drew the secret of a table’s day",
        "sampling.rate": "set how many hands are asked for their pot",
    },
    subjects=(Subject(SamplingDay, "draw", ("table",), links=lambda day: ("sampling_report", [day.gaming_day])),),
    labels={"one_in": "one hand in", "commitment": "digest"},
)
