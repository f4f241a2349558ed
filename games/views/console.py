"""The hand console: one part, and every tap answers with it, whatever came of the tap."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from games import services
from games.deal_form import DealForm
from games.forms import AbandonForm, ActionForm, CardsForm, DraftForm, RecordForm, TickForm
from games.models import Hand, HandDraft
from games.selectors.console import Console, console_of, read_of
from games.selectors.drafts import adopt, at_next_hand, draft_of
from games.selectors.kill import kills_of
from games.selectors.kill_notes import kill_note
from games.selectors.seats import chips_at, seats_taken
from games.selectors.tables import deal_seats
from games.services.bookings import opening_refused
from games.services.correcting import why_two_ahead
from games.views.ticks import session_of, take_tick, tick_context
from players.forms.counts import take_second
from players.prizes import won_with
from rules.entry.entered import Entered, read_entry
from rules.entry.notation import STATED
from rules.play.actions import MalformedAction
from tables.models import TableSession
from tables.selectors.alarms import alarms_at

Changed = tuple[HandDraft | None, str]
"""The draft after a press, None where there is none any more; and what is to be said of it, mostly nothing."""
Change = Callable[[RoomRequest, HandDraft, Mapping[str, Any]], Changed]
"""The effect of a press on the draft."""
TEMPLATE = "games/console.html"


@require_safe
@staff(Permission.HAND_RECORD, read=Permission.HAND_VIEW)
def console(request: RoomRequest, table_id: int) -> HttpResponse:
    """The hand that is being entered at a table, or the deal of the next one. Who enters none reads the hand in play,
    or is led to the table."""
    session = session_of(request, table_id)
    if request.user.may(Permission.HAND_RECORD, request.room):
        return _show(request, session)
    draft = draft_of(session)
    if draft is None:
        return redirect("table", table_id)
    return page(request, "games/console_read.html", {"session": session, "draft": draft, "console": read_of(draft)})


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def deal(request: RoomRequest, table_id: int) -> HttpResponse:
    """Deal the hand, or deal it again while nobody has acted."""
    session = session_of(request, table_id)
    if request.method != "POST":
        return _back(table_id)
    draft, now = draft_of(session), timezone.now()
    form = _deal_form(session if draft else at_next_hand(session, now), request.POST)
    if not form.is_valid():
        return _show(request, session, deal_form=form, refusal=_unreadable(form))
    try:
        second = take_second(form.cleaned_data, request.room, at=now)
        given: dict[str, Any] = {"by": request.user, "at": now}
        given["deal"] = replace(form.cleaned_data["deal"], count_second=second)
        if draft is not None and "version" in request.POST:
            version = DraftForm(request.POST, room=request.room)
            services.change_deal(draft=draft, version=_version(version), **given)
        else:
            services.start_hand(session=session, key=form.cleaned_data["key"], **given)
    except DomainError as error:
        return _show_changed_deal(request, session, form, error)
    return _answer(request, session)


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def act(request: RoomRequest, table_id: int) -> HttpResponse:
    """One action, tapped or typed."""
    return _change(request, table_id, ActionForm, _act)


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def cards(request: RoomRequest, table_id: int) -> HttpResponse:
    """Cards that were picked."""
    return _change(request, table_id, CardsForm, _name_cards)


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def undo(request: RoomRequest, table_id: int) -> HttpResponse:
    """Take the last tap back, or everything from an action on."""
    return _change(request, table_id, DraftForm, _undo)


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def abandon(request: RoomRequest, table_id: int) -> HttpResponse:
    """Give the hand up."""
    return _change(request, table_id, AbandonForm, _abandon)


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def record(request: RoomRequest, table_id: int) -> HttpResponse:
    """Record the hand with what was dropped, and be ready for the next."""
    session = session_of(request, table_id)
    form = RecordForm(sent(request), room=request.room)
    if request.method != "POST":
        return _back(table_id)
    if not form.is_valid():
        return _show(request, session, refusal=_unreadable(form), record_form=form)
    draft = draft_of(session)
    try:
        hand = _record(request, draft, form) if draft else _recorded(form.cleaned_data["key"])
    except DomainError as error:
        return _show(request, session, refusal=error, record_form=form)
    session.refresh_from_db(fields=["hands_recorded", "button_seat", "hand_open", "version"])
    return _answer(request, session, recorded=hand)


@require_http_methods(["GET", "POST"])
@staff(Permission.HAND_RECORD)
def tick(request: RoomRequest, table_id: int) -> HttpResponse:
    """Tick a hand from the console instead of dealing it."""
    session = session_of(request, table_id)
    if request.method != "POST":
        return _back(table_id)
    form, said = take_tick(request, session)
    if said and not request.htmx:
        return done(request, reverse("console", args=[table_id]), said)
    return _show(request, session, said=said) if said else _show(request, session, tick_form=form)


# ------------------------------------------------------------------------------------------------------- what is done


def _act(request: RoomRequest, draft: HandDraft, data: Mapping[str, Any]) -> Changed:
    entry = _entry(data["action"], draft)
    if entry.cards:
        return _name_cards(request, draft, {**data, "place": entry.seat or data["place"], "cards": entry.cards})
    after = services.act(
        draft=draft,
        version=data["version"],
        action=entry.text if data["amount"] is None else f"{entry.text} {STATED}",
        amount=data["amount"],
        by=request.user,
        at=timezone.now(),
        instead_of=data["instead_of"],
    )
    return after, entry.note


def _entry(text: str, draft: HandDraft) -> Entered:
    try:
        return read_entry(text, draft.setup["seats"])
    except MalformedAction as error:
        raise DomainError("notation_unreadable", str(error), field="action") from error


def _name_cards(request: RoomRequest, draft: HandDraft, data: Mapping[str, Any]) -> Changed:
    after = services.name_cards(
        draft=draft,
        version=data["version"],
        place=data["place"],
        cards=data["cards"],
        by=request.user,
        at=timezone.now(),
        instead_of=data["instead_of"],
    )
    return after, ""


def _undo(request: RoomRequest, draft: HandDraft, data: Mapping[str, Any]) -> Changed:
    given: dict[str, Any] = {"version": data["version"], "to": data["instead_of"]}
    return services.undo(draft=draft, by=request.user, at=timezone.now(), **given), ""


def _abandon(request: RoomRequest, draft: HandDraft, data: Mapping[str, Any]) -> Changed:
    services.abandon(draft=draft, version=data["version"], by=request.user, at=timezone.now(), reason=data["reason"])
    return None, ""


def _record(request: RoomRequest, draft: HandDraft, form: RecordForm) -> Hand:
    data, now = form.cleaned_data, timezone.now()
    return services.record_hand(
        draft=draft,
        version=data["version"],
        rake_taken=data["rake_taken"],
        promo_taken=data["promo_taken"] or 0,
        confirmed=data["confirm"],
        key=data["key"],
        by=request.user,
        at=now,
        second=form.second(at=now),
    )


def _recorded(key: str) -> Hand:
    """The hand that the same press recorded a moment ago. Refuses `draft_gone` where it was another's."""
    hand = Hand.objects.filter(request_key=key).first()
    if hand is None:
        raise DomainError("draft_gone", "This hand was recorded or abandoned on another tablet: deal the next one.")
    return hand


