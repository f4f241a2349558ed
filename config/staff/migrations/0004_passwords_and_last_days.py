"""Since when a person has had the password, and the last day of work."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("staff", "0003_access_reviews")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="password_at",
            field=models.DateTimeField(blank=True, help_text="when the person chose the password", null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="last_day",
            field=models.DateField(blank=True, help_text="the last day of work, where it is known", null=True),
        ),
    ]
