"""The currency of a patron's gaming day: cash in and cash out, each by itself and never netted (R50, R52)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

from django.db import connection

from config.rooms.models import Room
from players.models import Player, TransferKind

_K = TransferKind
Direction = Literal["in", "out", "neither"]
CURRENCY: Final[Mapping[TransferKind, Direction]] = {
    _K.CHIP_SALE: "in",
    _K.CHIP_REDEMPTION: "out",
    _K.PRESENTED: "out",
    _K.DEPOSIT: "in",
    _K.WITHDRAWAL: "out",
    _K.TOURNAMENT_ENTRY: "in",
    _K.TOURNAMENT_PAID: "out",
    _K.PROMO_PAYOUT: "out",
    _K.COMP_PAID: "out",
    _K.PAID_OUT: "neither",
    _K.PAID_IN: "neither",
    _K.TOKE_EXCHANGE: "neither",
    _K.FILL: "neither",
    _K.CREDIT: "neither",
    _K.OPENING_VARIANCE: "neither",
    _K.CLOSING_VARIANCE: "neither",
}
"""Every kind of transfer that touches patrons' or drawers' cash, and whether it is a patron's currency in or out
(31 CFR 1021.311: chips, deposits, payments on credit; tournaments, contests, promotions and comps among cash out)."""


@dataclass(frozen=True, slots=True)
class CashMove:
    """One move of a patron's cash over a counter; `person` is the record that stands for the whole person, `receipt`
    None for what has no slip of the window, `voided_at` the void that came after the day was locked. Minor units."""

    transfer: int
    at: datetime
    kind: TransferKind
    amount: int
    drawer: int
    by: int | None
    player: int
    person: int
    receipt: int | None
    voided_at: datetime | None = None

    @property
    def direction(self) -> Direction:
        """Whether it is currency in or out."""
        return CURRENCY[self.kind]


@dataclass(frozen=True, slots=True)
class PatronDay:
    """A patron's cash of a gaming day in minor units: in and out, and by kind; what was voided since is taken off."""

    currency_in: int
    currency_out: int
    by_kind: Mapping[TransferKind, int]


def patron_day(room: Room, player: Player, day: date) -> PatronDay:
    """The currency in and out of one person on a gaming day of the room, by all of their records, from the rows of the
    ledger; two queries."""
    records = list(Player.objects.of(player).values_list("pk", flat=True))
    return day_of(cash_moves(room, day, records))


def day_of(moves: Iterable[CashMove]) -> PatronDay:
    """The sums of these moves of one person."""
    by_kind: dict[TransferKind, int] = defaultdict(int)
    for move in moves:
        by_kind[move.kind] += move.amount
    sums = {way: sum(by_kind[kind] for kind in by_kind if CURRENCY[kind] == way) for way in ("in", "out")}
    return PatronDay(sums["in"], sums["out"], dict(by_kind))


def cash_moves(room: Room, day: date, records: list[int] | None = None) -> list[CashMove]:
    """The moves of patrons' cash of a gaming day, in their order; those of these records of players where they are
    given. One query.

    A void takes its slip off the day of the slip, whenever it is made: what it gave back makes no room on another day.
    A locked day stays as it was locked: a void after that leaves the move there and says when it came (C-6).
    """
    with connection.cursor() as cursor:
        cursor.execute(_MOVES, {"room": room.pk, "day": day, "records": records})
        rows = cursor.fetchall()
    moves = (CashMove(each[0], each[1], TransferKind(each[2]), *each[3:]) for each in rows)
    return [move for move in moves if move.direction != "neither"]


_MOVES = """
with papers as (
    select request_key, player_id, receipt from cage_buyin where room_id = %(room)s and gaming_day = %(day)s
    union all select request_key, player_id, receipt from cage_cashout
        where room_id = %(room)s and gaming_day = %(day)s
    union all select request_key, player_id, receipt from cage_cashslip
        where room_id = %(room)s and gaming_day = %(day)s and player_id is not null
    union all select e.request_key, d.player_id, null from players_debtentry e
        join players_debt d on d.id = e.debt_id
        where d.room_id = %(room)s and e.gaming_day = %(day)s and e.how = 'cash'
    union all select t.request_key, b.player_id, null from players_transfer t
        join players_account b on b.id in (t.source_id, t.target_id) and b.kind = 'player_bank'
        where t.room_id = %(room)s and t.gaming_day = %(day)s and t.kind in ('deposit', 'withdrawal')
)
select t.id, t.at, t.kind, t.amount, a.drawer_id, t.by_id, p.player_id, coalesce(w.same_as_id, w.id), p.receipt, back.at
from papers p
join players_player w on w.id = p.player_id
join players_transfer t on t.request_key = p.request_key and t.room_id = %(room)s and t.reverses_id is null
join players_account a on a.id in (t.source_id, t.target_id) and a.kind = 'drawer_cash'
left join players_transfer back on back.reverses_id = t.id
left join days_daylock l on l.room_id = %(room)s and l.gaming_day = %(day)s
where (back.id is null or back.at > l.locked_at) and (%(records)s::bigint[] is null or p.player_id = any(%(records)s))
order by t.id
"""


def voids_of_locked_days(room: Room, day: date) -> list[CashMove]:
    """The moves of patrons' cash of locked days that were voided on a gaming day after them, in the order of the days;
    two queries, and one for each such day."""
    with connection.cursor() as cursor:
        cursor.execute(_VOIDED, {"room": room.pk, "day": day})
        days = [each for (each,) in cursor.fetchall()]
    moves = (move for earlier in days for move in cash_moves(room, earlier))
    return [move for move in moves if move.voided_at and room.gaming_day(move.voided_at) == day]


_VOIDED = """
select distinct t.gaming_day from players_transfer back
join players_transfer t on t.id = back.reverses_id
join days_daylock l on l.room_id = t.room_id and l.gaming_day = t.gaming_day and l.locked_at < back.at
where back.room_id = %(room)s and back.gaming_day = %(day)s
order by t.gaming_day
"""
