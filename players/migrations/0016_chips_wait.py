"""Chips that a player buys in the middle of a hand go on the stack when it is over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0015_routes_at_once")]

    operations = [
        migrations.AddField(
            "sitting",
            "chips_wait",
            models.PositiveBigIntegerField(
                db_default=0,
                default=0,
                help_text="bought in the hand that is played, on the stack after it, minor units",
            ),
        ),
    ]
