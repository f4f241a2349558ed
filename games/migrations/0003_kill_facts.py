"""What the kill of the next hand follows from: under whose kill a hand was played, and whether a tick had a low."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_append_only")]

    operations = [
        migrations.AddField(
            "hand",
            "has_low",
            models.BooleanField(
                null=True,
                help_text="ticks of a hi-lo pot that several won: whether a low took a half; null where unsaid",
            ),
        ),
        migrations.AddField(
            "hand",
            "killer_seat",
            models.PositiveSmallIntegerField(
                null=True, help_text="the seat whose kill the hand was played under; null where none was on"
            ),
        ),
    ]
