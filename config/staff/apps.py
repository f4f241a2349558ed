from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "config.staff"
    label = "staff"

    def ready(self) -> None:
        from config.staff import audit_checks, audit_words  # noqa: F401, PLC0415 - registers, once models are there
