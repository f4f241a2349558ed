"""Questions of the audit of the books about comps that the window paid in cash."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-25", "Every comp in cash was paid for points, and points became cash by such a slip alone")
def comps_without_points() -> Iterator[str]:
    """Every comp that was paid in cash while comps were on without its points, or for others than its amount; and
    points that became cash without a slip, or whose slip was voided and which are not back."""
    query = """
        select 'slip', s.id, s.amount, coalesce(-e.value, 0) from cage_cashslip s
        left join players_compentry e on e.request_key = s.request_key || ':points' and e.is_cash
        cross join lateral (
            select r.is_on from players_comprules r where r.room_id = s.room_id and r.from_day <= s.gaming_day
            order by r.from_day desc, r.number desc limit 1
        ) rules
        where s.kind = 'comp_paid' and rules.is_on
            and (e.id is null or (s.amount, s.player_id) is distinct from (-e.value, e.player_id))
        union all
        select 'entry', e.id, -e.value, coalesce(s.amount, 0) from players_compentry e
        left join cage_cashslip s on e.request_key = s.request_key || ':points' and s.kind = 'comp_paid'
        where e.kind = 'redeemed' and e.is_cash and (s.id is null
            or exists (select 1 from cage_slipvoid v where v.cash_slip_id = s.id)
                <> exists (select 1 from players_compentry b where b.reverses_id = e.id))
    """
    for what, pk, amount, other in rows(query):
        yield f"{what} {pk} of a comp in cash: {amount}, and {other} on the other side"
