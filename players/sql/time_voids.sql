-- A time charge that was collected by mistake goes back to the seat that paid it, alone of its table's: one kind more in
-- the list of what is taken back, by an act of its own, and without the legs of the other seats. Each function is changed
-- as it stands, whatever else was added to it before.
do $$
declare
    change record;
    was text;
    longer text;
begin
    for change in select * from (values
        ('players_check_places()', $q$'ruling', 'chip_sale',$q$, $q$'ruling', 'time_charge', 'chip_sale',$q$),
        (
            'players_group_head_fault(text)', $q$            or (whole.kinds ~ '(chip_$q$,
            $q$            or (whole.kinds = 'time_charge' and not whole.goes_on)
            or (whole.kinds ~ '(chip_$q$
        ), (
            'players_group_head_fault(text)', $q$when whole.kinds = 'ruling' then act = 'ruling'$q$,
            $q$when whole.kinds = 'ruling' then act = 'ruling'
                    when whole.kinds = 'time_charge' then
                        request_key = wanted and act = 'time_void' and amount = whole.amount$q$
        ), (
            'players_group_legs_fault(text)', $q$where back.request_key = wanted and not exists ($q$,
            $q$where back.request_key = wanted and back.kind <> 'time_charge' and not exists ($q$
        )
    ) changes (name, known, becomes)
    loop
        was := pg_get_functiondef(change.name::regprocedure);
        longer := replace(was, change.known, change.becomes);
        if longer = was then
            raise exception '% is not the function that this release knows', change.name;
        end if;
        execute longer;
    end loop;
end $$;

-- A table's time charges are one act with a leg for each seat, and each leg is what its rows say was collected there; a
-- void is one act with the leg of one seat, and its rows void all that this seat paid by that act.
create or replace function players_time_fault(wanted text) returns text language plpgsql as $$
begin
    if exists (
        select 1 from (
            select coalesce(s.sitting_id, g.sitting_id) as sitting_id, t.reverses_id is not null as is_back,
                sum(t.amount) as amount, count(*) as legs, max(first.request_key) as first_key
            from players_transfer t
            join players_account s on s.id = t.source_id join players_account g on g.id = t.target_id
            left join players_transfer first on first.id = t.reverses_id
            where t.request_key = wanted and t.kind = 'time_charge' group by 1, 2
        ) paid full join (
            select c.sitting_id, c.outcome = 'voided' as is_back, sum(c.amount) as amount,
                count(distinct v.request_key) as acts, max(v.request_key) as first_key
            from players_timecharge c left join players_timecharge v on v.id = c.voids_id
            where c.request_key = wanted and c.outcome <> 'waived' group by 1, 2
        ) due using (sitting_id, is_back)
        where paid.amount is distinct from due.amount or paid.legs > 1 or due.acts > 1
            or paid.first_key is distinct from due.first_key
    ) then
        return 'the chips of a time charge are not what its rows say';
    end if;
    if exists (
        select 1 from players_timecharge c left join players_timecharge v on v.id = c.voids_id
        where c.request_key = wanted and c.outcome = 'voided' and (
            v.outcome <> 'collected' or (c.session_id, c.player_id, c.sitting_id, c.began_at, c.amount, c.again)
                is distinct from (v.session_id, v.player_id, v.sitting_id, v.began_at, v.amount, v.again))
    ) then
        return 'a time charge is voided by a row that is not of it';
    end if;
    if exists (
        select 1 from players_timecharge c
        where c.request_key = wanted and c.voids_id is null and c.again <> (
            select count(*) from players_timecharge v
            where v.session_id = c.session_id and v.player_id = c.player_id and v.began_at = c.began_at
                and v.voids_id is not null and v.id < c.id)
    ) then
        return 'a half hour is answered for again that was not voided before';
    end if;
    return null;
end
$$;
