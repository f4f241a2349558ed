"""The cases of a room: the open ones first, searched and filtered, and one of them with all that became of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, CharField, Exists, IntegerField, OuterRef, Prefetch, Q, QuerySet, Value, When
from django.urls import reverse

from config.rooms.models import Room
from disputes.models import Appeal, Directive, Dispute, Holding, Place, Remedy, Ruling
from disputes.places import hand_of
from disputes.put_right import outcomes_of, why_not_between_players, words_of
from games.directed import directive_words
from games.models import Hand
from players.models import Account, AccountKind, Player, Sitting
from players.selectors.debts import DebtRow, debts_of_case
from rules.disputes.kinds import KINDS
from tables.models import Dealer

STATES: Mapping[str, str] = {
    "open": "open",
    "appealed": "with the manager",
    "ruled": "ruled",
    "amended": "ruled and amended",
    "closed": "ruled on appeal",
}
"""The state of a case, by the rows that are there."""


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One line of the list."""

    dispute: Dispute
    state: str
    state_words: str
    seats: str
    ruling: Ruling | None

    @property
    def waits(self) -> bool:
        """Whether somebody has still to rule."""
        return self.state in ("open", "appealed")

    @property
    def is_ruled(self) -> bool:
        """Whether a supervisor's ruling stands that may still be taken to the manager."""
        return self.state in ("ruled", "amended")


@dataclass(frozen=True, slots=True)
class MoveRow:
    """Chips that a ruling moved, for people; amounts in minor units."""

    source: str
    target: str
    amount: int
    impounded: int
    shortfall: int


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling with its moves, what it directed for the next hand, and the address of its rule's page.

    `amends` is the outcome of the ruling that it amends, `amended` whether another one amends it."""

    ruling: Ruling
    moves: list[MoveRow]
    directed: list[str]
    href: str
    amends: str
    amended: bool
    counted: str
    """The version of the hand that counts what it moved, in words; empty while its chips stand as it moved them."""


@dataclass(frozen=True, slots=True)
class CasePage:
    """One case: where it stands, its rulings with what they moved, what is held and owed, and its hand."""

    row: CaseRow
    hand: Hand | None
    rulings: list[RulingRow]
    appeal: Appeal | None
    held: int
    owed: int
    debts: list[DebtRow]
    may_be_appealed: bool
    may_be_amended: bool

    @property
    def dispute(self) -> Dispute:
        """The case."""
        return self.row.dispute

    @property
    def put_right(self) -> str:
        """Until when, and how, it is put right as it now stands."""
        return words_of(self.dispute)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The usual outcomes that can still be carried out."""
        return outcomes_of(self.dispute)

    @property
    def leads_to_record(self) -> bool:
        """Whether the hand can be put right as one that was keyed wrongly, where this case moves nothing any more."""
        refused = why_not_between_players(self.dispute)
        return self.hand is not None and refused is not None and refused.code == "ruling_too_late"

    @property
    def time_to_ruling(self) -> str:
        """From the report to the first ruling, for people; empty before it."""
        if not self.rulings:
            return ""
        return duration_words(int((self.rulings[0].ruling.ruled_at - self.dispute.reported_at).total_seconds()))


def with_state(cases: QuerySet[Dispute]) -> QuerySet[Any]:
    """Cases with where they stand (`state`) and a rank that puts first what somebody has to rule on."""
    rulings = Ruling.objects.filter(dispute=OuterRef("pk"))
    closed, ruled = Exists(rulings.filter(level=Ruling.Level.APPEAL)), Exists(rulings)
    appealed = Exists(Appeal.objects.filter(dispute=OuterRef("pk")))
    state = Case(
        When(closed, then=Value("closed")),
        When(appealed, then=Value("appealed")),
        When(Exists(rulings.filter(level=Ruling.Level.AMENDED)), then=Value("amended")),
        When(ruled, then=Value("ruled")),
        default=Value("open"),
        output_field=CharField(),
    )
    waits = Case(When(state__in=("open", "appealed"), then=Value(0)), default=Value(1), output_field=IntegerField())
    return cases.annotate(state=state).annotate(rank=waits)