# ------------------------------------------------------------------------------------------------------------ answers


def _change(request: RoomRequest, table_id: int, form_class: type[DraftForm], change: Change) -> HttpResponse:
    """Let `change` act on the draft with the clean values; the answer is the console as it then is."""
    session = session_of(request, table_id)
    if request.method != "POST":
        return _back(table_id)
    form = form_class(request.POST, room=request.room)
    if not form.is_valid():
        return _show(request, session, refusal=_unreadable(form))
    try:
        draft = HandDraft.objects.filter(session=session).only("pk", "setup").first()
        if draft is None:
            raise DomainError("draft_gone", "No hand is being entered here any more: deal the next one.")
        changed, said = change(request, draft, form.cleaned_data)
    except DomainError as error:
        return _show(request, session, refusal=error)
    return _answer(request, session, draft=changed, said=said)


def _show_changed_deal(request: RoomRequest, session: TableSession, form: DealForm, error: DomainError) -> HttpResponse:
    """The deal as it was sent; where the table has changed meanwhile, as it now is, with what still holds of that."""
    if error.code == "deal_outdated":
        session = session_of(request, session.table_id)
        form = _deal_form(session if draft_of(session) else at_next_hand(session, timezone.now()), kept=form)
    elif error.field in form.fields:
        show_refusal(form, error)
    return _show(request, session, deal_form=form, refusal=error)


