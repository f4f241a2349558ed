"""The window of the cage: find the player, take the amount, hand over chips or cash, and the receipt."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cage import services
from cage.cash_kinds import BY_LETTERS, CASH_KINDS
from cage.forms.awards import AwardPayForm
from cage.forms.other_cash import CashForm, PresentForm
from cage.forms.window import BuyInForm, CashOutForm, DeskForm
from cage.models import AwardShare, BuyIn, CashOut, CashSlip, Slip, SlipVoid
from cage.selectors import window as selectors
from cage.selectors.awards import owed_to
from cage.selectors.chip_sets import has_late_sets, names_if_all_retired, retired
from cage.selectors.denominations import values_of
from cage.selectors.drawers import drawer_rows, own_drawers
from cage.selectors.papers import papers_of, prints_of
from cage.selectors.seen import WindowSeen, seen_now
from cage.selectors.today import today
from cage.selectors.typed import (
    BANK_WAYS,
    Entry,
    Way,
    asks_credit,
    not_a_name,
    not_an_amount,
    read_bare,
    read_entry,
    read_exchange,
    read_way,
)
from cage.selectors.voids import put_right_by, void_of
from cage.selectors.working_capital import credits_due
from cage.services.banks import credit_not_offered
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.roles import Permission
from config.web.forms import AmountField
from config.web.views import RoomRequest, done, page, refusal_of, show_refusal, staff
from players.held import held_for
from players.models import Player, TransferKind
from players.selectors.debts import claims_of, debts_of
from players.selectors.namesakes import questions
from players.selectors.people import PersonRow, first_found, is_unnamed, off_table_elsewhere, row, rows
from players.selectors.stacks import stack_of
from players.views.known import known_or_404, meet, typed_text
from players.views.people import register_and_go
from tables.models import TableSession

SHOWN = 8
NEWEST, ALL = 30, 2_000
"""Slips of the day beside the desk, and how many of them are shown to whoever asks for all."""


@require_safe
@staff(Permission.MONEY_VIEW)
def cage(request: RoomRequest) -> HttpResponse:
    """The desk: search for a player; today's transactions; who works the drawers.

    Somebody who presses Enter with one player found is taken to that player, with the way and the amount that were
    typed behind the name.
    """
    text = typed_text(request)
    if exchanged := read_exchange(text):
        to = reverse("exchange") + exchanged.query
        shown = {"search": text, "exchange": to}
        return desk_page(request, shown) if request.htmx else HttpResponseRedirect(to)
    if refused := _refused(text, request.room):
        return desk_page(request, {"search": text, "refused": refused})
    entry, people, more = _typed(request)
    if entry.is_petty and not request.htmx:
        said = urlencode({"kind": entry.way, "amount": entry.amount, "what": entry.who})
        return HttpResponseRedirect(f"{reverse('petty')}?{said}")
    if len(people) == 1 and not request.htmx:
        return HttpResponseRedirect(reverse("cage_player", args=[people[0].pk]) + entry.query)
    found: dict[str, Any] = {"results": rows(people, request.room, timezone.now()), "more": more}
    if not people and not entry.is_petty and (no_name := not_a_name(text)):
        found["refused"] = DomainError("not_a_name", no_name)
    return desk_page(request, {"search": text, "entry": entry} | found)


def _refused(text: str, room: Room) -> DomainError | None:
    """The refusal of a line that is about nobody, whoever is found by it; None for any other."""
    if asks_credit(text):
        return credit_not_offered()
    if refused := not_paid_here(read_entry(text).way, room):
        return refused
    not_one = not_an_amount(text)
    return DomainError("not_an_amount", not_one) if not_one else None


@require_safe
@staff(Permission.MONEY_VIEW)
def player(request: RoomRequest, player_id: int) -> HttpResponse:
    """One player at the window: what they may buy at which table, and what they may cash out. Nothing is chosen before
    somebody has said which of the two: `do` in the address, or a key."""
    way = read_way(request.GET.get("do", ""))
    if way in BANK_WAYS:
        return HttpResponseRedirect(f"{reverse('bank', args=[player_id])}?{request.GET.urlencode()}")
    return serve(request, known_or_404(request, player_id), way)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.PLAYER_EDIT)
def register(request: RoomRequest) -> HttpResponse:
    """Register a player at the window: it ends at the sale, or at what was typed behind the name, with the player
    chosen; for whoever has no window, at the player's page."""
    if not request.user.may(Permission.MONEY_VIEW, request.room):
        return register_and_go(request, back="players", to="player")
    said = {name: request.GET.get(name, "")[:20] for name in ("amount", "corrects")}
    after = Entry("", read_way(request.GET.get("do", "")) or "sell", **said)
    return register_and_go(request, back="cage", to="cage_player", query=after.query)


