"""The floor, tables in play, the hand console, hands, and the rulebook."""

from django.urls import include, path

from games.views import alarms, button_draw, console, dealers, floor, hands, pick_up, policy, rules, tables, ticks

urlpatterns = [
    path("", include("games.disputes.urls")),
    path("floor/", floor.floor, name="floor"),
    path("alarms/<int:alarm_id>/", alarms.alarm, name="alarm"),
    path("alarms/<int:alarm_id>/put-away/", alarms.put_away, name="put_away_alarm"),
    path("tables/<int:table_id>/", tables.table, name="table"),
    path("tables/<int:table_id>/open/", tables.open_for_play, name="open_table"),
    path("tables/<int:table_id>/close/", tables.close, name="close_table"),
    path("tables/<int:table_id>/ticks/", ticks.tick, name="tick"),
    path("tables/<int:table_id>/button/", button_draw.draw, name="button_draw"),
    path("tables/<int:table_id>/hand/", console.console, name="console"),
    path("tables/<int:table_id>/hand/deal/", console.deal, name="deal"),
    path("tables/<int:table_id>/hand/act/", console.act, name="act"),
    path("tables/<int:table_id>/hand/cards/", console.cards, name="cards"),
    path("tables/<int:table_id>/hand/undo/", console.undo, name="undo"),
    path("tables/<int:table_id>/hand/abandon/", console.abandon, name="abandon"),
    path("tables/<int:table_id>/hand/record/", console.record, name="record"),
    path("tables/<int:table_id>/hand/tick/", console.tick, name="console_tick"),
    path("sittings/<int:sitting_id>/pick-up/", pick_up.pick_up, name="pick_up"),
    path("dealers/pace/", dealers.dealer_pace, name="dealer_pace"),
    path("hands/", hands.hands, name="hands"),
    path("hands/<int:hand_id>/", hands.hand, name="hand"),
    path("hands/<int:hand_id>.phh", hands.hand_file, name="hand_file"),
    path("hands/<int:hand_id>/correct/", hands.correct, name="correct_hand"),
    path("hands/sessions/<int:session_id>.phhs", hands.session_file, name="session_file"),
    path("policy/", policy.policies, name="policies"),
    path("policy/<slug:house>/", policy.policy, name="policy"),
    path("rules/", rules.rules, name="rules"),
    path("rules/houses/", rules.houses, name="rule_houses"),
    path("rules/games/<slug:key>/", rules.game, name="rule_game"),
    path("rules/knobs/<slug:name>/", rules.knob, name="rule_knob"),
    path("rules/<slug:code>/", rules.rule, name="rule"),
]
