"""Barred is barred from the commit of the ban on (I-14): no seat, no buy-in, whoever asks."""

from django.db import migrations

# The ban locks the player's row, a seat or buy-in shares it: whichever comes second sees what the first committed.
REFUSE_BARRED = """
create function players_lock_for_ban() returns trigger language plpgsql as $$
begin
    perform 1 from players_player where id = new.player_id for no key update;
    return new;
end
$$;

create trigger players_ban_locks before insert on players_ban
    for each row execute function players_lock_for_ban();

create function players_refuse_barred(player bigint, at timestamptz) returns void language plpgsql as $$
begin
    perform 1 from players_player where id = player for share;
    perform 1 from players_ban
    where player_id = player and lifted_at is null and (ends_at is null or ends_at > at);
    if found then
        raise exception 'player % is barred', player using errcode = 'check_violation';
    end if;
end
$$;

create function players_check_seat() returns trigger language plpgsql as $$
begin
    if not new.is_import then
        perform players_refuse_barred(new.player_id, new.seated_at);
    end if;
    return new;
end
$$;

create trigger players_sitting_not_barred before insert on players_sitting
    for each row execute function players_check_seat();

create function players_check_buy_in() returns trigger language plpgsql as $$
begin
    perform players_refuse_barred(new.player_id, new.at);
    return new;
end
$$;

create trigger players_buyin_not_barred before insert on players_buyin
    for each row execute function players_check_buy_in()
"""

ALLOW_BARRED = """
drop trigger players_buyin_not_barred on players_buyin;
drop function players_check_buy_in();
drop trigger players_sitting_not_barred on players_sitting;
drop function players_check_seat();
drop function players_refuse_barred(bigint, timestamptz);
drop trigger players_ban_locks on players_ban;
drop function players_lock_for_ban()
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0003_ledger_rules")]

    operations = [migrations.RunSQL(REFUSE_BARRED, ALLOW_BARRED)]
