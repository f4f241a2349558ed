"""What the audit of the books asks of the ledger, the seats and the cage. Each check reads rows and states faults."""

from collections.abc import Iterator
from typing import Any

from django.db import connection

from config.audit.checks import register
from players.chain import GENESIS, Row, link
from players.models import LedgerHead, Transfer
from players.models.ledger import MAY_BE_NEGATIVE

_NEGATIVE = [kind.value for kind in MAY_BE_NEGATIVE]


def rows(query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a query, one by one."""
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        yield from cursor


@register("I-1", "Every transfer is one move within one room, of chips or of cash, along a known route")
def unsound_transfers() -> Iterator[str]:
    query = """
        select t.id, t.kind, s.kind, g.kind, t.amount from players_transfer t
        join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
        where t.amount <= 0 or s.id = g.id or s.holds_cash <> g.holds_cash
            or s.room_id <> t.room_id or g.room_id <> t.room_id
            or (t.reverses_id is null and not players_route(t.kind, s.kind, g.kind))
    """
    for transfer, kind, source, target, amount in rows(query):
        yield f"transfer {transfer}: {kind} of {amount} from {source} to {target}"


@register("I-2", "Chips and cash are conserved: all accounts of a room sum to nothing")
def lost_money() -> Iterator[str]:
    query = """
        select room_id, holds_cash, sum(balance) from players_account
        group by room_id, holds_cash having sum(balance) <> 0
    """
    for room, holds_cash, surplus in rows(query):
        yield f"room {room}: {'cash' if holds_cash else 'chips'} are off by {surplus}"


@register("I-3", "Every pot is empty between hands")
def pots_left() -> Iterator[str]:
    query = "select id, session_id, balance from players_account where kind = 'pot' and balance <> 0"
    for account, session, balance in rows(query):
        yield f"account {account}: the pot of session {session} holds {balance}"


@register("I-4", "No place is overdrawn, and no table holds less than nothing")
def overdrafts() -> Iterator[str]:
    query = "select id, kind, balance from players_account where balance < 0 and kind <> all(%s)"
    for account, kind, balance in rows(query, _NEGATIVE):
        yield f"account {account} ({kind}) holds {balance}"
    query = """
        select session_id, sum(balance) from players_account where kind in ('seat', 'felt')
        group by session_id having sum(balance) < 0
    """
    for session, balance in rows(query):
        yield f"session {session}: seats and felt together hold {balance}"


@register("I-5", "Every balance is the sum of its transfers")
def wrong_balances() -> Iterator[str]:
    query = """
        select a.id, a.kind, a.balance, coalesce(l.amount, 0), a.transfers_posted, coalesce(l.rows, 0)
        from players_account a left join (
            select id, sum(amount) as amount, count(*) as rows from (
                select target_id as id, amount from players_transfer
                union all select source_id, -amount from players_transfer
            ) legs group by id
        ) l on l.id = a.id
        where a.balance <> coalesce(l.amount, 0) or a.transfers_posted <> coalesce(l.rows, 0)
    """
    for account, kind, balance, amount, posted, counted in rows(query):
        yield f"account {account} ({kind}) says {balance} by {posted} rows; its rows say {amount} by {counted}"


@register("I-6", "Every correction mirrors one transfer that is no correction itself")
def wrong_reversals() -> Iterator[str]:
    query = """
        select r.id, o.id from players_transfer r join players_transfer o on o.id = r.reverses_id
        where o.reverses_id is not null
            or (r.source_id, r.target_id, r.amount, r.kind, r.room_id)
                is distinct from (o.target_id, o.source_id, o.amount, o.kind, o.room_id)
    """
    for reversal, original in rows(query):
        yield f"transfer {reversal} does not mirror transfer {original}"


@register("I-7", "The chain of hashes is whole: no transfer was changed, removed or slipped in")
def broken_chain() -> Iterator[str]:
    """Replays the chain of every room; after a fault it goes on from the hash that stands, to name each changed row."""
    ends: dict[int, tuple[int, str]] = {}
    for transfer in Transfer.objects.order_by("room_id", "chain_number").iterator(chunk_size=5000):
        number, last_hash = ends.get(transfer.room_id, (0, GENESIS))
        if transfer.chain_number != number + 1:
            yield f"room {transfer.room_id}: transfer {transfer.pk} is number {transfer.chain_number} after {number}"
        if link(last_hash, chain_row(transfer)) != transfer.hash:
            yield f"transfer {transfer.pk} (room {transfer.room_id}, number {transfer.chain_number}) was changed"
        ends[transfer.room_id] = (transfer.chain_number, transfer.hash)
    for head in LedgerHead.objects.all():
        end = ends.pop(head.room_id, (0, GENESIS))
        if end != (head.chain_number, head.hash):
            yield f"room {head.room_id}: the ledger's head is number {head.chain_number}, its last row number {end[0]}"
    for room, (number, _) in ends.items():
        yield f"room {room}: {number} transfers and no head"


def chain_row(transfer: Transfer) -> Row:
    """A transfer as the chain sees it."""
    return Row(
        room=transfer.room_id,
        chain_number=transfer.chain_number,
        request_key=transfer.request_key,
        number=transfer.number,
        source=transfer.source_id,
        target=transfer.target_id,
        amount=transfer.amount,
        kind=transfer.kind,
        at=transfer.at,
        gaming_day=transfer.gaming_day,
        by=transfer.by_id,
        reason=transfer.reason,
        hand=transfer.hand_id,
        reverses=transfer.reverses_id,
    )


@register("I-8", "Every group of transfers is whole, and its request was claimed once")
def broken_groups() -> Iterator[str]:
    query = """
        select t.request_key, count(*), max(t.number) from players_transfer t
        left join requests_requestkey k on k.key = t.request_key
        group by t.request_key, k.key having count(*) <> max(t.number) or k.key is null
    """
    for key, counted, last in rows(query):
        yield f"request {key}: {counted} transfers, the last is number {last}"


@register("I-10", "Chips leave a seat for good only with their player")
def leaving_money() -> Iterator[str]:
    query = """
        select t.id, t.kind, s.id from players_transfer t
        join players_account a on a.id = t.source_id and a.kind = 'seat'
        join players_sitting s on s.id = a.sitting_id
        where t.kind in ('leave', 'pick_up', 'move') and t.reverses_id is null and s.left_at is null
    """
    for transfer, kind, sitting in rows(query):
        yield f"transfer {transfer}: {kind} from sitting {sitting}, which goes on"


@register("I-10", "Who has left took his whole stack, and no more")
def wrong_departures() -> Iterator[str]:
    query = """
        select s.id, s.left_with, coalesce(t.amount, 0), coalesce(a.balance, 0) from players_sitting s
        left join players_account a on a.sitting_id = s.id
        left join (
            select source_id, sum(amount) as amount from players_transfer
            where kind in ('leave', 'pick_up', 'move') and reverses_id is null group by source_id
        ) t on t.source_id = a.id
        where s.left_at is not null and (
            coalesce(a.balance, 0) <> 0 or (not s.is_import and s.left_with is distinct from coalesce(t.amount, 0)))
    """
    for sitting, left_with, moved, balance in rows(query):
        yield f"sitting {sitting} left with {left_with}; {moved} moved, {balance} lies in the seat"


@register("I-10", "Every seat's chips belong to its own table session")
def strayed_seats() -> Iterator[str]:
    query = """
        select a.id from players_account a left join players_sitting s on s.id = a.sitting_id
        where a.kind = 'seat' and (s.id is null or s.session_id is distinct from a.session_id)
    """
    for (account,) in rows(query):
        yield f"account {account} is a seat without a sitting of its session"


@register("I-10", "A closed table holds no chips in seats and pot")
def chips_at_closed_tables() -> Iterator[str]:
    query = """
        select a.session_id, a.kind, a.balance from players_account a join tables_tablesession s on s.id = a.session_id
        where s.closed_at is not null and a.kind in ('seat', 'pot') and a.balance <> 0
    """
    for session, kind, balance in rows(query):
        yield f"session {session} is closed; its {kind} holds {balance}"


@register("I-11", "One player to a seat, in a seat that the table has")
def crowded_seats() -> Iterator[str]:
    query = """
        select a.id, b.id from players_sitting a join players_sitting b
            on b.session_id = a.session_id and b.seat = a.seat and b.id > a.id
        where a.seated_at < coalesce(b.left_at, 'infinity') and b.seated_at < coalesce(a.left_at, 'infinity')
            and b.plays_over_id is distinct from a.id
    """
    for first, second in rows(query):
        yield f"sittings {first} and {second} share a seat at the same time"
    query = """
        select s.id, s.seat from players_sitting s join tables_tablesession t on t.id = s.session_id
        join tables_table b on b.id = t.table_id where s.seat not between 1 and b.seats
    """
    for sitting, seat in rows(query):
        yield f"sitting {sitting} is in seat {seat}, which its table doesn't have"


@register("I-11", "Who plays over uses the seat of one who is away and agreed, and then gives it up or keeps it")
def unfounded_playing_over() -> Iterator[str]:
    query = """
        select o.id, o.plays_over_id from players_sitting o join players_sitting a on a.id = o.plays_over_id
        where (o.session_id, o.seat) is distinct from (a.session_id, a.seat)
            or (a.plays_over_id is not null and coalesce(a.kept_at, 'infinity') > o.seated_at)
            or (a.left_at is not null
                and coalesce(o.kept_at, o.left_at, 'infinity') > greatest(a.left_at, o.seated_at))
            or (o.kept_at is not null and o.kept_at is distinct from greatest(a.left_at, o.seated_at))
            or not exists (
                select 1 from players_absence w where w.sitting_id = a.id
                    and w.started_at <= o.seated_at and w.agreed_at <= o.seated_at
                    and greatest(coalesce(w.ended_at, 'infinity'), o.seated_at)
                        >= coalesce(o.kept_at, o.left_at, 'infinity'))
            or exists (
                select 1 from players_sitting p where p.plays_over_id = a.id and p.id <> o.id
                    and p.seated_at < coalesce(o.kept_at, o.left_at, 'infinity')
                    and o.seated_at < coalesce(p.kept_at, p.left_at, 'infinity'))
    """
    for over, absent in rows(query):
        yield f"sitting {over} plays over sitting {absent}, which it may not"


@register("I-12", "A player sits in one place at a time")
def doubled_players() -> Iterator[str]:
    query = """
        select a.id, b.id from players_sitting a join players_sitting b on b.player_id = a.player_id and b.id > a.id
        where not a.is_import and not b.is_import
            and a.seated_at < coalesce(b.left_at, 'infinity') and b.seated_at < coalesce(a.left_at, 'infinity')
    """
    for first, second in rows(query):
        yield f"sittings {first} and {second} are the same player at the same time"


@register("I-14", "Nobody was seated or bought in while barred")
def served_while_barred() -> Iterator[str]:
    query = """
        with served as (
            select 'sitting' as what, id, player_id, seated_at as at from players_sitting where not is_import
            union all select 'buy-in', id, player_id, at from players_buyin
        )
        select what, served.id, b.id from served join players_ban b on b.player_id = served.player_id
        where b.starts_at < served.at and coalesce(b.lifted_at, 'infinity') > served.at
            and coalesce(b.ends_at, 'infinity') > served.at
    """
    for what, served, ban in rows(query):
        yield f"{what} {served} began under ban {ban}"


@register("I-15", "Every seat, buy-in, cash-out, ban and player has an audit event")
def unaudited() -> Iterator[str]:
    subjects = (
        ("players_sitting", "sitting", "not is_import"),
        ("players_buyin", "buyin", "true"),
        ("players_cashout", "cashout", "true"),
        ("players_player", "player", "true"),
    )
    for table, kind, where in subjects:
        query = f"""
            select s.id from {table} s where {where} and not exists (
                select 1 from audit_auditevent e where e.subject_kind = %s and e.subject_id = s.id::text)
        """  # noqa: S608 - names from the tuple above
        for (subject,) in rows(query, kind):
            yield f"{kind} {subject} has no audit event"


@register("I-19", "Every transfer lies on the gaming day of its instant")
def strayed_days() -> Iterator[str]:
    query = """
        select t.id, t.gaming_day, t.at from players_transfer t join rooms_room r on r.id = t.room_id
        where t.gaming_day <> ((t.at at time zone r.time_zone) - r.gaming_day_start)::date
    """
    for transfer, day, at in rows(query):
        yield f"transfer {transfer} of {at:%Y-%m-%d %H:%M:%S} UTC lies on {day}"


@register("I-23", "Every buy-in and cash-out is what its transfers say")
def unpaid_buy_ins() -> Iterator[str]:
    desk = (("players_buyin", "chip_sale", "buy-in"), ("players_cashout", "chip_redemption", "cash-out"))
    for table, kind, what in desk:
        query = f"""
            select d.id, d.amount from {table} d left join players_transfer t
                on t.request_key = d.request_key and t.kind = %s and t.room_id = d.room_id and t.amount = d.amount
            group by d.id, d.amount having count(t.id) <> 2
        """  # noqa: S608 - names from the tuple above
        for row, amount in rows(query, kind):
            yield f"{what} {row} of {amount} is not what was moved"


@register("I-3", "Every step of a debt is what its transfers say, and no debt is settled beyond what it was")
def wrong_debt_entries() -> Iterator[str]:
    query = """
        select e.request_key, e.amount, coalesce(t.amount, 0) from (
            select request_key, sum(case when how in ('refunded', 'restored') then -amount else amount end) as amount
            from players_debtentry where how <> 'taken_back' group by 1
        ) e left join (
            select t.request_key, sum(case when g.kind = 'receivable' then t.amount else -t.amount end) as amount
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.kind = 'debt' and 'receivable' in (s.kind, g.kind) group by 1
        ) t on t.request_key = e.request_key where e.amount <> coalesce(t.amount, 0)
    """
    for key, stated, moved in rows(query):
        yield f"request {key}: {stated} of a debt is settled, {moved} was moved"
    query = """
        select id, amount, settled from (
            select d.id, d.amount,
                sum(case when e.how in ('refunded', 'restored') then -e.amount else e.amount end) as settled
            from players_debt d join players_debtentry e on e.debt_id = d.id group by d.id, d.amount
        ) debts where settled not between 0 and amount
    """
    for debt, amount, settled in rows(query):
        yield f"debt {debt} of {amount} is settled by {settled}"
