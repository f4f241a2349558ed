"""The findings of the audit of the books."""

from config.audit.books import audit


def faults_of(code: str) -> list[str]:
    """The faults of every check of that invariant, as sentences."""
    return [fault for finding in audit() if finding.check.code == code for fault in finding.faults]


def books_hold() -> bool:
    """Whether every invariant holds; says which does not."""
    broken = {finding.check.title: finding.faults[:3] for finding in audit() if not finding.holds}
    assert not broken
    return True
