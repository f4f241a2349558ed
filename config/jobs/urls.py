"""The addresses of jobs."""

from django.urls import path

from config.jobs import views

urlpatterns = [
    path("jobs/", views.jobs, name="jobs"),
    path("jobs/<uuid:job_id>/", views.job, name="job"),
    path("jobs/<uuid:job_id>/cancel/", views.cancel, name="job_cancel"),
    path("jobs/<uuid:job_id>/again/", views.run_again, name="job_again"),
]
