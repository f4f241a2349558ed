from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"

    def ready(self) -> None:
        from tables import audit_words  # noqa: F401, PLC0415 - registers, once models are there
