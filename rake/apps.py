from django.apps import AppConfig


class RakeConfig(AppConfig):
    name = "rake"
    label = "rake"

    def ready(self) -> None:
        """Let the floor board know this app's alarms, and `audit_books` its checks."""
        from rake import alarms, audit_checks  # noqa: F401, PLC0415 - importing registers, and models must be loaded first
