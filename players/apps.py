from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    label = "players"

    def ready(self) -> None:
        from players import alarms, audit_words, open_items, standing_money  # noqa: F401, PLC0415 - register, once models are there
        from players.checks import books, comps, groups, limits, lists, time_charges  # noqa: F401, PLC0415 - likewise
        from players.services import closed_tables  # noqa: F401, PLC0415 - likewise
