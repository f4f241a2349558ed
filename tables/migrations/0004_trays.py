"""The chips that a table's tray should hold, where it has one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0007_slips"),
        ("tables", "0003_locked_days"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="tray_imprest",
            field=models.BigIntegerField(
                help_text="minor units that its tray should hold; null where the table has no tray", null=True
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("tray_imprest", None), ("tray_imprest__gt", 0), _connector="OR"),
                name="table_tray_holds_something",
            ),
        ),
    ]
