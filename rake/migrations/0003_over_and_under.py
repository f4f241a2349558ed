"""What was dropped too much and too little is kept apart; the days' figures are made again by the worker."""

from django.db import migrations, models

FIGURES = ("rake_over", "rake_under", "promo_over", "promo_under")
HELP = {
    "rake_over": "taken beyond what was owed, summed over the rated hands",
    "rake_under": "owed and not taken, summed over the rated hands",
}


class Migration(migrations.Migration):
    dependencies = [("rake", "0002_append_only")]

    operations = [
        migrations.RunSQL("delete from rake_rakehour; delete from rake_reportday", migrations.RunSQL.noop),
        *(migrations.RemoveField("rakehour", name) for name in ("rake_variance", "promo_variance")),
        *(
            migrations.AddField(
                "rakehour", name, models.BigIntegerField(help_text=HELP.get(name, "")), preserve_default=False
            )
            for name in FIGURES
        ),
        migrations.AddField(
            "rakehour",
            "timed",
            models.PositiveIntegerField(help_text="hands under a plaque with a time charge in place of a rake"),
            preserve_default=False,
        ),
    ]
