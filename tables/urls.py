"""The addresses of tables, plaques and house rules."""

from django.urls import path

from tables.views import house_rules, plaques, signs, tables

urlpatterns = [
    path("tables/", tables.tables, name="tables"),
    path("tables/<int:table_id>/plaque/", plaques.plaque, name="plaque"),
    path("tables/<int:table_id>/plaque/check/", plaques.check, name="plaque_check"),
    path("tables/<int:table_id>/plaque/<int:number>/", signs.sign, name="sign"),
    path("tables/<int:table_id>/plaque/<int:number>.pdf", signs.sign_file, name="sign_file"),
    path("house-rules/", house_rules.house_rules, name="house_rules"),
    path("house-rules/post/", house_rules.post, name="house_rules_post"),
    path("house-rules/check/", house_rules.check, name="house_rules_check"),
    path("house-rules/<int:number>/", house_rules.version, name="house_rules_version"),
]
