"""The people who work here: the administrator's pages."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.errors import DomainError
from config.staff import selectors, services
from config.staff.forms import BringForm, DisableForm, PersonForm, RoleForm
from config.staff.models import User
from config.staff.reauthentication import reauthenticated
from config.staff.roles import ROLES, Permission
from config.web.views import RoomRequest, done, page, refuse, sent, staff


@require_safe
@staff(Permission.STAFF_MANAGE)
def people(request: RoomRequest) -> HttpResponse:
    """Everybody who works or worked in the room."""
    search = request.GET.get("q", "")[:60].strip()
    return page(request, "staff/people.html", {"rows": selectors.people(request.room, search), "search": search})


@require_safe
@staff(Permission.STAFF_MANAGE)
def roles(request: RoomRequest) -> HttpResponse:
    """What each role is, what it may do, and who holds it."""
    return page(request, "staff/roles.html", {"roles": selectors.roles_in_words(request.room)})


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.STAFF_MANAGE)
def add(request: RoomRequest) -> HttpResponse:
    """Add a person; his one-time password is shown once."""
    form = PersonForm(sent(request))
    if form.is_valid():
        try:
            person, password = services.add_person(**_facts(request), **form.cleaned_data)
        except DomainError as error:
            refuse(form, error)
        else:
            return _hand_over(request, person, password)
    return page(request, "staff/add.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.STAFF_MANAGE)
def bring(request: RoomRequest) -> HttpResponse:
    """Give a role here to a person of another room, found by his badge."""
    form = BringForm(sent(request))
    if form.is_valid():
        try:
            person = selectors.person_with_badge(form.cleaned_data["badge_number"])
            services.grant_role(person=person, **_facts(request), role=form.cleaned_data["role"])
        except DomainError as error:
            refuse(form, error)
        else:
            return done(request, _address(person), f"{person} works here now.")
    return page(request, "staff/bring.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
@staff(Permission.STAFF_MANAGE)
def person(request: RoomRequest, user_id: int) -> HttpResponse:
    """One person: his roles here now and before, and what may be done about them."""
    return _show(request, _person(request, user_id))


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def grant(request: RoomRequest, user_id: int) -> HttpResponse:
    """Give a role."""
    someone, form = _person(request, user_id), RoleForm(request.POST)
    if form.is_valid():
        try:
            role = form.cleaned_data["role"]
            services.grant_role(person=someone, **_facts(request), role=role)
        except DomainError as error:
            refuse(form, error)
        else:
            return done(request, _address(someone), f"{someone} is {ROLES[role].title.lower()} now.")
    return _show(request, someone, grant_form=form)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def end(request: RoomRequest, user_id: int) -> HttpResponse:
    """End a role."""
    someone, form = _person(request, user_id), RoleForm(request.POST)
    if form.is_valid():
        try:
            role = form.cleaned_data["role"]
            services.end_role(person=someone, **_facts(request), role=role)
        except DomainError as error:
            refuse(form, error)
        else:
            return done(request, _address(someone), f"{someone} is {ROLES[role].title.lower()} no more.")
    return _show(request, someone, end_form=form)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def disable(request: RoomRequest, user_id: int) -> HttpResponse:
    """Let a person sign in no more."""
    someone, form = _person(request, user_id), DisableForm(request.POST)
    if form.is_valid():
        try:
            services.disable(person=someone, **_facts(request), reason=form.cleaned_data["reason"])
        except DomainError as error:
            refuse(form, error)
        else:
            return done(request, _address(someone), f"{someone} can't sign in any more.")
    return _show(request, someone, disable_form=form)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def enable(request: RoomRequest, user_id: int) -> HttpResponse:
    """Let a person in again, with a one-time password."""
    someone = _person(request, user_id)
    return _hand_over(request, someone, services.enable(person=someone, **_facts(request)))


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def reset(request: RoomRequest, user_id: int) -> HttpResponse:
    """Give a person a one-time password, which is shown once."""
    someone = _person(request, user_id)
    return _hand_over(request, someone, services.reset_password(person=someone, **_facts(request)))


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"room": request.room, "by": request.user, "at": timezone.now()}


def _person(request: RoomRequest, user_id: int) -> User:
    someone = selectors.person_of(request.room, user_id)
    if someone is None:
        raise Http404("nobody of this room")
    return someone


def _address(someone: User) -> str:
    return reverse("staff:person", args=[someone.pk])


def _hand_over(request: RoomRequest, someone: User, password: str) -> HttpResponse:
    return page(request, "staff/one_time_password.html", {"person": someone, "password": password})


def _show(request: RoomRequest, someone: User, **forms: Any) -> HttpResponse:
    """The person's page, with the form that was refused (422) if there is one."""
    context = {
        "person": someone,
        "is_self": someone.pk == request.user.pk,
        "held": [row for row in someone.history if row.ended_at is None],  # type: ignore[attr-defined]  # person_of
        "grant_form": RoleForm(),
        "disable_form": DisableForm(),
    }
    return page(request, "staff/person.html", context | forms, status=422 if forms else 200)
