"""Definitions of revenue: formulas over named sums, in versions. Those that Cardroom brings, and those of a room."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from config.rooms.models import Room
from rake.revenue.sums import BY_CODE, NamedSum
from rake.revenue_models import RevenueVersion

SUPPLIED = "as Cardroom brings it"
_RELEASED = datetime(2026, 11, 25, tzinfo=UTC)
_SIGNS = {"+": 1, "-": -1}


@dataclass(frozen=True, slots=True)
class Term:
    """A named sum as a formula takes it: `sign` is 1 where it is added, -1 where it is taken off."""

    sign: int
    sum: NamedSum

    @property
    def text(self) -> str:
        """The term as it is stored."""
        return f"{'+' if self.sign > 0 else '-'}{self.sum.code}"


@dataclass(frozen=True, slots=True)
class _Supplied:
    """A definition that Cardroom brings. Once released, its terms stay: another formula is a version of the room."""

    code: str
    title: str
    terms: tuple[str, ...]
    source: str


SUPPLIED_DEFINITIONS: tuple[_Supplied, ...] = (
    _Supplied(
        "washington",
        "Washington gross receipts",
        ("+rake_recorded", "+time_recorded", "+admin_fees"),
        "WAC 230-05-112: what is due to the operator, fees to participate and administration fees of player-supported"
        " jackpots, before over and short, without the players’ contributions. Tournament entry fees count too; the"
        " ledger has them in one with the buy-in: add them where you take any.",
    ),
    _Supplied(
        "as_counted",
        "Revenue as counted",
        ("+rake_counted", "+time_counted", "+admin_fees", "-boxes_covered"),
        "House: what two people counted out of the boxes that is the house’s own, less what it put back into boxes for"
        " later corrections.",
    ),
)


def terms_of(version: RevenueVersion) -> tuple[Term, ...]:
    """The formula of a version."""
    return tuple(Term(_SIGNS[text[0]], BY_CODE[text[1:]]) for text in version.terms)


def worth(terms: Iterable[Term], sums: Mapping[str, int]) -> int:
    """The worth of a formula with these sums, minor units; a sum that is not there is 0."""
    return sum(term.sign * sums.get(term.sum.code, 0) for term in terms)


def supplied(room: Room, code: str) -> RevenueVersion | None:
    """The first version of a definition that Cardroom brings, not in the database; None where it brings none."""
    found = next((each for each in SUPPLIED_DEFINITIONS if each.code == code), None)
    if found is None:
        return None
    facts = {"title": found.title, "terms": list(found.terms), "source": found.source, "reason": SUPPLIED}
    return RevenueVersion(room=room, code=code, number=1, from_day=None, made_by=None, made_at=_RELEASED, **facts)


def versions_of(room: Room) -> dict[str, Sequence[RevenueVersion]]:
    """The versions of each definition of the room by its code, in their order; those that Cardroom brings first."""
    found: dict[str, list[RevenueVersion]] = {each.code: [] for each in SUPPLIED_DEFINITIONS}
    for version in RevenueVersion.objects.filter(room=room).select_related("made_by").order_by("code", "number"):
        found.setdefault(version.code, []).append(version)
    for code, versions in found.items():
        first = supplied(room, code)
        if first and not versions:
            versions.append(first)
    return dict(found)


def in_force(versions: Sequence[RevenueVersion], day: date) -> RevenueVersion | None:
    """The version that holds for a gaming day; None before the first."""
    begun = [each for each in versions if each.from_day is None or each.from_day <= day]
    return begun[-1] if begun else None
