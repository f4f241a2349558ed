-- The seed of the house that lies in a pool still: put in, less what was taken back, and less what awards took of it.
-- In the pool nobody tells a chip of the house from one of the players, so an award takes what the players gave first:
-- it takes seed as far as all that was awarded by then is more than all that boxes had brought. An award that was taken
-- back never was; a disposition takes the pool whole, and so the seed with it.
create or replace function cage_seed_outstanding(of_pool bigint) returns bigint language sql stable as $$
    with moved as (
        select counted.id, counted.amount
        from players_account pool join players_transfer counted on counted.target_id = pool.id
        where pool.pool_id = of_pool and pool.kind = 'pool_primary' and counted.kind = 'box_count'
        union all
        select given.id, coalesce((
            select sum(void.primary)
            from cage_awardvoid void join cage_awardshare share on share.id = void.share_id
            where share.award_id = award.id), 0) - given.amount
        from players_account pool join players_transfer given on given.source_id = pool.id
        join cage_poolaward award on award.request_key = given.request_key
        where pool.pool_id = of_pool and pool.kind = 'pool_primary' and given.kind = 'award'
    ), ran as (
        select sum(amount) over (order by id) as of_the_players from moved
    )
    select (
        coalesce((
            select sum(case kind when 'put_in' then amount else -amount end) from cage_poolseed where pool_id = of_pool
        ), 0) + least((select min(of_the_players) from ran), 0)
    )::bigint
$$;
