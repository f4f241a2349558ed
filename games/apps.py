from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    label = "games"

    def ready(self) -> None:
        """Let `audit_books` know this app's checks, and the floor board its alarms."""
        from games import alarms, audit_checks  # noqa: F401, PLC0415 - importing registers, and models must be loaded first
        from games.disputes import audit_checks as dispute_checks  # noqa: F401, PLC0415 - likewise
