"""Questions of the audit of the books about the drawers of the cage."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-13", "Every drawer sold and redeemed what its slips say, in cash and in chips")
def wrong_drawers() -> Iterator[str]:
    """Drawers whose buy-ins, cash-outs and voids are not what the ledger moved there; what a debt brought in has no
    slip, and where a player's bank pays or is paid the drawer's cash stays."""
    query = """
        with slips as (
            select drawer_id, amount, from_bank_id is null as of_cash from cage_buyin
            union all select drawer_id, -amount, into_bank_id is null from cage_cashout
            union all select s.drawer_id, -s.amount, s.from_bank_id is null
                from cage_slipvoid v join cage_buyin s on s.id = v.buy_in_id
            union all select s.drawer_id, s.amount, s.into_bank_id is null
                from cage_slipvoid v join cage_cashout s on s.id = v.cash_out_id
        ), stated as (
            select drawer_id, sum(amount) as chips, coalesce(sum(amount) filter (where of_cash), 0) as cash
            from slips group by 1
        ), legs as (
            select a.drawer_id, a.holds_cash, case when a.id = t.target_id then t.amount else -t.amount end as amount
            from players_transfer t join players_account a on a.id in (t.source_id, t.target_id)
            where a.drawer_id is not null and t.kind in ('chip_sale', 'chip_redemption') and not exists (
                select 1 from players_transfer d where d.request_key = t.request_key and d.kind = 'debt')
        ), moved as (
            select drawer_id, sum(amount) filter (where holds_cash) as cash,
                -sum(amount) filter (where not holds_cash) as chips
            from legs group by 1
        )
        select coalesce(s.drawer_id, m.drawer_id), coalesce(s.chips, 0), coalesce(m.cash, 0), coalesce(m.chips, 0)
        from stated s full join moved m on m.drawer_id = s.drawer_id
        where coalesce(s.cash, 0) <> coalesce(m.cash, 0) or coalesce(s.chips, 0) <> coalesce(m.chips, 0)
    """
    for drawer, stated, cash, chips in rows(query):
        yield f"drawer {drawer}: its slips come to {stated}, the ledger moved {cash} in cash and {chips} in chips"


@register("I-13", "Every drawer that the ledger and the debts name is one of their room")
def drawers_lost() -> Iterator[str]:
    """Places and payments whose drawer, which they name by its number alone, isn't there."""
    query = """
        with named as (
            select 'account' as what, id, drawer_id, room_id from players_account where drawer_id is not null
            union all select 'payment', e.id, e.drawer_id, d.room_id
                from players_debtentry e join players_debt d on d.id = e.debt_id where e.drawer_id is not null
        )
        select n.what, n.id, n.drawer_id, n.room_id from named n
        left join cage_drawer c on c.id = n.drawer_id and c.room_id = n.room_id where c.id is null order by 1, 2
    """
    for what, row, drawer, room in rows(query):
        yield f"{what} {row} is of drawer {drawer}, which room {room} has not"


@register("I-20", "All cash over the counter is somebody's: sums by person and gaming day are what the drawers moved")
def nobodys_cash() -> Iterator[str]:
    """Every move of patrons' cash that is not one buy-in, cash-out, void or payment on a debt of one person, on that
    day."""
    query = """
        with papers as (
            select request_key, room_id, player_id, amount, gaming_day, true as comes_in from cage_buyin
            union all select request_key, room_id, player_id, amount, gaming_day, false from cage_cashout
            union all select v.request_key, v.room_id, s.player_id, s.amount, v.gaming_day, false
                from cage_slipvoid v join cage_buyin s on s.id = v.buy_in_id
            union all select v.request_key, v.room_id, s.player_id, s.amount, v.gaming_day, true
                from cage_slipvoid v join cage_cashout s on s.id = v.cash_out_id
            union all select request_key, room_id, player_id, amount, gaming_day, false from cage_cashslip
                where kind = 'presented'
            union all select v.request_key, v.room_id, s.player_id, s.amount, v.gaming_day, true
                from cage_slipvoid v join cage_cashslip s on s.id = v.cash_slip_id where s.kind = 'presented'
            union all select e.request_key, p.room_id, d.player_id, e.amount, e.gaming_day, true
                from players_debtentry e join players_debt d on d.id = e.debt_id
                join cage_drawer p on p.id = e.drawer_id where e.how = 'cash'
            union all select e.request_key, p.room_id, d.player_id, e.amount, e.gaming_day, false
                from players_debtentry e join players_debt d on d.id = e.debt_id
                join cage_drawer p on p.id = e.drawer_id where e.how = 'voided'
        )
        select t.id, t.amount, t.gaming_day, count(papers.player_id)
        from players_transfer t join players_account a on a.id in (t.source_id, t.target_id) and a.kind = 'patrons'
        left join papers on papers.request_key = t.request_key and papers.room_id = t.room_id
            and papers.amount = t.amount and papers.gaming_day = t.gaming_day and papers.comes_in = (a.id = t.source_id)
        group by t.id, t.amount, t.gaming_day having count(papers.player_id) <> 1 order by t.id
    """
    for transfer, amount, day, found in rows(query):
        whose = "nobody's" if not found else f"of {found} papers"
        yield f"transfer {transfer}: {amount} of cash on {day} are {whose}"
