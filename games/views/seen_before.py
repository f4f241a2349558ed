"""A quick hand that was entered while its table went on, on a page or in a tablet: whether it still belongs there."""

from collections.abc import Mapping
from typing import Any

from config.errors import DomainError
from config.web.views import RoomRequest
from config.web.waiting import is_kept
from tables.models import Table, TableSession

_TELL = "Tell whoever counts its box what was dropped, then drop this."


def closed(request: RoomRequest, table: Table) -> DomainError:
    """The refusal where the table isn't open: whoever sent what waited is not to open it for that."""
    if is_kept(request):
        return DomainError("table_closed", f"{table} was closed since and takes no more hands of then. {_TELL}")
    return DomainError("table_closed", f"{table} is not open: open it first.")


def refuse_of_before(request: RoomRequest, session: TableSession, data: Mapping[str, Any]) -> None:
    """Refuse a hand of an earlier opening of the table (`another_opening`) and, of what waited in a tablet, one of
    another plaque (`another_plaque`).

    Pages that say nothing of what they showed are believed. What a tablet sends again though it was recorded is told as
    recorded by whoever answers it (`config.web.waiting`).
    """
    if data["session"] not in (None, session.pk):
        message = f"{session.table} was closed and opened again since: this hand was of the opening before. {_TELL}"
        raise DomainError("another_opening", message)
    if not is_kept(request):
        return
    if data["plaque"] not in (None, session.plaque_id):
        message = (
            f"{session.table} plays {session.plaque.short_name} by now: this hand was of the plaque before. {_TELL}"
        )
        raise DomainError("another_plaque", message)
