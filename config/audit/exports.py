"""The audit trail as a file, in the words of the page."""

from collections.abc import Iterable, Iterator, Sequence

from config.audit.models import AuditEvent
from config.audit.telling import Fact, Told, told
from config.rooms.models import Room
from config.web.spreadsheets import csv_row, text_cell

HEADINGS = ("When", "Who", "Badge", "Did", "What", "Which", "Before", "Facts", "Reason", "From", "Event")


def csv_lines(room: Room, pages: Iterable[Sequence[AuditEvent]]) -> Iterator[str]:
    """The events as CSV (RFC 4180), page by page, instants on the room's clock."""
    yield csv_row(HEADINGS)
    for events in pages:
        for each in told(events, room):
            yield csv_row([text_cell(cell) for cell in _cells(each, room)])


def _cells(each: Told, room: Room) -> tuple[str, ...]:
    event = each.event
    who = (event.by.display_name, event.by.badge_number) if event.by else ("the system", "")
    return (
        f"{event.at.astimezone(room.zone):%Y-%m-%d %H:%M:%S %z}",
        *who,
        each.did,
        each.kind,
        each.subject.text,
        _sentence(each.before),
        _sentence(each.facts),
        event.reason,
        event.device,
        str(event.pk),
    )


def _sentence(facts: Iterable[Fact]) -> str:
    return ", ".join(f"{fact.label} {fact.text}" for fact in facts)
