"""Every address of the product, by noun. Only this file and `config.api` look up at the apps."""

from django.urls import include, path

from config.web.health import healthz

urlpatterns = [
    path("healthz/", healthz, name="healthz"),
    path("", include("config.staff.urls")),
    path("", include("tables.urls")),
    path("", include("players.urls")),
    path("", include("games.urls")),
    path("", include("rake.urls")),
    path("api/v1/", include("config.api")),
]

handler400 = "config.web.errors.bad_request"
