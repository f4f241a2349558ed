"""Which dealers sign with their own PIN what is counted at their tray."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0011_costs"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="dealers_sign",
            field=models.CharField(
                choices=[
                    ("nobody", "nobody: a colleague signs for them"),
                    ("with_pin", "dealers who have a PIN"),
                    ("everybody", "every dealer"),
                ],
                db_default="with_pin",
                default="with_pin",
                help_text="which dealers sign with their own PIN what is counted at their tray (25 CFR 543.10(b), (e); COMAR 36.05.03.03)",
                max_length=10,
            ),
        ),
    ]
