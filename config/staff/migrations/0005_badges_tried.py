"""Badges tried together with PINs, counted as wrong PINs and codes are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0004_passwords_and_last_days")]

    operations = [
        migrations.AlterField(
            model_name="wrongguesses",
            name="kind",
            field=models.CharField(
                choices=[("pin", "PIN"), ("code", "code"), ("badge", "badge and PIN")], max_length=8
            ),
        ),
    ]
