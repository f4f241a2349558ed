"""The dispute desk: the list, a case, the replay of its hand, its ruling and its appeal."""

from django.urls import path

from disputes.views import cases, opening, replay, ruling, statistics

urlpatterns = [
    path("disputes/", cases.disputes, name="disputes"),
    path("disputes/statistics/", statistics.page_of_statistics, name="dispute_statistics"),
    path("disputes/statistics.csv", statistics.file_of_statistics, name="dispute_statistics_csv"),
    path("disputes/<int:dispute_id>/", cases.dispute, name="dispute"),
    path("disputes/<int:dispute_id>/replay/", replay.replay_hand, name="dispute_replay"),
    path("disputes/<int:dispute_id>/rule/", ruling.rule_case, name="rule_dispute"),
    path("disputes/<int:dispute_id>/appeal/", ruling.appeal_case, name="appeal_dispute"),
    path("disputes/<int:dispute_id>/amend/", ruling.amend_ruling, name="amend_ruling"),
    path("disputes/<int:dispute_id>/hear/", ruling.hear_case, name="hear_dispute"),
    path("players/<int:player_id>/cases/", cases.player_cases, name="player_cases"),
    path("tables/<int:table_id>/dispute/", opening.open_at_table, name="dispute_at_table"),
    path("hands/<int:hand_id>/dispute/", opening.open_about_hand, name="dispute_hand"),
]
