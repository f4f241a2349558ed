"""The addresses of tables, plaques and house rules."""

from django.urls import path

from tables.views import dealers, house_rules, plans, plaque_changes, plaques, reposting, signs, tables

urlpatterns = [
    path("tables/", tables.tables, name="tables"),
    path("tables/sections/", tables.sections, name="table_sections"),
    path("tables/plan/", plans.plan, name="table_plan"),
    path("tables/<int:table_id>/plaque/", plaques.plaque, name="plaque"),
    path("tables/<int:table_id>/plaque/check/", plaques.check, name="plaque_check"),
    path("tables/<int:table_id>/plaque/change/", plaque_changes.change, name="plaque_change"),
    path("tables/<int:table_id>/plaque/<int:number>/", signs.sign, name="sign"),
    path("tables/<int:table_id>/plaque/<int:number>.pdf", signs.sign_file, name="sign_file"),
    path("tables/<int:table_id>/plaque/<int:number>/kill/", signs.kill_card, name="kill_card"),
    path("dealers/", dealers.dealers, name="dealers"),
    path("dealers/push/", dealers.push, name="dealers_push"),
    path("dealers/push/undo/", dealers.undo, name="dealers_undo"),
    path("dealers/<int:dealer_id>/on/", dealers.come_on, name="dealer_on"),
    path("dealers/<int:dealer_id>/pin/", dealers.own_pin, name="dealer_pin"),
    path("dealers/<int:dealer_id>/off/", dealers.go_off, name="dealer_off"),
    path("table-sessions/<int:session_id>/dealer/", dealers.put_in, name="dealer_in"),
    path("table-sessions/<int:session_id>/tap/", dealers.tap, name="dealer_tap"),
    path("house-rules/", house_rules.house_rules, name="house_rules"),
    path("house-rules/post/", house_rules.post, name="house_rules_post"),
    path("house-rules/check/", house_rules.check, name="house_rules_check"),
    path("house-rules/plaques/", reposting.repost, name="plaques_repost"),
    path("house-rules/<int:number>/", house_rules.version, name="house_rules_version"),
]
