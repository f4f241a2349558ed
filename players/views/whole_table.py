"""A whole table in one act: counted, broken, or closed for the night; and where everybody went."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from players.forms.counts import ShortfallForm, take_second
from players.forms.whole_table import WholeTableForm
from players.selectors.whole_table import sent_from
from players.selectors.whole_table import whole_table as table_of
from players.services.shortfall import cover_shortfall, table_lacks
from players.services.whole_table import settle_table
from tables.models import TableSession


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.TABLE_OPEN, read=Permission.HAND_VIEW)
def whole_table(request: RoomRequest, session_id: int) -> HttpResponse:
    """Everybody at the table with the stack to count and where to go; once it is closed, where they went. Who counts
    nothing is led to the table's page, which shows the stacks."""
    session = _session(request, session_id)
    if not session.is_open:
        return page(request, "players/whole_table_sent.html", {"session": session, "sent": sent_from(session)})
    if not request.user.may(Permission.TABLE_OPEN, request.room):
        return redirect("table", session.table_id)
    short = table_lacks(session)
    now = timezone.now()
    form = WholeTableForm(sent(request), room=request.room, table=table_of(session, now))
    if form.is_valid():
        try:
            facts = {"plans": form.plans(), "reason": form.reason(), "key": form.cleaned_data["key"]}
            facts |= {"confirmed": form.cleaned_data["confirm"], "close_reason": form.cleaned_data["close_reason"]}
            facts["second"] = take_second(form.cleaned_data, request.room, at=now)
            settled = settle_table(session=session, by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return _done(request, settled)
    status = 422 if form.errors else 200
    context = {"session": session, "form": form, "short": short}
    return page(request, "players/whole_table.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.DRAWER_FUND)
def shortfall(request: RoomRequest, session_id: int) -> HttpResponse:
    """Cover what a table lacks because counts found more than was brought: a manager takes it from the vault, before a
    second person."""
    session, now = _session(request, session_id), timezone.now()
    short = table_lacks(session)
    form = ShortfallForm(sent(request), room=request.room, initial={"amount": short})
    if form.is_valid():
        data = form.cleaned_data
        try:
            facts = {"amount": data["amount"], "reason": data["reason"], "second": form.second(at=now)}
            cover_shortfall(session=session, key=data["key"], by=request.user, at=now, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"{request.room.money(data['amount'])} of the vault cover what {session.table} lacked."
            return done(request, reverse("whole_table", args=[session.pk]), said)
    context = {"session": session, "form": form, "short": short}
    return page(request, "players/shortfall.html", context, status=422 if form.errors else 200)


def _done(request: RoomRequest, session: TableSession) -> HttpResponse:
    if session.is_open:
        return done(
            request,
            reverse("table", args=[session.table_id]),
            gettext("%(table)s is counted.") % {"table": session.table},
        )
    return done(
        request, reverse("whole_table", args=[session.pk]), gettext("%(table)s is closed.") % {"table": session.table}
    )


def _session(request: RoomRequest, session_id: int) -> TableSession:
    sessions = TableSession.objects.select_related("room", "table", "plaque__house_rules")
    return get_object_or_404(sessions, pk=session_id, room=request.room, source=TableSession.Source.FLOOR)
