"""The PIN with which a dealer signs at the tray, and the wrong ones that were tried."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_PEOPLE = {"on_delete": django.db.models.deletion.PROTECT, "related_name": "+", "to": settings.AUTH_USER_MODEL}


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0004_trays"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "dealer", "pin_hash", models.CharField(blank=True, db_default="", default="", max_length=200)
        ),
        migrations.AddField("dealer", "pin_set_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "dealer", "pin_set_by", models.ForeignKey(help_text="at whose tablet it was entered", null=True, **_PEOPLE)
        ),
        migrations.CreateModel(
            name="DealerGuesses",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("failures", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField()),
                (
                    "dealer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="guesses", to="tables.dealer"
                    ),
                ),
                ("guesser", models.ForeignKey(**_PEOPLE)),
            ],
        ),
        migrations.AddConstraint(
            model_name="dealerguesses",
            constraint=models.UniqueConstraint(fields=("dealer", "guesser"), name="dealer_guesses_counted_once"),
        ),
    ]
