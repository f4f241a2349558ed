"""Persons as they were known at an instant: records are linked one by one, and each link holds from when it is made."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from players.models import IdentityDecision, Player


def persons_at(persons: Collection[int], at: datetime) -> dict[int, int]:
    """The records of these persons, as they are linked now, each with one record that stands for the person as known
    at `at`; two queries."""
    found = Player.objects.filter(Q(pk__in=persons) | Q(same_as__in=persons)).values_list("pk", flat=True)
    stands_for = {pk: pk for pk in found}

    def first(pk: int) -> int:
        return pk if stands_for[pk] == pk else first(stands_for[pk])

    links = IdentityDecision.objects.filter(
        outcome=IdentityDecision.Outcome.SAME, decided_at__lte=at, first__in=stands_for, second__in=stands_for
    )
    for one, other in links.order_by("pk").values_list("first", "second"):
        lower, higher = sorted((first(one), first(other)))
        stands_for[higher] = lower
    return {pk: first(pk) for pk in stands_for}
