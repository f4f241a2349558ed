"""Names that were called to a table which closes before they sit down."""

from typing import Any

from players.models import ListEntry
from players.services.list_endings import move_on
from tables.closing import Closing, after_close


@after_close
def let_the_called_wait_again(closing: Closing) -> None:
    """Put names that were called to the closed table back in their old places on the list: a seat that is gone is
    nobody's no-show.

    The session is locked, as it is for whoever calls to it or sits down there, so that each name is either.
    """
    called = ListEntry.objects.filter(called_session=closing.session, state=ListEntry.State.CALLED)
    for entry in called.select_related("player", "waiting_list__room").order_by("pk"):
        facts: dict[str, Any] = {"by": closing.by, "at": closing.at, "reason": f"{closing.session.table} closed"}
        move_on(entry, "list.resumed", ListEntry.State.WAITING, of=(ListEntry.State.CALLED,), **facts)
