"""The places of the ledger that hang at a table as boxes."""

from collections.abc import Mapping
from typing import Final

from django.db.models import QuerySet

from cage.models import Holds
from players.models import Account, AccountKind
from tables.models import Table

PLACES: Final[Mapping[str, AccountKind]] = {
    Holds.RAKE: AccountKind.RAKE_BOX,
    Holds.PROMO: AccountKind.PROMO_BOX,
    Holds.TIME: AccountKind.TIME_BOX,
    Holds.TOKES: AccountKind.TOKES,
}
"""The kind of place that a box of each kind stands for."""
HELD_IN: Final[Mapping[str, str]] = {kind.value: holds for holds, kind in PLACES.items()}
"""The kind of box by the kind of place."""


def places_at(table: Table, holds: str) -> QuerySet[Account]:
    """The places of a table that a box of this kind takes from: one of each session that was played there, but for
    those of files."""
    return Account.objects.filter(session__table=table, kind=PLACES[holds], is_import=False)
