"""A call of each service of the revenue and of the lab that takes a key, for whoever tries what a retry does."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rake.lab.asking import Question
from rake.lab.services import ask_lab
from rake.revenue.services import export_journal, post_revenue_version, set_journal_accounts
from rules.house.fee_schedule import CARDROOM_A_STANDARD
from tests.support.dispute import DisputeTable
from tests.support.revenue import locked_at_once

Sample = tuple[Callable[..., Any], Mapping[str, Any], Mapping[str, Any]]


def _revenue_version(at: DisputeTable) -> Sample:
    day = at.table.session.gaming_day
    given = {"room": at.table.desk.room, "code": "washington", "title": "Washington", "terms": {"rake_counted": 1}}
    given |= {"source": "the house", "from_day": day, "reason": "for a test"}
    return post_revenue_version, given, {"reason": "for another"}


def _journal_accounts(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "accounts": {"bank": ("1000", "Bank")}, "reason": "for a test"}
    return set_journal_accounts, given, {"reason": "for another"}


def _export_journal(at: DisputeTable) -> Sample:
    lock = locked_at_once(at.table.desk, at.table.session.gaming_day)
    given = {"room": lock.room, "day": lock.gaming_day}
    return export_journal, given, {"day": lock.gaming_day.replace(day=1)}


def _lab(at: DisputeTable) -> Sample:
    day = at.table.session.gaming_day
    question = Question(day, day, CARDROOM_A_STANDARD)
    return ask_lab, {"room": at.table.desk.room, "question": question}, {"question": replace(question, seed=2)}


SAMPLES: dict[str, Callable[[DisputeTable], Sample]] = {
    "post_revenue_version": _revenue_version,
    "set_journal_accounts": _journal_accounts,
    "export_journal": _export_journal,
    "ask_lab": _lab,
}
