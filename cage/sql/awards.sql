-- Awards out of promotional pools (R43): a pool falls by an award that two people signed, and by nothing else; its shares
-- come to it; each is paid once, or goes back once.

-- What a request took of pools and gave back to them is what its award, or its voids, say; looked at on commit.
create function cage_award_fault(wanted text) returns text language plpgsql as $$
begin
    if exists (
        select 1 from (
            select coalesce(s.pool_id, g.pool_id) as pool_id, t.room_id,
                sum(case s.kind when 'pool_primary' then t.amount else 0 end) as primary_out,
                sum(case s.kind when 'pool_reserve' then t.amount else 0 end) as reserve_out,
                sum(case g.kind when 'pool_primary' then t.amount else 0 end) as primary_back,
                sum(case g.kind when 'pool_reserve' then t.amount else 0 end) as reserve_back,
                bool_and(s.pool_id = g.pool_id) as is_one_pool
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            where t.request_key = wanted and t.kind = 'award' group by 1, 2
        ) moved full join (
            select pool_id, room_id, "primary" as primary_out, reserve as reserve_out, 0 as primary_back, 0 as reserve_back
            from cage_poolaward where request_key = wanted
            union all
            select award.pool_id, void.room_id, 0, 0, sum(void.primary), sum(void.reserve)
            from cage_awardvoid void join cage_awardshare share on share.id = void.share_id
            join cage_poolaward award on award.id = share.award_id
            where void.request_key = wanted group by 1, 2
        ) stated using (pool_id, room_id)
        where (moved.primary_out, moved.reserve_out, moved.primary_back, moved.reserve_back)
                is distinct from (stated.primary_out, stated.reserve_out, stated.primary_back, stated.reserve_back)
            or not moved.is_one_pool
    ) then
        return 'what an award took of its pool, or what came back to it, is not what its rows say';
    end if;
    return null;
end
$$;

create function cage_check_award() returns trigger language plpgsql as $$
declare
    fault text := cage_award_fault(new.request_key);
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_with_award after insert on players_transfer
    deferrable initially deferred for each row when (new.kind = 'award') execute function cage_check_award();
create constraint trigger cage_poolaward_moved after insert on cage_poolaward
    deferrable initially deferred for each row execute function cage_check_award();
create constraint trigger cage_awardvoid_moved after insert on cage_awardvoid
    deferrable initially deferred for each row execute function cage_check_award();

create function cage_check_award_row() returns trigger language plpgsql as $$
begin
    if not exists (select 1 from cage_promopool where id = new.pool_id and room_id = new.room_id)
        or new.table_id is not null
            and not exists (select 1 from tables_table where id = new.table_id and room_id = new.room_id)
    then
        raise exception 'an award is of a pool or a table of another room' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_poolaward_sound before insert on cage_poolaward
    for each row execute function cage_check_award_row();

-- The shares of an award come to it.
create function cage_check_award_sums() returns trigger language plpgsql as $$
declare
    whole bigint := case tg_table_name when 'cage_poolaward' then new.id else (to_jsonb(new)->>'award_id')::bigint end;
begin
    perform 1
    from cage_poolaward award left join cage_awardshare share on share.award_id = award.id
    where award.id = whole
    group by award.id
    having coalesce(sum(share.amount), 0) <> award.primary + award.reserve;
    if found then
        raise exception 'the shares of an award do not come to it' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger cage_poolaward_whole after insert on cage_poolaward
    deferrable initially deferred for each row execute function cage_check_award_sums();
create constraint trigger cage_awardshare_whole after insert on cage_awardshare
    deferrable initially deferred for each row execute function cage_check_award_sums();

-- Nobody who is barred is given a share (I-14); what was won before is paid to everybody.
create function cage_check_award_share() returns trigger language plpgsql as $$
begin
    perform players_refuse_barred(new.player_id, (select at from cage_poolaward where id = new.award_id));
    return new;
end
$$;

create trigger cage_awardshare_sound before insert on cage_awardshare
    for each row execute function cage_check_award_share();

-- Whether a share is owed: neither paid by a slip that stands, nor taken back. Whoever asks holds its player.
create function cage_share_is_owed(share bigint) returns boolean language sql stable as $$
    select not exists (select 1 from cage_awardvoid where share_id = share) and not exists (
        select 1 from cage_cashslip slip left join cage_slipvoid void on void.cash_slip_id = slip.id
        where slip.award_share_id = share and void.id is null
    )
$$;

