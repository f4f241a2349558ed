"""Players who work in the room too."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0019_awards"),
        ("rooms", "0019_pools_signed"),
        ("tables", "0009_chips_wait"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Employment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("noted_at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "was_wrong",
                    models.BooleanField(
                        default=False, help_text="ended because it was noted by mistake: it never was so"
                    ),
                ),
                (
                    "dealer",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.dealer"
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "noted_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="employments", to="players.player"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-noted_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("dealer__isnull", False), ("user", None)),
                            models.Q(("dealer", None), ("user__isnull", False)),
                            _connector="OR",
                        ),
                        name="employment_of_user_or_dealer",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("user", None),
                            models.Q(
                                models.Q(("user", models.F("noted_by")), _negated=True),
                                models.Q(
                                    ("ended_by", None),
                                    models.Q(("user", models.F("ended_by")), _negated=True),
                                    _connector="OR",
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="employment_noted_by_another",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("ended_by", None), ("was_wrong", False)),
                            models.Q(("ended_at__gte", models.F("noted_at")), ("ended_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="employment_ended_by_somebody",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None), ("user__isnull", False)),
                        fields=("room", "user"),
                        name="employment_once_a_user",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("dealer__isnull", False), ("ended_at", None)),
                        fields=("dealer",),
                        name="employment_once_a_dealer",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None), ("user__isnull", False)),
                        fields=("room", "player"),
                        name="employment_one_user_a_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("dealer__isnull", False), ("ended_at", None)),
                        fields=("room", "player"),
                        name="employment_one_dealer_a_player",
                    ),
                ],
            },
        ),
    ]
