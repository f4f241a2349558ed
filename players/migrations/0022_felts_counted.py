"""A felt keeps when every stack of its table was counted last, also where nothing was off and nothing moved."""

from django.db import migrations, models

Q = models.Q


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0021_time_voids"),
    ]

    operations = [
        migrations.AddField(
            model_name="account",
            name="counted_at",
            field=models.DateTimeField(
                help_text="of a felt: when every stack of the table was counted last, in one act", null=True
            ),
        ),
        migrations.AddField(
            model_name="account",
            name="counted_after",
            field=models.BigIntegerField(
                help_text="of a felt: the id of its last transfer then, 0 where it had none", null=True
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=Q(counted_at=None, counted_after=None)
                | Q(counted_at__isnull=False, counted_after__isnull=False, kind="felt"),
                name="account_counted_is_a_felt",
            ),
        ),
    ]
