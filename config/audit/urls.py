"""The addresses of the audit trail."""

from django.urls import path

from config.audit import views

urlpatterns = [
    path("audit/", views.audit, name="audit"),
    path("audit/events.csv", views.audit_file, name="audit_file"),
]
