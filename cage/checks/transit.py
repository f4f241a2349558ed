"""Questions of the audit of the books about slips on their way, trays, and the felts of closed tables."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-13", "Nothing is left on the way of a slip that has ended, and what is sent is there")
def left_on_the_way() -> Iterator[str]:
    query = """
        select a.slip_id, a.kind, a.balance, s.state,
            case when s.state <> 'sent' then 0 when a.holds_cash then s.cash_amount else s.chips_amount end
        from players_account a left join cage_transitslip s on s.id = a.slip_id and s.room_id = a.room_id
        where a.slip_id is not null and a.balance is distinct from
            case when s.id is null then null when s.state <> 'sent' then 0
                when a.holds_cash then s.cash_amount else s.chips_amount end
        order by 1, 2
    """
    for slip, kind, balance, state, due in rows(query):
        yield f"slip {slip} ({state}): {kind} holds {balance}, not {due}"


@register("I-5", "The fills of a room and a year, and its credits, are numbered one by one, without a gap")
def numbers_missing() -> Iterator[str]:
    query = """
        select room_id, year, kind, count(*), max(number) from cage_transitslip
        group by 1, 2, 3 having count(*) <> max(number) order by 1, 2, 3
    """
    for room, year, kind, kept, last in rows(query):
        yield f"room {room}: {kept} {kind}s of {year} are kept, the last is number {last}"


@register("I-15", "Every slip that arrived went through three people's hands, none of them twice where two must sign")
def too_few_people() -> Iterator[str]:
    query = """
        select s.id from cage_transitslip s
        join cage_transitact asked on asked.slip_id = s.id and asked.step = 'requested'
        left join cage_transitact allowed on allowed.slip_id = s.id and allowed.step = 'authorised'
        left join cage_transitact sent on sent.slip_id = s.id and sent.step = 'sent'
        left join cage_transitact came on came.slip_id = s.id and came.step = 'received'
        where asked.person_id = allowed.person_id or sent.person_id = came.person_id
            or sent.runner_id in (sent.person_id, came.person_id)
            or came.id is not null and (
                select count(distinct p) from unnest(
                    array[asked.person_id, allowed.person_id, sent.person_id, came.person_id]) p) < 3
        order by 1
    """
    for (slip,) in rows(query):
        yield f"slip {slip} was signed by too few people"


@register("I-13", "Every tray holds what it was last counted, and what slips brought or took since")
def trays_off() -> Iterator[str]:
    query = """
        with last as (
            select distinct on (table_id) table_id, chips_amount, last_number from cage_traycount where not is_first
            order by table_id, id desc
        ), moved as (
            select a.id, a.table_id, a.balance, coalesce(last.chips_amount, 0) as counted,
                coalesce(sum(case when t.target_id = a.id then t.amount else -t.amount end), 0) as since
            from players_account a left join last on last.table_id = a.table_id
            left join players_transfer t on a.id in (t.source_id, t.target_id)
                and t.chain_number > coalesce(last.last_number, 0)
            where a.kind = 'tray' group by 1, 2, 3, 4
        )
        select table_id, balance, counted, since from moved where balance <> counted + since order by 1
    """
    for table, balance, counted, since in rows(query):
        yield f"the tray of table {table} holds {balance}: {counted} were counted, {since} came since"


@register("I-13", "No felt of a closed table holds or lacks anything")
def felts_left() -> Iterator[str]:
    query = """
        select s.id, f.balance from tables_tablesession s
        join players_account f on f.session_id = s.id and f.kind = 'felt'
        where s.closed_at is not null and s.source = 'floor' and f.balance <> 0
        order by 1
    """
    for session, balance in rows(query):
        yield f"session {session} was closed with {balance} on its felt"
