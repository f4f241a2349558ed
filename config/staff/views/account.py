"""Pages of a person's own account: password, PIN, sessions; and the page that asks for the PIN."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.errors import DomainError
from config.rooms.models import Room
from config.staff import reauthentication, second_factor, services, sessions
from config.staff.forms import OwnPasswordForm, OwnPinForm, PinForm
from config.staff.identity import confirm_password
from config.staff.models import User
from config.staff.open_sessions import end_session as end_one
from config.staff.open_sessions import sessions_of
from config.staff.pin import verify_pin
from config.staff.roles import ROLES
from config.staff.second import refuse_without_approver, second_person
from config.staff.unusual import lately
from config.staff.ways import safe_next
from config.web.views import PersonRequest, done, page, sent, show_refusal, signed_in


@signed_in
@require_safe
def account(request: PersonRequest) -> HttpResponse:
    """Show who one is here: badge, rooms and roles, how long one stays signed in, and where one is."""
    context = {
        "held": [(posting.room, ROLES[posting.role]) for posting in request.user.postings],
        "idle_minutes": int(sessions.idle_limit(request).total_seconds() // 60),
        "sessions": sessions_of(request.user, at=timezone.now(), this=request.session.session_key),
        "lately": lately(request.user, at=timezone.now()),
    }
    return page(request, "staff/account.html", context)


@signed_in
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: PersonRequest) -> HttpResponse:
    """Choose one's own password; every other session of the person ends."""
    form = OwnPasswordForm(sent(request))
    if form.is_valid():
        try:
            confirm_password(request, form.cleaned_data["current"], field="current")
            new = form.cleaned_data["new"]
            person = services.change_own_password(person=request.user, new=new, at=timezone.now())
        except DomainError as error:
            show_refusal(form, error)
        else:
            update_session_auth_hash(request, person)
            return done(request, "/", gettext("Your password is changed. Everywhere else you are signed out."))
    context = {
        "form": form,
        "must": request.user.one_time_until is not None,
        "is_old": request.user.password_is_old(timezone.now()),
        "age": settings.PASSWORD_AGE.days,
    }
    return page(request, "staff/password.html", context, status=422 if form.is_bound else 200)


@signed_in
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def own_pin(request: PersonRequest) -> HttpResponse:
    """Set one's own PIN. A password that somebody saw is not enough to take the PIN over."""
    form = OwnPinForm(sent(request), person=request.user)
    if form.is_valid():
        now = timezone.now()
        try:
            confirm_password(request, form.cleaned_data["password"], field="password")
            second = _shown_to_be_the_same(request, form, now)
            services.set_own_pin(person=request.user, pin=form.cleaned_data["pin"], second=second, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, safe_next(request, "/account/"), gettext("Your PIN is set."))
    context = {"form": form, "next": safe_next(request, "/account/")}
    return page(request, "staff/own_pin.html", context, status=422 if form.is_bound else 200)


def _shown_to_be_the_same(request: PersonRequest, form: OwnPinForm, now: datetime) -> User | None:
    """Return where it is who set the PIN before: by the authenticator's code, the present PIN, or a colleague, who is
    returned. Refuses otherwise, in words of what was asked.
    """
    given = form.cleaned_data
    if "code" in given:
        second_factor.verify_code(request.user, given["code"], at=now)
        return None
    if "present" not in given:
        return None
    if given["present"] or not given["badge"] or request.room is None:
        try:
            verify_pin(request.user, given["present"], at=now)
        except DomainError as error:
            raise DomainError(error.code, error.message, field="present") from error
        return None
    return _colleague(request.room, request.user, given["badge"], given["other_pin"], now)


def _colleague(room: Room, person: User, badge: str, pin: str, now: datetime) -> User:
    try:
        second = second_person(room, badge, pin, at=now)
    except DomainError as error:
        field = "badge" if error.field == "badge" else "other_pin"
        raise DomainError(error.code, error.message, field=field) from error
    refuse_without_approver(second, person, person, room, "a forgotten PIN is replaced", at=now)
    return second


@signed_in
@require_POST
def end_sessions(request: PersonRequest) -> HttpResponse:
    """End every other session of the person."""
    person = services.end_own_sessions(person=request.user, at=timezone.now())
    update_session_auth_hash(request, person)
    return done(request, "/account/", gettext("Everywhere else you are signed out."))


@signed_in
@require_POST
def end_session(request: PersonRequest, mark: str) -> HttpResponse:
    """End one session of the person, at another device."""
    end_one(person=request.user, mark=mark, at=timezone.now(), this=request.session.session_key)
    return done(request, "/account/", gettext("That device is signed out."))


@signed_in
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: PersonRequest) -> HttpResponse:
    """Enter the PIN, then go back to what asked for it."""
    to, now = safe_next(request), timezone.now()
    form = PinForm(sent(request))
    if form.is_valid():
        try:
            verify_pin(request.user, form.cleaned_data["pin"], at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            reauthentication.remember(request, now)
            return done(request, to)
    context = {"form": form, "next": to, "has_pin": request.user.has_pin}
    return page(request, "staff/pin.html", context, status=422 if form.is_bound else 200)
