"""The words of the audit trail for rake assurance."""

from config.audit.words import Subject, register
from rake.models import AssuranceFlag, AssuranceReading

register(
    verbs={
        "assurance.asked": "asked for a reading of rake assurance",
        "assurance.closed": "closed what was worth a look",
        "assurance.looked": "looked at rake assurance",
        "assurance.read": "read the room for rake assurance",
    },
    subjects=(
        Subject(AssuranceReading, "rake assurance", links=lambda reading: ("assurance", [])),
        Subject(AssuranceFlag, "flag", links=lambda flag: ("assurance", [])),
    ),
    labels={"flags": "new flags", "shown": "where"},
)
