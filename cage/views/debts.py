"""A debt that is paid at the window."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from cage.forms.debts import PayForm
from cage.selectors.drawers import drawer_rows, own_drawer
from cage.services import pay_debt
from config.staff.roles import Permission
from config.web.views import RoomRequest, sent, staff
from players.views.debts import row_or_404, take


@require_http_methods(["GET", "HEAD", "POST"])
@staff(Permission.BUY_IN)
def pay(request: RoomRequest, debt_id: int) -> HttpResponse:
    """The player pays at the window, in cash or with chips."""
    row = row_or_404(request, debt_id)
    drawer = own_drawer(drawer_rows(request.room, open_only=True), request.user)
    form = PayForm(sent(request), room=request.room, initial={"amount": row.owed, "drawer": drawer})
    return take(request, row, form, pay_debt)
