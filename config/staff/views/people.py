"""The people who work here: the administrator's pages."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.errors import DomainError
from config.rooms.models import Room
from config.staff import guesses, second_factor, selectors, services, tokens
from config.staff.access_review import Standing
from config.staff.agreement import who_agrees
from config.staff.elsewhere import rooms_of_others
from config.staff.forms import (
    BringForm,
    DisableForm,
    LastDayForm,
    PersonForm,
    RoleForm,
    SecondPersonForm,
    TokenForm,
    TwoPeopleForm,
)
from config.staff.in_hand import in_hand
from config.staff.leaving import left_in, note_last_day
from config.staff.models import User
from config.staff.open_sessions import sessions_of
from config.staff.reauthentication import reauthenticated
from config.staff.roles import ROLES, Permission
from config.staff.two_administrators import has_new_ones, is_alone
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff

_FORMS = ("grant_form", "end_form", "last_day_form", "disable_form", "token_form", "authenticator_form", "way_in_form")


@require_safe
@staff(Permission.STAFF_VIEW)
def people(request: RoomRequest) -> HttpResponse:
    """Everybody who works or worked in the room."""
    search = request.GET.get("q", "")[:60].strip()
    standing = Standing.of(request.room)
    context = {
        "rows": selectors.people(request.room, search),
        "search": search,
        "left": list(left_in(request.room, timezone.now())),
        "review_late": standing.days_late(timezone.now()) if standing else 0,
    }
    return page(request, "staff/people.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.STAFF_MANAGE)
def add(request: RoomRequest) -> HttpResponse:
    """Add a person, after the PIN; their one-time password is shown once."""
    form = PersonForm(sent(request), room=request.room)
    return _add(request, form) if form.is_valid() else _add_page(request, form)


@reauthenticated
def _add(request: RoomRequest, form: PersonForm) -> HttpResponse:
    try:
        person, password = services.add_person(**_confirmed(request, form), **_wanted(form))
    except DomainError as error:
        show_refusal(form, error)
        return _add_page(request, form)
    return _hand_over(request, person, password)


def _add_page(request: RoomRequest, form: PersonForm) -> HttpResponse:
    return page(request, "staff/add.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.STAFF_MANAGE)
def bring(request: RoomRequest) -> HttpResponse:
    """Give a role here, after the PIN, to a person of another room, who agrees with badge and PIN."""
    form = BringForm(sent(request), room=request.room)
    return _bring(request, form) if form.is_valid() else _bring_page(request, form)


@reauthenticated
def _bring(request: RoomRequest, form: BringForm) -> HttpResponse:
    try:
        asked, at = form.cleaned_data, timezone.now()
        person = who_agrees(badge=asked["badge_number"], pin=asked["own_pin"], by=request.user, at=at)
        services.grant_role(person=person, agrees=person, role=asked["role"], **_confirmed(request, form))
    except DomainError as error:
        show_refusal(form, error)
        return _bring_page(request, form)
    return done(request, _address(person), gettext("%(person)s works here now.") % {"person": person})


def _bring_page(request: RoomRequest, form: BringForm) -> HttpResponse:
    return page(request, "staff/bring.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
@staff(Permission.STAFF_VIEW)
def person(request: RoomRequest, user_id: int) -> HttpResponse:
    """One person: their roles here now and before, and what may be done about them."""
    return _show(request, _person(request, user_id))


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def grant(request: RoomRequest, user_id: int) -> HttpResponse:
    """Give a role."""
    someone, form = _person(request, user_id), RoleForm(request.POST, room=request.room)
    if form.is_valid():
        try:
            role = form.cleaned_data["role"]
            services.grant_role(person=someone, **_confirmed(request, form), role=role)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                _address(someone),
                gettext("%(someone)s is %(role)s now.") % {"someone": someone, "role": ROLES[role].title.lower()},
            )
    return _show(request, someone, grant_form=form)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def end(request: RoomRequest, user_id: int) -> HttpResponse:
    """End a role."""
    someone, form = _person(request, user_id), RoleForm(request.POST, room=request.room)
    if form.is_valid():
        try:
            role = form.cleaned_data["role"]
            services.end_role(person=someone, **_confirmed(request, form), role=role)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                _address(someone),
                gettext("%(someone)s is %(role)s no more.") % {"someone": someone, "role": ROLES[role].title.lower()},
            )
    return _show(request, someone, end_form=form)


@require_POST
@staff(Permission.STAFF_MANAGE)
def last_day(request: RoomRequest, user_id: int) -> HttpResponse:
    """Note the last day of a person's work; nothing ends by it."""
    someone, form = _person(request, user_id), LastDayForm(request.POST, room=request.room)
    if form.is_valid():
        day = form.cleaned_data["last_day"]
        note_last_day(person=someone, last_day=day, **_facts(request))
        said = f"The last day of {someone} is {day:%-d %B %Y}." if day else f"{someone} stays."
        return done(request, _address(someone), said)
    return _show(request, someone, last_day_form=form)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def disable(request: RoomRequest, user_id: int) -> HttpResponse:
    """Let a person sign in no more; or, where they work in rooms of others too, work here no more."""
    someone, form = _person(request, user_id), DisableForm(request.POST, room=request.room)
    if form.is_valid():
        try:
            said = _end_access(someone, _confirmed(request, form) | {"reason": form.cleaned_data["reason"]})
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, _address(someone), said)
    return _show(request, someone, disable_form=form)


