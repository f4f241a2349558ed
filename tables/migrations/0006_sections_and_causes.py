"""The part of the floor that a table stands in, and why a table was closed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_dealer_pins")]

    operations = [
        migrations.AddField(
            "table",
            "section",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the part of the floor that it stands in",
                max_length=40,
            ),
        ),
        migrations.AddField(
            "tablesession",
            "close_cause",
            models.CharField(
                blank=True,
                choices=[("players", "nobody is left to play"), ("dealer", "no dealer"), ("order", "by order")],
                db_default="",
                default="",
                max_length=8,
            ),
        ),
    ]
