"""The addresses of tables, plaques and house rules."""

from django.urls import path

from tables import views

urlpatterns = [
    path("tables/", views.tables, name="tables"),
    path("tables/<int:table_id>/plaque/", views.plaque, name="plaque"),
    path("tables/<int:table_id>/plaque/<int:number>/", views.sign, name="sign"),
    path("tables/<int:table_id>/plaque/<int:number>.pdf", views.sign_file, name="sign_file"),
    path("house-rules/", views.house_rules, name="house_rules"),
]
