-- A share of tokes that was paid by mistake goes back with the void of its slip, and is owed again: one payment of a share
-- stands at a time. These take the place of the functions of the same names in toke_voids.sql and tokes.sql.
create or replace function cage_check_toke_void() returns trigger language plpgsql as $$
begin
    perform 1 from cage_tokeslip wrong
    where wrong.id = new.voids_id and wrong.voids_id is null
        and (wrong.room_id, wrong.drawer_id, wrong.kind, wrong.of_day, wrong.amount, wrong.chips)
            = (new.room_id, new.drawer_id, new.kind, new.of_day, new.amount, new.chips)
        and wrong.dealer_id is not distinct from new.dealer_id and wrong.share_id is not distinct from new.share_id;
    if not found then
        raise exception 'a void of tokes says something else than its slip' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create or replace function cage_check_toke_slip() returns trigger language plpgsql as $$
begin
    if new.kind <> 'paid' and cage_amount_of(new.chips) <> new.amount then
        raise exception 'the pieces of a count do not come to its amount' using errcode = 'check_violation';
    end if;
    if new.kind = 'counted' then
        perform days_refuse_locked(new.room_id, new.of_day);
        perform 1 from cage_tokesplit where room_id = new.room_id and gaming_day >= new.of_day;
        if found then
            raise exception 'tokes are counted for a day that was shared' using errcode = 'check_violation';
        end if;
    end if;
    if new.dealer_id is not null and not exists (
        select 1 from tables_dealer where id = new.dealer_id and room_id = new.room_id
    ) or new.share_id is not null and not exists (
        select 1 from cage_tokeshare share join cage_tokesplit split on split.id = share.split_id
        where share.id = new.share_id and share.dealer_id = new.dealer_id and share.amount = new.amount
            and split.room_id = new.room_id and split.gaming_day = new.of_day
    ) then
        raise exception 'tokes are paid to another dealer, or another share' using errcode = 'check_violation';
    end if;
    if new.share_id is not null and new.voids_id is null and exists (
        select 1 from cage_tokeslip paid where paid.share_id = new.share_id and paid.voids_id is null
            and not exists (select 1 from cage_tokeslip void where void.voids_id = paid.id)
    ) then
        raise exception 'a share of tokes is paid twice' using errcode = 'unique_violation';
    end if;
    return new;
end
$$;