def _end_access(someone: User, facts: dict[str, Any]) -> str:
    """End what one room may end of somebody's access; returns what was done, in words."""
    others = rooms_of_others(someone, facts["by"])
    if not others:
        services.disable(person=someone, **facts)
        return gettext("%(someone)s can't sign in any more.") % {"someone": someone}
    services.end_access(person=someone, **facts)
    names = ", ".join(room.name for room in others)
    said = gettext("%(someone)s works here no more. What they may do in %(rooms)s is decided there.")
    return said % {"someone": someone, "rooms": names}


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def enable(request: RoomRequest, user_id: int) -> HttpResponse:
    """Let a person in again, with a one-time password."""
    return _way_in(request, user_id, services.enable)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def reset(request: RoomRequest, user_id: int) -> HttpResponse:
    """Give a person a one-time password, which is shown once."""
    return _way_in(request, user_id, services.reset_password)


def _way_in(request: RoomRequest, user_id: int, give: Callable[..., str]) -> HttpResponse:
    """Give somebody a one-time password, with an administrator of the other rooms in which they work."""
    someone = _person(request, user_id)
    form = _way_in_form(request, someone)
    if form.is_valid():
        try:
            return _hand_over(request, someone, give(person=someone, **_confirmed(request, form)))
        except DomainError as error:
            show_refusal(form, error)
    return _show(request, someone, way_in_form=form)


