"""Reviews of access: who looked through everybody that may sign in, and what they found of each."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_guards"),
        ("rooms", "0015_week_starts"),
        ("staff", "0002_chip_runner"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AccessReview",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "approved_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
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
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rooms.room"),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="ReviewedPerson",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "roles",
                    models.CharField(
                        help_text="codes of the roles held at the review, joined by commas", max_length=120
                    ),
                ),
                ("keeps", models.BooleanField(help_text="whether the roles go on; otherwise the review ended them")),
                ("reason", models.CharField(blank=True, help_text="why they were ended", max_length=400)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "review",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="people", to="staff.accessreview"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddIndex(
            model_name="accessreview",
            index=models.Index(fields=["room", "at"], name="access_reviewed"),
        ),
        migrations.AddConstraint(
            model_name="accessreview",
            constraint=models.CheckConstraint(
                condition=models.Q(("by", models.F("approved_by")), _negated=True),
                name="access_review_approved_by_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="reviewedperson",
            constraint=models.UniqueConstraint(fields=("review", "person"), name="reviewed_once"),
        ),
        migrations.AddConstraint(
            model_name="reviewedperson",
            constraint=models.CheckConstraint(
                condition=models.Q(("keeps", True), models.Q(("reason", ""), _negated=True), _connector="OR"),
                name="review_says_why_it_ends",
            ),
        ),
        *kept_for_ever("staff_accessreview", "staff_reviewedperson"),
    ]
