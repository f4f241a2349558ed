"""The addresses of the audit trail."""

from django.urls import path

from config.audit import books_views, views

urlpatterns = [
    path("audit/", views.audit, name="audit"),
    path("audit/chain/", views.chain, name="audit_chain"),
    path("audit/events.csv", views.audit_file, name="audit_file"),
    path("audit/books/", books_views.books, name="books"),
    path("audit/books/<int:finding_id>/seen/", books_views.seen, name="finding_seen"),
]
