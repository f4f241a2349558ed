"""A disputed award is impounded by its case, and what nobody can pay is owed to it: two places, their routes, I-3."""

import importlib

from django.db import migrations, models
from django.db.models import Q

MAY_BE_NEGATIVE = ["chip_issue", "patrons", "bank", "felt"]
LEDGER_RULES = importlib.import_module("players.migrations.0003_ledger_rules")

# The list of routes is read into a function, so that a further one is put in its place by replacing the whole.
BEFORE = LEDGER_RULES.ROUTES.replace("create function", "create or replace function")
ROUTES = BEFORE.replace(
    "('ruling', 'promo_box', 'pot'),",
    "('ruling', 'impound', 'pot'), ('ruling', 'pot', 'impound'),"
    " ('ruling', 'receivable', 'pot'), ('ruling', 'pot', 'receivable'), ('ruling', 'promo_box', 'pot'),",
)

# A ruling passes through the pot as a hand does, and leaves as little behind.
CHECK = LEDGER_RULES.CHECK_TRANSFERS.partition("create trigger")[0].replace(
    "create function", "create or replace function"
)
RULINGS_TOO = CHECK.replace("where kind = 'hand'", "where kind in ('hand', 'ruling')")


class Migration(migrations.Migration):
    dependencies = [("players", "0004_bans_bind")]

    operations = [
        migrations.RemoveConstraint("account", "account_not_overdrawn"),
        migrations.RemoveConstraint("account", "account_room_kind_once"),
        migrations.AddField(
            "account",
            "case_id",
            models.BigIntegerField(null=True, help_text="the dispute that impounds, or is owed (games.Dispute)"),
        ),
        migrations.AlterField(
            "account",
            "kind",
            models.CharField(
                max_length=16,
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
                    ("receivable", "owed to a case"),
                    ("patrons", "patrons' cash"),
                    ("bank", "bank"),
                    ("vault_cash", "vault, cash"),
                    ("drawer_cash", "drawer, cash"),
                ],
            ),
        ),
        migrations.AddConstraint(
            "account",
            models.CheckConstraint(
                condition=Q(balance__gte=0) | Q(kind__in=[*MAY_BE_NEGATIVE, "receivable"]),
                name="account_not_overdrawn",
            ),
        ),
        migrations.AddConstraint(
            "account",
            models.UniqueConstraint(
                fields=["room", "kind"],
                condition=Q(player=None, sitting=None, session=None, drawer=None, case_id=None),
                name="account_room_kind_once",
            ),
        ),
        migrations.AddConstraint(
            "account", models.UniqueConstraint(fields=["kind", "case_id"], name="account_case_once")
        ),
        migrations.RunSQL(ROUTES, BEFORE),
        migrations.RunSQL(RULINGS_TOO, CHECK),
    ]
