"""A room lets awards wait for the deposit of their pool’s money, and says within how many days it is deposited."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0022_statement_days"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="awards_need_deposit",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether a pool’s money is awarded only once it was deposited in the pool’s own bank account (WAC 230-15-400(3))",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="pool_deposit_within",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="days after which a gaming day waits for the deposit of what was counted for pools, where awards need it; 0: not asked (house; WAC 230-07-090(1)(d): of other receipts by the second banking day)",
            ),
        ),
    ]
