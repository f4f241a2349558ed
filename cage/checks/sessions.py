"""Questions of the audit of the books about the sessions of drawers: what moved in them, and what was counted."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows

_LEGS = """
    legs as (
        select a.drawer_id, a.holds_cash, t.id, t.chain_number, t.kind, t.by_id,
            case when a.id = t.target_id then t.amount else -t.amount end as amount
        from players_transfer t join players_account a on a.id in (t.source_id, t.target_id)
        where a.drawer_id is not null
    )
"""


@register("I-13", "Every move at a drawer lies in one session of it, and its cashier made it")
def moved_without_session() -> Iterator[str]:
    """Rows of the ledger since sessions are kept; fills and credits are the manager's, variances the count's."""
    query = f"""
        with {_LEGS}
        select l.id, l.drawer_id, count(s.id), min(s.cashier_id), min(l.by_id)
        from legs l join cage_drawer d on d.id = l.drawer_id and l.chain_number > d.sessions_from
        left join cage_drawersession s on s.drawer_id = l.drawer_id and l.chain_number > s.after_number
            and l.chain_number <= coalesce(s.last_number, l.chain_number)
        group by l.id, l.drawer_id, l.kind
        having count(s.id) <> 1
            or l.kind in (
                'chip_sale', 'chip_redemption', 'debt', 'presented', 'tournament_entry', 'tournament_paid',
                'promo_payout', 'comp_paid', 'paid_out', 'paid_in', 'deposit', 'withdrawal', 'toke_exchange',
                'award_paid'
            ) and min(s.cashier_id) is distinct from min(l.by_id)
        order by l.id
    """  # noqa: S608 - a constant of this file
    for transfer, drawer, sessions, cashier, by in rows(query):
        told = f"in {sessions} sessions" if sessions != 1 else f"by {by}, not by its cashier {cashier}"
        yield f"transfer {transfer} at drawer {drawer} was made {told}"


@register("I-13", "Every drawer was closed with what lay in it by the books, and what it was short or over")
def closed_otherwise() -> Iterator[str]:
    query = f"""
        with {_LEGS}, moved as (
            select s.id, s.drawer_id,
                coalesce(sum(l.amount) filter (where not l.holds_cash), 0) as chips,
                coalesce(sum(l.amount) filter (where l.holds_cash), 0) as cash
            from cage_drawersession s left join legs l on l.drawer_id = s.drawer_id
                and l.chain_number > s.after_number and l.chain_number <= coalesce(s.last_number, l.chain_number)
            group by s.id, s.drawer_id
        ), before as (
            select d.id, coalesce(sum(l.amount) filter (where not l.holds_cash), 0) as chips,
                coalesce(sum(l.amount) filter (where l.holds_cash), 0) as cash
            from cage_drawer d left join legs l on l.drawer_id = d.id and l.chain_number <= d.sessions_from
            group by d.id
        ), lay as (
            select m.id, b.chips + sum(m.chips) over later as chips, b.cash + sum(m.cash) over later as cash
            from moved m join before b on b.id = m.drawer_id
            window later as (partition by m.drawer_id order by m.id)
        )
        select s.id, l.chips, l.cash, c.chips_amount, c.cash_amount
        from cage_drawersession s join lay l on l.id = s.id
        left join cage_drawervariance v on v.session_id = s.id and v.part = 'closing'
        left join lateral (
            select chips_amount, cash_amount from cage_drawercount
            where session_id = s.id and part <> 'opening' and round = s.round order by id desc limit 1
        ) c on true
        where s.state = 'closed' and s.opened_at is not null and (
            (l.chips, l.cash) is distinct from (c.chips_amount::numeric, c.cash_amount::numeric)
            or (s.expected_chips + coalesce(v.chips, 0), s.expected_cash + coalesce(v.cash, 0))
                is distinct from (c.chips_amount, c.cash_amount))
        order by s.id
    """  # noqa: S608 - a constant of this file
    for session, chips, cash, counted_chips, counted_cash in rows(query):
        lay = f"{chips} in chips and {cash} in cash lay there"
        yield f"session {session} of a drawer was closed with {counted_chips} and {counted_cash} counted, and {lay}"


@register("I-13", "Every drawer was closed by two who counted the same, or by three together")
def closed_uncounted() -> Iterator[str]:
    query = """
        select s.id from cage_drawersession s
        left join cage_drawercount a on a.session_id = s.id and a.round = s.round and a.part = 'first'
        left join cage_drawercount b on b.session_id = s.id and b.round = s.round and b.part = 'second'
        left join cage_drawercount t on t.session_id = s.id and t.round = s.round and t.part = 'together'
        left join cage_expectedlook e on e.session_id = s.id and e.by_id = b.counted_by_id and e.at < b.at
        where s.state = 'closed' and s.opened_at is not null and (
            a.id is null or b.id is null or a.counted_by_id = b.counted_by_id or e.id is not null
            or (t.id is null and (a.chips, a.cash) is distinct from (b.chips, b.cash)))
        order by 1
    """
    for (session,) in rows(query):
        yield f"session {session} of a drawer was not closed by two equal counts, nor by three people"
