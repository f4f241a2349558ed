-- Chips leave the table only with the player, and nobody leaves chips behind in a seat (I-10): looked at on commit.
create function players_check_leaving() returns trigger language plpgsql as $$
begin
    perform 1
    from players_account account join players_sitting sitting on sitting.id = account.sitting_id
    where account.id = new.source_id and account.kind = 'seat' and sitting.left_at is null;
    if found then
        raise exception 'chips leave the table while the player keeps the seat' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger players_transfer_leaving after insert on players_transfer
    deferrable initially deferred for each row
    when (new.kind in ('leave', 'pick_up', 'move') and new.reverses_id is null)
    execute function players_check_leaving();

create function players_check_left() returns trigger language plpgsql as $$
begin
    perform 1 from players_account where sitting_id = new.id and balance <> 0;
    if found then
        raise exception 'a player leaves chips behind in the seat' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger players_sitting_left after update on players_sitting
    deferrable initially deferred for each row
    when (new.left_at is not null and old.left_at is null)
    execute function players_check_left();
