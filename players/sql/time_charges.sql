-- A table's time charges are one act with a leg for each seat, and each leg is what its rows say was collected there: no
-- chip of a time charge moves without its row, nor goes back.
create function players_time_fault(wanted text) returns text language plpgsql as $$
begin
    if exists (
        select 1 from (
            select s.sitting_id, sum(t.amount) as amount, count(*) as legs
            from players_transfer t join players_account s on s.id = t.source_id
            where t.request_key = wanted and t.kind = 'time_charge' group by 1
        ) paid full join (
            select sitting_id, sum(amount) as amount from players_timecharge
            where request_key = wanted and outcome = 'collected' group by 1
        ) due using (sitting_id)
        where paid.amount is distinct from due.amount or paid.legs > 1
    ) then
        return 'the chips of a time charge are not what its rows say';
    end if;
    return null;
end
$$;

create function players_check_time() returns trigger language plpgsql as $$
declare
    fault text := players_time_fault(new.request_key);
begin
    if fault is not null then
        raise exception '%', fault using errcode = 'check_violation', detail = format('request %s', new.request_key);
    end if;
    return null;
end
$$;

create constraint trigger players_timecharge_moved after insert on players_timecharge
    deferrable initially deferred for each row execute function players_check_time();
