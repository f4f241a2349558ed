"""The addresses of the reports. A gaming day is an ISO date."""

from django.urls import path

from config.web import days as _converters  # noqa: F401 - importing lets addresses hold a gaming day
from rake.revenue import journal_views as journals
from rake.revenue import views as revenue
from rake.sampling import views as sampling
from rake.views import figures, morning, pace, rake_report

urlpatterns = [
    path("reports/", rake_report.reports, name="reports"),
    path("reports/morning/", morning.morning, name="morning"),
    path("reports/figures/", figures.figures, name="figures"),
    path("reports/figures.csv", figures.figures_csv, name="figures_csv"),
    path("reports/figures.xlsx", figures.figures_xlsx, name="figures_xlsx"),
    path("reports/figures.pdf", figures.figures_pdf, name="figures_pdf"),
    path("reports/figures/<slug:code>/", figures.figure_why, name="figure_why"),
    path("reports/pace/", pace.pace, name="pace"),
    path("reports/pace.csv", pace.pace_csv, name="pace_csv"),
    path("reports/definitions/", figures.definitions, name="figure_definitions"),
    path("reports/rake/<gaming_day:day>/", rake_report.rake_report, name="rake_report"),
    path("reports/rake/<gaming_day:day>/rebuild/", rake_report.rebuild, name="rake_rebuild"),
    path("reports/rake/<gaming_day:day>.csv", rake_report.rake_csv, name="rake_csv"),
    path("reports/rake/<gaming_day:day>.xlsx", rake_report.rake_xlsx, name="rake_xlsx"),
    path("hands/<int:hand_id>/rating/", rake_report.hand_rating, name="hand_rating"),
    path("reports/sampling/<gaming_day:day>/", sampling.report, name="sampling_report"),
    path("reports/sampling/<gaming_day:day>.csv", sampling.report_csv, name="sampling_csv"),
    path("reports/sampling/rate/", sampling.rate, name="sampling_rate"),
    path("reports/revenue/", revenue.revenue, name="revenue"),
    path("reports/revenue.csv", revenue.revenue_csv, name="revenue_csv"),
    path("reports/revenue/sums/<slug:code>/", revenue.behind, name="revenue_sum"),
    path("reports/revenue/definitions/", revenue.definitions, name="revenue_definitions"),
    path("reports/revenue/definitions/add/", revenue.add_definition, name="revenue_definition_add"),
    path("reports/revenue/definitions/of/<slug:code>/", revenue.definition, name="revenue_definition"),
    path("reports/journal/accounts/", journals.accounts, name="journal_accounts"),
    path("reports/journal/<gaming_day:day>/", journals.journal, name="journal"),
    path("reports/journal/<gaming_day:day>.csv", journals.journal_csv, name="journal_csv"),
    path("hands/<int:hand_id>/pot/", sampling.pot, name="hand_pot"),
]
