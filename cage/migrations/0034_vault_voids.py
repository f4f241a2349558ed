"""A fill from the vault, and cash that was sent to the bank, are taken back by rows of the ledger that mirror theirs."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [("cage", "0033_vault_counts"), ("players", "0019_awards")]

    operations = [*from_file(__file__, "vault_voids")]
