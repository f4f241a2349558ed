from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"

    def ready(self) -> None:
        # importing registers, once models are there
        from tables import audit_words, day_notes, hook_events, open_items, standing_money  # noqa: F401, PLC0415
