from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    label = "games"

    def ready(self) -> None:
        """Let `audit_books` know this app's checks, the board its alarms, and players what was ticked and how hands are
        called."""
        from games import alarms, audit_checks, audit_words, day_notes, hook_events, open_items, plaque_checks  # noqa: F401, PLC0415 - importing registers, and models must be loaded first
        from games.dealt import RecordedHands  # noqa: PLC0415 - likewise
        from games.selectors import counts  # noqa: F401, PLC0415 - likewise
        from players.dealt import register  # noqa: PLC0415 - likewise

        register(RecordedHands())
