-- The roles of a server, and the database. Run once by a superuser, and again whenever you like:
--     psql -v ON_ERROR_STOP=1 -f deploy/sql/roles.sql postgres
-- Passwords come from the environment, so that they stand in no list of processes: CARDROOM_OWNER_PASSWORD,
-- CARDROOM_APP_PASSWORD, CARDROOM_REPORTS_PASSWORD, CARDROOM_VERIFIER_PASSWORD, CARDROOM_BACKUP_PASSWORD.
-- What each role may do to tables follows from `manage.py grant_application_role`, and is not said here.
\set ON_ERROR_STOP on
\getenv owner_password CARDROOM_OWNER_PASSWORD
\getenv app_password CARDROOM_APP_PASSWORD
\getenv reports_password CARDROOM_REPORTS_PASSWORD
\getenv verifier_password CARDROOM_VERIFIER_PASSWORD
\getenv backup_password CARDROOM_BACKUP_PASSWORD
set password_encryption = 'scram-sha-256';

select format('create role %I', name) from unnest(array[
    'cardroom_owner', 'cardroom_app', 'cardroom_reports', 'cardroom_verifier', 'cardroom_backup']) name
where not exists (select from pg_roles where rolname = name) \gexec

-- owns the tables and migrates them; no program that serves people holds it
alter role cardroom_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner_password';
-- the web server, the worker and the scheduler
alter role cardroom_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit 60
    password :'app_password';
-- whoever asks the database questions of their own, and the web server's reports at a replica: reads everything, writes
-- nothing
alter role cardroom_reports login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit 15
    password :'reports_password';
alter role cardroom_reports set default_transaction_read_only = on;
alter role cardroom_reports set statement_timeout = '120s';
alter role cardroom_reports set max_parallel_workers_per_gather = 0;
-- runs `manage.py audit_books` from a machine that whoever owns the database has no hand in
alter role cardroom_verifier login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit 2
    password :'verifier_password';
alter role cardroom_verifier set default_transaction_read_only = on;
-- takes base backups, and is what a standby follows the primary by; reads no table
alter role cardroom_backup login nosuperuser nocreatedb nocreaterole replication nobypassrls connection limit 8
    password :'backup_password';
grant pg_read_all_data to cardroom_reports, cardroom_verifier;
grant execute on function pg_switch_wal() to cardroom_backup;

select 'create database cardroom owner cardroom_owner encoding ''UTF8'' template template0'
where not exists (select from pg_database where datname = 'cardroom') \gexec
revoke all on database cardroom from public;
grant connect on database cardroom to cardroom_app, cardroom_reports, cardroom_verifier;
\connect cardroom
revoke create on schema public from public;
grant all on schema public to cardroom_owner;
