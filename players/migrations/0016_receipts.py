"""Receipts get numbers of their own, one row of them in each room; those given before are numbered as they came."""

from django.db import migrations, models

NUMBERED = """
    alter table players_buyin disable trigger user;
    alter table players_cashout disable trigger user;
    update players_buyin b set receipt = g.number from ({rows}) g where g.sold and g.id = b.id;
    update players_cashout c set receipt = g.number from ({rows}) g where not g.sold and g.id = c.id;
    alter table players_buyin enable trigger user;
    alter table players_cashout enable trigger user;
    update players_ledgerhead h set receipts = (
        select (select count(*) from players_buyin where room_id = h.room_id)
            + (select count(*) from players_cashout where room_id = h.room_id)
    );
"""
ROWS = """
    select id, sold, row_number() over (partition by room_id order by at, sold, id) as number from (
        select id, room_id, at, true as sold from players_buyin
        union all select id, room_id, at, false from players_cashout
    ) receipts
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0015_money_acts")]

    operations = [
        migrations.AddField(
            model_name="ledgerhead",
            name="receipts",
            field=models.BigIntegerField(db_default=0, default=0, help_text="the number of the room's last receipt"),
        ),
        *(
            migrations.AddField(
                model_name=name,
                name="receipt",
                field=models.BigIntegerField(
                    null=True, help_text="its receipt's number, in the one row of numbers of the room"
                ),
            )
            for name in ("buyin", "cashout")
        ),
        migrations.RunSQL(NUMBERED.format(rows=ROWS), migrations.RunSQL.noop),
        *(
            migrations.AlterField(
                model_name=name,
                name="receipt",
                field=models.BigIntegerField(help_text="its receipt's number, in the one row of numbers of the room"),
            )
            for name in ("buyin", "cashout")
        ),
        migrations.AddConstraint(
            model_name="buyin",
            constraint=models.UniqueConstraint(fields=("room", "receipt"), name="buy_in_receipt_once"),
        ),
        migrations.AddConstraint(
            model_name="cashout",
            constraint=models.UniqueConstraint(fields=("room", "receipt"), name="cash_out_receipt_once"),
        ),
    ]
