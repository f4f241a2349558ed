-- The lines of a day by table and plaque are the sums of its hours, made anew in the statement that writes or deletes
-- hours: whichever release's programs rebuild a day, and whoever mends a line, no reader can find sums of other hours.
create function rake_sum_rake_day(of_room bigint, of_day date, of_source text) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from rake_rakeday where room_id = of_room and gaming_day = of_day and source = of_source;
    insert into rake_rakeday (
        room_id, gaming_day, source, table_id, plaque_id, game, plaque_name, hours, first_hour_at, ticks, full_hands,
        rated, unrated, timed, pot, rake_taken, rake_owed, rake_over, rake_under, promo_taken, promo_owed, promo_over,
        promo_under)
    select room_id, gaming_day, source, table_id, plaque_id, game, plaque_name, count(*), min(hour_starts_at),
        sum(ticks), sum(full_hands), sum(rated), sum(unrated), sum(timed), sum(pot), sum(rake_taken), sum(rake_owed),
        sum(rake_over), sum(rake_under), sum(promo_taken), sum(promo_owed), sum(promo_over), sum(promo_under)
    from rake_rakehour
    where room_id = of_room and gaming_day = of_day and source = of_source
    group by room_id, gaming_day, source, table_id, plaque_id, game, plaque_name;
end
$$;

create function rake_sum_play_day(of_room bigint, of_day date, of_source text) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from rake_playday where room_id = of_room and gaming_day = of_day and source = of_source;
    insert into rake_playday (
        room_id, gaming_day, source, table_id, plaque_id, game, plaque_name, hours, first_hour_at, open_seconds,
        game_seconds, dead_seconds, undealt_seconds, dead_undealt_seconds, seat_seconds, taken_seconds, played_seconds,
        dealer_cost, table_cost)
    select room_id, gaming_day, source, table_id, plaque_id, game, plaque_name, count(*), min(hour_starts_at),
        sum(open_seconds), sum(game_seconds), sum(dead_seconds), sum(undealt_seconds), sum(dead_undealt_seconds),
        sum(seat_seconds), sum(taken_seconds), sum(played_seconds), sum(dealer_cost), sum(table_cost)
    from rake_playhour
    where room_id = of_room and gaming_day = of_day and source = of_source
    group by room_id, gaming_day, source, table_id, plaque_id, game, plaque_name;
end
$$;

-- The days of the hours that a statement wrote or deleted; of hours that it changed, those of before as well. The
-- argument is the function that sums a day.
create function rake_sum_days() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
    day record;
begin
    for day in select distinct room_id, gaming_day, source from touched loop
        execute format('select %I($1, $2, $3)', tg_argv[0]) using day.room_id, day.gaming_day, day.source;
    end loop;
    if tg_op = 'UPDATE' then
        for day in
            select distinct room_id, gaming_day, source from before
            except select distinct room_id, gaming_day, source from touched
        loop
            execute format('select %I($1, $2, $3)', tg_argv[0]) using day.room_id, day.gaming_day, day.source;
        end loop;
    end if;
    return null;
end
$$;

create trigger rake_rakehour_added after insert on rake_rakehour referencing new table as touched
    for each statement execute function rake_sum_days('rake_sum_rake_day');
create trigger rake_rakehour_changed after update on rake_rakehour
    referencing old table as before new table as touched
    for each statement execute function rake_sum_days('rake_sum_rake_day');
create trigger rake_rakehour_deleted after delete on rake_rakehour referencing old table as touched
    for each statement execute function rake_sum_days('rake_sum_rake_day');

create trigger rake_playhour_added after insert on rake_playhour referencing new table as touched
    for each statement execute function rake_sum_days('rake_sum_play_day');
create trigger rake_playhour_changed after update on rake_playhour
    referencing old table as before new table as touched
    for each statement execute function rake_sum_days('rake_sum_play_day');
create trigger rake_playhour_deleted after delete on rake_playhour referencing old table as touched
    for each statement execute function rake_sum_days('rake_sum_play_day');

-- The days that were built before.
select rake_sum_rake_day(room_id, gaming_day, source)
from (select distinct room_id, gaming_day, source from rake_rakehour) as built;
select rake_sum_play_day(room_id, gaming_day, source)
from (select distinct room_id, gaming_day, source from rake_playhour) as built;