def cases_of(room: Room, **asked: Any) -> QuerySet[Any]:
    """The room's cases, those to be ruled on first and the newest first among them, narrowed by what is asked.

    Known: table, dealer (by badge), kind, rule, state, day, and q for words and numbers.
    """
    chosen = {name: value for name, value in asked.items() if value not in (None, "")}
    fields = {"table": "session__table", "kind": "kind", "day": "gaming_day"}
    wanted = {fields[name]: value for name, value in chosen.items() if name in fields}
    cases = with_state(Dispute.objects.filter(room=room, **wanted))
    if "dealer" in chosen:
        cases = cases.filter(dealer__badge_number__iexact=chosen["dealer"])
    if "state" in chosen:
        cases = cases.filter(state=chosen["state"])
    if "rule" in chosen:
        cases = cases.filter(Exists(Ruling.objects.filter(dispute=OuterRef("pk"), rule_code=chosen["rule"])))
    if "q" in chosen:
        cases = cases.filter(_found_by(chosen["q"]))
    shown = cases.select_related("session__table", "plaque", "dealer").prefetch_related(
        "parties__player", Prefetch("rulings", Ruling.objects.select_related("ruled_by"))
    )
    return shown.order_by("rank", "-pk")


def row_of(dispute: Dispute) -> CaseRow:
    """A case that `cases_of` found, as a line; no query."""
    state = str(getattr(dispute, "state", "open"))
    seats = ", ".join(f"{party.seat} {party.player.display_name}" for party in dispute.parties.all())
    rulings = list(dispute.rulings.all())
    return CaseRow(dispute, state, STATES[state], seats, rulings[-1] if rulings else None)


