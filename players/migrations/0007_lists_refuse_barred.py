"""Barred is barred from the commit of the ban on (I-14): nobody gets on a list or is called, whoever asks."""

from django.db import migrations

# players_refuse_barred shares the player's row with the seat and the buy-in; the ban locks it.
REFUSE_BARRED = """
create function players_check_list() returns trigger language plpgsql as $$
begin
    if new.state in ('waiting', 'called', 'held') then
        perform players_refuse_barred(new.player_id, new.changed_at);
    end if;
    return new;
end
$$;

create trigger players_listentry_not_barred before insert or update of state on players_listentry
    for each row execute function players_check_list()
"""

ALLOW_BARRED = """
drop trigger players_listentry_not_barred on players_listentry;
drop function players_check_list()
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0006_waiting_lists")]

    operations = [migrations.RunSQL(REFUSE_BARRED, ALLOW_BARRED)]
