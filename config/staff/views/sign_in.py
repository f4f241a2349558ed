"""The way in and out."""

from datetime import UTC

from django.conf import settings
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import DomainError
from config.rooms.models import Room
from config.staff import devices, services, sessions
from config.staff.forms import RoomForm, SignInForm
from config.staff.identity import identify
from config.staff.models import User
from config.staff.room_of_session import note_room_chosen, refuse_signed_out_there, room_to_begin_in
from config.staff.unusual import Unusual, facts_of_sign_in, last_sign_in, unusual
from config.staff.ways import safe_next
from config.web.address import client_address
from config.web.views import PersonRequest, done, page, public, sent, show_refusal, signed_in

DEMO_SIGN_INS = (
    "floor", "host", "cashier", "manager", "deputy", "auditor", "admin", "relief", "shift", "counter", "tally",
)  # fmt: skip
"""The people of the demo room, shown at its door."""


@public
@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with name and password, then go where one wanted to go. One sentence for whatever was wrong."""
    to = safe_next(request)
    if request.method != "POST":
        if request.user.is_authenticated:
            return redirect(to)
        return _door(request, SignInForm(), to)
    form = SignInForm(request.POST)
    if form.is_valid():
        try:
            person = identify(request, form.cleaned_data["username"], form.cleaned_data["password"])
            device = devices.device_of(request)
            told = _let_in(request, person, device)
        except DomainError as error:
            show_refusal(form, error)
        else:
            answer = done(request, to, told, warns=True)
            devices.remember(device, answer, name=person.username)
            return answer
    return _door(request, form, to, status=422)


@signed_in
@require_POST
def sign_out(request: PersonRequest) -> HttpResponse:
    """End the session, and tell the browser to forget what it kept of us; that people sign in there it may know."""
    services.note_sign_out(person=request.user, room=request.room, at=timezone.now())
    logout(request)
    response = redirect("staff:sign_in")
    response.status_code = 303
    response.delete_cookie(settings.CSRF_COOKIE_NAME)
    keeps = bool(request.POST.get("keeps"))  # a colleague's entries wait there: whoever wears that badge sends them
    response["Clear-Site-Data"] = '"cache"' if keeps else '"cache", "storage"'
    return response


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def rooms(request: PersonRequest) -> HttpResponse:
    """Choose the room to work in, out of one's own.

    The forms of pages that still show the room before are refused as too old: from another tab they would act here.
    """
    own = request.user.rooms_of_work()
    form = RoomForm(sent(request), rooms=own, initial={"room": request.room.pk if request.room else None})
    if form.is_valid():
        try:
            _enter(request, next(room for room in own if room.pk == form.cleaned_data["room"]))
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, "/")
    return page(request, "staff/rooms.html", {"form": form, "rooms": own}, status=422 if form.is_bound else 200)


def _door(request: HttpRequest, form: SignInForm, to: str, *, status: int = 200) -> HttpResponse:
    ended = request.GET.get("ended", "")
    context = {
        "form": form,
        "next": to,
        "ended": sessions.Ended(ended).sentence if ended in list(sessions.Ended) else "",
        "demo_sign_ins": DEMO_SIGN_INS if settings.DEMO else (),
    }
    return page(request, "staff/sign_in.html", context, status=status)


def _enter(request: PersonRequest, room: Room) -> None:
    if request.room == room:
        request.session[sessions.ROOM] = room.pk
        return
    refuse_signed_out_there(request, request.user, room)
    now = timezone.now()
    sessions.enter(request, room, now)
    note_room_chosen(person=request.user, room=room, at=now)
    if request.room is not None:
        rotate_token(request)


def _let_in(request: HttpRequest, person: User, device: devices.Device) -> str:
    """Begin a session under a new key, in the room in which the person worked last; what they are told of other
    sign-ins under their name, "" for nothing."""
    now, room, since = timezone.now(), room_to_begin_in(person), last_sign_in(person)
    login(request, person)
    sessions.begin(request, now)
    if room is not None:
        request.session[sessions.ROOM] = room.pk  # whoever brings them to another room doesn't move them there
    words = sessions.device_in_words(request.headers.get("User-Agent", ""))
    services.note_sign_in(person=person, room=room, at=now, facts=facts_of_sign_in(device, person.username, words))
    return _told(unusual(person, device, client_address(request), since=since, at=now), room)


def _told(found: Unusual, room: Room | None) -> str:
    """The unusual sign-ins as sentences, with what to do."""
    said = []
    if found.failed:
        one, many = "%(tries)s try to sign in as you failed lately.", "%(tries)s tries to sign in as you failed lately."
        said.append(ngettext(one, many, found.failed) % {"tries": found.failed})
    for each in found.devices:
        facts = {"when": f"{each.at.astimezone(room.zone if room else UTC):%-d %b, %H:%M}", "address": each.address}
        facts["device"] = each.device or gettext("one that doesn’t say what it is")
        said.append(gettext("On %(when)s somebody signed in as you at a new device (%(device)s, %(address)s).") % facts)
    if said:
        said.append(
            gettext("If that wasn’t you, change your password under your name, above: it signs all others out.")
        )
    return " ".join(said)
