"""Recorded hands: listed, read, handed out as files, corrected."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, TypeVar

from django.core.paginator import Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from games import services
from games.files import file_of_many
from games.forms import CorrectionForm, HandsFilterForm, TickCorrectionForm, VoidForm
from games.models import Hand
from games.selectors.hands import hand_page, hands_of
from games.selectors.notes import with_late
from games.selectors.who_sat import players_at
from games.services.correcting import why_two_ahead
from games.services.superseding import refuse_own_correction
from players.four_eyes import limit_for, moved_alone
from players.prizes import won_with
from tables.models import TableSession

Answer = TypeVar("Answer", HttpResponse, StreamingHttpResponse)
PAGE = 50
PHH = "application/toml; charset=utf-8"
_NO_FILE = "A tick has no actions or cards to write down."


@require_safe
@staff(Permission.HAND_VIEW)
def hands(request: RoomRequest) -> HttpResponse:
    """Hands of the room, the last first; by day, table, session and tier. Today's unless something is asked for."""
    form = HandsFilterForm(request.GET or {"day": request.room.gaming_day(timezone.now())}, room=request.room)
    asked = form.cleaned_data if form.is_valid() else {}
    chosen = {name: value for name, value in asked.items() if value not in (None, "")}
    listed = Paginator(hands_of(request.room, **chosen), PAGE).get_page(request.GET.get("page"))
    listed.object_list = with_late(listed.object_list)
    query = request.GET.copy()
    query.pop("page", None)
    context = {"form": form, "page": listed, "query": f"{query.urlencode()}&" if query else ""}
    return page(request, "games/hands.html", context)


@require_safe
@staff(Permission.HAND_VIEW)
def hand(request: RoomRequest, hand_id: int) -> HttpResponse:
    """One hand, street by street, with its settlement and why."""
    return _show(request, _hand(request, hand_id))


@require_safe
@staff(Permission.HAND_VIEW)
def hand_file(request: RoomRequest, hand_id: int) -> HttpResponse:
    """A full hand as a PHH file."""
    shown = _hand(request, hand_id)
    if shown.tier != Hand.Tier.FULL or shown.is_void:
        what = "A void hand has no file: open the version before it." if shown.is_void else _NO_FILE
        raise DomainError("not_a_full_hand", what)
    return _download(HttpResponse(shown.phh, content_type=PHH), f"hand-{shown.pk}.phh")


@require_safe
@staff(Permission.HAND_VIEW)
def session_file(request: RoomRequest, session_id: int) -> HttpResponse | StreamingHttpResponse:
    """All full hands of a session as one PHHS file, sent while it is written."""
    session = get_object_or_404(TableSession, pk=session_id, room=request.room)
    full = hands_of(request.room, session=session.pk, tier=Hand.Tier.FULL).exclude(is_void=True).order_by("number")
    response = StreamingHttpResponse(_encoded(file_of_many(full.iterator(chunk_size=200))), content_type=PHH)
    return _download(response, f"session-{session.pk}.phhs")


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def correct(request: RoomRequest, hand_id: int) -> HttpResponse:
    """Correct a mis-keyed hand: a full one goes back to the console, a tick gets its right amounts here. What refuses
    it, and who must confirm it, is said before anything is entered."""
    shown, now = _hand(request, hand_id), timezone.now()
    ahead = "" if request.method == "POST" else _ahead(request, shown, now)
    form = _correction_form(request, shown)
    if form.is_valid():
        try:
            return _corrected(request, shown, form)
        except DomainError as error:
            show_refusal(form, error)
    context = {"hand": shown, "form": form, "ahead": ahead, "won": won_with(shown.pk)} | _alone(request, shown, now)
    return page(request, "games/correct.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def void(request: RoomRequest, hand_id: int) -> HttpResponse:
    """Void a recorded hand: everything that it moved goes back; a second person confirms with badge and PIN."""
    shown, now = _hand(request, hand_id), timezone.now()
    if request.method != "POST":
        services.changeable_hand(shown)
    form = VoidForm(sent(request), room=request.room)
    if form.is_valid():
        facts = {"reason": form.cleaned_data["reason"], "key": form.cleaned_data["key"], "by": request.user, "at": now}
        try:
            voided = services.void_hand(hand=shown, second=form.second(at=now), **facts)
            return done(
                request,
                reverse("hand", args=[voided.pk]),
                gettext("Hand %(number)s is void.") % {"number": voided.number},
            )
        except DomainError as error:
            show_refusal(form, error)
    context = {"hand": shown, "form": form, "won": won_with(shown.pk)}
    return page(request, "games/void.html", context, status=422 if form.errors else 200)


def _ahead(request: RoomRequest, shown: Hand, now: datetime) -> str:
    """Return why the correction takes two people, as far as that is known; refuses what its end would refuse."""
    hand = services.changeable_hand(shown)
    refuse_own_correction(hand, request.user, now)
    return why_two_ahead(hand)


def _alone(request: RoomRequest, shown: Hand, now: datetime) -> dict[str, int]:
    """The amounts that may be moved alone in a day, how much of that the person has moved, and what is left of it."""
    limit, alone = limit_for(request.room, shown.session), moved_alone(request.room, request.user, now)
    return {"limit": limit, "alone": alone, "left": max(limit - alone, 0)}


def _correction_form(request: RoomRequest, shown: Hand) -> CorrectionForm:
    data = request.POST if request.method == "POST" else None
    if shown.tier != Hand.Tier.TICK:
        return CorrectionForm(data, room=request.room)
    facts = ("rake_taken", "promo_taken", "pot", "winners")
    initial = {fact: getattr(shown, fact) for fact in facts} | {"no_low": shown.has_low is False}
    with_kill = shown.plaque.plaque.kill is not None
    seated = players_at(shown.session, shown.started_at) if with_kill else ()
    return TickCorrectionForm(data, initial=initial, room=request.room, with_kill=with_kill, seated=seated)


def _corrected(request: RoomRequest, shown: Hand, form: CorrectionForm) -> HttpResponse:
    data, now = form.cleaned_data, timezone.now()
    who: dict[str, Any] = {"reason": data["reason"], "key": data["key"], "by": request.user, "at": now}
    if not isinstance(form, TickCorrectionForm):
        services.reopen_hand(hand=shown, **who)
        return done(
            request,
            reverse("console", args=[shown.session.table_id]),
            gettext("Tap the mistake in the log and enter what happened, then record it anew."),
        )
    again = services.supersede_tick(
        tick=shown,
        rake_taken=data["rake_taken"],
        promo_taken=data["promo_taken"] or 0,
        pot=data["pot"],
        winners=data.get("winners") or shown.winners,
        has_low=False if data.get("no_low") else None,
        confirmed=data["confirm"],
        second=form.second(at=now),
        **who,
    )
    return done(
        request,
        reverse("hand", args=[again.pk]),
        gettext("Version %(version)s of the hand is recorded.") % {"version": again.version},
    )


def _hand(request: RoomRequest, hand_id: int) -> Hand:
    hands = Hand.objects.select_related(
        "room", "session__table", "session__room", "plaque", "house_rules", "recorded_by"
    )
    return get_object_or_404(hands, pk=hand_id, room=request.room)


def _show(request: RoomRequest, shown: Hand) -> HttpResponse:
    return page(request, "games/hand.html", {"shown": hand_page(shown), "hand": shown})


def _encoded(texts: Iterator[str]) -> Iterator[bytes]:
    return (text.encode() for text in texts)


def _download(response: Answer, name: str) -> Answer:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
