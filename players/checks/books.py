"""Questions of the audit of the books about the ledger and the seats. Each check reads rows and states
faults."""

from collections.abc import Iterator
from typing import Any

from django.db import connection

from config.audit.checks import register
from players.counts import CountReason
from players.four_eyes import ACTS, OF_THEIR_OWN
from players.ledger.chain import GENESIS, Row, link
from players.models import LedgerHead, Transfer
from players.models.ledger import MAY_BE_NEGATIVE

AFTER_THE_FACT = (
    "ruling", "debt", "correction", "issue", "funding", "fill", "credit", "shortfall", "seed", "seed_back",
)  # fmt: skip
"""The kinds of transfers by which money is made or moved after the fact: each belongs to a `MoneyAct`."""
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


@register("I-10", "Everybody who has left took the whole stack, and no more")
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


@register("I-14", "Nobody was seated while barred")
def seated_while_barred() -> Iterator[str]:
    query = """
        select s.id, b.id from players_sitting s join players_player p on p.id = s.player_id
        join players_player q on coalesce(q.same_as_id, q.id) = coalesce(p.same_as_id, p.id)
        join players_ban b on b.player_id = q.id
        where not s.is_import and (q.id = p.id or s.seated_at > greatest(p.linked_at, q.linked_at))
            and b.starts_at < s.seated_at and coalesce(b.lifted_at, 'infinity') > s.seated_at
            and coalesce(b.ends_at, 'infinity') > s.seated_at
    """
    for sitting, ban in rows(query):
        yield f"sitting {sitting} began under ban {ban}"


