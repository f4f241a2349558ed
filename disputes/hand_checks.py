"""Checks of `audit_books` on hands and the rulings on them together: one pot is paid once."""

from collections.abc import Iterator

from django.db import connection

from config.audit.checks import register


@register("I-3", "What a hand moved by all its versions and the rulings that they count is what the newest says")
def transfers_agree() -> Iterator[str]:
    """Every player and every box that has something else by a hand than its newest version says.

    Corrections, what they made owed, and rulings whose chips a version counts are part of it: one pot is paid once.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DISAGREEING)
        for session, number, place, player, moved, said in cursor:
            where = f"player {player}" if player else f"the {place}"
            yield f"Session {session}, hand {number}, {where}: {moved} was moved, the hand says {said}."


@register("I-3", "What rulings moved of a hand, besides what its newest version counts, is no more than it paid out")
def rulings_within_hands() -> Iterator[str]:
    """Every player of a full hand, and every box, from whom rulings took more than the hand has given them.

    Where a case was reported while the hand was played, and is about a wager, up to what lay before them at the deal.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BEYOND)
        for session, number, place, player, taken, had in cursor:
            where = f"player {player}" if player else f"the {place}"
            yield f"Session {session}, hand {number}, {where}: rulings took {taken}, the hand had given {had}."


_DISAGREEING = """
with legs as (
    select hand_id, target_id as account_id, amount from players_transfer where kind in ('hand', 'correction')
    union all
    select hand_id, source_id, -amount from players_transfer where kind in ('hand', 'correction')
), parts as (
    select hand.session_id, hand.number, case when account.kind = 'rack' then 'seat' else account.kind end as kind,
        coalesce(sitting.player_id, account.player_id, 0) as player_id, legs.amount
    from legs join games_hand hand on hand.id = legs.hand_id
    join players_account account on account.id = legs.account_id
    left join players_sitting sitting on sitting.id = account.sitting_id
    where account.kind in ('seat', 'rack', 'rake_box', 'promo_box')
    union all
    select hand.session_id, hand.number, 'seat', debt.player_id, -debt.amount
    from players_debt debt join games_hand hand on hand.id = debt.hand_id
    union all
    select hand.session_id, hand.number, case when waits.kind = 'rack' then 'seat' else waits.kind end,
        coalesce(waits.player_id, 0), debt.amount
    from players_debt debt join games_hand hand on hand.id = debt.hand_id
    join players_account waits on waits.id = debt.goes_to_id
    union all
    select coalesce(hand.session_id, dispute.session_id), coalesce(hand.number, dispute.hand_number),
        case when side.kind = 'rack' then 'seat' else side.kind end, coalesce(side.player_id, 0), side.amount
    from players_debtentry entry join players_debt debt on debt.id = entry.debt_id
    left join games_hand hand on hand.id = debt.hand_id left join disputes_dispute dispute on dispute.id = debt.case_id
    join players_account waits on waits.id = debt.goes_to_id
    cross join lateral (values ('seat', debt.player_id, entry.amount), (waits.kind, waits.player_id, -entry.amount)
    ) side (kind, player_id, amount)
    where entry.how = 'set_off'
    union all
    select hand.session_id, hand.number, side.kind, coalesce(sitting.player_id, 0), side.amount
    from disputes_rulingnetted netted join games_hand hand on hand.id = netted.hand_id
    join disputes_remedy remedy on remedy.ruling_id = netted.ruling_id
    cross join lateral (values
        (remedy.source, remedy.source_sitting_id, -remedy.amount),
        (remedy.target, remedy.target_sitting_id, remedy.amount)
    ) side (kind, sitting_id, amount)
    left join players_sitting sitting on sitting.id = side.sitting_id
    where hand.tier = 'full' or side.kind <> 'seat'
), moved as (
    select session_id, number, kind, player_id, sum(amount) as amount from parts group by 1, 2, 3, 4
), counting as (
    select hand.* from games_hand hand
    where not exists (select 1 from games_hand later where later.supersedes_id = hand.id)
), stated as (
    select hand.session_id, hand.number, 'seat' as kind, seat.player_id, seat.took_out - seat.put_in as amount
    from games_handseat seat join counting hand on hand.id = seat.hand_id
    union all select session_id, number, 'rake_box', 0, rake_taken from counting
    union all select session_id, number, 'promo_box', 0, promo_taken from counting
)
select coalesce(moved.session_id, stated.session_id), coalesce(moved.number, stated.number),
    coalesce(moved.kind, stated.kind), nullif(coalesce(moved.player_id, stated.player_id), 0),
    coalesce(moved.amount, 0), coalesce(stated.amount, 0)
from moved full join stated using (session_id, number, kind, player_id)
where coalesce(moved.amount, 0) <> coalesce(stated.amount, 0)
order by 1, 2, 3
"""
_BEYOND = """
with counting as (
    select hand.* from games_hand hand
    where not exists (select 1 from games_hand later where later.supersedes_id = hand.id)
), sides as (
    select hand.id as hand_id, side.kind, coalesce(sitting.player_id, 0) as player_id, -side.amount as taken
    from disputes_remedy remedy join disputes_ruling ruling on ruling.id = remedy.ruling_id
    join disputes_dispute dispute on dispute.id = ruling.dispute_id
    join counting hand on hand.session_id = dispute.session_id and hand.number = dispute.hand_number
        and hand.started_at = dispute.hand_started_at
    cross join lateral (values
        (remedy.source, remedy.source_sitting_id, -remedy.amount),
        (remedy.target, remedy.target_sitting_id, remedy.amount)
    ) side (kind, sitting_id, amount)
    left join players_sitting sitting on sitting.id = side.sitting_id
    where not exists (
            select 1 from disputes_ruling later
            where later.dispute_id = ruling.dispute_id and later.takes_back_id is not null and later.id > ruling.id)
        and not exists (select 1 from disputes_rulingnetted netted where netted.ruling_id = ruling.id)
), taken as (
    select hand_id, kind, player_id, sum(taken) as amount from sides group by 1, 2, 3 having sum(taken) > 0
), given as (
    select seat.hand_id, 'seat' as kind, seat.player_id, greatest(
        seat.took_out, case when exists (
            select 1 from disputes_dispute dispute where dispute.session_id = hand.session_id
                and dispute.hand_number = hand.number and dispute.hand_id is null
        ) then coalesce(seat.starting_stack, 0) - seat.put_in + seat.took_out else 0 end) as amount
    from games_handseat seat join counting hand on hand.id = seat.hand_id
    union all select id, 'rake_box', 0, rake_taken from counting
    union all select id, 'promo_box', 0, promo_taken from counting
)
select hand.session_id, hand.number, taken.kind, nullif(taken.player_id, 0), taken.amount, coalesce(given.amount, 0)
from taken join games_hand hand on hand.id = taken.hand_id
left join given using (hand_id, kind, player_id)
where taken.amount > coalesce(given.amount, 0) and (hand.tier = 'full' or taken.kind <> 'seat')
order by 1, 2, 3
"""
