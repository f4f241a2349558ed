"""The currency of a patron's gaming day: cash in and cash out, each by itself and never netted (R50, R52)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

from django.db import connection

from cage.models import Exchange
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
    _K.AWARD_PAID: "out",
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

Kind = TransferKind | Exchange.Currency
EXCHANGED: Final[Mapping[Exchange.Currency, Direction]] = {
    Exchange.Currency.TAKEN: "in",
    Exchange.Currency.GIVEN: "out",
}
"""Cash exchanged for other cash, which no transfer moves: both sides are currency (31 CFR 1021.311)."""


def direction_of(kind: Kind) -> Direction:
    """Whether a kind of transfer, or a side of an exchange, is a patron's currency in or out."""
    return EXCHANGED[kind] if isinstance(kind, Exchange.Currency) else CURRENCY[kind]


@dataclass(frozen=True, slots=True)
class CashMove:
    """One move of a patron's cash over a counter; `transfer` is None for a side of an exchange, which moves nothing in
    the ledger, `person` the record that stands for the whole person, `receipt` None for what has no slip, `voided_at`
    the void that came after the day was locked, `is_debt` what was paid on a debt, `bank_slip` the id of a slip of a
    player's bank, `signed_by` the people who confirmed it with badge and PIN, or let it be paid. Minor units."""

    transfer: int | None
    at: datetime
    kind: Kind
    amount: int
    drawer: int
    by: int | None
    player: int
    person: int
    receipt: int | None
    voided_at: datetime | None = None
    is_debt: bool = False
    bank_slip: int | None = None
    signed_by: Sequence[int] = ()

    @property
    def what(self) -> str:
        """The kind in words; what was paid on a debt is no sale of chips to the patron."""
        return "debt paid in cash" if self.is_debt else str(self.kind.label)

    @property
    def direction(self) -> Direction:
        """Whether it is currency in or out."""
        return direction_of(self.kind)


@dataclass(frozen=True, slots=True)
class PatronDay:
    """A patron's cash of a gaming day in minor units: in and out, and by kind; what was voided since is taken off."""

    currency_in: int
    currency_out: int
    by_kind: Mapping[Kind, int]


def patron_day(room: Room, player: Player, day: date) -> PatronDay:
    """The currency in and out of one person on a gaming day of the room, by all of their records, from the rows of the
    ledger and the exchanges; two queries."""
    return day_of(moves_of(room, player, day))


def moves_of(room: Room, player: Player, day: date) -> list[CashMove]:
    """The moves of one person's cash of a gaming day, by all of their records, in their order; two queries."""
    return cash_moves(room, day, list(Player.objects.of(player).values_list("pk", flat=True)))


def day_of(moves: Iterable[CashMove]) -> PatronDay:
    """The sums of these moves of one person."""
    by_kind: dict[Kind, int] = defaultdict(int)
    for move in moves:
        by_kind[move.kind] += move.amount
    sums = {way: sum(by_kind[kind] for kind in by_kind if direction_of(kind) == way) for way in ("in", "out")}
    return PatronDay(sums["in"], sums["out"], dict(by_kind))


def cash_moves(room: Room, day: date, records: list[int] | None = None) -> list[CashMove]:
    """The moves of patrons' cash of a gaming day, in their order; those of these records of players where they are
    given. One query.

    An exchange of cash for cash is two of them, one in and one out. A void takes its slip off the day of the slip,
    whenever it is made: what it gave back makes no room on another day. A locked day stays as it was locked: a void
    after that leaves the move there and says when it came (C-6).
    """
    with connection.cursor() as cursor:
        cursor.execute(_MOVES, {"room": room.pk, "day": day, "records": records})
        rows = cursor.fetchall()
    moves = (CashMove(each[0], each[1], _kind(each[2]), *each[3:]) for each in rows)
    return [move for move in moves if move.direction != "neither"]


def moves_by_person(room: Room, day: date) -> dict[int, list[CashMove]]:
    """The moves of a gaming day in their order, by the id of the record that stands for the person; one query."""
    by_person: dict[int, list[CashMove]] = {}
    for move in cash_moves(room, day):
        by_person.setdefault(move.person, []).append(move)
    return by_person


def _kind(text: str) -> Kind:
    return Exchange.Currency(text) if text in Exchange.Currency.values else TransferKind(text)


_MOVES = """
with papers as materialized (
    select request_key, player_id, receipt, false as is_debt, null::bigint as bank_slip, approver_id as second,
        null::bigint as allowed_by from cage_buyin
        where room_id = %(room)s and gaming_day = %(day)s
    union all select request_key, player_id, receipt, false, null, null, allowed_by_id from cage_cashout
        where room_id = %(room)s and gaming_day = %(day)s
    union all select request_key, player_id, receipt, false, null, second_id, allowed_by_id from cage_cashslip
        where room_id = %(room)s and gaming_day = %(day)s and player_id is not null
    union all select e.request_key, d.player_id, null, true, null, null, null from players_debtentry e
        join players_debt d on d.id = e.debt_id
        where d.room_id = %(room)s and e.gaming_day = %(day)s and e.how = 'cash'
    union all select t.request_key, b.player_id, s.receipt, false, s.id, null, s.allowed_by_id
        from players_transfer t
        join players_account b on b.id in (t.source_id, t.target_id) and b.kind = 'player_bank'
        left join cage_bankslip s on s.request_key = t.request_key
        where t.room_id = %(room)s and t.gaming_day = %(day)s and t.kind in ('deposit', 'withdrawal')
)
select t.id, t.at, t.kind, t.amount, a.drawer_id, t.by_id, p.player_id, coalesce(w.same_as_id, w.id), p.receipt,
    back.at, p.is_debt, p.bank_slip, array_remove(array[p.second, m.second_id, h.by_id], null)
from papers p
join players_player w on w.id = p.player_id
cross join lateral (select * from players_transfer where request_key = p.request_key offset 0) t
join players_account a on a.id in (t.source_id, t.target_id) and a.kind = 'drawer_cash'
left join players_moneyact m on m.request_key = p.request_key and m.room_id = %(room)s
left join cage_holdend h on h.id = p.allowed_by
left join players_transfer back on back.reverses_id = t.id
left join days_daylock l on l.room_id = %(room)s and l.gaming_day = %(day)s
where t.room_id = %(room)s and t.reverses_id is null
    and (back.id is null or back.at > l.locked_at) and (%(records)s::bigint[] is null or p.player_id = any(%(records)s))
union all
select null, e.at, side.kind, e.amount, s.drawer_id, e.by_id, e.player_id, coalesce(w.same_as_id, w.id), null, null,
    false, null, '{}'::bigint[]
from cage_exchange e
join cage_drawersession s on s.id = e.session_id
join players_player w on w.id = e.player_id
cross join (values ('exchange_taken'), ('exchange_given')) side (kind)
where e.room_id = %(room)s and e.gaming_day = %(day)s
    and (%(records)s::bigint[] is null or e.player_id = any(%(records)s))
order by 2, 1, 3 desc
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
