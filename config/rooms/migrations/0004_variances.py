"""Drawers that are counted short or over: from which amount it is noticed, and from which it is investigated."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0003_cover_asked"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="variance_notice",
            field=models.PositiveBigIntegerField(
                db_default=500,
                default=500,
                help_text="minor units; a drawer counted short or over by more is noticed (house; usual at cages: 5.00)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="investigation_from",
            field=models.PositiveBigIntegerField(
                db_default=5000,
                default=5000,
                help_text="minor units; a drawer counted short or over by so much is investigated"
                " (LA 42:III.2729: 50.00)",
            ),
        ),
        migrations.AddConstraint(
            model_name="room",
            constraint=models.CheckConstraint(
                condition=models.Q(variance_notice__lte=models.F("investigation_from")),
                name="room_variance_noticed_before_investigated",
            ),
        ),
    ]
