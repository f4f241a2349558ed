from django.apps import AppConfig


class RequestsConfig(AppConfig):
    name = "config.requests"
    label = "requests"
