from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "players"
    label = "players"

    def ready(self) -> None:
        from players import alarms, audit_checks, audit_words, drawer_checks, group_checks, list_checks  # noqa: F401, PLC0415 - register, once models are there
