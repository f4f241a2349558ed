"""A case is opened: from the console and the table, or from a recorded hand."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from disputes import services
from disputes.acts import acts_of
from disputes.forms import ReportForm
from disputes.places import refuse_imported
from disputes.selectors.cases import open_cases
from disputes.selectors.dealing import who_dealt
from disputes.selectors.who_sat import sitting_now, who_sat
from games.models import Hand, HandDraft
from games.selectors.drafts import draft_of
from games.views.ticks import session_of
from tables.models import TableSession


@require_http_methods(["GET", "POST"])
@staff(Permission.DISPUTE_RULE)
def open_at_table(request: RoomRequest, table_id: int) -> HttpResponse:
    """Open a case at a table: about the hand in play or being corrected, else the last one, or (?about=table) about the
    table itself."""
    session = session_of(request, table_id)
    about: Hand | HandDraft | None = None
    if request.GET.get("about") != "table":
        draft = draft_of(session)
        about = (draft.supersedes or draft) if draft else _last_hand(session)
    return _open(request, session, about)


@require_http_methods(["GET", "POST"])
@staff(Permission.DISPUTE_RULE)
def open_about_hand(request: RoomRequest, hand_id: int) -> HttpResponse:
    """Open a case about a recorded hand."""
    rows = Hand.objects.select_related("room", "session__table", "session__room", "session__plaque__house_rules")
    hand = get_object_or_404(rows, pk=hand_id, room=request.room)
    return _open(request, hand.session, hand)


def _open(request: RoomRequest, session: TableSession, about: Hand | HandDraft | None) -> HttpResponse:
    refuse_imported(session)
    place = "open" if isinstance(about, HandDraft) else "recorded" if about else "table"
    now = timezone.now()
    dealt = who_dealt(session, about.started_at if about else now)
    initial = {"dealer": dealt.pk if dealt else None}
    acts = list(acts_of(about)) if about else []
    form = ReportForm(sent(request), room=request.room, place=place, now=now, acts=acts, initial=initial)
    if form.is_valid():
        try:
            return _opened(request, session, about, form.cleaned_data)
        except DomainError as error:
            show_refusal(form, error)
    context = {
        "form": form,
        "session": session,
        "about": about,
        "place": place,
        "may_hold": place == "open" or (isinstance(about, Hand) and about.tier == Hand.Tier.FULL and not about.is_void),
        "seats": _seats(session, about),
        "waiting": open_cases(session.pk),
    }
    return page(request, "disputes/open.html", context, status=422 if form.errors else 200)


def _opened(
    request: RoomRequest, session: TableSession, about: Hand | HandDraft | None, data: dict[str, Any]
) -> HttpResponse:
    index, mark = data["act"] or (None, "")
    report = services.Report(
        kind=data["kind"],
        facts=data["facts"],
        seats=tuple(data["seats"]),
        action_index=index,
        action_mark=mark,
        cards=data["cards"],
        chips=data["chips"],
        reporter=data["reporter"],
        dealer_id=data["dealer"],
        cameras_asked=data["cameras_asked"],
        hold=data["hold"],
        hold_amount=data["hold_amount"] if data["hold"] == "part" else None,
        reported_at=data["reported_at"],
    )
    case = services.open_dispute(
        session=session, report=report, about=about, key=data["key"], by=request.user, at=timezone.now()
    )
    return done(request, reverse("dispute", args=[case.pk]), gettext("Case %(case)s is open.") % {"case": case.pk})


def _last_hand(session: TableSession) -> Hand | None:
    return Hand.objects.filter(session=session, superseded_by=None).order_by("-number").first()


def _seats(session: TableSession, about: Hand | HandDraft | None) -> list[tuple[int, str]]:
    """The seats that it can be about, with who sat there when it was played, else who sits there now."""
    sat = sitting_now(session) | (who_sat(about) if isinstance(about, Hand) else {})
    return sorted((seat, sitting.player.display_name) for seat, sitting in sat.items())
