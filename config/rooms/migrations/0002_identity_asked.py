"""What a room must know of a player before it sells chips."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rooms", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="room",
            name="identity_asked",
            field=models.CharField(
                choices=[
                    ("name", "a name"),
                    ("birth", "legal name and date of birth"),
                    ("document", "legal name, date of birth and a valid document"),
                ],
                default="name",
                help_text="what must be known of a player before chips are sold",
                max_length=10,
            ),
        ),
    ]
