"""The role of chip runners."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("staff", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="staffrole",
            name="role",
            field=models.CharField(
                choices=[
                    ("host", "Host"),
                    ("floor", "Floor supervisor"),
                    ("cashier", "Cashier"),
                    ("runner", "Chip runner"),
                    ("manager", "Manager"),
                    ("auditor", "Auditor"),
                    ("administrator", "Administrator"),
                ],
                max_length=20,
            ),
        ),
    ]
