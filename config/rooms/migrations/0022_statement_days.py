"""A room sets for how long a bank's statement covers chips in use; two settings have their sources beside them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rooms", "0021_settings_of_the_money"),
    ]

    operations = [
        migrations.AlterField(
            model_name="room",
            name="identity_asked",
            field=models.CharField(
                choices=[
                    ("name", "a name"),
                    ("birth", "legal name and date of birth"),
                    ("document", "legal name, date of birth and a valid document"),
                ],
                default="name",
                help_text="what must be known of a player before chips are sold (house; 68 IAC 15-2-3(c): a description, and the name if known)",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="room",
            name="void_alone",
            field=models.PositiveBigIntegerField(
                db_default=10000,
                default=10000,
                help_text="minor units; what one person voids alone at the window on a gaming day (house: 100; LA 42:III.2717: voids recorded)",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="statement_days",
            field=models.PositiveSmallIntegerField(
                db_default=31,
                default=31,
                help_text="days after which a bank’s statement covers chips in use no more (house: banks state accounts once a month)",
            ),
        ),
    ]
