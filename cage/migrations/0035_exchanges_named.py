"""Cash that is exchanged for cash names its patron from what the room logs on; rows of before stay as they are."""

import django.db.models.deletion
from django.db import migrations, models

from config.audit.database import chained, from_file


class Migration(migrations.Migration):
    dependencies = [("cage", "0034_vault_voids"), ("players", "0019_awards"), ("audit", "0002_guards")]

    operations = [
        migrations.AddField(
            model_name="exchange",
            name="player",
            field=models.ForeignKey(
                help_text="whose cash was exchanged for cash",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="exchanges",
                to="players.player",
            ),
        ),
        migrations.AddConstraint(
            model_name="exchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("player", None), models.Q(("side", "patron"), ("what", "cash")), _connector="OR"),
                name="exchange_patron_of_cash",
            ),
        ),
        chained("cage_exchange"),
        *from_file(__file__, "exchanges_named"),
    ]
