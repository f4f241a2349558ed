"""The addresses of the reports. A gaming day is an ISO date."""

from datetime import date

from django.urls import path, register_converter

from config.web.days import day_of
from rake import views


class GamingDay:
    """An ISO date in an address: 2026-11-20."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, text: str) -> date:
        return day_of(text)

    def to_url(self, day: date | str) -> str:
        return str(day)


register_converter(GamingDay, "gaming_day")

urlpatterns = [
    path("reports/", views.reports, name="reports"),
    path("reports/rake/<gaming_day:day>/", views.rake_report, name="rake_report"),
    path("reports/rake/<gaming_day:day>/rebuild/", views.rebuild, name="rake_rebuild"),
    path("reports/rake/<gaming_day:day>.csv", views.rake_csv, name="rake_csv"),
    path("reports/rake/<gaming_day:day>.xlsx", views.rake_xlsx, name="rake_xlsx"),
    path("hands/<int:hand_id>/rating/", views.hand_rating, name="hand_rating"),
]
