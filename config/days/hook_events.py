"""The events of gaming days that other systems may be told of."""

from django.urls import reverse

from config.hooks.events import EventKind, register

DAY_LOCKED = register(
    EventKind(
        code="day.locked",
        title="a gaming day is locked",
        about=lambda lock: {"lock": lock.pk, "gaming_day": lock.gaming_day.isoformat()},
        place=lambda lock: reverse("api_gaming_day", args=[lock.gaming_day]),
    )
)
