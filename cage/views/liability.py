"""The page of chips in use and the money that covers them, and the bank statements entered there."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from cage import services
from cage.forms.liability import InstantForm, StatementForm
from cage.selectors.liability import liability
from cage.selectors.sheets import is_barred_by_looking
from cage.selectors.variances import chips_against
from config.clocks import which_of_two
from config.errors import DomainError
from config.staff.roles import Permission
from config.web.views import RoomRequest, done, page, show_refusal, staff


@require_safe
@staff(Permission.VAULT_VIEW)
def chips_in_use(request: RoomRequest) -> HttpResponse:
    """The chips of the room by who holds them, and what covers them, now or as of an instant."""
    asked = InstantForm(request.GET, room=request.room)
    if not asked.is_valid():
        return _page(request, asked, status=422)
    if not asked.cleaned_data["look"] and is_barred_by_looking(request.room, request.user):
        return page(request, "cage/look.html", {"query": urlencode(request.GET.dict() | {"look": "yes"})})
    return _page(request, asked, at=asked.cleaned_data["at"])


@require_POST
@staff(Permission.DRAWER_FUND)
def state(request: RoomRequest) -> HttpResponse:
    """Enter a bank statement."""
    form = StatementForm(request.POST, room=request.room)
    if form.is_valid():
        at = timezone.now()
        stated = {name: form.cleaned_data[name] for name in ("account", "amount", "stated_on", "key")}
        try:
            second = form.second(at=at)
            services.enter_statement(room=request.room, second=second, by=request.user, at=at, **stated)
        except DomainError as error:
            show_refusal(form, error)
        else:
            return done(request, reverse("liability"), gettext("The statement is entered."))
    return _page(request, InstantForm(room=request.room), form=form, status=422)


def _page(
    request: RoomRequest,
    asked: InstantForm,
    *,
    at: datetime | None = None,
    form: StatementForm | None = None,
    status: int = 200,
) -> HttpResponse:
    looked = timezone.now()
    services.note_looks(room=request.room, by=request.user, at=looked)
    found = liability(request.room, at=at or looked, now=at is None)
    context: dict[str, Any] = {
        "found": found,
        "asked": asked,
        "past": at is not None,
        "which": which_of_two(found.at.astimezone(request.room.zone)),
        "form": form or StatementForm(room=request.room),
    }
    against = chips_against(request.room, found.at)
    context |= {"against": against, "against_nobody": found.short - sum(amount for _, amount in against)}
    return page(request, "cage/liability.html", context, status=status)
