"""The tables of the room with their plaques; a new table."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff
from tables import selectors, services
from tables.forms import TableForm


@require_http_methods(["GET", "POST"])
@staff(Permission.PLAQUE_POST, read=Permission.PLAQUE_VIEW)
def tables(request: RoomRequest) -> HttpResponse:
    """Every table with its plaque; a new table."""
    form = TableForm(request.POST if request.method == "POST" else None, room=request.room)
    if form.is_valid() and (answer := _add(request, form)):
        return answer
    now = timezone.now()
    rules = services.house_rules_in_force(request.room, now)
    rows = selectors.table_rows(request.room, now)
    older = sum(row.goes_by_older(rules) for row in rows)
    context = {"rows": rows, "form": form, "rules": rules, "older": older}
    return page(request, "tables/tables.html", context, status=422 if form.errors else 200)


def _add(request: RoomRequest, form: TableForm) -> HttpResponse | None:
    try:
        table = services.add_table(
            room=request.room,
            name=form.cleaned_data["name"],
            seats=form.cleaned_data["seats"],
            by=request.user,
            at=timezone.now(),
        )
    except DomainError as error:
        show_refusal(form, error)
        return None
    return done(request, reverse("plaque", args=[table.pk]), f"{table} stands on the floor. Post its plaque.")
