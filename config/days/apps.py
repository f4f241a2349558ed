from django.apps import AppConfig


class DaysConfig(AppConfig):
    name = "config.days"
    label = "days"

    def ready(self) -> None:
        """Let every connection say in words that a day is locked; tell the trail this app's words, the audit its
        checks, other systems its events."""
        from django.db.backends.signals import connection_created  # noqa: PLC0415 - once the apps are there

        from config.days import audit_checks, audit_words, hook_events  # noqa: F401, PLC0415 - importing registers
        from config.days.refusals import put_into_words  # noqa: PLC0415 - likewise

        connection_created.connect(put_into_words, dispatch_uid="days.refusals")
