"""Persons as they were known at an instant: each link of two records, and each end of one, holds from when it is
made."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from players.models import IdentityDecision, Player

_O = IdentityDecision.Outcome


def persons_at(persons: Collection[int], at: datetime) -> dict[int, int]:
    """The records of these persons, and all that were ever linked to them, each with one record that stands for the
    person as known at `at`; two queries, and one for each record further on that only earlier links lead to."""
    found = set(Player.objects.filter(Q(pk__in=persons) | Q(same_as__in=persons)).values_list("pk", flat=True))
    decisions = _decisions(found)
    while further := {pk for decision in decisions for pk in _pair(decision)} - found:
        found |= further
        decisions = _decisions(found)
    together = {pk: {pk} for pk in found}
    for decision in decisions:
        if decision.decided_at <= at:
            _follow(decision, together)
    return {pk: min(together[pk]) for pk in found}


def _decisions(records: Collection[int]) -> list[IdentityDecision]:
    """The links of these records and their ends, the oldest first."""
    made = IdentityDecision.objects.filter(outcome__in=(_O.SAME, _O.PARTED))
    return list(made.filter(Q(first__in=records) | Q(second__in=records)).order_by("pk"))


def _pair(decision: IdentityDecision) -> tuple[int, int]:
    return decision.first_id, decision.second_id


def _follow(decision: IdentityDecision, together: dict[int, set[int]]) -> None:
    """Bring the records that are of one person, by record, up to a decision."""
    first, second = _pair(decision)
    if decision.outcome == _O.PARTED:
        together[first] = together[first] - {second}
        together[second] = together[second] - {first}
        return
    joined = together[first] | together[second]
    together.update(dict.fromkeys(joined, joined))
