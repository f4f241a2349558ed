-- Sessions of drawers (C-5): a drawer takes and gives only while its session is open, by its cashier; what it is counted
-- short or over is booked with a row that says so; and a session goes through its states in one order.

-- A drawer that is closed, opened or counted takes and gives nothing (I-13). Only its cashier sells, redeems and takes
-- payments there.
create or replace function cage_check_drawers() returns trigger language plpgsql as $$
declare
    fault text;
begin
    select checked.fault into fault
    from (
        select case
            when session.id is null then 'a closed drawer takes and gives nothing'
            when added.kind = 'opening_variance' and session.state <> 'opening'
                or added.kind = 'closing_variance' and session.state not in ('counting', 'recount')
                then format('no %s is booked while a drawer is in the state %s', added.kind, session.state)
            when added.kind not in ('opening_variance', 'closing_variance') and session.state <> 'open'
                then 'a drawer that is opened or counted takes and gives nothing'
            when added.kind in ('chip_sale', 'chip_redemption', 'debt')
                    and added.by_id is distinct from session.cashier_id
                then 'somebody else than its cashier moves money at a drawer'
        end as fault
        from added
        join players_account account on account.id in (added.source_id, added.target_id)
        left join cage_drawersession session on session.drawer_id = account.drawer_id and session.state <> 'closed'
        where account.drawer_id is not null
    ) checked
    where checked.fault is not null
    limit 1;
    if found then
        raise exception '%', fault using errcode = 'check_violation';
    end if;
    return null;
end
$$;

-- The pieces of a count come to its amounts.
create function cage_amount_of(pieces jsonb) returns bigint language sql immutable as $$
    select coalesce(sum(key::bigint * value::bigint), 0)::bigint from jsonb_each_text(pieces)
$$;

create function cage_check_count() returns trigger language plpgsql as $$
begin
    if (cage_amount_of(new.chips), cage_amount_of(new.cash)) is distinct from (new.chips_amount, new.cash_amount) then
        raise exception 'the pieces of a count do not come to its amounts' using errcode = 'check_violation';
    end if;
    if new.part in ('first', 'second') and exists (
        select 1 from cage_drawercount other
        where other.session_id = new.session_id and other.round = new.round and other.part in ('first', 'second')
            and other.counted_by_id = new.counted_by_id
    ) then
        raise exception 'one person counts a drawer twice' using errcode = 'check_violation';
    end if;
    if new.part = 'second' and exists (
        select 1 from cage_expectedlook look
        where look.session_id = new.session_id and look.by_id = new.counted_by_id
    ) then
        raise exception 'who has seen what must be there counts a drawer' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_drawercount_sound before insert on cage_drawercount
    for each row execute function cage_check_count();

-- From every state there is a way to closed, and none back from there.
create function cage_session_goes_on() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        raise exception 'a session of a drawer is closed, never deleted' using errcode = 'restrict_violation';
    end if;
    if (new.id, new.room_id, new.drawer_id, new.cashier_id, new.began_at, new.after_number)
            is distinct from (old.id, old.room_id, old.drawer_id, old.cashier_id, old.began_at, old.after_number)
        or old.opened_at is not null and new.opened_at is distinct from old.opened_at
        or old.state = 'closed'
        or (old.state, new.state) not in (
            ('opening', 'open'), ('opening', 'closed'), ('open', 'counting'), ('counting', 'recount'),
            ('counting', 'closed'), ('counting', 'open'), ('recount', 'closed'), ('recount', 'open')
        )
    then
        raise exception 'a session of a drawer does not go from % to %', old.state, new.state
            using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_drawersession_goes_on before update or delete on cage_drawersession
    for each row execute function cage_session_goes_on();

create function cage_check_session() returns trigger language plpgsql as $$
begin
    perform 1 from cage_drawer where id = new.drawer_id and room_id = new.room_id;
    if not found then
        raise exception 'room % has no drawer %', new.room_id, new.drawer_id using errcode = 'foreign_key_violation';
    end if;
    return new;
end
$$;

create trigger cage_drawersession_of_room before insert on cage_drawersession
    for each row execute function cage_check_session();

-- A variance is its transfers, and its transfers are one: looked at on commit, when both are there.
create function cage_variance_fault(wanted text) returns text language plpgsql as $$
begin
    if exists (
        select 1 from (
            select coalesce(s.drawer_id, g.drawer_id) as drawer_id, t.room_id, t.kind,
                coalesce(sum(t.amount) filter (where g.kind = 'drawer_chips'), 0)
                    - coalesce(sum(t.amount) filter (where s.kind = 'drawer_chips'), 0) as chips,
                coalesce(sum(t.amount) filter (where g.kind = 'drawer_cash'), 0)
                    - coalesce(sum(t.amount) filter (where s.kind = 'drawer_cash'), 0) as cash
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.request_key = wanted and t.kind in ('opening_variance', 'closing_variance') group by 1, 2, 3
        ) moved full join (
            select session.drawer_id, v.room_id, v.part || '_variance' as kind, v.chips, v.cash
            from cage_drawervariance v join cage_drawersession session on session.id = v.session_id
            where v.request_key = wanted
        ) stated using (drawer_id, room_id, kind)
        where moved.chips is distinct from stated.chips or moved.cash is distinct from stated.cash
    ) then
        return 'what a drawer was counted short or over is not what was booked';
    end if;
    return null;
end
$$;

create function cage_check_variance() returns trigger language plpgsql as $$
declare
    fault text := cage_variance_fault(new.request_key);
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_variance after insert on players_transfer
    deferrable initially deferred for each row when (new.kind in ('opening_variance', 'closing_variance'))
    execute function cage_check_variance();

create constraint trigger cage_drawervariance_moved after insert on cage_drawervariance
    deferrable initially deferred for each row execute function cage_check_variance();
