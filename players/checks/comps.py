"""Questions of the audit of the books about accounts of points."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register(
    "I-25", "The balance of an account of points is the sum of its entries, numbered without a gap, never below nothing"
)
def wrong_points() -> Iterator[str]:
    """Every entry whose number or balance doesn't follow from those before it."""
    query = """
        select id, player_id, number, place, balance, sum from (
            select e.id, e.player_id, e.number, e.balance,
                row_number() over account as place, sum(e.points) over account as sum
            from players_compentry e window account as (partition by room_id, player_id order by number)
        ) told where number <> place or balance <> sum or balance < 0
    """
    for entry, player, number, place, balance, sum_ in rows(query):
        yield f"comp entry {entry} of player {player}: number {number} for {place}, balance {balance} for {sum_}"


@register("I-25", "Points were redeemed within what a person, and one of the staff, may redeem on a gaming day")
def points_beyond_limits() -> Iterator[str]:
    """Every gaming day of a person or of one of the staff with more points redeemed than the rules of then allow, and
    every one on which somebody redeemed more alone. Records that were linked later were two people's then."""
    query = """
        select 'player', case when e.at >= p.linked_at then p.same_as_id else p.id end, e.gaming_day, -sum(e.points),
            max(r.player_day_points)
        from players_compentry e join players_comprules r on r.id = e.rules_id
        join players_player p on p.id = e.player_id
        where e.kind = 'redeemed' and not exists (select 1 from players_compentry b where b.reverses_id = e.id)
        group by e.room_id, 2, 3 having -sum(e.points) > max(r.player_day_points)
        union all
        select 'person', e.by_id, e.gaming_day, -sum(e.points), max(r.cashier_day_points)
        from players_compentry e join players_comprules r on r.id = e.rules_id
        where e.kind = 'redeemed' group by e.room_id, e.by_id, 3 having -sum(e.points) > max(r.cashier_day_points)
        union all
        select 'alone, person', e.by_id, e.gaming_day, -sum(e.points), max(r.alone_points)
        from players_compentry e join players_comprules r on r.id = e.rules_id
        where e.kind = 'redeemed' and e.second_id is null
        group by e.room_id, e.by_id, 3 having -sum(e.points) > max(r.alone_points)
    """
    for what, who, day, points, most in rows(query):
        yield f"{what} {who} redeemed {points} points on {day}, where {most} were allowed"
