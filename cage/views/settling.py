"""The form that ends an investigation, for whoever may."""

from cage.forms.drawers import SettleForm
from cage.models import Investigation
from cage.selectors.explained import named_by
from cage.selectors.patterns import size_together
from config.web.views import RoomRequest


def form_of(request: RoomRequest, investigation: Investigation, *, is_sent: bool = False) -> SettleForm | None:
    """The form of an investigation, with what was sent where `is_sent`; None for whoever it names or who counted:
    another manager settles it. What stands together with it is summed once it is sent, for a page has many of them."""
    variance = investigation.about
    if not is_sent and request.user.pk in named_by(variance):
        return None
    size = size_together(variance) if is_sent else variance.size
    return SettleForm(
        request.POST if is_sent else None,
        room=request.room,
        auto_id=f"id_%s_{investigation.pk}",
        asks_second=size >= request.room.investigation_from,
    )
