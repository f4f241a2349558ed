from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    label = "players"

    def ready(self) -> None:
        # importing registers, once models are there
        from players import alarms, audit_words, day_notes, open_items, standing_money  # noqa: F401, PLC0415
        from players.checks import books, comps, groups, limits, lists, time_charges  # noqa: F401, PLC0415 - likewise
        from players.services import closed_tables  # noqa: F401, PLC0415 - likewise
