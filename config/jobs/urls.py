"""The addresses of jobs."""

from django.urls import path

from config.jobs import views

urlpatterns = [path("jobs/<uuid:job_id>/", views.job, name="job")]
