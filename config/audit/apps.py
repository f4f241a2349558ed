from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "config.audit"
    label = "audit"
