"""The time charge of a newcomer for the half hour in which they sit down, and the courtesy hand."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0015_week_starts"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="late_time",
            field=models.CharField(
                choices=[
                    ("free", "nothing until the next half hour"),
                    ("prorata", "for what is left of it"),
                    ("full", "for all of it"),
                ],
                db_default="free",
                default="free",
                help_text="what a newcomer pays for the half hour in which they sit down, where more than one waits for "
                "the game (house; allcasinoguide.com, poker procedures: who joins with at most one waiting pays nothing)",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="earlier_late_time",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()),
                default=list,
                editable=False,
                help_text="what newcomers paid before, each rule until an instant: what was owed under it stays so",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="courtesy_hand",
            field=models.BooleanField(
                db_default=True,
                default=True,
                help_text="whether who leaves after at most one more hand owes nothing for the half hour that has just "
                "begun, while nobody waits for the game (allcasinoguide.com, poker procedures: one courtesy hand)",
            ),
        ),
    ]