def _answer(
    request: RoomRequest,
    session: TableSession,
    *,
    draft: HandDraft | None = None,
    recorded: Hand | None = None,
    said: str = "",
) -> HttpResponse:
    """After a change: the part for htmx, the page's address for everybody else. `draft` is what became of it."""
    if request.htmx:
        return _show(request, session, draft=draft, said=said, **({"recorded": recorded} if recorded else {}))
    said = f"Hand {recorded.number} is recorded." if recorded else said
    return done(request, reverse("console", args=[session.table_id]), said)


def _show(request: RoomRequest, session: TableSession, *, draft: HandDraft | None = None, **said: Any) -> HttpResponse:
    """The console part (or page) as the hand stands now.

    `said` is what came of the press: a `refusal`, the hand just `recorded`, or a form to be shown again (`deal_form`,
    `record_form`, `tick_form`), which like a refusal makes the answer a 422.
    """
    draft = adopt(draft, session) if draft else draft_of(session)
    context: dict[str, Any] = {"session": session, "draft": draft} | said
    if draft is None:
        at_next_hand(session, timezone.now())
    if draft is None or "deal_form" in said or ("deal" in request.GET and not draft.steps):
        context |= _before_the_deal(session, said.get("deal_form"), said.get("tick_form"))
    else:
        shown = console_of(draft, **_asked(request, said.get("refusal")))
        crossed = why_two_ahead(draft.supersedes) if draft.supersedes else ""
        won = won_with(draft.supersedes.pk) if draft.supersedes else []
        context |= {"console": shown, "to": request.GET.get("to"), "ahead": crossed, "won": won}
        context.setdefault("record_form", _record_form(shown))
    refused = "refusal" in said or "tick_form" in said
    return page(request, TEMPLATE, context, status=422 if refused else 200)


def _asked(request: RoomRequest, refusal: DomainError | None) -> dict[str, str]:
    """The part of the hand to be shown: somebody's cards, who opens, or an earlier action that is being changed, which
    stays in sight where the change was refused."""
    asked = {name: request.GET.get(name, "") for name in ("cards", "opens", "instead_of")}
    if refusal is not None and refusal.code != "draft_moved_on":
        asked["instead_of"] = request.POST.get("instead_of", "")
    return asked


def _before_the_deal(session: TableSession, form: DealForm | None, tick_form: TickForm | None) -> dict[str, Any]:
    """The deal as it is suggested or as it was sent, with the tick beside it."""
    form = form or _deal_form(session)
    seats = deal_seats(session, form.taken, form.suggested)
    note = kill_note(session, form.kills, form.taken)
    too_few = opening_refused(session, len(form.suggested.stacks)) if form.suggested else None
    alarms = alarms_at([session], timezone.now()).get(session.pk, [])
    before = {
        "chips": chips_at(session, form.taken),
        "deal_form": form,
        "seats": seats,
        "too_few": too_few,
        "alarms": alarms,
    }
    return tick_context(session, tick_form, note, taken=form.taken) | before


def _deal_form(session: TableSession, data: Any = None, kept: DealForm | None = None) -> DealForm:
    taken, kills = seats_taken(session), kills_of(session, session.posted)
    return DealForm(data, session=session, taken=taken, kills=kills, kept=kept)


def _record_form(shown: Console) -> RecordForm | None:
    """The form that records the hand. It begins with what is owed; of a hand that is put right with what was recorded
    of it, for that lies in the box already."""
    if shown.ending is None:
        return None
    before = shown.draft.supersedes
    rake, promo = (before.rake_taken, before.promo_taken) if before else (shown.ending.rake, shown.ending.promo)
    likely = {"rake_taken": rake, "promo_taken": promo, "version": shown.draft.version}
    return RecordForm(initial=likely, room=shown.room)


def _version(form: DraftForm) -> int:
    return form.cleaned_data["version"] if form.is_valid() else 0


def _unreadable(form: StrictForm) -> DomainError:
    """The first thing that a form complains about, as a refusal."""
    field, errors = next(iter(form.errors.items()))
    label = form.fields[field].label if field in form.fields and field != "version" else None
    return DomainError("unreadable", f"{label}: {errors[0]}" if label else str(errors[0]), field=field)


def _back(table_id: int) -> HttpResponse:
    return HttpResponseRedirect(reverse("console", args=[table_id]))
