"""Chips left in a simulated room where nobody is: at a seat, on a felt, in a rack or a pot; and those that felts held
when their tables were closed."""

from collections.abc import Iterator
from typing import Final

from cage.models import FeltResidual
from cage.selectors.liability import IN_USE
from demo.simulation.part import Part, Shown
from demo.simulation.planted import Effect, Kind, Mark
from players.models import Account, AccountKind

TOKED: Final = Kind("toked", "the felt holds the amount at the table's close: hands book no tokes")
CARRIED_OFF: Final = Kind("carried_off", "the felt holds the amount at the table's close: the stack was counted less")
ANSWERED_FOR = {AccountKind.OVER_SHORT}
"""Places that hold what counts were short or over: each count stands in the books as a line of its own."""


class Residuals(Part):
    """Places that must be empty once everybody has been paid, table by table and never netted; abroad there is what
    dealers and players really carry about."""

    def shown(self) -> Iterator[Shown]:
        """Every place that holds chips in use after the last player has left, and every felt that did at its close."""
        room = self.stage.house.room
        kinds = [kind for kind in IN_USE if kind not in ANSWERED_FOR]
        for place in Account.objects.filter(room=room, kind__in=kinds).order_by("pk"):
            carried = self.stage.truth.abroad if place.kind == AccountKind.ABROAD else 0
            if left := place.balance - carried:
                yield Shown(residual_of(place.pk), Effect(chips=left), f"{place.get_kind_display()}: {place}")
        for felt in FeltResidual.objects.filter(room=room).select_related("session__table").order_by("pk"):
            sentence = f"the felt of {felt.session.table} of {felt.gaming_day}"
            yield Shown(felt_of(felt.session_id), Effect(chips=felt.amount), sentence)


def residual_of(account: int) -> Mark:
    """The line of the books that says what is left at a place."""
    return Mark("residual", account)


def felt_of(session: int) -> Mark:
    """The line of the books that says what the felt of a table held or lacked when it was closed."""
    return Mark("felt residual", session)
