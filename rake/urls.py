"""The addresses of the reports. A gaming day is an ISO date."""

from django.urls import path

from config.web import days as _converters  # noqa: F401 - importing lets addresses hold a gaming day
from rake.assurance import views as assurance
from rake.comps import views as comps
from rake.lab import views as lab
from rake.lost import views as lost
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
    path("reports/comps/", comps.comps, name="comps"),
    path("reports/comps/rules/", comps.post_rules, name="comps_rules"),
    path("reports/comps/rates/", comps.post_rate, name="comps_rates"),
    path("reports/comps/entries/<int:entry_id>/", comps.entry, name="comp_entry"),
    path("reports/comps/entries/<int:entry_id>/take-back/", comps.reverse_entry, name="comp_reverse"),
    path("reports/comps/addresses/<int:link_id>/end/", comps.remove_link, name="statement_link_end"),
    path("players/<int:player_id>/comps/", comps.account, name="player_comps"),
    path("players/<int:player_id>/comps.csv", comps.account_csv, name="player_comps_csv"),
    path("players/<int:player_id>/comps/redeem/", comps.redeem, name="comps_redeem"),
    path("players/<int:player_id>/comps/hours/", comps.correct, name="hours_correct"),
    path("players/<int:player_id>/comps/statement/", comps.player_statement, name="player_statement"),
    path("players/<int:player_id>/comps/addresses/", comps.add_link, name="statement_link"),
    path("statements/<str:token>/", comps.statement, name="statement"),
    path("reports/pace/", pace.pace, name="pace"),
    path("reports/pace.csv", pace.pace_csv, name="pace_csv"),
    path("reports/assurance/", assurance.assurance, name="assurance"),
    path("reports/assurance.csv", assurance.assurance_csv, name="assurance_csv"),
    path("reports/assurance/flags/<int:flag_id>/close/", assurance.close, name="assurance_close"),
    path("reports/definitions/", figures.definitions, name="figure_definitions"),
    path("reports/rake/<gaming_day:day>/", rake_report.rake_report, name="rake_report"),
    path("reports/rake/<gaming_day:day>/rebuild/", rake_report.rebuild, name="rake_rebuild"),
    path("reports/rake/<gaming_day:day>.csv", rake_report.rake_csv, name="rake_csv"),
    path("reports/rake/<gaming_day:day>.xlsx", rake_report.rake_xlsx, name="rake_xlsx"),
    path("hands/<int:hand_id>/rating/", rake_report.hand_rating, name="hand_rating"),
    path("reports/sampling/<gaming_day:day>/", sampling.report, name="sampling_report"),
    path("reports/sampling/<gaming_day:day>.csv", sampling.report_csv, name="sampling_csv"),
    path("reports/sampling/rate/", sampling.rate, name="sampling_rate"),
    path("reports/lost-rake/", lost.lost, name="lost_rake"),
    path("reports/lost-rake.csv", lost.lost_csv, name="lost_rake_csv"),
    path("reports/schedule-lab/", lab.schedule_lab, name="schedule_lab"),
    path("reports/schedule-lab/<int:trial_id>/", lab.trial, name="lab_trial"),
    path("reports/schedule-lab/<int:trial_id>.csv", lab.trial_csv, name="lab_trial_csv"),
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
