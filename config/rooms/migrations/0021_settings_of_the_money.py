"""A room sets what stood in the code: minutes, amounts and ages, each with its source."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0020_report_from"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="at_work_minutes",
            field=models.PositiveSmallIntegerField(
                db_default=30,
                default=30,
                help_text="minutes before and after an act in the room within which whoever did it was on duty, for the terms of pools (house; WAC 230-15-400: whether employees share)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="courtesy_hands",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text="so many recorded hands may be dealt since the stroke (allcasinoguide.com, poker procedures: one)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="courtesy_minutes",
            field=models.PositiveSmallIntegerField(
                db_default=5,
                default=5,
                help_text="minutes after the stroke within which who leaves is given it (house: a hand goes on no longer)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="late_waiting",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text="so many may wait for a game, and who sits down there pays nothing for what is left of the half hour (allcasinoguide.com, poker procedures: one)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="minimum_age",
            field=models.PositiveSmallIntegerField(
                db_default=21,
                default=21,
                help_text="years that a player must have completed (the law of the place; 21 is the strictest of the usual)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="opening_looks",
            field=models.PositiveSmallIntegerField(
                db_default=2,
                default=2,
                help_text="how often one person who opens a drawer is told whether it is what its last close left (house: who counts on and on would find out what must be there)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="push_minutes",
            field=models.PositiveSmallIntegerField(
                db_default=10,
                default=10,
                help_text="minutes after a push within which a box may be pulled as that of the down (house; MS 35-5-07-02-100(1): at designated times)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="refill_minutes",
            field=models.PositiveSmallIntegerField(
                db_default=10,
                default=10,
                help_text="minutes within which a second fill of a drawer with the same amounts is asked about (house: a second tap, or a page that was left open)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="vault_most",
            field=models.PositiveBigIntegerField(
                db_default=1000000000,
                default=1000000000,
                help_text="minor units; the most that one act brings into the vault, of chips and of cash each (house: a slip of the keys is no fortune)",
                validators=[django.core.validators.MinValueValidator(1)],
            ),
        ),
        migrations.AlterField(
            model_name="room",
            name="earlier_late_time",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()),
                default=list,
                editable=False,
                help_text="what newcomers paid before, and while how many waited, each rule until an instant: what was owed under it stays so",
            ),
        ),
        migrations.AlterField(
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
                help_text="what a newcomer pays for the half hour in which they sit down, where more than late_waiting wait for the game (house; allcasinoguide.com, poker procedures: who joins with at most one waiting pays nothing)",
                max_length=8,
            ),
        ),
    ]
