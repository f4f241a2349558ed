"""The transfers that brought a player's chips to a seat: bought at a window, taken to the table, carried along."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db import connection
from django.db.models import Q

from players.models import AccountKind, Sitting, Transfer, TransferKind
from players.selectors.ledger_rows import TransferRow, told, with_words

_TO_THE_TABLE = (TransferKind.BUY_IN, TransferKind.ADD_ON, TransferKind.IMPORT)


@dataclass(frozen=True, slots=True)
class Brought:
    """The ways of one player's chips to a seat, in order: sales at a window, what was taken to the table, and moves
    from seat to seat."""

    sitting: Sitting
    rows: list[TransferRow] = field(default_factory=list)

    @property
    def amount(self) -> int:
        """The chips taken to the table in this stay, whichever seats it led over; minor units."""
        return sum(row.transfer.amount for row in self.rows if row.transfer.kind in _TO_THE_TABLE)


_STAYS = """
with recursive stay as (
    select sitting_id as sitting, id as account from players_account where sitting_id = any(%(sittings)s)
    union
    select stay.sitting, moved.source_id from stay join players_transfer moved
        on moved.target_id = stay.account and moved.kind = 'move' and moved.chain_number < %(before)s
)
select account, sitting from stay
"""
"""The seats that led to a seat: a player who is moved, or changes the seat, takes everything along."""


def brought(sittings: Iterable[Sitting], *, since: date, before: int) -> list[Brought]:
    """The transfers before number `before` of the room's chain that brought the chips of these sittings, for each.

    Of the chips in a rack nobody knows which sale they come from: the player's sales from gaming day `since` on are
    told. A fixed number of queries. The sittings were read with their players and sessions.
    """
    wanted = {sitting.pk: sitting for sitting in sittings}
    seats = _seats_before(wanted, before)
    players = {sitting.player_id: sitting.pk for sitting in wanted.values()}
    rooms = {sitting.session.room_id for sitting in wanted.values()}
    to_seats = Q(target__in=seats, kind__in=[*_TO_THE_TABLE, TransferKind.MOVE])
    to_racks = Q(target__player__in=players, target__kind=AccountKind.RACK, kind=TransferKind.CHIP_SALE)
    found = Transfer.objects.filter(to_seats | (to_racks & Q(gaming_day__gte=since)), chain_number__lt=before)
    by_sitting: dict[int, list[TransferRow]] = defaultdict(list)
    for row in told(with_words(found.filter(room__in=rooms)).order_by("chain_number")):
        target = row.target.account
        by_sitting[players[target.player_id] if target.player_id else seats[target.pk]].append(row)
    return [Brought(sitting, by_sitting[pk]) for pk, sitting in wanted.items()]


def _seats_before(sittings: Collection[int], before: int) -> dict[int, int]:
    """The accounts of these sittings' seats and of those that led to them: the sitting by account."""
    with connection.cursor() as cursor:
        cursor.execute(_STAYS, {"sittings": list(sittings), "before": before})
        return dict(cursor.fetchall())
