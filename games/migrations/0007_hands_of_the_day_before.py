"""A hand that is recorded after the cut-off of the day that it was played on names that day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_hands_found"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="hand", name="hand_belongs_to_a_day_before"),
        migrations.AlterField(
            model_name="hand",
            name="belongs_to_day",
            field=models.DateField(
                help_text="the locked gaming day whose hand this version corrects or voids, or of a first version the "
                "day before the cut-off that it was played on; null for all others",
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("belongs_to_day", None), ("belongs_to_day__lt", models.F("gaming_day")), _connector="OR"
                ),
                name="hand_belongs_to_a_day_before",
            ),
        ),
    ]
