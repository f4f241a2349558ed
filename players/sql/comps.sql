-- The account of points: each entry follows the one before it, and nothing is earned, redeemed or taken back otherwise
-- than by the rules of comps in force. Whoever adds an entry holds the player's row.
create function players_comp_fault(entry players_compentry) returns text language plpgsql as $$
declare
    before players_compentry;
    original players_compentry;
    rules players_comprules;
begin
    select * into before from players_compentry
        where room_id = entry.room_id and player_id = entry.player_id order by number desc limit 1;
    if entry.number <= before.number then
        return null;  -- its number is taken: the unique constraint says so
    end if;
    if entry.number <> coalesce(before.number, 0) + 1 then
        return 'an entry of comps does not follow the one before it';
    end if;
    if entry.balance <> coalesce(before.balance, 0) + entry.points then
        return 'the balance of an entry of comps does not follow from its points';
    end if;
    select * into rules from players_comprules where id = entry.rules_id;
    if rules.room_id <> entry.room_id or (entry.value <> entry.points * rules.point_value and entry.kind <> 'reversed') then
        return 'an entry of comps is not worth what its rules say';
    end if;
    if entry.kind in ('earned', 'difference') and not exists (
        select 1 from days_daylock d where d.room_id = entry.room_id and d.gaming_day = entry.for_day
    ) then
        return 'comps are earned for a gaming day that is not locked';
    end if;
    if entry.kind = 'redeemed' and not (rules.is_on and (rules.cash_allowed or not entry.is_cash)) then
        return 'points are redeemed against the rules of comps';
    end if;
    if entry.kind = 'reversed' then
        select * into original from players_compentry where id = entry.reverses_id;
        if original.kind <> 'redeemed' or (original.room_id, original.player_id, -original.points, -original.value)
                is distinct from (entry.room_id, entry.player_id, entry.points, entry.value) then
            return 'a reversal of comps does not mirror a redemption';
        end if;
        if entry.by_id is null or entry.second_id is null or entry.second_id = entry.by_id or entry.reason = '' then
            return 'a redemption is taken back by one person, or without a reason';
        end if;
    end if;
    return null;
end
$$;

create function players_check_comp() returns trigger language plpgsql as $$
declare
    fault text := players_comp_fault(new);
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger players_compentry_sound before insert on players_compentry
    for each row execute function players_check_comp();
