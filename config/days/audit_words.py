"""Words of the audit trail about gaming days."""

from config.audit.words import Subject, register
from config.days.models import DayLock

register(
    verbs={"day.locked": "locked a gaming day"},
    subjects=(Subject(DayLock, "gaming day", links=lambda lock: ("day", [lock.gaming_day])),),
    labels={"gaming_day": "the day"},
    tellers={"kept": lambda kept, room: ", ".join(f"{code} {digest[:16]}" for code, digest in sorted(kept.items()))},
)
