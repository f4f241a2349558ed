"""The disputed action itself beside its number: all that was done up to it, and its words."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_amendments"),
    ]

    operations = [
        migrations.AddField(
            model_name="dispute",
            name="act_words",
            field=models.CharField(blank=True, help_text="the disputed act for people, as it was then", max_length=160),
        ),
        migrations.AddField(
            model_name="dispute",
            name="acts",
            field=models.JSONField(
                default=list, help_text="all that was done up to the disputed act, games.disputes.acts"
            ),
        ),
    ]
