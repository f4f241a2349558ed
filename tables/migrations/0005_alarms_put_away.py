from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0004_must_move"),
    ]

    operations = [
        migrations.AddField(
            model_name="sessionalarm",
            name="hands",
            field=models.JSONField(
                default=dict, help_text="what is said of each hand that it is about, by the hand's id"
            ),
        ),
        migrations.AddField(
            model_name="sessionalarm",
            name="version",
            field=models.PositiveIntegerField(default=1, help_text="grows whenever it says something else"),
        ),
        migrations.AddField(
            model_name="sessionalarm",
            name="reason",
            field=models.CharField(
                blank=True, default="", help_text="why somebody who looked at it put it away", max_length=400
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="sessionalarm",
            name="kind",
            field=models.CharField(help_text="code of tables.alarms", max_length=40),
        ),
        migrations.AddConstraint(
            model_name="sessionalarm",
            constraint=models.CheckConstraint(
                condition=models.Q(reason="") | models.Q(cleared_at__isnull=False, cleared_by__isnull=False),
                name="alarm_put_away_by_somebody",
            ),
        ),
    ]