@require_POST
@staff(Permission.BUY_IN)
def buy_in(request: RoomRequest, player_id: int) -> HttpResponse:
    """Sell chips."""
    someone = known_or_404(request, player_id)
    form = BuyInForm(request.POST, room=request.room, drawers=_drawers(request), auto_id="buy_%s")
    if form.is_valid():
        data = form.cleaned_data
        session = TableSession.objects.filter(pk=data["session"], room=request.room).first()
        if session is None:
            raise Http404("no such session")
        try:
            facts = {name: data[name] for name in ("drawer", "amount", "exception", "key", "seen")}
            facts |= _facts(request) | {"corrects": the_void(request, data["corrects"]), "confirmed": data["confirm"]}
            approver = form.second(at=facts["at"])
            bought = services.buy_in(player=someone, session=session, approver=approver, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("buy_in_receipt", args=[bought.pk]))
    return serve(request, someone, "sell", buy_form=form)


@require_POST
@staff(Permission.CASH_OUT)
def cash_out(request: RoomRequest, player_id: int) -> HttpResponse:
    """Pay cash for chips."""
    someone = known_or_404(request, player_id)
    late = has_late_sets(request.room, timezone.now())
    form = CashOutForm(request.POST, room=request.room, drawers=_drawers(request), auto_id="cash_%s", asks_late=late)
    if form.is_valid():
        data = form.cleaned_data
        try:
            facts = {name: data[name] for name in ("drawer", "amount", "key", "seen")}
            facts |= _facts(request) | {"corrects": the_void(request, data["corrects"]), "confirmed": data["confirm"]}
            facts |= {"is_late": data["is_late"], "second": form.second(at=facts["at"])} if late else {}
            paid = services.cash_out(player=someone, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("cash_out_receipt", args=[paid.pk]))
    return serve(request, someone, "pay", cash_form=form)


@require_safe
@staff(Permission.MONEY_VIEW)
def buy_in_receipt(request: RoomRequest, buy_in_id: int) -> HttpResponse:
    """The receipt of a buy-in, and the search for the next player."""
    kept = BuyIn.objects.select_related(
        "player", "session__table", "sitting", "drawer", "by", "plaque", "approver", "corrects"
    )
    return receipt_page(request, get_object_or_404(kept, pk=buy_in_id, room=request.room))


@require_safe
@staff(Permission.MONEY_VIEW)
def cash_out_receipt(request: RoomRequest, cash_out_id: int) -> HttpResponse:
    """The receipt of a cash-out, and the search for the next player."""
    kept = CashOut.objects.select_related("player", "drawer", "by", "corrects")
    return receipt_page(request, get_object_or_404(kept, pk=cash_out_id, room=request.room))


def receipt_page(request: RoomRequest, slip: Slip) -> HttpResponse:
    """A receipt, with that of its void where it was voided, and the slips that it puts right or that put it right."""
    void = void_of(slip)
    right = put_right_by(void)
    papers = papers_of(slip, request.room, void=void, right=right)
    times = prints_of(request.room, [paper.receipt for paper in papers if paper.receipt])
    context = {"receipt": slip, "sold": isinstance(slip, BuyIn), "void": void, "right": right}
    context["other"] = slip if isinstance(slip, CashSlip) else None
    return desk_page(request, context | {"papers": [(paper, times.get(paper.receipt or 0, 0)) for paper in papers]})


