from django.apps import AppConfig


class DisputesConfig(AppConfig):
    name = "disputes"
    label = "disputes"

    def ready(self) -> None:
        """Answer what hands ask about cases; let `audit_books` know this app's checks, the board its alarm, and players
        what cases hold."""
        from disputes import alarms, audit_checks, audit_words, hand_checks, open_items, table_places  # noqa: F401, PLC0415 - importing registers, and models must be loaded first
        from disputes.keeper import DeskOfDisputes  # noqa: PLC0415 - likewise
        from disputes.selectors import held  # noqa: F401, PLC0415 - likewise
        from games.cases import register  # noqa: PLC0415 - likewise

        register(DeskOfDisputes())
