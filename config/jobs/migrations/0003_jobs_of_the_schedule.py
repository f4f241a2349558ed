"""The origin of a job, and the jobs of a room found without reading those that are nobody's to see."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("jobs", "0002_jobs_of_people"), ("rooms", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="origin",
            field=models.CharField(
                choices=[("act", "an act"), ("schedule", "the schedule"), ("lock", "the day’s lock")],
                db_default="act",
                default="act",
                max_length=8,
            ),
        ),
        AddIndexConcurrently(
            model_name="job",
            index=models.Index(
                fields=["room", "-asked_at"],
                condition=models.Q(("state", "failed"), models.Q(("title", ""), _negated=True), _connector="OR"),
                name="job_shown",
            ),
        ),
        AddIndexConcurrently(
            model_name="job",
            index=models.Index(
                fields=["room", "name", "-asked_at"],
                condition=models.Q(("origin", "schedule")),
                name="job_of_schedule",
            ),
        ),
    ]
