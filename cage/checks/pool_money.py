"""Questions of the audit of the books about the house's seed in pools, and the deposits of the pools' money."""

from collections.abc import Iterator

from config.audit.checks import register
from players.checks.books import rows


@register("I-13", "Every seed of a pool moved as its row says, by two people, and no more came back than went in")
def seeds_otherwise() -> Iterator[str]:
    query = """
        with moved as (
            select t.request_key, t.kind, t.room_id, coalesce(s.pool_id, g.pool_id) as pool_id, sum(t.amount) as amount
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.kind in ('seed', 'seed_back') group by 1, 2, 3, 4
        ), stated as (
            select id, request_key, case kind when 'put_in' then 'seed' else 'seed_back' end as kind, room_id, pool_id,
                amount
            from cage_poolseed
        )
        select coalesce(stated.pool_id, moved.pool_id), coalesce('seed ' || stated.id || ' says ' || stated.amount,
            'no seed says anything') || ', and ' || coalesce(moved.amount, 0) || ' moved'
        from stated full join moved using (request_key, kind, room_id, pool_id)
        where moved.amount is distinct from stated.amount
        union all
        select pool_id, 'of ' || sum(amount) filter (where kind = 'put_in') || ' seed ' ||
            sum(amount) filter (where kind = 'recovered') || ' came back'
        from cage_poolseed group by pool_id
        having coalesce(sum(amount) filter (where kind = 'recovered'), 0)
            > coalesce(sum(amount) filter (where kind = 'put_in'), 0)
        order by 1, 2
    """
    for pool, said in rows(query):
        yield f"pool {pool}: {said}"


@register("I-13", "The cash of every deposit of a pool went to the bank, and came back where it was taken back")
def deposits_otherwise() -> Iterator[str]:
    query = """
        select d.id, d.amount, count(t.id), bool_or(v.id is not null), count(back.id)
        from cage_pooldeposit d
        left join players_transfer t on t.request_key = d.request_key and t.kind = 'funding' and t.amount = d.amount
            and t.room_id = d.room_id and t.reverses_id is null
        left join cage_pooldepositvoid v on v.deposit_id = d.id
        left join players_transfer back on back.reverses_id = t.id
        group by d.id, d.amount
        having count(t.id) <> 1 or count(back.id) <> (case when bool_or(v.id is not null) then 1 else 0 end)
        order by 1
    """
    for deposit, amount, went, is_void, back in rows(query):
        ended = "was taken back" if is_void else "stands"
        yield f"deposit {deposit} of {amount} {ended}: its cash went {went} times to the bank, and {back} times back"
