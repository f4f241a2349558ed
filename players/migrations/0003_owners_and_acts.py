"""A place has the owner that its kind has, and an act answers for what it says."""

from django.db import migrations, models

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [("players", "0002_guards")]

    operations = [
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("case_id__isnull", True),
                        ("drawer_id__isnull", True),
                        ("hand_id__isnull", True),
                        ("kind__in", ["chip_issue", "vault_chips", "patrons", "bank", "vault_cash"]),
                        ("player__isnull", True),
                        ("session__isnull", True),
                        ("sitting__isnull", True),
                    ),
                    models.Q(
                        ("case_id__isnull", True),
                        ("drawer_id__isnull", False),
                        ("hand_id__isnull", True),
                        ("kind__in", ["drawer_chips", "drawer_cash"]),
                        ("player__isnull", True),
                        ("session__isnull", True),
                        ("sitting__isnull", True),
                    ),
                    models.Q(
                        ("case_id__isnull", True),
                        ("drawer_id__isnull", True),
                        ("hand_id__isnull", True),
                        ("kind__in", ["rack"]),
                        ("player__isnull", False),
                        ("session__isnull", True),
                        ("sitting__isnull", True),
                    ),
                    models.Q(
                        ("case_id__isnull", True),
                        ("drawer_id__isnull", True),
                        ("hand_id__isnull", True),
                        ("kind__in", ["seat"]),
                        ("player__isnull", True),
                        ("session__isnull", False),
                        ("sitting__isnull", False),
                    ),
                    models.Q(
                        ("case_id__isnull", True),
                        ("drawer_id__isnull", True),
                        ("hand_id__isnull", True),
                        ("kind__in", ["pot", "felt", "rake_box", "promo_box", "time_box", "tokes"]),
                        ("player__isnull", True),
                        ("session__isnull", False),
                        ("sitting__isnull", True),
                    ),
                    models.Q(
                        ("case_id__isnull", False),
                        ("drawer_id__isnull", True),
                        ("hand_id__isnull", True),
                        ("kind__in", ["impound"]),
                        ("player__isnull", True),
                        ("session__isnull", True),
                        ("sitting__isnull", True),
                    ),
                    models.Q(
                        ("case_id__isnull", False),
                        ("drawer_id__isnull", True),
                        ("hand_id__isnull", True),
                        ("kind__in", ["receivable"]),
                        ("player__isnull", True),
                        ("session__isnull", True),
                        ("sitting__isnull", True),
                    ),
                    models.Q(
                        ("case_id__isnull", True),
                        ("drawer_id__isnull", True),
                        ("hand_id__isnull", False),
                        ("kind__in", ["receivable"]),
                        ("player__isnull", True),
                        ("session__isnull", True),
                        ("sitting__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="account_owned_by_kind",
            ),
        ),
        *from_file(__file__, "acts_that_fit"),
    ]
