"""Into which box a hand fell: the one that was pulled next at its table, by the rows of the ledger."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Case, Min, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from cage.box_places import HELD_IN
from cage.models import BoxCover, BoxPull
from players.models import Account, Transfer, TransferKind
from players.tills import Fallen

_K = TransferKind


def fallen(boxes: Collection[int], hands: Collection[int], at: datetime) -> dict[int, Fallen]:
    """The places where a hand fell, of which these are the ids of all versions: of these boxes at its table, by the ids
    of their accounts, those that were pulled since; four queries for each of them at most, and two.

    The first row of the hand says where it stands between the pulls; a hand that dropped nothing when it was entered,
    `at`, has none, and stands by that instant. What comes from a file lies in no box of the room.
    """
    first = Transfer.objects.filter(hand_id__in=hands, kind=_K.HAND).aggregate(number=Min("chain_number"))["number"]
    places = Account.objects.filter(pk__in=boxes, is_import=False, kind__in=HELD_IN)
    found = {}
    for pk, kind, table in places.values_list("pk", "kind", "session__table"):
        pulls = BoxPull.objects.filter(table=table, holds=HELD_IN[kind]).order_by("pk")
        since = pulls.filter(at__gt=at) if first is None else pulls.filter(last_number__gte=first)
        if pull := since.first():
            newest = pulls.reverse()[0]
            found[pk] = Fallen(pull.pk, _put_since(pk, hands, newest.last_number))
    return found


def key_of_cover(key: str, *, is_back: bool = False) -> str:
    """The request key of the covers of a request, of those that go on from their boxes where it `is_back`."""
    return f"{key}:on" if is_back else f"{key}:box"


def with_pulls(covers: QuerySet[BoxCover]) -> QuerySet[Any]:
    """The covers, each with the id of the pull against which it stands, as `of`: where it wasn't noted, the last one of
    its kind at the table before it."""
    kinds = [When(account__kind=kind, then=Value(holds)) for kind, holds in HELD_IN.items()]
    there = BoxPull.objects.filter(table=OuterRef("account__session__table"), holds=OuterRef("holds"))
    last = there.filter(at__lte=OuterRef("at")).order_by("-pk").values("pk")[:1]
    return covers.annotate(holds=Case(*kinds)).annotate(of=Coalesce("pull", Subquery(last)))


def _put_since(box: int, hands: Collection[int], number: int) -> int:
    """The amount that a hand has put into a box since a row of the ledger, below zero: taken out of it, by corrections
    and rulings, with what was covered for them; minor units."""
    rows = Transfer.objects.filter(hand_id__in=hands, kind__in=(_K.HAND, _K.CORRECTION, _K.RULING))
    moved = _at(rows, box, number)
    keys = {key_of_cover(row.request_key, is_back=back) for row in moved for back in (False, True)}
    covers = _at(Transfer.objects.filter(request_key__in=keys, kind=_K.VARIANCE), box, number) if keys else []
    return sum(row.amount if row.target_id == box else -row.amount for row in [*moved, *covers])


def _at(rows: QuerySet[Transfer], box: int, number: int) -> list[Transfer]:
    return list(rows.filter(Q(source=box) | Q(target=box), chain_number__gt=number))
