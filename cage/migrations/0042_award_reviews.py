"""Decisions of two people that an award stands, though its hand was corrected or voided."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever
from config.days.database import locked_with_its_day


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("cage", "0041_holds_games_and_prints"),
        ("days", "0002_guards"),
        ("rooms", "0020_report_from"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AwardReview",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "hand_id",
                    models.BigIntegerField(help_text="the version of the hand that was looked at (games.Hand)"),
                ),
                ("reason", models.CharField(max_length=400)),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "award",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="reviews", to="cage.poolaward"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="award_reviews", to="rooms.room"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [models.Index(fields=["room", "gaming_day"], name="award_review_day")],
                "constraints": [
                    models.UniqueConstraint(fields=("award", "hand_id"), name="award_reviewed_once"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="award_review_has_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("by", models.F("second")), _negated=True), name="award_review_by_two_people"
                    ),
                ],
            },
        ),
        *kept_for_ever("cage_awardreview"),
        locked_with_its_day("cage_awardreview"),
        *from_file(__file__, "award_reviews"),
    ]