create function cage_check_share_paid() returns trigger language plpgsql as $$
begin
    if exists (select 1 from cage_cashslip where id = new.id) then
        return new;  -- the key refuses it
    end if;
    perform 1 from players_player where id = new.player_id for no key update;
    perform 1
    from cage_awardshare share join cage_poolaward award on award.id = share.award_id
    where share.id = new.award_share_id and share.player_id = new.player_id and share.amount = new.amount
        and award.room_id = new.room_id and new.by_id not in (award.declared_by_id, award.approved_by_id);
    if not found then
        raise exception 'a share of an award is paid to somebody else, or otherwise' using errcode = 'check_violation';
    end if;
    if not cage_share_is_owed(new.award_share_id) then
        raise exception 'a share of an award is not owed any more' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_cashslip_of_share before insert on cage_cashslip
    for each row when (new.kind = 'award_paid') execute function cage_check_share_paid();

create function cage_check_share_void() returns trigger language plpgsql as $$
declare
    share record;
begin
    if exists (select 1 from cage_awardvoid where id = new.id) then
        return new;  -- the key refuses it
    end if;
    select s.player_id, s.amount, award.room_id into share
    from cage_awardshare s join cage_poolaward award on award.id = s.award_id where s.id = new.share_id;
    perform 1 from players_player where id = share.player_id for no key update;
    if share.room_id <> new.room_id or share.amount <> new.primary + new.reserve then
        raise exception 'a share of an award is taken back otherwise than it was' using errcode = 'check_violation';
    end if;
    if not cage_share_is_owed(new.share_id) then
        raise exception 'a share of an award is not owed any more' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_awardvoid_sound before insert on cage_awardvoid
    for each row execute function cage_check_share_void();

-- A payment is other money of a window: with a slip of that drawer and amount, and out of the pool of its award.
create or replace function cage_cash_slip_fault(wanted text) returns text language plpgsql as $$
declare
    legs record;
begin
    select
        count(*) as moves,
        min(t.kind) as kind,
        count(distinct t.kind) as kinds,
        min(t.amount) as amount,
        max(t.amount) as most,
        bool_and(t.reverses_id is not null) as goes_back,
        min(t.room_id) as room_id,
        min(t.gaming_day) as gaming_day,
        count(distinct coalesce(s.drawer_id, g.drawer_id)) as drawers,
        min(coalesce(s.drawer_id, g.drawer_id)) as drawer_id
    into legs
    from players_transfer t join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
    where t.request_key = wanted;
    if legs.kinds <> 1 or legs.drawers <> 1 or legs.amount <> legs.most
        or legs.moves <> (case when legs.kind in ('presented', 'award_paid') then 2 else 1 end)
    then
        return 'other money of a window has a leg too many, or too few';
    end if;
    if legs.goes_back then
        if not exists (
            select 1
            from cage_slipvoid v
            join cage_cashslip c on c.id = v.cash_slip_id
            join players_transfer back on back.request_key = v.request_key
            join players_transfer first on first.id = back.reverses_id and first.request_key = c.request_key
            where v.request_key = wanted and v.room_id = legs.room_id
        ) then
            return 'other money of a window is taken back without its void';
        end if;
        return null;
    end if;
    if not exists (
        select 1 from cage_cashslip where request_key = wanted and room_id = legs.room_id and kind = legs.kind
            and amount = legs.amount and drawer_id = legs.drawer_id and gaming_day = legs.gaming_day
    ) then
        return 'other money of a window moves without a slip of that kind, drawer and amount';
    end if;
    if legs.kind = 'award_paid' and not exists (
        select 1
        from cage_cashslip c join cage_awardshare share on share.id = c.award_share_id
        join cage_poolaward award on award.id = share.award_id
        join players_transfer t on t.request_key = wanted
        join players_account s on s.id = t.source_id and s.kind = 'pool_awards' and s.pool_id = award.pool_id
        where c.request_key = wanted
    ) then
        return 'a share of an award is paid out of another pool';
    end if;
    return null;
end
$$;

drop trigger players_transfer_with_cash_slip on players_transfer;
create constraint trigger players_transfer_with_cash_slip after insert on players_transfer
    deferrable initially deferred for each row
    when (new.kind in (
        'presented', 'tournament_entry', 'tournament_paid', 'promo_payout', 'comp_paid', 'paid_out', 'paid_in', 'award_paid'))
    execute function cage_check_cash_slip();

-- It is none of a chip runner's.
drop trigger players_transfer_of_runner on players_transfer;
create constraint trigger players_transfer_of_runner after insert on players_transfer
    for each row when (new.kind in (
        'chip_redemption', 'debt', 'presented', 'deposit', 'withdrawal', 'tournament_entry', 'tournament_paid',
        'promo_payout', 'toke_exchange', 'comp_paid', 'paid_out', 'paid_in', 'award_paid'
    )) execute function cage_check_runner();
