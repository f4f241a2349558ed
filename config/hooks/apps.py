from django.apps import AppConfig


class HooksConfig(AppConfig):
    name = "config.hooks"
    label = "hooks"

    def ready(self) -> None:
        """Tell the trail this app's words."""
        from config.hooks import audit_words  # noqa: F401, PLC0415 - importing registers
