"""The addresses of the reports. A gaming day is an ISO date."""

from django.urls import path

from config.web import days as _converters  # noqa: F401 - importing lets addresses hold a gaming day
from rake import views
from rake.sampling import views as sampling

urlpatterns = [
    path("reports/", views.reports, name="reports"),
    path("reports/rake/<gaming_day:day>/", views.rake_report, name="rake_report"),
    path("reports/rake/<gaming_day:day>/rebuild/", views.rebuild, name="rake_rebuild"),
    path("reports/rake/<gaming_day:day>.csv", views.rake_csv, name="rake_csv"),
    path("reports/rake/<gaming_day:day>.xlsx", views.rake_xlsx, name="rake_xlsx"),
    path("hands/<int:hand_id>/rating/", views.hand_rating, name="hand_rating"),
    path("reports/sampling/<gaming_day:day>/", sampling.report, name="sampling_report"),
    path("reports/sampling/<gaming_day:day>.csv", sampling.report_csv, name="sampling_csv"),
    path("reports/sampling/rate/", sampling.rate, name="sampling_rate"),
    path("hands/<int:hand_id>/pot/", sampling.pot, name="hand_pot"),
]
