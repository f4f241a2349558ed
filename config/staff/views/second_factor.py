"""The second factor: set up, asked for after the password, replaced by oneself, taken away by two others."""

import base64
from typing import Any

import qrcode
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from qrcode.image.svg import SvgPathImage

from config.errors import DomainError
from config.staff import second_factor
from config.staff.forms import CodeForm, OwnCodeForm
from config.staff.identity import confirm_password
from config.staff.ways import safe_next
from config.web.views import PersonRequest, done, page, sent, show_refusal, signed_in


@signed_in
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: PersonRequest) -> HttpResponse:
    """Enter the code that the authenticator shows, or a recovery code, then go where one wanted to go."""
    to, form = safe_next(request), CodeForm(sent(request))
    if form.is_valid():
        try:
            second_factor.verify_code(request.user, form.cleaned_data["code"], at=timezone.now())
        except DomainError as error:
            show_refusal(form, error)
        else:
            request.session.cycle_key()
            second_factor.remember(request)
            return done(request, to)
    return page(request, "staff/code.html", {"form": form, "next": to}, status=422 if form.is_bound else 200)


@signed_in
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def authenticator(request: PersonRequest) -> HttpResponse:
    """Set up one's authenticator with password and code; the recovery codes are shown once. Its secret is shown until
    then and never again.
    """
    if request.user.authenticator_nonce:
        return _kept(request, OwnCodeForm())
    form, nonce = OwnCodeForm(sent(request)), second_factor.pending_nonce(request)
    if form.is_valid():
        try:
            confirm_password(request, form.cleaned_data["password"], field="password")
            person, codes = second_factor.set_up(
                person=request.user, nonce=nonce, code=form.cleaned_data["code"], at=timezone.now()
            )
        except DomainError as error:
            show_refusal(form, error)
        else:
            update_session_auth_hash(request, person)
            second_factor.remember(request)
            return page(request, "staff/recovery_codes.html", {"codes": codes, "next": safe_next(request)})
    return page(request, "staff/authenticator.html", _shown(request, form, nonce), status=422 if form.is_bound else 200)


@signed_in
@sensitive_post_parameters()
@require_POST
def replace(request: PersonRequest) -> HttpResponse:
    """End one's authenticator with password and code (or recovery code), to set up another."""
    form = OwnCodeForm(request.POST)
    if form.is_valid():
        now = timezone.now()
        try:
            confirm_password(request, form.cleaned_data["password"], field="password")
            second_factor.verify_code(request.user, form.cleaned_data["code"], at=now)
            person = second_factor.end_own(person=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            update_session_auth_hash(request, person)
            second_factor.ask_again(request)
            return done(
                request, "/account/authenticator/", gettext("The old authenticator has ended. Set up the new one.")
            )
    return _kept(request, form)


def _kept(request: PersonRequest, form: OwnCodeForm) -> HttpResponse:
    """The page of who has an authenticator: since when, and how to replace it."""
    context = {"form": form, "left": second_factor.recovery_codes_left(request.user)}
    return page(request, "staff/authenticator_kept.html", context, status=422 if form.is_bound else 200)


def _shown(request: PersonRequest, form: OwnCodeForm, nonce: str) -> dict[str, Any]:
    address, secret = second_factor.otpauth_address(request.user, nonce), second_factor.secret_of(nonce)
    return {
        "form": form,
        "next": safe_next(request),
        "picture": _picture(address),
        "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
        "must": second_factor.is_asked(request.user, request.room),
        "others": len(request.user.rooms_of_work()) > 1,
    }


def _picture(address: str) -> str:
    """The QR code as the address of an image: SVG, drawn here, so that no other server ever sees the secret."""
    drawn = qrcode.make(address, image_factory=SvgPathImage).to_string()
    return "data:image/svg+xml;base64," + base64.b64encode(drawn).decode()
