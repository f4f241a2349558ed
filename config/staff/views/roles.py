"""Pages of the roles: which of them don't go together, and the exceptions that are posted."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from config.errors import DomainError
from config.staff import role_exceptions, selectors
from config.staff.conflicts import CONFLICTS
from config.staff.forms import ExceptionForm
from config.staff.models import RoleException
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.staff.second import second_person
from config.web.views import RoomRequest, done, page, show_refusal, staff


@require_safe
@staff(Permission.STAFF_VIEW)
def roles(request: RoomRequest) -> HttpResponse:
    """Show what each role is, what it may do, who holds it; which two don't go together, and where they do by
    exception."""
    return _page(request, ExceptionForm())


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def post_exception(request: RoomRequest) -> HttpResponse:
    """Post an exception for two roles, confirmed by a second person's badge and PIN."""
    form = ExceptionForm(request.POST)
    if form.is_valid():
        data, at = form.cleaned_data, timezone.now()
        try:
            approver = second_person(request.room, data["badge"], data["pin"], at=at)
            pair: dict[str, Any] = data["pair"]
            role_exceptions.post_exception(
                room=request.room, **pair, reason=data["reason"], by=request.user, approver=approver, at=at
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("staff:roles"), gettext("The exception is posted."))
    return _page(request, form)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def end_exception(request: RoomRequest, exception_id: int) -> HttpResponse:
    """End an exception."""
    exception = get_object_or_404(RoleException, pk=exception_id, room=request.room)
    role_exceptions.end_exception(exception=exception, by=request.user, at=timezone.now())
    return done(request, reverse("staff:roles"), gettext("The exception has ended."))


def _page(request: RoomRequest, form: ExceptionForm) -> HttpResponse:
    context = {
        "roles": selectors.roles_in_words(request.room),
        "conflicts": CONFLICTS,
        "exceptions": role_exceptions.exceptions_of(request.room),
        "form": form,
    }
    return page(request, "staff/roles.html", context, status=422 if form.is_bound else 200)
