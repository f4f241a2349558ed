"""Questions of the audit of the books about the journals of locked days."""

from collections.abc import Iterator

from config.audit.checks import recorded_since, register
from rake.revenue.journal import by_side, kept_lines, lines_of, read_lines
from rake.revenue.moved import moved
from rake.revenue.services import digest_of
from rake.revenue_models import DayJournal


@register("I-18", "Every journal that was exported is what the ledger says of its day, and balances", is_dear=True)
def wrong_journals() -> Iterator[str]:
    """Journals whose debits are not their credits, that the ledger contradicts, or whose file has another digest."""
    journals = DayJournal.objects.select_related("lock__room", "accounts").order_by("pk")
    if since := recorded_since.get():
        journals = journals.filter(exported_at__gte=since)
    for kept in journals.iterator(chunk_size=100):
        yield from faults_of(kept)


def faults_of(kept: DayJournal) -> Iterator[str]:
    """The faults of one journal, each in a sentence."""
    lock, lines = kept.lock, read_lines(kept.lines)
    of_day = f"the journal of {lock.gaming_day} of room {lock.room_id}"
    if sum(line.debit for line in lines) != sum(line.credit for line in lines):
        yield f"{of_day} doesn’t balance"
    now = lines_of(moved(lock.room, lock.gaming_day, lock.gaming_day), by_side(kept.accounts))
    if kept_lines(now) != kept.lines:
        yield f"{of_day} is not what the ledger says of that day"
    if digest_of(kept.csv) != kept.digest:
        yield f"the file of {of_day} has another digest than the one that was kept"
