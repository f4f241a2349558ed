-- One chain over every table whose rows are only ever added: links by trigger, seals over finished transactions.

-- A statement's rows are linked in one insert, in the order of their ids. The digest is of the whole row: whoever adds a
-- column without a new form is found out by the first check. Only the time zone of the session changes what jsonb says.
create function audit_link_rows() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
    form bigint;
    zone text := current_setting('TimeZone');
begin
    select max(id) into form from audit_chainform where table_name = tg_table_name;
    if zone <> 'UTC' then
        perform set_config('TimeZone', 'UTC', true);
    end if;
    insert into audit_chainlink (form_id, row_id, digest)
    select form, (line ->> tg_argv[0])::bigint, sha256(convert_to(line::text, 'UTF8'))
    from (select to_jsonb(added) as line from added) as lines
    order by 2;
    if zone <> 'UTC' then
        perform set_config('TimeZone', zone, true);
    end if;
    return null;
end
$$;

create function audit_chain_table(name text) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
    key text;
    form bigint;
    zone text := current_setting('TimeZone');
begin
    execute format('lock table %I in share row exclusive mode', name);
    select attname into strict key from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = name::regclass and indisprimary;
    insert into audit_chainform (table_name, columns)
    select name, jsonb_agg(attname order by attnum) from pg_attribute
    where attrelid = name::regclass and attnum > 0 and not attisdropped
    returning id into form;
    perform set_config('TimeZone', 'UTC', true);
    execute format(
        'insert into audit_chainlink (form_id, row_id, digest)
        select %s, %I, sha256(convert_to(to_jsonb(line)::text, ''UTF8'')) from %I as line order by %I',
        form, key, name, key);
    perform set_config('TimeZone', zone, true);
    execute format('drop trigger if exists %I on %I', name || '_chained', name);
    execute format(
        'create trigger %I after insert on %I referencing new table as added for each statement
        execute function audit_link_rows(%L)', name || '_chained', name, key);
end
$$;

-- Whoever holds a link's number has a transaction id already, and so a lock on it. What was running when the last number
-- was read is waited for; then no link up to that number can appear any more, and the seal is closed over all of them.
create function audit_seal() returns bigint language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
    before audit_chainseal;
    upto bigint;
    running text[];
    counted bigint;
    joined bytea;
    seal_at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
    select * into before from audit_chainseal order by number desc limit 1;
    before.number := coalesce(before.number, 0);
    before.last_link := coalesce(before.last_link, 0);
    select last_value into upto from audit_chainlink_id_seq;
    select array_agg(virtualtransaction) into running from pg_locks left join pg_stat_activity using (pid)
    where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted and pid is distinct from pg_backend_pid()
        and (datname = current_database() or pid is null);
    for attempt in 0 .. 60 loop
        exit when running is null or not exists (
            select from pg_locks
            where locktype = 'transactionid' and mode = 'ExclusiveLock' and virtualtransaction = any(running));
        if attempt = 60 then
            return null;
        end if;
        perform pg_sleep(0.05);
    end loop;
    select count(*), max(id), string_agg(int8send(id) || int8send(form_id) || int8send(row_id) || digest, '' order by id)
    into counted, upto, joined
    from (
        select * from audit_chainlink where id > before.last_link and id <= upto order by id limit 10000
    ) as link;
    if counted = 0 then
        return null;
    end if;
    insert into audit_chainseal (number, last_link, at, hash) values (before.number + 1, upto, seal_at, sha256(
        coalesce(before.hash, '') || int8send(before.number + 1) || int8send(upto)
        || int8send((extract(epoch from seal_at) * 1000000)::bigint) || joined));
    return before.number + 1;
end
$$;
