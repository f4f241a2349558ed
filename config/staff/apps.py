from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "config.staff"
    label = "staff"
