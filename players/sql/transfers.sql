-- Each transfer as it is added (I-1, I-3): its two accounts, its way, its world, its day.
-- The gaming day of an instant by the clock that the room had then; the audit of the books asks the same (I-19).
create function players_gaming_day(room bigint, instant timestamptz) returns date language sql stable as $$
    select ((instant at time zone coalesce(earlier.zone, r.time_zone))
        - coalesce(earlier.start, r.gaming_day_start))::date
    from rooms_room r
    left join lateral (
        select c->>'time_zone' as zone, (c->>'start')::time as start from jsonb_array_elements(r.earlier_clocks) c
        where instant < (c->>'until')::timestamptz order by (c->>'until')::timestamptz limit 1
    ) earlier on true
    where r.id = room
$$;

-- One look at all rows of the statement: a transfer is sound by itself, and a hand leaves its pot empty.
create function players_check_transfers() returns trigger language plpgsql as $$
declare
    fault text;
begin
    select checked.fault into fault
    from (
        select case
            when source.holds_cash <> target.holds_cash then 'a transfer mixes cash and chips'
            when source.room_id <> added.room_id or target.room_id <> added.room_id then 'a transfer leaves its room'
            when seat.left_at is not null then 'chips come to a seat whose player has left'
            when added.reverses_id is null and not players_route(added.kind, source.kind, target.kind)
                then format('%s does not go from %s to %s', added.kind, source.kind, target.kind)
            when added.reverses_id is not null and (added.source_id, added.target_id, added.amount, added.kind)
                    is distinct from (original.target_id, original.source_id, original.amount, original.kind)
                then 'a reversal does not mirror its original'
            when original.reverses_id is not null then 'a reversal is reversed'
        end as fault
        from added
        join players_account source on source.id = added.source_id
        join players_account target on target.id = added.target_id
        left join players_sitting seat on seat.id = target.sitting_id
        left join players_transfer original on original.id = added.reverses_id
    ) checked
    where checked.fault is not null
    limit 1;
    if found then
        raise exception '%', fault using errcode = 'check_violation';
    end if;

    perform 1
    from (
        select source_id as account_id, -amount as amount from added where kind in ('hand', 'ruling', 'correction')
        union all
        select target_id, amount from added where kind in ('hand', 'ruling', 'correction')
    ) leg
    join players_account pot on pot.id = leg.account_id and pot.kind = 'pot'
    group by pot.id
    having sum(leg.amount) <> 0;
    if found then
        raise exception 'a hand leaves chips in its pot' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create trigger players_transfer_sound after insert on players_transfer
    referencing new table as added for each statement execute function players_check_transfers();

-- Whose chips, of which world, at which table, and when.
create function players_check_places() returns trigger language plpgsql as $$
declare
    fault text;
begin
    select checked.fault into fault
    from (
        select case
            when source.is_import <> target.is_import then 'imported chips stay apart from the room''s own'
            when (added.kind = 'import') <> source.is_import and added.kind not in ('hand', 'correction')
                then format('a transfer of the kind %s is not of this world', added.kind)
            when coalesce(source.player_id, sat.player_id) <> coalesce(target.player_id, sits.player_id)
                then 'chips of one player go to another'
            when source.session_id <> target.session_id and added.kind <> 'move'
                then 'chips go from one table to another'
            when added.reverses_id is not null and added.kind <> 'ruling'
                then format('a transfer of the kind %s is taken back', added.kind)
            when added.at > clock_timestamp() + interval '5 minutes' then 'a transfer is dated ahead of the clock'
            when added.at < earlier.at - interval '1 day' then 'a transfer is dated a day before the one before it'
            when added.gaming_day <> players_gaming_day(added.room_id, added.at)
                then 'a transfer lies on another gaming day than its instant'
        end as fault
        from added
        join players_account source on source.id = added.source_id
        join players_account target on target.id = added.target_id
        left join players_sitting sat on sat.id = source.sitting_id
        left join players_sitting sits on sits.id = target.sitting_id
        left join players_transfer earlier
            on earlier.room_id = added.room_id and earlier.chain_number = added.chain_number - 1
    ) checked
    where checked.fault is not null
    limit 1;
    if found then
        raise exception '%', fault using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create trigger players_transfer_whose after insert on players_transfer
    referencing new table as added for each statement execute function players_check_places();
