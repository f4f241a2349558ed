"""Questions of the audit of the books about the vault: who counted it, and what lies there by its last count."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-13", "The vault was counted by two who counted the same, one of them blind, or by three together")
def vault_counted_otherwise() -> Iterator[str]:
    query = """
        select c.id from cage_vaultcount c
        left join cage_vaultsheet a on a.count_id = c.id and a.part = 'first'
        left join cage_vaultsheet b on b.count_id = c.id and b.part = 'second'
        left join cage_vaultsheet t on t.count_id = c.id and t.part = 'together'
        left join cage_vaultvariance v on v.count_id = c.id
        left join lateral (
            select max(ended_at) as at from cage_vaultcount
            where room_id = c.room_id and state = 'counted' and id < c.id
        ) earlier on true
        where c.state = 'counted' and (
            a.id is null or b.id is null or a.counted_by_id = b.counted_by_id
            or t.id is null and (a.chips, a.cash) is distinct from (b.chips, b.cash)
            or (c.expected_chips + coalesce(v.chips, 0), c.expected_cash + coalesce(v.cash, 0)) is distinct from (
                coalesce(t.chips_amount, b.chips_amount), coalesce(t.cash_amount, b.cash_amount))
            or exists (
                select 1 from cage_vaultlook k where k.room_id = c.room_id and k.by_id = b.counted_by_id
                    and k.at > coalesce(earlier.at, '-infinity') and k.at < b.at))
        order by 1
    """
    for (count,) in rows(query):
        yield f"count {count} of the vault was not made by two who agree, nor by three people"


@register("I-13", "The vault holds what it was last counted, and what came or went since")
def vault_off() -> Iterator[str]:
    query = """
        with last as (
            select distinct on (room_id) room_id, last_number, s.chips_amount, s.cash_amount
            from cage_vaultcount c join cage_vaultsheet s on s.count_id = c.id
            where c.state = 'counted' order by room_id, c.id desc, s.id desc
        ), place as (
            select a.id, a.room_id, a.kind, a.balance, last.last_number,
                case when a.holds_cash then last.cash_amount else last.chips_amount end as counted
            from players_account a join last using (room_id)
            where a.kind in ('vault_chips', 'vault_cash') and not a.is_import
        )
        select p.room_id, p.kind, p.balance, p.counted + coalesce(sum(
            case when t.target_id = p.id then t.amount else -t.amount end), 0)
        from place p left join players_transfer t
            on p.id in (t.source_id, t.target_id) and t.chain_number > p.last_number
        group by p.id, p.room_id, p.kind, p.balance, p.counted
        having p.balance <> p.counted + coalesce(sum(
            case when t.target_id = p.id then t.amount else -t.amount end), 0)
        order by 1, 2
    """
    for room, kind, held, due in rows(query):
        yield f"room {room}: {kind} holds {held}, not {due}"
