"""The addresses of webhooks."""

from django.urls import path

from config.hooks import views

urlpatterns = [
    path("room/webhooks/", views.hooks, name="hooks"),
    path("room/webhooks/<int:hook_id>/", views.hook, name="hook"),
    path("room/webhooks/<int:hook_id>/secret/", views.secret, name="hook_secret"),
    path("room/webhooks/<int:hook_id>/pause/", views.pause, name="hook_pause"),
    path("room/webhooks/<int:hook_id>/resume/", views.resume, name="hook_resume"),
    path("room/webhooks/<int:hook_id>/delete/", views.end, name="hook_end"),
    path("room/webhooks/deliveries/<int:delivery_id>/again/", views.again, name="hook_again"),
]
