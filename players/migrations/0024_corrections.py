"""Corrections book the difference: their kind of transfer and its routes, and what is owed to a corrected hand."""

import importlib

from django.db import migrations, models

BEFORE = importlib.import_module("players.migrations.0014_debts").ROUTES
ROUTES = BEFORE.replace(
    "('import', 'chip_issue', 'seat'),",
    "('correction', 'seat', 'pot'), ('correction', 'pot', 'seat'),"
    " ('correction', 'rack', 'pot'), ('correction', 'pot', 'rack'),"
    " ('correction', 'rake_box', 'pot'), ('correction', 'pot', 'rake_box'),"
    " ('correction', 'promo_box', 'pot'), ('correction', 'pot', 'promo_box'),"
    " ('correction', 'receivable', 'pot'), ('correction', 'pot', 'receivable'),"
    " ('correction', 'felt', 'rake_box'), ('correction', 'rake_box', 'felt'),"
    " ('correction', 'felt', 'promo_box'), ('correction', 'promo_box', 'felt'),"
    " ('import', 'chip_issue', 'seat'),",
)

# A correction passes through the pot too, and leaves as little behind.
CHECK = importlib.import_module("players.migrations.0005_impound").RULINGS_TOO
CORRECTIONS_TOO = CHECK.replace("where kind in ('hand', 'ruling')", "where kind in ('hand', 'ruling', 'correction')")


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0023_records_by_index"),
        ("rooms", "0001_initial"),
        ("tables", "0005_alarms_put_away"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="account",
            name="account_room_kind_once",
        ),
        migrations.AddField(
            model_name="account",
            name="hand_id",
            field=models.BigIntegerField(help_text="the corrected hand that is owed (games.Hand)", null=True),
        ),
        migrations.AddField(
            model_name="debt",
            name="hand_id",
            field=models.BigIntegerField(help_text="the version of a hand by which it is owed (games.Hand)", null=True),
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
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="debt",
            name="case_id",
            field=models.BigIntegerField(help_text="the dispute (games.Dispute)", null=True),
        ),
        migrations.AlterField(
            model_name="debt",
            name="number",
            field=models.PositiveSmallIntegerField(help_text="of the ruling's remedy, or of the debts of a correction"),
        ),
        migrations.AlterField(
            model_name="debt",
            name="ruling_id",
            field=models.BigIntegerField(help_text="the ruling by which it is owed (games.Ruling)", null=True),
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
                    ("import", "stack stated by a file"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("case_id", None),
                    ("drawer", None),
                    ("hand_id", None),
                    ("player", None),
                    ("session", None),
                    ("sitting", None),
                ),
                fields=("room", "kind"),
                name="account_room_kind_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(fields=("kind", "hand_id"), name="account_hand_once"),
        ),
        migrations.AddConstraint(
            model_name="debt",
            constraint=models.UniqueConstraint(fields=("hand_id", "number"), name="debt_of_hand_once"),
        ),
        migrations.AddConstraint(
            model_name="debt",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("case_id__isnull", False), ("hand_id", None), ("ruling_id__isnull", False)),
                    models.Q(("case_id", None), ("hand_id__isnull", False), ("ruling_id", None)),
                    _connector="OR",
                ),
                name="debt_is_owed_to_one",
            ),
        ),
        migrations.RunSQL(ROUTES, BEFORE),
        migrations.RunSQL(CORRECTIONS_TOO, CHECK),
    ]
