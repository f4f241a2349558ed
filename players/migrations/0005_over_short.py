"""The room’s over-and-short: where it is booked that a drawer was counted short or over."""

from django.db import migrations, models

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0004_time_charges"),
        ("tables", "0002_guards"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="account",
            name="account_not_overdrawn",
        ),
        migrations.RemoveConstraint(
            model_name="account",
            name="account_holds_cash_by_kind",
        ),
        migrations.RemoveConstraint(
            model_name="account",
            name="account_owned_by_kind",
        ),
        migrations.AlterField(
            model_name="account",
            name="kind",
            field=models.CharField(
                choices=[
                    ("chip_issue", "chips issued"),
                    ("vault_chips", "vault, chips"),
                    ("drawer_chips", "drawer, chips"),
                    ("rack", "player's rack"),
                    ("seat", "seat"),
                    ("pot", "pot"),
                    ("felt", "felt"),
                    ("rake_box", "rake box"),
                    ("promo_box", "promo box"),
                    ("time_box", "time charges"),
                    ("tokes", "tokes"),
                    ("impound", "impounded by a case"),
                    ("receivable", "owed to a case or a hand"),
                    ("patrons", "patrons' cash"),
                    ("bank", "bank"),
                    ("vault_cash", "vault, cash"),
                    ("drawer_cash", "drawer, cash"),
                    ("over_short", "chips counted short or over"),
                    ("over_short_cash", "cash counted short or over"),
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="kind",
            field=models.CharField(
                choices=[
                    ("issue", "chips issued or withdrawn"),
                    ("funding", "cash brought or banked"),
                    ("fill", "fill"),
                    ("credit", "credit"),
                    ("chip_sale", "chips sold"),
                    ("chip_redemption", "chips redeemed"),
                    ("buy_in", "buy-in"),
                    ("add_on", "add-on"),
                    ("hand", "hand"),
                    ("count", "stack counted"),
                    ("time_charge", "time charge"),
                    ("toke", "toke"),
                    ("incidental", "incidental"),
                    ("pick_up", "pick-up"),
                    ("move", "table change"),
                    ("leave", "left the table"),
                    ("ruling", "ruling"),
                    ("correction", "correction of a hand"),
                    ("debt", "debt to a case or a hand"),
                    ("shortfall", "what a table lacked, covered by the house"),
                    ("opening_variance", "a drawer's opening count, short or over"),
                    ("closing_variance", "a drawer's closing count, short or over"),
                    ("import", "stack stated by a file"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("balance__gte", 0),
                    (
                        "kind__in",
                        ["chip_issue", "patrons", "bank", "felt", "receivable", "over_short", "over_short_cash"],
                    ),
                    _connector="OR",
                ),
                name="account_not_overdrawn",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "holds_cash",
                        models.Q(("kind__in", ["patrons", "bank", "vault_cash", "drawer_cash", "over_short_cash"])),
                    )
                ),
                name="account_holds_cash_by_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("case_id__isnull", True),
                        ("drawer_id__isnull", True),
                        ("hand_id__isnull", True),
                        (
                            "kind__in",
                            [
                                "chip_issue",
                                "vault_chips",
                                "patrons",
                                "bank",
                                "vault_cash",
                                "over_short",
                                "over_short_cash",
                            ],
                        ),
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
        *from_file(__file__, "over_short"),
    ]
