"""Terms of pools say whether who works in the room has a share; terms of before refuse nobody, as they did."""

from django.db import migrations, models

from config.audit.database import chained


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0036_pools_reconciled"),
        ("audit", "0002_guards"),
    ]

    operations = [
        migrations.AddField(
            model_name="poolversion",
            name="employees",
            field=models.CharField(
                choices=[("never", "never"), ("off_duty", "off duty"), ("yes", "as everybody else")],
                db_default="yes",
                help_text="whether who works in the room has a share; terms of before said nothing, and refused nobody",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="poolversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("employees__in", ["never", "off_duty", "yes"])), name="pool_says_who_of_the_staff"
            ),
        ),
        chained("cage_poolversion"),
    ]
