-- A sale and a redemption are taken back whole, by an act that says who answers for it; the slip of their void is asked
-- for by the cage (cage/sql/slip_voids.sql).
create or replace function players_check_places() returns trigger language plpgsql as $$
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
            when added.reverses_id is not null
                    and added.kind not in (
                        'ruling', 'chip_sale', 'chip_redemption', 'buy_in', 'add_on', 'deposit', 'withdrawal', 'presented',
                        'tournament_entry', 'tournament_paid', 'promo_payout', 'toke_exchange', 'comp_paid', 'paid_out',
                        'paid_in', 'debt')
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
