"""What is left of a simulated room where nobody is: chips in use that lie at a seat, on a felt, in a rack or a pot."""

from collections.abc import Iterator

from cage.selectors.liability import IN_USE
from demo.simulation.part import Part, Shown
from demo.simulation.planted import Effect, Mark
from players.models import Account, AccountKind

ANSWERED_FOR = {AccountKind.OVER_SHORT}
"""Places that hold what counts were short or over: each count stands in the books as a line of its own."""


class Residuals(Part):
    """Places that must be empty once everybody has been paid, table by table and never netted."""

    def shown(self) -> Iterator[Shown]:
        """Every place that holds chips in use after the last player has left."""
        kinds = [kind for kind in IN_USE if kind not in ANSWERED_FOR]
        left = Account.objects.filter(room=self.stage.house.room, kind__in=kinds).exclude(balance=0)
        for place in left.order_by("pk"):
            yield Shown(residual_of(place.pk), Effect(chips=place.balance), f"{place.get_kind_display()}: {place}")


def residual_of(account: int) -> Mark:
    """The line of the books that says what is left at a place."""
    return Mark("residual", account)
