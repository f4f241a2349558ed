"""The journal's pages: that of a locked day with its file, and the accounts of the room's books."""

from datetime import date, timedelta

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.days.selectors import day_row
from config.errors import DomainError
from config.staff.reauthentication import reauthenticated
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from rake.revenue import services
from rake.revenue.forms import AccountsForm, ExportForm
from rake.revenue.journal import accounts_in_force, by_side, journal_of


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.REPORT_BUILD, read=Permission.REPORT_VIEW)
def journal(request: RoomRequest, day: date) -> HttpResponse:
    """The journal of a gaming day: its lines once it is locked, and the export that keeps them for good."""
    row = day_row(request.room, day, timezone.now())
    if row is None:
        raise Http404("no such gaming day")
    form = ExportForm(sent(request), room=request.room)
    if form.is_valid():
        facts = {"key": form.cleaned_data["key"], "by": request.user, "at": timezone.now()}
        services.export_journal(room=request.room, day=day, **facts)
        return done(request, reverse("journal", args=[day]), gettext("The journal is kept: every export is this one."))
    around = {"before": day - timedelta(days=1), "after": day + timedelta(days=1)}
    found = {name: other for name, other in around.items() if day_row(request.room, other, timezone.now())}
    context = {"row": row, "form": form, **found}
    try:
        context["journal"] = journal_of(services.locked_day(request.room, day))
    except DomainError as error:
        context["refusal"] = error
    return page(request, "rake/journal.html", context, status=422 if form.is_bound else 200)


@require_safe
@staff(Permission.REPORT_VIEW)
def journal_csv(request: RoomRequest, day: date) -> HttpResponse:
    """The file of the journal, as it was kept when it was exported first."""
    kept = services.exported(request.room, day)
    headers = {"Content-Disposition": f'attachment; filename="journal-{day.isoformat()}.csv"'}
    return HttpResponse(kept.csv.encode(), content_type="text/csv; charset=utf-8", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.HOUSE_RULES_POST, read=Permission.REPORT_VIEW)
def accounts(request: RoomRequest) -> HttpResponse:
    """The account of each kind of place in the room's books."""
    form = AccountsForm(sent(request), room=request.room, accounts=by_side(accounts_in_force(request.room)))
    return _set_accounts(request, form) if form.is_valid() else _accounts_page(request, form)


@reauthenticated
def _set_accounts(request: RoomRequest, form: AccountsForm) -> HttpResponse:
    """Keep the accounts: whoever does so has just shown the PIN."""
    data = form.cleaned_data
    facts = {"reason": data["reason"], "key": data["key"], "by": request.user, "at": timezone.now()}
    try:
        services.set_journal_accounts(room=request.room, accounts=form.accounts(), **facts)
    except DomainError as error:
        show_refusal(form, error)
        return _accounts_page(request, form)
    return done(request, reverse("journal_accounts"), gettext("They hold for journals that are exported from now on."))


def _accounts_page(request: RoomRequest, form: AccountsForm) -> HttpResponse:
    context = {"accounts_form": form, "in_force": accounts_in_force(request.room)}
    return page(request, "rake/journal_accounts.html", context, status=422 if form.is_bound else 200)
