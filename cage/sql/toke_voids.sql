-- Tokes that were exchanged or counted go back with the void of their slip, whole, by another slip of that drawer. Looked
-- at on commit. It takes the place of the function of the same name in tokes.sql.
create or replace function cage_toke_fault(wanted text) returns text language plpgsql as $$
declare
    legs record;
begin
    select
        coalesce(sum(t.amount) filter (
            where case when t.reverses_id is null then g.kind else s.kind end = 'drawer_chips'), 0) as chips,
        coalesce(sum(t.amount) filter (
            where case when t.reverses_id is null then s.kind else g.kind end = 'drawer_cash'), 0) as cash,
        bool_or(s.kind in ('abroad', 'drawer_cash') or g.kind in ('abroad', 'drawer_cash')) as at_window,
        min(taken.request_key) as taken_back,
        min(t.room_id) as room_id,
        min(coalesce(s.drawer_id, g.drawer_id)) as drawer_id
    into legs
    from players_transfer t join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
    left join players_transfer taken on taken.id = t.reverses_id
    where t.request_key = wanted and t.kind = 'toke_exchange';
    if legs.at_window and not exists (
        select 1 from cage_tokeslip slip left join cage_tokeslip wrong on wrong.id = slip.voids_id
        where slip.request_key = wanted and slip.room_id = legs.room_id and slip.drawer_id = legs.drawer_id
            and wrong.request_key is not distinct from legs.taken_back
            and legs.chips = case when slip.kind in ('own', 'counted') then slip.amount else 0 end
            and legs.cash = case when slip.kind in ('own', 'paid') then slip.amount else 0 end
    ) then
        return 'tokes are exchanged, counted or paid without a slip of that drawer and amount';
    end if;
    return null;
end
$$;

-- A void is of one slip of its drawer, and says what that said; a share that was paid is not taken back, and neither is
-- a void. Tokes that were shared stay counted: the trigger of tokes.sql refuses a count, and its void, of their day.
create function cage_check_toke_void() returns trigger language plpgsql as $$
begin
    perform 1 from cage_tokeslip wrong
    where wrong.id = new.voids_id and wrong.voids_id is null and wrong.kind <> 'paid'
        and (wrong.room_id, wrong.drawer_id, wrong.kind, wrong.of_day, wrong.amount, wrong.chips)
            = (new.room_id, new.drawer_id, new.kind, new.of_day, new.amount, new.chips)
        and wrong.dealer_id is not distinct from new.dealer_id;
    if not found then
        raise exception 'a void of tokes says something else than its slip' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_tokeslip_voids before insert on cage_tokeslip
    for each row when (new.voids_id is not null) execute function cage_check_toke_void();
