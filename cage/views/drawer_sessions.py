"""A drawer's own page: opened with a count, closed or handed over by two, and given up where it stays half done."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.forms.drawers import AcceptForm, CloseForm, CountForm, GiveUpForm, LimitForm
from cage.models import Drawer, DrawerSession
from cage.selectors.denominations import values_of
from cage.selectors.drawers import is_left, may_stand_in, running_session, worked_by, works_at
from cage.selectors.exchanges import exchange_rows
from cage.selectors.sheets import Sheet, has_looked, is_counted_out, sheet_for, sums_by_kind
from cage.selectors.transit import is_late, open_slips_of
from cage.selectors.variances import sessions_of
from cage.selectors.working_capital import credits_due, runners_above_limit
from cage.services.one_drawer import works_already
from config.errors import DomainError
from config.staff.models import User
from config.staff.roles import Permission
from config.web.forms import StrictForm
from config.web.views import RoomRequest, done, page, show_refusal, staff

CONFIRM_NOW = "The count is entered. Let a second person confirm what lies there, or give it up."


@require_safe
@staff(Permission.MONEY_VIEW)
def drawer(request: RoomRequest, drawer_id: int) -> HttpResponse:
    """The state of a drawer, and what can be done next."""
    return _show(request, _drawer(request, drawer_id))


@require_POST
@staff(Permission.DRAWER_COUNT)
def open_drawer(request: RoomRequest, drawer_id: int) -> HttpResponse:
    """Open a drawer with its first count."""
    found = _drawer(request, drawer_id)
    return _count(request, found, lambda **given: services.open_drawer(drawer=found, **given))


@require_POST
@staff(Permission.DRAWER_COUNT)
def recount_opening(request: RoomRequest, session_id: int) -> HttpResponse:
    """Count a drawer again that is not what its last close left."""
    session = _session(request, session_id)
    return _count(request, session.drawer, lambda **given: services.recount_opening(session=session, **given))


@require_POST
@staff(Permission.DRAWER_COUNT)
def accept_opening(request: RoomRequest, session_id: int) -> HttpResponse:
    """Open a drawer with what was counted, before a second person."""
    session, now = _session(request, session_id), timezone.now()
    form = AcceptForm(request.POST, room=request.room, auto_id="accept_%s")
    if form.is_valid():
        try:
            second, key = form.second(at=now), form.cleaned_data["key"]
            services.accept_opening(session=session, second=second, key=key, by=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return _go(request, session.drawer, f"{session.drawer} is open. The difference is on record.")
    return _show(request, session.drawer, accept_form=form)


@require_POST
@staff(Permission.DRAWER_COUNT)
def begin_close(request: RoomRequest, session_id: int) -> HttpResponse:
    """Let a drawer be counted, to be closed or handed over."""
    session = _session(request, session_id)
    form = CloseForm(request.POST, room=request.room, cashiers=_workers(request, session.drawer), auto_id="close_%s")
    if form.is_valid():
        data = form.cleaned_data
        successor = User.objects.get(pk=data["successor"]) if data["successor"] else None
        facts: dict[str, Any] = {"reason": data["reason"], "by": request.user, "at": timezone.now()}
        try:
            services.begin_close(session=session, successor=successor, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return _go(request, session.drawer)
    return _show(request, session.drawer, close_form=form)


@require_POST
@staff(Permission.DRAWER_COUNT)
def count(request: RoomRequest, session_id: int) -> HttpResponse:
    """Enter one of the two counts of a drawer, or the count together."""
    session = _session(request, session_id)

    def enter(**given: Any) -> DrawerSession:
        if session.state == DrawerSession.State.RECOUNT:
            return services.recount_drawer(session=session, **given)
        if given.pop("third", None):
            raise DomainError("drawer_open", "Reload the page: the count has gone on meanwhile.")
        return services.count_drawer(session=session, **given)

    return _count(request, session.drawer, enter)


@require_POST
@staff(Permission.DRAWER_COUNT)
def give_up(request: RoomRequest, session_id: int) -> HttpResponse:
    """Give up a count that is half done."""
    session, now = _session(request, session_id), timezone.now()
    form = _give_up_form(request, session, bound=True)
    if form.is_valid():
        try:
            second, reason = form.second(at=now), form.cleaned_data["reason"]
            session = services.give_up_count(session=session, second=second, reason=reason, by=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"The count is given up: {session.drawer} is {session.get_state_display()}."
            return _go(request, session.drawer, said)
    return _show(request, session.drawer, give_up_form=form)


@require_safe
@staff(Permission.EXPECTED)
def expected(request: RoomRequest, drawer_id: int) -> HttpResponse:
    """The chips and the cash that a drawer must hold by the books; whoever looks doesn't count it."""
    found = _drawer(request, drawer_id)
    chips, cash = services.look_at_expected(drawer=found, by=request.user, at=timezone.now())
    sums = sums_by_kind(running_session(found))
    return page(request, "cage/expected.html", {"drawer": found, "chips": chips, "cash": cash, "sums": sums})


