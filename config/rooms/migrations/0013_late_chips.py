"""The ways in which chips of a retired set are taken after its last day, and whom patrons turn to."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0012_dealers_sign"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="late_chips",
            field=models.CharField(
                choices=[
                    ("approved", "a manager approves with badge and PIN"),
                    ("refused", "nobody: the patron is told where to turn"),
                ],
                db_default="approved",
                default="approved",
                help_text="who takes chips of a retired set after its last day (house, as its notice of the retirement says)",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="late_chips_way",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="whom patrons turn to with chips that nobody takes any more; the end of a sentence (house)",
                max_length=120,
            ),
        ),
    ]
