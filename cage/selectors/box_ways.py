"""The way of a hand's chips after the box that they fell into: who took it off the table, who has it, who counted
it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q, QuerySet

from cage.box_places import HELD_IN
from cage.models import BoxCount, BoxCover, BoxPull, Holds, Investigation
from cage.selectors.drop import corrected_since
from cage.selectors.fallen import key_of_cover, with_pulls
from config.staff.models import User
from players.box_ways import IntoBox, register
from players.models import Account
from tables.models import Table

_COVER: Final = ("request_key", "account_id", "amount", "of")


@dataclass(slots=True)
class BoxWay:
    """A box with chips of a hand: `amount` is what lay in it of the hand when it was pulled, or lies there now, and
    `covered` what a later correction put to it and over-and-short took, below zero: took back and over-and-short gave;
    minor units.

    `pull` is None while the box hangs at its table. `since` is what corrections of any hand have changed since the
    pull; `custody` is the id of the place of the ledger that held it, None where it was empty by the books.
    """

    holds: str
    pull: BoxPull | None
    amount: int = 0
    covered: int = 0
    since: int = 0
    custody: int | None = None
    counts: Sequence[BoxCount] = field(default_factory=list)

    @property
    def label(self) -> str:
        """The kind of the box for people."""
        return str(Holds(self.holds).label)

    @property
    def is_counted(self) -> bool:
        """Whether its count is over; until then nobody is told what it must hold, or what anybody counted."""
        return self.pull is not None and self.pull.state == BoxPull.State.COUNTED

    @property
    def holder(self) -> User | None:
        """The person who has it, or brought it to the count: the last who took it over, else who pulled it."""
        if self.pull is None:
            return None
        handed = list(self.pull.handovers.all())
        return handed[-1].receiver if handed else self.pull.puller

    @property
    def recorded(self) -> int | None:
        """The chips that were in it by the books, as they are corrected by now; minor units."""
        return None if self.pull is None else self.pull.expected + self.since

    @property
    def difference(self) -> int | None:
        """The sum that was counted less what was recorded; None until it is counted, and for tokes, of which no books
        are kept."""
        if self.pull is None or self.pull.counted is None:
            return None
        return self.pull.counted - self.pull.expected - self.since

    @property
    def investigation(self) -> Investigation | None:
        """The Drop Variance Report about it, if there is one."""
        variance = getattr(self.pull, "variance", None)
        return getattr(variance, "investigation", None)


@register
def box_ways(table: Table, rows: Sequence[IntoBox]) -> list[BoxWay]:
    """The boxes with the chips of these rows, those that were pulled first; six queries at most."""
    kept = [row for row in rows if row.kind in HELD_IN]
    covers = _covers(kept)
    pulls = _pulls(table, kept, [pull for _, pull in covers.values()])
    ways: dict[tuple[str, int | None], BoxWay] = {}

    def way(holds: str, pull: BoxPull | None) -> BoxWay:
        return ways.setdefault((holds, pull.pk if pull else None), BoxWay(holds, pull))

    for row in kept:
        holds = HELD_IN[row.kind]
        given, of = next((covers.pop(key) for key in _cover_keys(row) if key in covers), (0, 0))
        if given:
            way(holds, pulls[of]).covered -= given
        if not given or row.amount + given:
            pull = next((each for each in pulls.values() if _took(each, holds, row.number)), None)
            way(holds, pull).amount += row.amount + given
    _tell_counts(ways.values())
    return sorted(ways.values(), key=lambda each: (each.pull is None, each.pull.pk if each.pull else 0, each.holds))


def _took(pull: BoxPull, holds: str, number: int) -> bool:
    """Whether a pull took the chips of the row of this number of the ledger."""
    return pull.holds == holds and pull.after_number < number <= pull.last_number


def _cover_keys(row: IntoBox) -> list[tuple[str, int]]:
    """The key and the place of the cover that gave what a row took out, if one did, and of that which took what it put
    there."""
    return [(key_of_cover(row.key, is_back=is_back), row.place) for is_back in (False, True)]


def _covers(rows: Sequence[IntoBox]) -> dict[tuple[str, int], tuple[int, int]]:
    """The covers that gave what these rows took out of boxes that were pulled before, or took what they put there,
    below zero, by key and place: minor units, and the id of the pull that was counted with it. One query; of each place
    the kind is the same as of its rows."""
    keys, places = {key for row in rows for key, _ in _cover_keys(row)}, {row.place for row in rows}
    told = with_pulls(BoxCover.objects.filter(request_key__in=keys, account__in=places)).exclude(of=None)
    return {(key, place): (amount, of) for key, place, amount, of in told.values_list(*_COVER)}


def _pulls(table: Table, rows: Iterable[IntoBox], others: Sequence[int]) -> dict[int, BoxPull]:
    """The pulls that took the chips of these rows, and these others, by id, with their people and reports; three
    queries."""
    took = [Q(holds=HELD_IN[row.kind], after_number__lt=row.number, last_number__gte=row.number) for row in rows]
    found: QuerySet[BoxPull] = BoxPull.objects.filter(reduce(or_, took, Q(pk__in=others)), table=table)
    people = ("puller", "watcher", "table", "variance__investigation__settled_by")
    rows_told = found.select_related(*people).prefetch_related("handovers__receiver", "counts__counted_by")
    return {pull.pk: pull for pull in rows_told.order_by("pk")}


def _tell_counts(ways: Iterable[BoxWay]) -> None:
    """Tell of counted boxes who counted what, and what was corrected since; two queries."""
    told = [way for way in ways if way.pull is not None]
    ids = [way.pull.pk for way in told if way.pull]
    since = corrected_since(ids) if ids else {}
    custody = dict(Account.objects.filter(pull_id__in=ids).values_list("pull_id", "pk")) if ids else {}
    for way in told:
        if way.pull is not None:
            way.since = since.get(way.pull.pk, 0)
            way.custody = custody.get(way.pull.pk)
            way.counts = [count for count in way.pull.counts.all() if way.is_counted and count.round == way.pull.round]
