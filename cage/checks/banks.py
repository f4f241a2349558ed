"""Questions of the audit of the books about players' banks and tokes."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-23", "Every player's bank holds what its slips say")
def wrong_banks() -> Iterator[str]:
    """Banks whose deposits less withdrawals, and what chips they bought and redeemed, are not what the ledger keeps."""
    query = """
        with slips as (
            select room_id, player_id, case when (kind = 'deposit') = (voids_id is null) then amount else -amount end
                as amount from cage_bankslip
            union all select room_id, player_id, -amount from cage_buyin where from_bank_id is not null
            union all select room_id, player_id, amount from cage_cashout where into_bank_id is not null
            union all select s.room_id, s.player_id, s.amount
                from cage_slipvoid v join cage_buyin s on s.id = v.buy_in_id where s.from_bank_id is not null
            union all select s.room_id, s.player_id, -s.amount
                from cage_slipvoid v join cage_cashout s on s.id = v.cash_out_id where s.into_bank_id is not null
        ), stated as (select room_id, player_id, sum(amount) as amount from slips group by 1, 2),
        kept as (select room_id, player_id, -balance as amount from players_account where kind = 'player_bank')
        select coalesce(s.room_id, k.room_id), coalesce(s.player_id, k.player_id), coalesce(s.amount, 0),
            coalesce(k.amount, 0)
        from stated s full join kept k on k.room_id = s.room_id and k.player_id = s.player_id
        where coalesce(s.amount, 0) <> coalesce(k.amount, 0)
    """
    for room, player, stated, kept in rows(query):
        yield f"room {room}, player {player}: the slips of their bank come to {stated}, the ledger keeps {kept}"


@register("I-23", "The shares of tokes come to what was counted")
def wrong_shares() -> Iterator[str]:
    query = """
        select s.id, s.gaming_day, s.amount, coalesce(sum(h.amount), 0)
        from cage_tokesplit s left join cage_tokeshare h on h.split_id = s.id
        group by s.id having coalesce(sum(h.amount), 0) <> case when s.is_carried then 0 else s.amount end
    """
    for split, day, amount, shared in rows(query):
        yield f"tokes {split} of {day}: {amount} was counted, {shared} is shared"
    query = """
        select p.share_id, count(*) from cage_tokeslip p
        where p.share_id is not null and p.voids_id is null
            and not exists (select 1 from cage_tokeslip v where v.voids_id = p.id)
        group by 1 having count(*) > 1
    """
    for share, times in rows(query):
        yield f"share {share} of tokes is paid {times} times"
    query = """
        select s.id, s.gaming_day, s.amount, coalesce(sum(c.amount), 0) + coalesce(max(b.amount), 0)
        from cage_tokesplit s
        left join cage_tokeslip c on c.room_id = s.room_id and c.of_day = s.gaming_day and c.kind = 'counted'
            and c.voids_id is null and not exists (select 1 from cage_tokeslip v where v.voids_id = c.id)
        left join cage_tokesplit b on b.room_id = s.room_id and b.gaming_day = s.gaming_day - 1 and b.is_carried
        group by s.id having s.amount < coalesce(sum(c.amount), 0) + coalesce(max(b.amount), 0)
    """
    for split, day, amount, counted in rows(query):
        yield f"tokes {split} of {day}: {counted} was counted at windows or carried on, {amount} is shared"


@register("I-23", "Tokes are exchanged and paid as their slips say")
def wrong_tokes() -> Iterator[str]:
    query = """
        with moved as (
            select t.request_key,
                coalesce(sum(t.amount) filter (
                    where case when t.reverses_id is null then g.kind else s.kind end = 'drawer_chips'), 0) as chips,
                coalesce(sum(t.amount) filter (
                    where case when t.reverses_id is null then s.kind else g.kind end = 'drawer_cash'), 0) as cash,
                min(taken.request_key) as taken_back
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            left join players_transfer taken on taken.id = t.reverses_id
            where t.kind = 'toke_exchange'
                and (s.kind in ('abroad', 'drawer_cash') or g.kind in ('abroad', 'drawer_cash')) group by 1
        )
        select coalesce(slip.request_key, m.request_key) from cage_tokeslip slip
        left join cage_tokeslip wrong on wrong.id = slip.voids_id
        full join moved m on m.request_key = slip.request_key
        where slip.id is null or m.request_key is null
            or m.chips <> case when slip.kind in ('own', 'counted') then slip.amount else 0 end
            or m.cash <> case when slip.kind in ('own', 'paid') then slip.amount else 0 end
            or wrong.request_key is distinct from m.taken_back
    """
    for (key,) in rows(query):
        yield f"tokes of request {key} are not what their slip says"


@register("I-13", "A chip runner sells to players in their seats, and moves no other money")
def runners_beyond() -> Iterator[str]:
    query = """
        select 'buy-in ' || b.id from cage_buyin b join cage_drawer d on d.id = b.drawer_id and d.kind = 'runner'
        where b.sitting_id is null or b.from_bank_id is not null
        union all
        select t.kind || ' ' || t.id from players_transfer t
        join players_account a on a.id in (t.source_id, t.target_id)
        join cage_drawer d on d.id = a.drawer_id and d.kind = 'runner'
        where t.kind not in (
            'chip_sale', 'chip_redemption', 'fill', 'credit', 'opening_variance', 'closing_variance')
    """
    for (what,) in rows(query):
        yield f"{what} is at a chip runner’s bank"