def not_paid_here(way: Way, room: Room) -> DomainError | None:
    """The refusal of a kind of cash that the room never pays: comps, where points become none; else None."""
    kind = BY_LETTERS.get(way)
    if kind is None or kind.kind != TransferKind.COMP_PAID:
        return None
    return refusal_of(lambda: services.refuse_cash_comps(room, timezone.now()))


def _typed(request: RoomRequest) -> tuple[Entry, list[Player], int]:
    """The line that was typed, the people whom it finds, and how many more it finds; whoever shows papers is known
    from now on. An amount without a sign is one only where nobody is found by the whole line."""
    text = typed_text(request)
    if (petty := read_entry(text)).is_petty:
        return petty, [], 0
    for entry in filter(None, (read_entry(text), read_bare(text))):
        meet(request, entry.who)
        people, more = first_found(entry.who, request.room, SHOWN)
        if people:
            return replace(entry, corrects=request.GET.get("corrects", "")[:19]), people, more
    return replace(read_entry(text), corrects=request.GET.get("corrects", "")[:19]), [], 0


def the_void(request: RoomRequest, void_id: int | None) -> SlipVoid | None:
    """The void that a form puts right; 404 where the room has none of that id."""
    voids = SlipVoid.objects.select_related("buy_in", "cash_out", "cash_slip")
    return get_object_or_404(voids, pk=void_id, room=request.room) if void_id else None


def serve(
    request: RoomRequest,
    someone: Player,
    way: Way,
    *,
    buy_form: BuyInForm | None = None,
    cash_form: CashOutForm | None = None,
    present_form: PresentForm | None = None,
    other_form: CashForm | None = None,
    award_form: tuple[AwardShare, AwardPayForm] | None = None,
) -> HttpResponse:
    """The desk with one player before it; a refused form stays as it was filled in. Only `way`, which somebody has
    said, takes the cursor to an amount."""
    now = timezone.now()
    sessions = selectors.open_sessions(request.room, someone)
    chosen = _chosen(sessions, buy_form["session"].value() if buy_form else request.GET.get("table"))
    person = row(someone, request.room, now)
    drawers = own_drawers(request.room, request.user)
    known: dict[str, Any] = {"room": request.room, "drawers": drawers}
    amount = request.GET.get("amount", "")[:20]
    start = {"drawer": drawers[0].pk if drawers else None, "session": chosen.pk if chosen else None, "amount": amount}
    start["corrects"] = request.GET.get("corrects", "")[:19]
    buy_form = buy_form or BuyInForm(focus=way == "sell" and not amount, initial=start, auto_id="buy_%s", **known)
    late = {"asks_late": has_late_sets(request.room, now)}
    focus = way == "pay" and not amount
    cash_form = cash_form or CashOutForm(focus=focus, initial=start, auto_id="cash_%s", **known, **late)
    refused = {each.letters: not_paid_here(read_way(each.letters), request.room) for each in CASH_KINDS}
    if (other := BY_LETTERS.get(way)) and not refused[way]:
        other_form = other_form or CashForm(way=other, initial=start, auto_id="other_%s", **known)
    elsewhere = off_table_elsewhere(someone, request.room)
    if not elsewhere:
        present_form = present_form or _beyond(request, person, cash_form, way, start | known)
    shown: tuple[DeskForm | None, ...] = (buy_form, cash_form, present_form, other_form)
    _look_again(shown, seen_now(request.room, someone))
    context = {
        "person": person,
        "elsewhere": elsewhere,
        "is_unnamed": is_unnamed(someone),
        "debts": debts_of(someone, request.room),
        "claims": claims_of(someone, request.room),
        "held": held_for(someone.sittings.filter(session__room=request.room)),
        "sessions": sessions,
        "game": selectors.game(chosen, someone, now) if chosen else None,
        "buy_form": buy_form,
        "cash_form": cash_form,
        "present_form": present_form,
        "beyond": present_form.beyond(person.rack) if present_form else 0,
        "at_table": stack_of(person.sitting) if present_form and person.sitting else 0,
        "other_form": other_form,
        "kinds": [each for each in CASH_KINDS if each.is_patrons and not refused[each.letters]],
        "not_paid": refused.get(way) if other_form is None else None,
        "no_drawer": not drawers,
        "owed": _owed(someone, award_form, known),
        "without_set": names_if_all_retired(request.room),
        "questions": questions(list(Player.objects.of(someone)), room=request.room, at=now),
        "way": way,
        "is_filled": bool(amount),
    }
    bound = award_form is not None or any(form and form.is_bound for form in shown)
    return desk_page(request, context, status=422 if bound else 200)


