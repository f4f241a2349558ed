"""Recorded hands that are void, and rulings whose chips a later version of their hand counts."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_who_counted_the_deal"),
        ("rooms", "0001_initial"),
        ("tables", "0005_alarms_put_away"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RulingNetted",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
        ),
        migrations.AddField(
            model_name="hand",
            name="is_void",
            field=models.BooleanField(
                default=False, help_text="the hand doesn't count: everything that it moved went back"
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_void", False),
                    models.Q(
                        ("places", None),
                        ("pot", None),
                        ("promo_taken", 0),
                        ("rake_taken", 0),
                        ("supersedes__isnull", False),
                        models.Q(("reason", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="hand_void_moves_nothing",
            ),
        ),
        migrations.AddField(
            model_name="rulingnetted",
            name="hand",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="netted", to="games.hand"
            ),
        ),
        migrations.AddField(
            model_name="rulingnetted",
            name="ruling",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="netted", to="games.ruling"
            ),
        ),
        append_only("games_rulingnetted"),
    ]
