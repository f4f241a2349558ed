"""The floor changes limits and game among the room's own plaques, with a manager's PIN on the same tablet."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from config.errors import DomainError
from config.staff.roles import Permission
from config.staff.second import second_person
from config.web.views import RoomRequest, done, page, sent, show_refusal, staff
from tables import selectors, services
from tables.forms import PlaqueChangeForm
from tables.models import PlaqueVersion, Table


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.TABLE_OPEN, read=Permission.HAND_VIEW)
def change(request: RoomRequest, table_id: int) -> HttpResponse:
    """The room's plaques with what each would change on this table; badge and PIN of the manager who answers for it.
    Who changes nothing is led to the plaques of the table."""
    if not request.user.may(Permission.TABLE_OPEN, request.room):
        return redirect("plaque", table_id)
    table, now = get_object_or_404(Table.objects.select_related("room"), pk=table_id, room=request.room), timezone.now()
    plaques = selectors.approved_plaques(table, now)
    form = PlaqueChangeForm(sent(request), room=request.room, plaques=plaques)
    if form.is_valid():
        data = form.cleaned_data
        try:
            second = second_person(request.room, data["badge"], data["pin"], at=now)
            like = get_object_or_404(PlaqueVersion, pk=data["like"], room=request.room)
            facts = {"like": like, "second": second, "reason": data["reason"], "by": request.user, "at": now}
            version = services.change_plaque(table=table, **facts)
        except DomainError as error:
            show_refusal(form, error)
        else:
            said = f"{version.short_name} is posted at {table}. A hand in play ends under the old plaque."
            return done(request, f"{reverse('tables')}{table.pk}/", said)
    context = {"table": table, "form": form, "standing": selectors.standing(table, now)}
    return page(request, "tables/plaque_change.html", context, status=422 if form.errors else 200)