def _look_again(shown: Iterable[DeskForm | None], seen: WindowSeen) -> None:
    for form in filter(None, shown):
        form.look_again(seen)


def _owed(
    someone: Player, refused: tuple[AwardShare, AwardPayForm] | None, known: dict[str, Any]
) -> list[tuple[AwardShare, AwardPayForm]]:
    """The shares of awards that are owed to a person, each with its form; one that was refused stays, owed or not."""
    owed = {share: AwardPayForm(auto_id=f"share_{share.pk}_%s", **known) for share in owed_to(someone, known["room"])}
    return list((owed | dict([refused] if refused else [])).items())


def _beyond(
    request: RoomRequest, person: PersonRow, cash_form: CashOutForm, way: Way, known: dict[str, Any]
) -> PresentForm | None:
    """The question where chips come from, if more is to be paid than the books know; None where they know all."""
    typed = cash_form["amount"].value()
    field = AmountField(of_chips=False)
    field.count_in(request.room)
    try:
        amount = field.clean(typed) if way == "pay" and typed else 0
    except ValidationError:
        return None
    if amount <= person.rack or (cash_form.is_bound and getattr(cash_form, "refusal", None) is None):
        return None
    if cash_form.is_bound and cash_form.refusal.code != "insufficient_chips":  # type: ignore[attr-defined]
        return None
    start = {name: known[name] for name in ("drawer", "corrects")} | {"amount": amount}
    values = values_of(request.room)
    form = PresentForm(initial=start, values=values, auto_id="present_%s", room=known["room"], drawers=known["drawers"])
    form.asks_two = bool(
        services.why_second(
            request.room, TransferKind.PRESENTED, amount - person.rack, by=request.user, at=timezone.now()
        )
    )
    return form


def retired_sets(room: Room, at: datetime) -> dict[str, Any]:
    """The retired sets as the note at the window tells of them."""
    return {"retired": retired(room), "room_day": room.gaming_day(at), "late_chips": services.way_on(room)}


def desk_page(request: RoomRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """The desk with what it is about in its one column, and drawers and the day beside it."""
    now = timezone.now()
    drawers = drawer_rows(request.room)
    shows_all = request.GET.get("today") == "all"
    if shows_all:
        services.note_desk_look(room=request.room, by=request.user, at=now)
    desk = {
        "drawers": drawers,
        "any_open": any(row.is_open for row in drawers),
        **retired_sets(request.room, now),
        "credits": credits_due(request.room, request.user),
        "shows_all": shows_all,
        "today": today(request.room, request.room.gaming_day(now), most=ALL if shows_all else NEWEST),
    }
    return page(request, "cage/window.html", desk | context, status=status)


def _chosen(sessions: list[TableSession], wanted: object) -> TableSession | None:
    """The table that was asked for, else the likeliest; None where no table is open."""
    asked = (session for session in sessions if str(session.pk) == str(wanted))
    return next(asked, sessions[0] if sessions else None)


def _drawers(request: RoomRequest) -> list[Any]:
    return own_drawers(request.room, request.user)


def _facts(request: RoomRequest) -> dict[str, Any]:
    return {"room": request.room, "by": request.user, "at": timezone.now()}
