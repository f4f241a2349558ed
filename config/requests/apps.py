from django.apps import AppConfig


class RequestsConfig(AppConfig):
    name = "config.requests"
    label = "requests"

    def ready(self) -> None:
        """Tell the trail this app's words."""
        from config.requests import audit_words  # noqa: F401, PLC0415 - importing registers