@register("I-15", "Every seat and player has an audit event")
def unaudited() -> Iterator[str]:
    subjects = (
        ("players_sitting", "sitting", "not is_import"),
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
        left join lateral (
            select c->>'time_zone' as zone, (c->>'start')::time as start from jsonb_array_elements(r.earlier_clocks) c
            where t.at < (c->>'until')::timestamptz order by (c->>'until')::timestamptz limit 1
        ) earlier on true
        where t.gaming_day <> (
            (t.at at time zone coalesce(earlier.zone, r.time_zone)) - coalesce(earlier.start, r.gaming_day_start)
        )::date
    """
    for transfer, day, at in rows(query):
        yield f"transfer {transfer} of {at:%Y-%m-%d %H:%M:%S} UTC lies on {day}"


@register("I-3", "Nobody was paid out of what is owed to a hand: what comes in goes on at once")
def wrong_debts_of_hands() -> Iterator[str]:
    """Every corrected hand whose receivable holds, or lacks, chips."""
    query = "select hand_id, balance from players_account where kind = 'receivable' and hand_id > 0 and balance <> 0"
    for hand, balance in rows(query):
        yield f"hand {hand} is owed {-balance} by its account: nobody is paid before it comes in"


@register("I-21", "Money that moved after the fact was moved by an act that says who, and who confirmed it")
def unapproved_money() -> Iterator[str]:
    """Every group of transfers of a ruling, a correction, a debt, the vault or a void at the window without its act;
    what a case holds is no act, and is a ruling's kind of transfer alone."""
    query = """
        select t.request_key, sum(t.amount) from (
            select regexp_replace(request_key, ':(back|debt:[0-9]+)$', '') as request_key, amount
            from players_transfer
            where (kind = any(%s) or (reverses_id is not null and kind in ('chip_sale', 'chip_redemption')))
                and not (kind = 'ruling' and request_key like 'dispute:%%:hold')
        ) t left join players_moneyact a on a.request_key = t.request_key where a.id is null group by 1
    """
    for key, amount in rows(query, list(AFTER_THE_FACT)):
        yield f"request {key} moved {amount} after the fact; no act says who answers for it"


@register("I-21", "Stacks that were counted off the books were counted by an act that says who, and who confirmed it")
def unapproved_counts() -> Iterator[str]:
    """Every count that no tick explains without its act, or with an act of less than what was counted."""
    query = """
        select request_key, moved, approved from (
            select t.request_key, max(a.amount) as approved, greatest(
                coalesce(sum(t.amount) filter (where s.kind = 'felt'), 0),
                coalesce(sum(t.amount) filter (where s.kind <> 'felt'), 0)) as moved
            from players_transfer t join players_account s on s.id = t.source_id
            left join players_moneyact a on a.request_key = t.request_key || ':count'
            where t.kind = 'count' and t.reason not like %s group by 1
        ) counts where coalesce(approved, -1) < moved
    """
    for key, moved, approved in rows(query, f"{CountReason.TICKS.label}%"):
        answers = "no act says who answers for it" if approved is None else f"its act answers for {approved}"
        yield f"request {key} counted {moved} off the books; {answers}"


@register("I-21", "Ticks explain no more in a count than they dropped, and never a chip above the books")
def counts_beyond_ticks() -> Iterator[str]:
    """Every count of ticks that found chips above the books, or missed more than was dropped and not counted yet."""
    query = """
        select request_key, session_id, found, dropped from (
            select *, coalesce(sum(found) over (
                partition by session_id order by last rows between unbounded preceding and 1 preceding), 0) as dropped
            from (
                select t.request_key, f.session_id, max(t.id) as last, bool_or(t.reason like %s) as by_ticks,
                    sum(case when t.source_id = f.id then t.amount else -t.amount end) as found
                from players_transfer t join players_account f on f.kind = 'felt' and f.id in (t.source_id, t.target_id)
                where t.kind in ('hand', 'correction') or (t.kind = 'count' and (t.reason like %s or t.reason like %s))
                group by 1, 2
            ) felt
        ) counts where by_ticks and found not between -greatest(dropped, 0) and 0
    """
    ticks, played = f"{CountReason.TICKS.label}%", f"{CountReason.PLAYED.label}%"
    for key, session, found, dropped in rows(query, ticks, ticks, played):
        yield f"request {key} counted {found} by ticks, which dropped {max(dropped, 0)} at session {session} until then"


@register("I-10", "The house covered no more at a table than it lacked then")
def covered_beyond_lack() -> Iterator[str]:
    """Every cover from the vault after which the felt held more than nothing."""
    query = """
        select t.id, f.session_id, t.amount, (
            select sum(case when l.target_id = f.id then l.amount else -l.amount end) from players_transfer l
            where f.id in (l.source_id, l.target_id) and l.id <= t.id)
        from players_transfer t join players_account f on f.id = t.target_id where t.kind = 'shortfall'
    """
    for transfer, session, amount, held in rows(query):
        if held > 0:
            yield f"transfer {transfer} covered {amount} at session {session}: {held} more than it lacked"


@register("I-21", "Nobody moved more after the fact alone, in a gaming day, than one person may")
def unconfirmed_money() -> Iterator[str]:
    """Every person whose acts without a second one sum to more than the limit of the last, and every act that is its
    own confirmation."""
    query = """
        select id, act, amount, alone, "limit" from (
            select *, sum(amount) over (
                partition by room_id, by_id, gaming_day, case when act = any(%s) then act end order by id) as alone
            from players_moneyact where second_id is null
        ) acts where amount > 0 and alone > "limit"
    """
    for act, what, amount, alone, limit in rows(query, list(OF_THEIR_OWN)):
        yield f"act {act} ({what} of {amount}) brings what one person moved alone that day to {alone}, not {limit}"
    query = """
        select id from players_moneyact where second_id = by_id or (why_second <> '' and second_id is null)
            or (act = any(%s) and second_id is null)
    """
    for (act,) in rows(query, [act.code for act in ACTS.values() if act.always]):
        yield f"act {act} was not confirmed by somebody else"


@register("I-3", "Every step of a debt is what its transfers say, and no debt is settled beyond what it was")
def wrong_debt_entries() -> Iterator[str]:
    """Check that what came in went on to whoever waits for it, to the unit, and came back from there where it was taken
    back."""
    query = """
        select e.request_key, e.amount, coalesce(t.amount, 0) from (
            select e.request_key, d.goes_to_id,
                sum(case when e.how in ('refunded', 'restored', 'voided') then -e.amount else e.amount end) as amount
            from players_debtentry e join players_debt d on d.id = e.debt_id
            where e.how not in ('taken_back', 'set_off') group by 1, 2
        ) e left join (
            select t.request_key, d.goes_to_id,
                sum(case when g.id = d.goes_to_id then t.amount when s.id = d.goes_to_id then -t.amount else 0 end)
                    as amount,
                sum(case when g.kind = 'receivable' then t.amount else -t.amount end) as kept
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            join (
                select distinct e.request_key, d.goes_to_id from players_debtentry e
                join players_debt d on d.id = e.debt_id
            ) d on d.request_key = t.request_key
            where t.kind = 'debt' and 'receivable' in (s.kind, g.kind) group by 1, 2
        ) t on t.request_key = e.request_key
        where e.amount <> coalesce(t.amount, 0) or coalesce(t.kept, 0) <> 0
    """
    for key, stated, moved in rows(query):
        yield f"request {key}: {stated} of a debt is settled, {moved} was moved"
    query = """
        select id, amount, settled from (
            select d.id, d.amount,
                sum(case when e.how in ('refunded', 'restored', 'voided') then -e.amount else e.amount end) as settled
            from players_debt d join players_debtentry e on e.debt_id = d.id group by d.id, d.amount
        ) debts where settled not between 0 and amount
    """
    for debt, amount, settled in rows(query):
        yield f"debt {debt} of {amount} is settled by {settled}"
