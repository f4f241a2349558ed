"""The addresses of the gaming days. A day is an ISO date."""

from django.urls import path

from config.days import views
from config.web import days as _converters  # noqa: F401 - importing lets addresses hold a gaming day

urlpatterns = [
    path("days/", views.days, name="days"),
    path("days/<gaming_day:day>/", views.day, name="day"),
    path("days/<gaming_day:day>/lock/", views.lock, name="day_lock"),
]
