from django.db import migrations, models

CHOICES = [
    ("nobody", "nobody"),
    ("weighty", "who moves money or changes rights or rules"),
    ("everybody", "everybody who works here"),
]
HELP = "who signs in with a code of an authenticator besides the password"


class Migration(migrations.Migration):
    """Rooms that are there go on as they were, and their administrators are told; a new room asks who moves money."""

    dependencies = [("rooms", "0003_earlier_clocks")]

    operations = [
        migrations.AddField(
            model_name="room",
            name="second_factor",
            field=models.CharField(choices=CHOICES, default="nobody", help_text=HELP, max_length=10),
        ),
        migrations.AlterField(
            model_name="room",
            name="second_factor",
            field=models.CharField(choices=CHOICES, default="weighty", help_text=HELP, max_length=10),
        ),
    ]