def _way_in_form(request: RoomRequest, someone: User) -> SecondPersonForm:
    return SecondPersonForm(request.POST, room=request.room, also=someone.rooms_of_work())


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def end_sessions(request: RoomRequest, user_id: int) -> HttpResponse:
    """Sign a person out: of this room where they work in others too, else everywhere."""
    someone = _person(request, user_id)
    services.end_sessions_of(person=someone, **_facts(request))
    said = gettext("%(someone)s is signed out everywhere.")
    if _works_in_others(someone, request.room):
        said = gettext("%(someone)s is signed out of %(room)s.")
    return done(request, _address(someone), said % {"someone": someone, "room": request.room})


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def unlock(request: RoomRequest, user_id: int) -> HttpResponse:
    """Let a person try again at once after wrong PINs, codes or passwords."""
    someone = _person(request, user_id)
    form = _way_in_form(request, someone)
    if form.is_valid():
        try:
            guesses.unlock(person=someone, **_confirmed(request, form))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, _address(someone), gettext("%(someone)s may try again.") % {"someone": someone})
    return _show(request, someone, way_in_form=form)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def reset_authenticator(request: RoomRequest, user_id: int) -> HttpResponse:
    """Take away an authenticator that was lost, with a second person."""
    someone = _person(request, user_id)
    form = TwoPeopleForm(request.POST, room=request.room, also=someone.rooms_of_work())
    if form.is_valid():
        facts = _facts(request)
        try:
            second_factor.reset(person=someone, second=form.second(at=facts["at"]), **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(
                request,
                _address(someone),
                gettext("%(someone)s sets up another authenticator at the next sign-in.") % {"someone": someone},
            )
    return _show(request, someone, authenticator_form=form)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def give_token(request: RoomRequest, user_id: int) -> HttpResponse:
    """Give a system a token in the person's name; it is shown once."""
    someone, form = _person(request, user_id), TokenForm(request.POST, room=request.room)
    if form.is_valid():
        facts, wanted = _facts(request), form.cleaned_data
        try:
            second = form.second(at=facts["at"])
            token = tokens.give_token(
                person=someone, scope=wanted["scope"], days=wanted["days"], second=second, **facts
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            return page(request, "staff/token.html", {"person": someone, "token": token})
    return _show(request, someone, token_form=form)


@require_POST
@staff(Permission.STAFF_MANAGE)
@reauthenticated
def end_token(request: RoomRequest, user_id: int) -> HttpResponse:
    """End the token that a system has in the person's name."""
    someone = _person(request, user_id)
    tokens.end_token(person=someone, **_facts(request))
    return done(request, _address(someone), gettext("The token has ended."))


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"room": request.room, "by": request.user, "at": timezone.now()}


def _confirmed(request: RoomRequest, form: SecondPersonForm) -> dict[str, Any]:
    """The same with the second person whose badge and PIN were entered, if any were."""
    facts = _facts(request)
    return facts | {"second": form.second(at=facts["at"])}


def _wanted(form: SecondPersonForm) -> dict[str, Any]:
    return {name: value for name, value in form.cleaned_data.items() if name not in ("badge", "pin")}


def _person(request: RoomRequest, user_id: int) -> User:
    someone = selectors.person_of(request.room, user_id)
    if someone is None:
        raise Http404("nobody of this room")
    return someone


def _works_in_others(someone: User, room: Room) -> bool:
    return any(each != room for each in someone.rooms_of_work())


def _address(someone: User) -> str:
    return reverse("staff:person", args=[someone.pk])


def _hand_over(request: RoomRequest, someone: User, password: str) -> HttpResponse:
    someone.refresh_from_db()  # how long it is good stands on the row that was locked
    return page(request, "staff/one_time_password.html", {"person": someone, "password": password})


def _show(request: RoomRequest, someone: User, **forms: Any) -> HttpResponse:
    """The person's page, with the form that was refused (422) if there is one."""
    context = {
        "person": someone,
        "is_self": someone.pk == request.user.pk,
        "alone": is_alone(request.room, request.user, timezone.now()),
        "new_ones": has_new_ones(request.room, request.user),
        "held": [row for row in someone.history if row.ended_at is None],  # type: ignore[attr-defined]  # person_of
        "elsewhere": ", ".join(room.name for room in rooms_of_others(someone, request.user)),
        "way_in_form": SecondPersonForm(room=request.room),
        "in_hand": in_hand(request.room).get(someone.pk, []),
        "grant_form": RoleForm(room=request.room),
        "end_form": SecondPersonForm(room=request.room),
        "last_day_form": LastDayForm(room=request.room, initial={"last_day": someone.last_day}),
        "disable_form": DisableForm(room=request.room),
        "others": _works_in_others(someone, request.room),
        "sessions": sessions_of(someone, at=timezone.now(), room=request.room),
        "token": selectors.token_in(request.room, someone),
        "token_form": TokenForm(room=request.room),
        "authenticator_form": TwoPeopleForm(room=request.room),
    }
    shown: dict[str, Any] = context | forms
    for name in _FORMS:
        shown[name].auto_id = f"{name}_%s"  # several on one page have fields of the same name
    return page(request, "staff/person.html", shown, status=422 if forms else 200)