@require_POST
@staff(Permission.DRAWER_FUND)
def limit(request: RoomRequest, drawer_id: int) -> HttpResponse:
    """Set the most cash that lies in a drawer before a credit is asked for, before a second person."""
    found, now = _drawer(request, drawer_id), timezone.now()
    form = LimitForm(request.POST, room=request.room, auto_id="limit_%s")
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("working_capital", "step")}
        try:
            services.limit_drawer(drawer=found, second=form.second(at=now), by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return _go(request, found, "The limit is set.")
    return _show(request, found, limit_form=form)


def _give_up_form(request: RoomRequest, session: DrawerSession | None, *, bound: bool = False) -> GiveUpForm:
    differs = session is not None and session.state == DrawerSession.State.RECOUNT
    return GiveUpForm(request.POST if bound else None, room=request.room, differs=differs, auto_id="give_up_%s")


def _limit_form(request: RoomRequest, found: Drawer) -> LimitForm:
    start = {"working_capital": found.working_capital, "step": found.credit_step}
    return LimitForm(room=request.room, initial=start, auto_id="limit_%s")


def _count(request: RoomRequest, found: Drawer, enter: Callable[..., DrawerSession]) -> HttpResponse:
    """Enter what the count sheet says; a refused sheet stays as it was filled in."""
    now, sheet = timezone.now(), sheet_for(running_session(found), request.user)
    form = _sheet_form(request, sheet, bound=True)
    if form.is_valid():
        given: dict[str, Any] = {"counted": form.counted(), "key": form.cleaned_data["key"]}
        try:
            if sheet.is_closing:
                given |= {"second": form.second(at=now), "third": form.third(at=now)}
            session = enter(**given, by=request.user, at=now)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = CONFIRM_NOW if _is_counted_out(session, request.user) else sheet.said(session)
            return _go(request, found, said, warns=sheet.warns(session))
    return _show(request, found, count_form=form)


def _is_counted_out(session: DrawerSession | None, user: User) -> bool:
    """Whether a drawer that is being opened was counted by this person as often as they are told what it means."""
    if session is None or session.state != DrawerSession.State.OPENING:
        return False
    return is_counted_out(session.drawer, user)


def _sheet_form(request: RoomRequest, sheet: Sheet, *, bound: bool = False) -> CountForm:
    return CountForm(
        request.POST if bound else None,
        room=request.room,
        values=values_of(request.room),
        asks_second=sheet.asks_second,
        asks_third=sheet.asks_third,
        auto_id="count_%s",
    )


def _show(request: RoomRequest, found: Drawer, **forms: StrictForm) -> HttpResponse:
    """The page; a refused form stays as it was filled in, the others are fresh."""
    running = running_session(found)
    sheet = sheet_for(running, request.user)
    context: dict[str, Any] = {
        "drawer": found,
        "running": running,
        "sheet": sheet,
        "counted_out": _is_counted_out(running, request.user),
        "has_looked": has_looked(running, request.user),
        "left": running is not None and is_left(running),
        "stands_in": running is not None and may_stand_in(request.user, running),
        "count_form": _sheet_form(request, sheet),
        "accept_form": AcceptForm(room=request.room, auto_id="accept_%s"),
        "close_form": CloseForm(room=request.room, cashiers=_workers(request, found), auto_id="close_%s"),
        "give_up_form": _give_up_form(request, running),
        "sessions": sessions_of(found),
        "exchanges": exchange_rows(running) if running else [],
        "credits": [due for due in credits_due(request.room, request.user) if due.drawer == found],
        "above_limit": [each for each in runners_above_limit(request.room) if each.drawer_id == found.pk],
        "limit_form": _limit_form(request, found),
    }
    if running is None and (other := worked_by(request.user, but=found)):
        context |= {"elsewhere": works_already(other, found), "other": other}
    waiting, now = open_slips_of(found) if running else [], timezone.now()
    is_own = found.is_runner and running is not None and running.cashier_id == request.user.pk
    context |= {
        "slip_page": "runner_slip" if is_own else "slip",
        "open_slips": waiting,
        "late_slips": {slip.pk for slip in waiting if is_late(slip, now)},
    }
    return page(request, "cage/drawer.html", context | forms, status=422 if forms else 200)


def _go(request: RoomRequest, found: Drawer, message: str = "", *, warns: bool = False) -> HttpResponse:
    return done(request, reverse("drawer", args=[found.pk]), message, warns=warns)


def _drawer(request: RoomRequest, drawer_id: int) -> Drawer:
    return get_object_or_404(Drawer.objects.select_related("room"), pk=drawer_id, room=request.room)


def _session(request: RoomRequest, session_id: int) -> DrawerSession:
    kept = DrawerSession.objects.select_related("drawer__room")
    return get_object_or_404(kept, pk=session_id, room=request.room)


def _workers(request: RoomRequest, drawer: Drawer) -> list[tuple[str, str]]:
    """The other people who may work such a drawer, by id."""
    people = User.objects.filter(staff_roles__room=request.room, staff_roles__ended_at=None, is_active=True).distinct()
    others = people.exclude(pk=request.user.pk).order_by("display_name")
    return [(str(each.pk), str(each)) for each in others if each.may(works_at(drawer), request.room)]
