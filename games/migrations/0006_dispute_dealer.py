"""The dealer of a case is one of the room's dealers. What was written before stays as it was, linked where it can be."""

import django.db.models.deletion
from django.db import migrations, models

# Cases are never changed; this gives old ones the dealer whom their words name, and leaves every word where it is.
LINK = """
alter table games_dispute disable trigger games_dispute_append_only;
update games_dispute set dealer_id = named.dealer_id
from (
    select dispute.id as dispute_id, min(dealer.id) as dealer_id
    from games_dispute dispute join tables_dealer dealer
        on dealer.room_id = dispute.room_id and lower(dealer.badge_number) = lower(btrim(dispute.dealer_words))
    group by dispute.id
) named
where named.dispute_id = games_dispute.id and games_dispute.dealer_id is null;
set constraints all immediate;
alter table games_dispute enable trigger games_dispute_append_only
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_stack_counts"),
        ("tables", "0003_dealers"),
    ]

    operations = [
        migrations.RenameField("dispute", "dealer", "dealer_words"),
        migrations.AlterField(
            "dispute",
            "dealer_words",
            models.CharField(
                blank=True,
                help_text="who dealt, as it was written before cases named a dealer of the room",
                max_length=40,
            ),
        ),
        migrations.AddField(
            "dispute",
            "dealer",
            models.ForeignKey(
                help_text="who dealt",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="disputes",
                to="tables.dealer",
            ),
        ),
        migrations.RunSQL(LINK, migrations.RunSQL.noop),
    ]
