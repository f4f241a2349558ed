"""The addresses of the room."""

from django.urls import path

from config.rooms import views

urlpatterns = [path("room/", views.settings, name="room_settings")]
