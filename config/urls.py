"""Every address of the product, by noun. Only this file and `config.api` look up at the apps."""

from django.conf import settings
from django.urls import include, path

from config.web.guides.views import all_guides, guide
from config.web.health import healthz
from config.web.home import home
from config.web.metrics import metrics
from config.web.preferences import preferences

urlpatterns = [
    path("", home, name="home"),
    path("healthz/", healthz, name="healthz"),
    path("preferences/", preferences, name="preferences"),
    path("guides/", all_guides, name="guides"),
    path("guides/<slug:role>/", guide, name="guide"),
    path("", include("config.staff.urls")),
    path("", include("config.rooms.urls")),
    path("", include("config.audit.urls")),
    path("", include("config.jobs.urls")),
    path("", include("config.days.urls")),
    path("", include("config.hooks.urls")),
    path("", include("tables.urls")),
    path("", include("players.urls")),
    path("", include("cage.urls")),
    path("", include("disputes.urls")),
    path("", include("games.urls")),
    path("", include("rake.urls")),
    path("api/v1/", include("config.api")),
]
if settings.METRICS_FROM:
    urlpatterns.append(path("metrics", metrics, name="metrics"))

handler400 = "config.web.errors.bad_request"
handler403 = "config.web.errors.forbidden"
handler404 = "config.web.errors.not_found"
handler500 = "config.web.errors.broken"
