-- Tokes (C-11): what is exchanged, counted and paid at a window stands on its slip, and the shares of a day come to its
-- tokes. Looked at on commit. Boxes that are pulled and counted have guards of their own.
create function cage_toke_fault(wanted text) returns text language plpgsql as $$
declare
    legs record;
begin
    select
        coalesce(sum(t.amount) filter (where g.kind = 'drawer_chips'), 0) as chips,
        coalesce(sum(t.amount) filter (where s.kind = 'drawer_cash'), 0) as cash,
        bool_or(s.kind in ('abroad', 'drawer_cash')) as at_window,
        min(t.room_id) as room_id,
        min(coalesce(s.drawer_id, g.drawer_id)) as drawer_id
    into legs
    from players_transfer t join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
    where t.request_key = wanted and t.kind = 'toke_exchange';
    if legs.at_window and not exists (
        select 1 from cage_tokeslip slip
        where slip.request_key = wanted and slip.room_id = legs.room_id and slip.drawer_id = legs.drawer_id
            and legs.chips = case when slip.kind in ('own', 'counted') then slip.amount else 0 end
            and legs.cash = case when slip.kind in ('own', 'paid') then slip.amount else 0 end
    ) then
        return 'tokes are exchanged, counted or paid without a slip of that drawer and amount';
    end if;
    return null;
end
$$;

create function cage_check_toke_move() returns trigger language plpgsql as $$
declare
    fault text := cage_toke_fault(new.request_key);
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_toke_slip after insert on players_transfer
    deferrable initially deferred for each row when (new.kind = 'toke_exchange')
    execute function cage_check_toke_move();

create function cage_check_toke_slip_moved() returns trigger language plpgsql as $$
begin
    perform 1 from players_transfer where request_key = new.request_key and kind = 'toke_exchange';
    if not found then
        raise exception 'a slip of tokes moves nothing' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger cage_tokeslip_moved after insert on cage_tokeslip
    deferrable initially deferred for each row execute function cage_check_toke_slip_moved();

create function cage_check_toke_slip() returns trigger language plpgsql as $$
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
    return new;
end
$$;

create trigger cage_tokeslip_sound before insert on cage_tokeslip
    for each row execute function cage_check_toke_slip();

create function cage_check_toke_split() returns trigger language plpgsql as $$
begin
    if players_gaming_day(new.room_id, new.at) <= new.gaming_day then
        raise exception 'tokes are shared before their gaming day is over' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_tokesplit_sound before insert on cage_tokesplit
    for each row execute function cage_check_toke_split();

-- The shares of a day come to its tokes, and where nobody dealt there are none.
create function cage_check_toke_sums() returns trigger language plpgsql as $$
declare
    whole bigint := case tg_table_name when 'cage_tokesplit' then new.id else (to_jsonb(new)->>'split_id')::bigint end;
begin
    perform 1
    from cage_tokesplit split left join cage_tokeshare share on share.split_id = split.id
    where split.id = whole
    group by split.id
    having coalesce(sum(share.amount), 0) <> case when split.is_carried then 0 else split.amount end
        or split.is_carried and count(share.id) > 0;
    if found then
        raise exception 'the shares of tokes do not come to what was counted' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger cage_tokesplit_whole after insert on cage_tokesplit
    deferrable initially deferred for each row execute function cage_check_toke_sums();
create constraint trigger cage_tokeshare_whole after insert on cage_tokeshare
    deferrable initially deferred for each row execute function cage_check_toke_sums();