def case_page(dispute: Dispute) -> CasePage:
    """A case that `cases_of` found, with everything that its page shows; a fixed number of queries."""
    rulings = _told_rulings(dispute.rulings.all())
    appeal = Appeal.objects.filter(dispute=dispute).select_related("taken_by").first()
    row = row_of(dispute)
    accounts = dict(Account.objects.filter(case_id=dispute.pk).values_list("kind", "balance"))
    debts = debts_of_case(dispute.pk)
    appeals = dispute.house_rules.house.answers.appeal == "manager"
    return CasePage(
        row,
        hand_of(dispute),
        _ruling_rows(list(rulings)),
        appeal,
        accounts.get(AccountKind.IMPOUND, 0),
        sum(debt.owed for debt in debts),
        debts,
        appeals and row.is_ruled,
        bool(row.ruling) and row.state != "appealed",
    )


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case as the page of a hand or a player tells it: its rulings, the last first, and what it holds for whom."""

    row: CaseRow
    rulings: list[RulingRow]
    holdings: list[Holding]


def lines_about(hand: Hand) -> list[CaseLine]:
    """The cases about a hand in all its versions, the newest first; a fixed number of queries."""
    about = {"session": hand.session_id, "hand_number": hand.number, "hand_started_at": hand.started_at}
    return _lines(Dispute.objects.filter(**about))


def cases_with(player: Player, room: Room, *, most: int = 20) -> list[CaseLine]:
    """The newest cases of the room that name a player, hold their chips or moved them; a fixed number of queries."""
    named = Q(parties__player=player) | Q(holdings__sitting__player=player)
    for side in ("source", "target"):
        named |= Q(**{f"rulings__remedies__{side}_sitting__player": player})
    found = Dispute.objects.filter(named, room=room).values("pk")
    return _lines(Dispute.objects.filter(pk__in=found), most)


def _lines(cases: QuerySet[Dispute], most: int | None = None) -> list[CaseLine]:
    told = (
        with_state(cases)
        .select_related("session__table", "plaque", "dealer")
        .prefetch_related(
            "parties__player",
            Prefetch("rulings", _told_rulings(Ruling.objects.all())),
            Prefetch("holdings", Holding.objects.select_related("sitting__player")),
        )
    )
    return [
        CaseLine(
            row_of(case),
            list(reversed(_ruling_rows(list(case.rulings.all())))),
            [] if case.rulings.all() else list(case.holdings.all()),
        )
        for case in told.order_by("-pk")[:most]
    ]


def _told_rulings(rulings: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """Rulings with who made them, what they moved and what they directed; three queries."""
    remedies = Remedy.objects.select_related("source_sitting__player", "target_sitting__player")
    directives = Directive.objects.select_related("withdrawal", "player")
    return rulings.select_related("ruled_by", "second", "netted__hand").prefetch_related(
        Prefetch("remedies", remedies), Prefetch("directives", directives)
    )


def duration_words(seconds: int | None) -> str:
    """A time that something took: "48 s", "12 min", "1 h 05"; a dash where it is unknown."""
    if seconds is None:
        return "–"
    if seconds < 90:
        return f"{seconds} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02}" if hours else f"{minutes} min"


def dealers_of(room: Room) -> list[tuple[str, str]]:
    """The dealers whom cases of the room name, badge and name, by badge; one query."""
    named = Dealer.objects.filter(Exists(Dispute.objects.filter(dealer=OuterRef("pk"))), room=room)
    return sorted((dealer.badge_number, f"{dealer.badge_number} {dealer}") for dealer in named)


def open_cases(session_id: int) -> QuerySet[Any]:
    """The cases of a table session that wait for a ruling."""
    return with_state(Dispute.objects.filter(session=session_id)).filter(rank=0).order_by("pk")


def clock_of(dispute: Dispute, row: CaseRow) -> tuple[str, str]:
    """The time left until the next deal: a word and a sentence with the facts it is reckoned from."""
    if dispute.hand_number is None:
        return "no deadline", "It is about the table, not about a pot."
    if dispute.is_timely:
        stated = " by the time that was stated" if dispute.rests_on_a_statement else ""
        due = " Rule before the next deal; what is held can wait." if row.waits else ""
        return "timely", f"It was reported before the next deal{stated}.{due}"
    return "late", "The next hand was dealt before it was reported: the result stands, only a house error is put right."


def _found_by(text: str) -> Q:
    """Cases by number, and by words in what was reported or ruled."""
    kinds = [code for code, kind in KINDS.items() if text.casefold() in kind.term.casefold()]
    words = Q(facts__icontains=text) | Q(kind__in=kinds)
    words |= Q(dealer__badge_number__icontains=text) | Q(dealer__display_name__icontains=text)
    words |= Q(rulings__outcome__icontains=text) | Q(parties__player__display_name__icontains=text)
    found = Dispute.objects.filter(words).values("pk")
    by_number = Q(pk=int(text)) if text.isascii() and text.isdigit() and len(text) <= 18 else Q()
    return (Q(pk__in=found) | by_number) if by_number else Q(pk__in=found)


def _ruling_rows(rulings: list[Ruling]) -> list[RulingRow]:
    outcomes = {ruling.pk: ruling.outcome for ruling in rulings}
    amended = {ruling.amends_id for ruling in rulings}
    return [
        RulingRow(
            ruling,
            [_move_row(remedy) for remedy in ruling.remedies.all()],
            [_directed_words(directive) for directive in ruling.directives.all()],
            reverse("rule", args=[ruling.rule_code]),
            outcomes.get(ruling.amends_id or 0, ""),
            ruling.pk in amended,
            _counted_words(ruling),
        )
        for ruling in rulings
    ]


def _counted_words(ruling: Ruling) -> str:
    """That a later version of the hand counts what a ruling moved, so that its chips follow that version."""
    if not hasattr(ruling, "netted"):
        return ""
    hand = ruling.netted.hand
    return f"Version {hand.version} of hand {hand.number} counts this: since then the chips follow that version."


def _directed_words(directive: Directive) -> str:
    """Say what was directed, whose seat it was then, and whether it was taken back."""
    words = directive_words(directive.what, directive.seat, directive.missed)
    who = f" ({directive.player})" if directive.player else ""
    return f"{words}{who}{'; taken back' if hasattr(directive, 'withdrawal') else ''}."


def _move_row(remedy: Remedy) -> MoveRow:
    source = _place_words(remedy.source, remedy.source_sitting)
    target = _place_words(remedy.target, remedy.target_sitting)
    return MoveRow(source, target, remedy.amount, remedy.impounded, remedy.shortfall)


def _place_words(place: str, sitting: Sitting | None) -> str:
    return f"seat {sitting.seat} {sitting.player}" if sitting else str(Place(place).label)
