"""Transfers as people read them: how much moved from which place to which, by whom, and of which hand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from players.dealt import dealt
from players.models import Account, Transfer
from players.selectors.ledger_places import JOINED, Place, places
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class TransferRow:
    """One transfer in words: its two places, and the name of the hand that moved it ("" for none)."""

    transfer: Transfer
    source: Place
    target: Place
    hand: str

    @property
    def is_import(self) -> bool:
        """Whether it moved chips of an imported session."""
        return self.source.is_import or self.target.is_import

    @property
    def session(self) -> TableSession | None:
        """The table session that one of its places belongs to, if one does; the receiving one's first."""
        return self.target.account.session or self.source.account.session

    @property
    def took_back(self) -> Transfer | None:
        """The transfer that it took back, if it is a reversal."""
        return self.transfer.reverses

    @property
    def taken_back_by(self) -> Transfer | None:
        """The transfer that took it back since, if one did."""
        return getattr(self.transfer, "reversed_by", None)


def with_words(transfers: QuerySet[Transfer]) -> QuerySet[Transfer]:
    """The transfers with every row that `told` needs; two queries more, for the places of each side.

    Many rows share a few places: each is read once.
    """
    accounts = Account.objects.select_related(*JOINED)
    sides = (Prefetch(side, accounts) for side in ("source", "target"))
    return transfers.select_related("by", "reverses", "reversed_by").prefetch_related(*sides)


def told(transfers: Iterable[Transfer]) -> list[TransferRow]:
    """The transfers in words, in their order; at most three queries, however many. They were read by `with_words`."""
    rows: Sequence[Transfer] = list(transfers)
    known = places(account for row in rows for account in (row.source, row.target))
    hands = dealt().names({row.hand_id for row in rows if row.hand_id})
    return [
        TransferRow(row, known[row.source_id], known[row.target_id], hands.get(row.hand_id or 0, "")) for row in rows
    ]
