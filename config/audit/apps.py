from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "config.audit"
    label = "audit"

    def ready(self) -> None:
        from config.audit import anchor_checks, audit_checks, chain_checks, open_items, time_checks  # noqa: F401, PLC0415 - they register
