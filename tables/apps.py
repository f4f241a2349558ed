from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"

    def ready(self) -> None:
        from tables import audit_words, hook_events, open_items, standing_money  # noqa: F401, PLC0415 - register, once models are there
