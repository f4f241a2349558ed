"""What the database itself refuses of the ledger, whoever writes: I-1, I-3, I-10 and the closed list of routes."""

from django.db import migrations

ROUTES = """
create function players_route(kind text, source text, target text) returns boolean language sql immutable as $$
    select (kind, source, target) in (
        ('issue', 'chip_issue', 'vault_chips'), ('issue', 'vault_chips', 'chip_issue'),
        ('funding', 'bank', 'vault_cash'), ('funding', 'vault_cash', 'bank'),
        ('fill', 'vault_chips', 'drawer_chips'), ('fill', 'vault_cash', 'drawer_cash'),
        ('credit', 'drawer_chips', 'vault_chips'), ('credit', 'drawer_cash', 'vault_cash'),
        ('chip_sale', 'patrons', 'drawer_cash'), ('chip_sale', 'drawer_chips', 'rack'),
        ('chip_redemption', 'rack', 'drawer_chips'), ('chip_redemption', 'drawer_cash', 'patrons'),
        ('buy_in', 'rack', 'seat'), ('add_on', 'rack', 'seat'),
        ('hand', 'seat', 'pot'), ('hand', 'pot', 'seat'), ('hand', 'pot', 'rake_box'), ('hand', 'pot', 'promo_box'),
        ('hand', 'felt', 'rake_box'), ('hand', 'felt', 'promo_box'),
        ('count', 'seat', 'felt'), ('count', 'felt', 'seat'),
        ('time_charge', 'seat', 'time_box'), ('toke', 'seat', 'tokes'), ('incidental', 'seat', 'rack'),
        ('pick_up', 'seat', 'rack'), ('leave', 'seat', 'rack'), ('move', 'seat', 'seat'),
        ('ruling', 'seat', 'pot'), ('ruling', 'pot', 'seat'), ('ruling', 'rack', 'pot'), ('ruling', 'pot', 'rack'),
        ('ruling', 'rake_box', 'pot'), ('ruling', 'pot', 'rake_box'),
        ('ruling', 'promo_box', 'pot'), ('ruling', 'pot', 'promo_box'),
        ('import', 'chip_issue', 'seat'), ('import', 'seat', 'chip_issue')
    )
$$
"""

# One look at all rows of the statement: a transfer is sound by itself, and a hand leaves its pot empty.
CHECK_TRANSFERS = """
create function players_check_transfers() returns trigger language plpgsql as $$
declare
    fault text;
begin
    select checked.fault into fault
    from (
        select case
            when source.holds_cash <> target.holds_cash then 'a transfer mixes cash and chips'
            when source.room_id <> added.room_id or target.room_id <> added.room_id then 'a transfer leaves its room'
            when seat.left_at is not null then 'chips come to a seat whose player has left'
            when added.reverses_id is null and not players_route(added.kind, source.kind, target.kind)
                then format('%s does not go from %s to %s', added.kind, source.kind, target.kind)
            when added.reverses_id is not null and (added.source_id, added.target_id, added.amount, added.kind)
                    is distinct from (original.target_id, original.source_id, original.amount, original.kind)
                then 'a reversal does not mirror its original'
            when original.reverses_id is not null then 'a reversal is reversed'
        end as fault
        from added
        join players_account source on source.id = added.source_id
        join players_account target on target.id = added.target_id
        left join players_sitting seat on seat.id = target.sitting_id
        left join players_transfer original on original.id = added.reverses_id
    ) checked
    where checked.fault is not null
    limit 1;
    if found then
        raise exception '%', fault using errcode = 'check_violation';
    end if;

    perform 1
    from (
        select source_id as account_id, -amount as amount from added where kind = 'hand'
        union all
        select target_id, amount from added where kind = 'hand'
    ) leg
    join players_account pot on pot.id = leg.account_id and pot.kind = 'pot'
    group by pot.id
    having sum(leg.amount) <> 0;
    if found then
        raise exception 'a hand leaves chips in its pot' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create trigger players_transfer_sound after insert on players_transfer
    referencing new table as added for each statement execute function players_check_transfers()
"""

# Deferred to the commit: chips that leave a seat for good, and the player who leaves it, go together.
LEAVING = """
create function players_check_leaving() returns trigger language plpgsql as $$
begin
    perform 1
    from players_account account join players_sitting sitting on sitting.id = account.sitting_id
    where account.id = new.source_id and account.kind = 'seat' and sitting.left_at is null;
    if found then
        raise exception 'chips leave the table while the player keeps his seat' using errcode = 'check_violation';
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
        raise exception 'a player leaves chips behind in his seat' using errcode = 'check_violation';
    end if;
    return null;
end
$$;

create constraint trigger players_sitting_left after update on players_sitting
    deferrable initially deferred for each row
    when (new.left_at is not null and old.left_at is null)
    execute function players_check_left()
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0002_append_only")]

    operations = [
        migrations.RunSQL(ROUTES, "drop function players_route(text, text, text)"),
        migrations.RunSQL(
            CHECK_TRANSFERS,
            "drop trigger players_transfer_sound on players_transfer; drop function players_check_transfers()",
        ),
        migrations.RunSQL(
            LEAVING,
            "drop trigger players_sitting_left on players_sitting; drop function players_check_left();"
            " drop trigger players_transfer_leaving on players_transfer; drop function players_check_leaving()",
        ),
    ]
