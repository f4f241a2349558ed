"""The API: what each app offers under /api/v1/, and its schema."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from cage import api as cage
from cage import records_api as records
from config.days import api as days
from config.web import days as _converters  # noqa: F401 - importing lets addresses hold a gaming day
from config.web.api_docs import Docs
from config.web.views import Access
from games import api as games
from players import api as players
from rake import api as rake
from rake.comps import api as comps
from rake.revenue import api as revenue
from tables import api as tables


class Schema(SpectacularAPIView):
    """The OpenAPI schema, for whoever is signed in."""

    permission = Access.SIGNED_IN


urlpatterns = [
    path("docs/", Docs.as_view(), name="api_docs"),
    path("schema/", Schema.as_view(), name="api_schema"),
    path("tables/", tables.Tables.as_view(), name="api_tables"),
    path("tables/<int:pk>/", tables.OneTable.as_view(), name="api_table"),
    path("tables/<int:pk>/plaques/", tables.Plaques.as_view(), name="api_plaques"),
    path("table-sessions/", tables.Sessions.as_view(), name="api_sessions"),
    path("table-sessions/<int:pk>/", tables.Session.as_view(), name="api_session"),
    path("table-sessions/<int:pk>/sittings/", players.Sittings.as_view(), name="api_sittings"),
    path("table-sessions/<int:pk>/hands/", games.SessionHands.as_view(), name="api_session_hands"),
    path("table-sessions/<int:pk>/ticks/", games.SessionTicks.as_view(), name="api_session_ticks"),
    path("sittings/<int:pk>/", players.OneSitting.as_view(), name="api_sitting"),
    path("sittings/<int:pk>/add-ons/", players.AddOns.as_view(), name="api_add_ons"),
    path("sittings/<int:pk>/leave/", players.Leave.as_view(), name="api_leave"),
    path("players/", players.Players.as_view(), name="api_players"),
    path("players/<int:pk>/", players.OnePlayer.as_view(), name="api_player"),
    path("players/<int:pk>/comps/", comps.PlayerComps.as_view(), name="api_player_comps"),
    path("liability/", cage.ChipsInUse.as_view(), name="api_liability"),
    path("drawers/", cage.Drawers.as_view(), name="api_drawers"),
    path("drawers/<int:pk>/sessions/", records.DrawerSessions.as_view(), name="api_drawer_sessions"),
    path("slips/", records.TransitSlips.as_view(), name="api_slips"),
    path("slips/<int:pk>/", records.OneTransitSlip.as_view(), name="api_slip"),
    path("boxes/", records.Boxes.as_view(), name="api_boxes"),
    path("box-pulls/", records.BoxPulls.as_view(), name="api_box_pulls"),
    path("gaming-days/", days.Days.as_view(), name="api_gaming_days"),
    path("gaming-days/<gaming_day:day>/", days.OneDay.as_view(), name="api_gaming_day"),
    path("buy-ins/", cage.BuyIns.as_view(), name="api_buy_ins"),
    path("cash-outs/", cage.CashOuts.as_view(), name="api_cash_outs"),
    path("hands/", games.Hands.as_view(), name="api_hands"),
    path("hands/check/", games.CheckHand.as_view(), name="api_check_hand"),
    path("hands/<int:pk>/", games.OneHand.as_view(), name="api_hand"),
    path("reports/", rake.Reports.as_view(), name="api_reports"),
    path("reports/figures/", rake.Figures.as_view(), name="api_figures"),
    path("reports/definitions/", rake.Definitions.as_view(), name="api_figure_definitions"),
    path("revenue/", revenue.Returns.as_view(), name="api_revenue"),
    path("journals/<gaming_day:day>/", revenue.Journals.as_view(), name="api_journal"),
    path("reports/jobs/<uuid:pk>/", rake.ReportJob.as_view(), name="api_report_job"),
]
