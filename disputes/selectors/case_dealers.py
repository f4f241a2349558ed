"""The dealer of a case: whom it names, or whoever was down when its hand was dealt."""

from django.db.models import BigIntegerField, F
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from tables.selectors.dealing import dealer_at


def dealer_of_case() -> dict[str, Combinable]:
    """Annotations of cases: `dealt_at`, when the hand was dealt or, where the case names none, when it was reported;
    and `dealt_by`, the id of the dealer whom the case names, or who was down then; null where nobody was."""
    return {
        "dealt_at": Coalesce(F("hand_started_at"), F("reported_at")),
        "dealt_by": Coalesce(F("dealer_id"), dealer_at("dealt_at"), output_field=BigIntegerField()),
    }
