import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0021_investigations_by_two"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="investigation", name="investigation_of_one_thing"),
        migrations.AddField(
            model_name="investigation",
            name="carried",
            field=models.OneToOneField(
                help_text="the act of a slip that took in something else than was sent",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="investigation",
                to="cage.transitact",
            ),
        ),
        migrations.AddConstraint(
            model_name="investigation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("box_variance", None), ("carried", None), ("variance__isnull", False)),
                    models.Q(("box_variance__isnull", False), ("carried", None), ("variance", None)),
                    models.Q(("box_variance", None), ("carried__isnull", False), ("variance", None)),
                    _connector="OR",
                ),
                name="investigation_of_one_thing",
            ),
        ),
        migrations.CreateModel(
            name="GivenUpCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField(help_text="of the close that was given up")),
                ("reason", models.CharField(max_length=400)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        help_text="the supervisor who let it be given up",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="given_up", to="cage.drawersession"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "round"), name="given_up_count_once"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="given_up_count_has_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("second", models.F("by")), _negated=True), name="given_up_count_by_two"
                    ),
                ],
            },
        ),
    ]
