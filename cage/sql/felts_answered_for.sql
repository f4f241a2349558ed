-- What a table had lost or found is answered for: with words, and by an act of four eyes of the same amount. Rows without
-- a word are those of the release before, which goes on serving while it is upgraded; the audit of the books finds others.
create function cage_check_felt_answered() returns trigger language plpgsql as $$
begin
    if new.reason = '' then
        return new;
    end if;
    if btrim(new.reason) = '' then
        raise exception 'what a felt held or lacked is booked with a reason' using errcode = 'check_violation';
    end if;
    if not exists (
        select 1 from players_moneyact where request_key = new.request_key and act = 'felt'
            and amount >= abs(new.amount) and second_id is not distinct from new.second_id
    ) then
        raise exception 'what a felt held or lacked is booked by an act that says who answers for it'
            using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return new;
end
$$;

create trigger cage_feltresidual_answered before insert on cage_feltresidual
    for each row execute function cage_check_felt_answered();
