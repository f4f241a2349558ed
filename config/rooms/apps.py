from django.apps import AppConfig


class RoomsConfig(AppConfig):
    name = "config.rooms"
    label = "rooms"
