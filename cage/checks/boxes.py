"""Questions of the audit of the books about drop boxes and promotional pools."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-13", "What lies in the custody of a pulled box is what was pulled, and nothing once it is counted")
def custody_of_pulls() -> Iterator[str]:
    query = """
        with held as (select pull_id, balance from players_account where kind = 'custody')
        select coalesce(p.id, h.pull_id), p.state, coalesce(h.balance, 0), p.expected
        from cage_boxpull p full join held h on h.pull_id = p.id
        where p.id is null or coalesce(h.balance, 0) <> case when p.state <> 'counted' then p.expected
            else 0 end
        order by 1
    """
    for pull, state, held, expected in rows(query):
        yield f"pull {pull} of a box ({state}) took {expected}, and its custody holds {held}"


@register("I-13", "Every pulled box took what the books have between the pull before and it")
def pulled_otherwise() -> Iterator[str]:
    query = """
        with legs as (
            select ts.table_id, case a.kind when 'tokes' then 'tokes' else replace(a.kind, '_box', '') end as holds,
                t.chain_number, case when a.id = t.target_id then t.amount else -t.amount end as amount
            from players_account a join tables_tablesession ts on ts.id = a.session_id
            join players_transfer t on a.id in (t.source_id, t.target_id)
            where a.kind in ('rake_box', 'promo_box', 'time_box', 'tokes') and not a.is_import and t.kind <> 'drop'
        )
        select p.id, p.expected, coalesce(sum(l.amount), 0) from cage_boxpull p
        left join legs l on l.table_id = p.table_id and l.holds = p.holds and l.chain_number > p.after_number
            and l.chain_number <= p.last_number
        group by p.id, p.expected having p.expected <> coalesce(sum(l.amount), 0) order by 1
    """
    for pull, expected, lay in rows(query):
        yield f"pull {pull} of a box took {expected}, and {lay} lay there"


@register("I-13", "Every counted box is what its transfers say, and was counted by two who agree or by three")
def counted_otherwise() -> Iterator[str]:
    query = """
        with moved as (
            select a.pull_id, coalesce(sum(t.amount) filter (where t.kind = 'box_count'), 0) as counted,
                coalesce(sum(case when a.id = t.target_id then t.amount else -t.amount end)
                    filter (where t.kind = 'variance'), 0) as found
            from players_account a join players_transfer t on a.id in (t.source_id, t.target_id)
            where a.kind = 'custody' group by 1
        )
        select p.id, p.counted, coalesce(m.counted, 0), coalesce(m.found, 0), coalesce(v.chips, 0)
        from cage_boxpull p left join moved m on m.pull_id = p.id left join cage_boxvariance v on v.pull_id = p.id
        left join cage_boxcount a on a.pull_id = p.id and a.part = 'first' and a.round = p.round
        left join cage_boxcount b on b.pull_id = p.id and b.part = 'second' and b.round = p.round
        left join cage_boxcount t on t.pull_id = p.id and t.part = 'together' and t.round = p.round
        where p.state = 'counted' and (
            coalesce(m.counted, 0) <> p.counted or coalesce(m.found, 0) <> p.counted - p.expected
            or coalesce(v.chips, 0) <> p.counted - p.expected
            or a.id is null or b.id is null or a.counted_by_id = b.counted_by_id
            or (t.id is null and a.chips <> b.chips) or p.counted <> coalesce(t.amount, b.amount))
        order by 1
    """
    for pull, counted, moved, found, stated in rows(query):
        said = f"{moved} of it moved on, {found} over by the books, {stated} on record"
        yield f"pull {pull} was counted {counted}, {said}"
