"""The chips that open cases hold of the awards of players."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.urls import reverse

from disputes.models import Holding
from players.held import Held, register
from players.models import Sitting


@register
def held_by_cases(sittings: QuerySet[Sitting]) -> Iterator[Held]:
    """The chips that cases hold for the players of these sittings until they are ruled; one query."""
    standing = Holding.objects.filter(sitting__in=sittings, dispute__rulings=None)
    for holding in standing.select_related("sitting__player").order_by("pk"):
        sitting, case = holding.sitting, holding.dispute_id
        yield Held(
            session=sitting.session_id,
            sitting=sitting.pk,
            player=sitting.player_id,
            seat=sitting.seat,
            name=sitting.player.display_name,
            is_seated=sitting.left_at is None,
            amount=holding.amount,
            why=f"case {case}",
            href=reverse("dispute", args=[case]),
        )
