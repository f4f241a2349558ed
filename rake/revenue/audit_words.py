"""The words of the audit trail for revenue and journals."""

from config.audit.words import Subject, register
from rake.revenue_models import DayJournal, JournalAccounts, RevenueVersion

register(
    verbs={
        "journal.accounts": "set the accounts of the journal",
        "journal.exported": "exported the journal of a day",
        "revenue.version": "set how revenue is reckoned",
    },
    subjects=(
        Subject(RevenueVersion, "revenue definition", links=lambda version: ("revenue_definition", [version.code])),
        Subject(JournalAccounts, "accounts of the journal", links=lambda version: ("journal_accounts", [])),
        Subject(DayJournal, "journal", ("lock",), links=lambda kept: ("journal", [kept.lock.gaming_day])),
    ),
    labels={"from_day": "from the gaming day", "journal_accounts": "accounts"},
    tellers={
        "journal_accounts": lambda accounts, room: "; ".join(f"{side}: {name}" for side, name in accounts.items()),
    },
)
