"""Whether somebody bought chips in the middle of a hand, so that its end asks for none where nobody did."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0008_planned_tables")]

    operations = [
        migrations.AddField(
            "tablesession",
            "chips_wait",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="somebody bought chips in this hand: they go on the stack after it",
            ),
        ),
    ]
