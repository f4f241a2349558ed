"""The dealers of the room: the line-up, the push, breaks, and who comes on or goes off."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from tables import services
from tables.forms import DealerForm, DealerPinForm, PushForm, PutInForm
from tables.models import Dealer, TableSession
from tables.selectors.dealers import last_push, line_up
from tables.selectors.sessions import playing
from tables.services.dealers import JUST_PUSHED


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DEALERS, read=Permission.DEALERS_VIEW)
def dealers(request: RoomRequest) -> HttpResponse:
    """The line in the order of the push, who is out, who is off; a dealer who is new here, and comes on at once."""
    form = DealerForm(sent(request), room=request.room)
    if form.is_valid():
        return _answer(request, lambda **facts: _add(request, form.cleaned_data, **facts), form=form)
    return _page(request, form=form)


@require_POST
@staff(Permission.DEALERS)
def push(request: RoomRequest) -> HttpResponse:
    """Push the line, from its first table or from the one that was pressed."""
    form = PushForm(request.POST, room=request.room)
    if not form.is_valid():
        return _page(request, push_form=form)
    start = _session(request, form.cleaned_data["start"]) if form.cleaned_data["start"] else None

    def act(**facts: Any) -> str:
        data = form.cleaned_data
        downs = services.push_line(room=request.room, start=start, seen=data["seen"], again=data["again"], **facts)
        return "Pushed: " + ", ".join(f"{down.shift.dealer} to {down.session.table}" for down in downs) + "."

    return _answer(request, act, push_form=form)


@require_POST
@staff(Permission.DEALERS)
def undo(request: RoomRequest) -> HttpResponse:
    """Take the last push back."""
    form = PushForm(request.POST, room=request.room)
    if not form.is_valid():
        return _page(request, push_form=form)

    def act(**facts: Any) -> str:
        downs = services.undo_push(room=request.room, seen=form.cleaned_data["seen"], **facts)
        return "Undone: " + ", ".join(f"{down.shift.dealer} deals at {down.session.table}" for down in downs) + "."

    return _answer(request, act, push_form=form)


@require_POST
@staff(Permission.DEALERS)
def put_in(request: RoomRequest, session_id: int) -> HttpResponse:
    """Put a dealer in at one table; whoever deals there goes out."""
    session = _session(request, session_id)
    form = PutInForm(request.POST, room=request.room)
    if not form.is_valid():
        return _page(request, push_form=form)
    dealer = _dealer(request, form.cleaned_data["dealer"])
    said = f"{dealer} deals at {session.table}."
    return _answer(request, _saying(said, services.put_in, session=session, dealer=dealer), push_form=form)


@require_POST
@staff(Permission.DEALERS)
def tap(request: RoomRequest, session_id: int) -> HttpResponse:
    """Tap the dealer of one table out; nobody comes in."""
    session = _session(request, session_id)
    return _answer(request, _saying(f"Nobody deals at {session.table} now.", services.tap_out, session=session))


@require_POST
@staff(Permission.DEALERS)
def come_on(request: RoomRequest, dealer_id: int) -> HttpResponse:
    """A dealer comes on shift."""
    dealer = _dealer(request, dealer_id)
    return _answer(request, _saying(f"{dealer} is on shift.", services.start_shift, dealer=dealer))


@require_POST
@staff(Permission.DEALERS)
def go_off(request: RoomRequest, dealer_id: int) -> HttpResponse:
    """A dealer goes off shift."""
    dealer = _dealer(request, dealer_id)
    return _answer(request, _saying(f"{dealer} is off shift.", services.end_shift, dealer=dealer))


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DEALERS)
def own_pin(request: RoomRequest, dealer_id: int) -> HttpResponse:
    """A dealer chooses the PIN with which they sign at the tray."""
    dealer = _dealer(request, dealer_id)
    form = DealerPinForm(sent(request), room=request.room)
    if form.is_valid():
        now = timezone.now()
        try:
            second, pin = form.second(at=now), form.cleaned_data["own_pin"]
            services.set_dealer_pin(dealer=dealer, pin=pin, second=second, by=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"{dealer} signs with badge {dealer.badge_number} and the new PIN."
            return done(request, reverse("dealers"), said)
    if dealer.has_pin:
        form.demand("badge", "pin")
    status = 422 if form.is_bound else 200
    return page(request, "tables/dealer_pin.html", {"dealer": dealer, "form": form}, status=status)


def _saying(said: str, service: Callable[..., Any], **what: Any) -> Callable[..., str]:
    def act(**facts: Any) -> str:
        service(**what, **facts)
        return said

    return act


def _add(request: RoomRequest, named: dict[str, Any], **facts: Any) -> str:
    dealer = services.register_dealer(room=request.room, **named, **facts)
    services.start_shift(dealer=dealer, **facts)
    return f"{dealer} is on shift."


def _answer(request: RoomRequest, act: Callable[..., str], **forms: Any) -> HttpResponse:
    """Do it and go back to the line-up with a sentence; or show the line-up with the refusal."""
    try:
        said = act(by=request.user, at=timezone.now())
    except DomainError as error:
        (form,) = forms.values() or (PushForm({}, room=request.room),)
        form.is_valid()
        show_refusal(form, error)
        return _page(request, **(forms or {"push_form": form}))
    return done(request, reverse("dealers"), said)


def _page(request: RoomRequest, *, form: DealerForm | None = None, push_form: Any = None) -> HttpResponse:
    form = form or DealerForm(room=request.room)
    refused = bool(form.errors or (push_form and push_form.errors))
    now = timezone.now()
    context = {
        "lineup": line_up(request.room, now),
        "last_push": last_push(request.room, now - JUST_PUSHED),
        "form": form,
        "push_form": push_form,
    }
    return page(request, "tables/dealers.html", context, status=422 if refused else 200)


def _session(request: RoomRequest, session_id: int) -> TableSession:
    session = playing(request.room).select_related("table").filter(pk=session_id).first()
    if session is None:
        raise Http404("no such open table")
    return session


def _dealer(request: RoomRequest, dealer_id: int) -> Dealer:
    return get_object_or_404(Dealer, pk=dealer_id, room=request.room)
