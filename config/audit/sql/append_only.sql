-- Rows that are only ever added: behind the trigger that every such table has.
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'rows of % are added and never changed (% refused)', tg_table_name, lower(tg_op)
        using errcode = 'restrict_violation',
              hint = 'Record a correction that names the row it corrects.';
end
$$;
