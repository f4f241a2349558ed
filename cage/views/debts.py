"""A debt that is paid at the window."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from cage.forms.debts import PayForm
from cage.selectors.drawers import own_drawers
from cage.services import pay_debt
from config.staff.roles import Permission
from config.web.views import RoomRequest, sent, staff
from players.views.debts import row_or_404, take


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BUY_IN)
def pay(request: RoomRequest, debt_id: int) -> HttpResponse:
    """The player pays at the window, in cash or with chips."""
    row = row_or_404(request, debt_id)
    drawers = own_drawers(request.room, request.user)
    start = {"amount": row.owed, "drawer": drawers[0] if drawers else None}
    form = PayForm(sent(request), room=request.room, drawers=drawers, initial=start)
    return take(request, row, form, pay_debt)
