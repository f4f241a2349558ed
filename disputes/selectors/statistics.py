"""Disputes counted: by table, dealer, kind and rule, and how long it took to rule on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median

from config.rooms.models import Room
from disputes.models import Dispute
from disputes.selectors.case_dealers import dealer_of_case
from disputes.selectors.cases import duration_words, with_state
from disputes.standing import moved_in_all
from games.selectors.dispute_rules import rule_name
from rules.disputes.kinds import KINDS
from tables.models import Dealer

NOBODY = "nobody put down"
"""The line of cases that name no dealer, at tables where nobody was down when the hand was dealt."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One case as it is counted; times in whole seconds, amounts in minor units."""

    table: str
    dealer: str
    kind: str
    rule: str
    waits: bool
    appealed: bool
    late: bool
    moved: int
    seconds: int | None


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a group of cases; times to the first ruling in seconds, None where none was ruled."""

    name: str
    cases: int
    waiting: int
    appealed: int
    late: int
    moved: int
    median_seconds: int | None
    p90_seconds: int | None

    @property
    def median_words(self) -> str:
        """The median for people."""
        return duration_words(self.median_seconds)

    @property
    def p90_words(self) -> str:
        """The ninetieth percentile for people."""
        return duration_words(self.p90_seconds)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The whole, and each way of grouping it, the most cases first."""

    total: Figures
    groups: tuple[tuple[str, tuple[Figures, ...]], ...]

    def lines(self) -> Iterator[tuple[str, Figures]]:
        """Every line with the name of its group, the whole first: what the file says too."""
        yield "All", self.total
        for title, figures in self.groups:
            for each in figures:
                yield title, each


def statistics_of(room: Room, *, since: date | None = None, until: date | None = None) -> Statistics:
    """The room's disputes between two gaming days, both included; five queries.

    What moved is what the rulings of a case come to: an amendment is not counted on top of what it changes.
    """
    bounds = {"gaming_day__gte": since, "gaming_day__lte": until}
    cases = Dispute.objects.filter(room=room, **{name: day for name, day in bounds.items() if day})
    counted = with_state(cases.annotate(**dealer_of_case())).select_related("session__table")
    facts = list(_facts(counted.prefetch_related("rulings__remedies"), Dealer.objects.filter(room=room).in_bulk()))
    ways = (("Table", "table"), ("Dealer", "dealer"), ("Kind", "kind"), ("Rule", "rule"))
    groups = tuple((title, tuple(_grouped(facts, field))) for title, field in ways)
    return Statistics(_figures("All cases", facts), groups)


def p90(values: Sequence[int]) -> int | None:
    """The smallest value that nine tenths of them don't exceed (nearest rank)."""
    return sorted(values)[-(-len(values) * 9 // 10) - 1] if values else None


def _facts(cases: Iterable[Dispute], dealers: Mapping[int, Dealer]) -> Iterator[Fact]:
    for case in cases:
        dealer = dealers.get(getattr(case, "dealt_by", None) or 0)
        rulings = list(case.rulings.all())
        first, last = (rulings[0], rulings[-1]) if rulings else (None, None)
        state = str(getattr(case, "state", "open"))
        yield Fact(
            table=case.session.table.name,
            dealer=f"{dealer.badge_number} {dealer}" if dealer else NOBODY,
            kind=KINDS[case.kind].term,
            rule=rule_name(last.rule_code) if last else "not ruled",
            waits=state in ("open", "appealed"),
            appealed=state in ("appealed", "closed"),
            late=not case.is_timely,
            moved=moved_in_all(rulings),
            seconds=int((first.ruled_at - case.reported_at).total_seconds()) if first else None,
        )


def _grouped(facts: Sequence[Fact], field: str) -> list[Figures]:
    by_name: dict[str, list[Fact]] = {}
    for fact in facts:
        by_name.setdefault(getattr(fact, field), []).append(fact)
    figures = [_figures(name, group) for name, group in by_name.items()]
    return sorted(figures, key=lambda each: (-each.cases, each.name))


def _figures(name: str, facts: Sequence[Fact]) -> Figures:
    seconds = [fact.seconds for fact in facts if fact.seconds is not None]
    return Figures(
        name=name,
        cases=len(facts),
        waiting=sum(fact.waits for fact in facts),
        appealed=sum(fact.appealed for fact in facts),
        late=sum(fact.late for fact in facts),
        moved=sum(fact.moved for fact in facts),
        median_seconds=int(median(seconds)) if seconds else None,
        p90_seconds=p90(seconds),
    )
