"""What the audit of the books asks of the drawers of the cage."""

from collections.abc import Iterator

from config.audit.checks import register
from players.audit_checks import rows


@register("I-13", "Every drawer sold and redeemed what its slips say, in cash and in chips")
def wrong_drawers() -> Iterator[str]:
    """Drawers whose buy-ins and cash-outs are not what the ledger moved there; what a debt brought in has no slip."""
    query = """
        with slips as (
            select drawer_id, amount from players_buyin union all select drawer_id, -amount from players_cashout
        ), stated as (
            select drawer_id, sum(amount) as amount from slips group by 1
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
        select coalesce(s.drawer_id, m.drawer_id), coalesce(s.amount, 0), coalesce(m.cash, 0), coalesce(m.chips, 0)
        from stated s full join moved m on m.drawer_id = s.drawer_id
        where coalesce(s.amount, 0) <> coalesce(m.cash, 0) or coalesce(s.amount, 0) <> coalesce(m.chips, 0)
    """
    for drawer, stated, cash, chips in rows(query):
        yield f"drawer {drawer}: its slips come to {stated}, the ledger moved {cash} in cash and {chips} in chips"
