-- A cover stands against the box into which the hand fell. What a correction puts there goes on from the box that hangs
-- now to over-and-short, and its row is below zero; no cover is of a box of another kind or table. By the clock a pull may
-- be later than the correction that waited for it: of when it was nothing is asked.
do $$
declare
    was text := pg_get_functiondef('cage_box_fault(text)'::regprocedure);
    longer text := replace(
        was,
        'select t.target_id as account_id, t.room_id, sum(t.amount) as amount
            from players_transfer t join players_account s on s.id = t.source_id
            join players_account g on g.id = t.target_id
            where t.request_key = wanted and t.kind = ''variance'' and g.kind in (''rake_box'', ''promo_box'') group by 1, 2',
        'select a.id as account_id, t.room_id, sum(case when a.id = t.target_id then t.amount else -t.amount end) as amount
            from players_transfer t join players_account a on a.id in (t.source_id, t.target_id)
            where t.request_key = wanted and t.kind = ''variance'' and a.kind in (''rake_box'', ''promo_box'') group by 1, 2');
begin
    if longer = was then
        raise exception 'what a request covered is not asked as this release knows it';
    end if;
    execute longer;
end $$;

create function cage_check_cover() returns trigger language plpgsql as $$
begin
    perform 1 from cage_boxpull p join tables_tablesession ts on ts.table_id = p.table_id
    join players_account a on a.session_id = ts.id
    where p.id = new.pull_id and a.id = new.account_id and p.room_id = new.room_id and a.kind = p.holds || '_box';
    if not found then
        raise exception 'a cover is of a box that was pulled there' using errcode = 'check_violation';
    end if;
    return new;
end
$$;

create trigger cage_boxcover_fits before insert on cage_boxcover
    for each row when (new.pull_id is not null) execute function cage_check_cover();
