"""Chips of the house that go into a promotional pool as its seed, and come back: two kinds of transfers."""

from django.db import migrations, models

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0023_boxes_give_on"),
    ]

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
                    ("opening_variance", "a drawer's opening count, short or over"),
                    ("closing_variance", "a drawer's closing count, short or over"),
                    ("import", "stack stated by a file"),
                    ("drop", "box pulled"),
                    ("box_count", "box counted"),
                    ("variance", "counted short or over"),
                    ("residual", "chips a table lost or found at its close"),
                    ("presented", "chips presented, origin not on the books"),
                    ("deposit", "put into a player's bank"),
                    ("withdrawal", "taken out of a player's bank"),
                    ("tournament_entry", "tournament entry"),
                    ("tournament_paid", "tournament prize paid"),
                    ("promo_payout", "promotion paid"),
                    ("toke_exchange", "tokes exchanged"),
                    ("comp_paid", "comp paid"),
                    ("paid_out", "paid out"),
                    ("paid_in", "paid in"),
                    ("award", "award out of a pool"),
                    ("award_paid", "award paid"),
                    ("seed", "seed of a pool"),
                    ("seed_back", "seed of a pool, recovered"),
                ],
                max_length=16,
            ),
        ),
        *from_file(__file__, "seeds"),
    ]
