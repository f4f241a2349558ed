"""The words of the audit trail for the schedule lab."""

from config.audit.words import Subject, register
from rake.models import LabTrial

register(
    verbs={"lab.asked": "asked the schedule lab"},
    subjects=(Subject(LabTrial, "trial of a schedule", (), links=lambda trial: ("lab_trial", [trial.pk])),),
    labels={"days": "gaming days", "schedule": "other schedule"},
)
