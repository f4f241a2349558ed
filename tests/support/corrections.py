"""Hands that are corrected after the fact: the same hand entered anew with another winner, and what the books say."""

from typing import Any

from config.audit.books import audit
from games import services
from games.models import Hand, HandDraft
from players.services.counting import COUNTED_OFF
from tables.models import SessionAlarm
from tests.support.desk import key
from tests.support.dispute import DisputeTable
from tests.support.table import HandTable


def faults() -> list[tuple[str, tuple[str, ...]]]:
    """The findings of the audit of the books."""
    return [(finding.check.title, finding.faults) for finding in audit() if not finding.holds]


def reopen(desk: DisputeTable, hand: Hand, **facts: Any) -> HandDraft:
    """The hand on the console again, by the supervisor."""
    given = {"hand": hand, "reason": "the winner was the other seat", "key": key()} | desk.by()
    return services.reopen_hand(**(given | facts))


def turned(desk: DisputeTable, hand: Hand, **facts: Any) -> Hand:
    """The showdown of `DisputeTable` corrected: the loser shows the aces and wins, as booked by `facts`."""
    draft = reopen(desk, hand)
    for _ in range(2):
        draft = services.undo(draft=draft, version=draft.version, **desk.by())
    table = desk.table
    draft = table.name(table.name(draft, str(desk.winner), "KcKd"), str(desk.loser), "AcAd")
    return table.record(draft, **facts)


def void(desk: DisputeTable, hand: Hand, **facts: Any) -> Hand:
    """The hand voided by the supervisor and another one."""
    given = {"hand": hand, "reason": "a fouled deck", "second": desk.other, "key": key()} | desk.by()
    return services.void_hand(**(given | facts))


def alarms_of_counts(table: HandTable) -> list[str]:
    """The alarms of counts that stand at the table."""
    standing = SessionAlarm.objects.filter(session=table.session, kind=COUNTED_OFF, cleared_at=None)
    return list(standing.values_list("text", flat=True))
