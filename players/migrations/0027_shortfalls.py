"""What counts found at a table and nobody brought is borne by the house: a kind of transfer from the vault to the felt."""

import importlib

from django.db import migrations, models

BEFORE = importlib.import_module("players.migrations.0026_claims").ROUTES
ROUTES = BEFORE.replace(
    "('debt', 'seat', 'receivable'),", "('shortfall', 'vault_chips', 'felt'), ('debt', 'seat', 'receivable'),"
)


class Migration(migrations.Migration):
    dependencies = [("players", "0026_claims")]

    operations = [
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
                    ("import", "stack stated by a file"),
                ],
                max_length=16,
            ),
        ),
        migrations.RunSQL(ROUTES, BEFORE),
    ]
