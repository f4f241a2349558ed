"""The logs of currency: transactions by patron and day, patrons described, and chips without a known origin."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from cage.models import CashSlip, Drawer
from cage.selectors.currency import CashMove, PatronDay, cash_moves, day_of, moves_by_person, voids_of_locked_days
from config.amounts import plain_major
from config.audit.models import AuditEvent
from config.days.models import DayLock
from config.rooms.models import Room
from config.staff.models import User
from config.web.spreadsheets import csv_row, text_cell
from players.models import Description, Player, TransferKind

MORE_THAN_IS_OUT = "more_than_is_out"
"""The question about chips beyond those that are out of the house by the books, and the trail's name of how many."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One transaction with the names of its drawer and of who made it."""

    move: CashMove
    drawer: str
    by: str


@dataclass(frozen=True, slots=True)
class LogPatron:
    """A patron of the log: name, how they were described, the day's sums, and each transaction."""

    player: Player
    looks: str
    day: PatronDay
    lines: Sequence[LogLine]


@dataclass(frozen=True, slots=True)
class Describer:
    """A person who described patrons on a day: how many, and the cash of those, minor units."""

    name: str
    described: int
    currency_in: int
    currency_out: int


def transaction_log(room: Room, day: date) -> list[LogPatron]:
    """Everybody who moved so much cash on a gaming day, in or out, that the room logs it (`Room.log_from`), the most
    first; six queries at most."""
    by_person = moves_by_person(room, day)
    days = {person: day_of(moves) for person, moves in by_person.items()}
    logged = [each for each, sums in days.items() if max(sums.currency_in, sums.currency_out) >= room.log_from]
    named = named_people(logged)
    drawers, people = _names([move for person in logged for move in by_person[person]])
    patrons = [
        LogPatron(
            *named[person],
            days[person],
            [LogLine(move, drawers[move.drawer], people.get(move.by or 0, "")) for move in by_person[person]],
        )
        for person in logged
    ]
    return sorted(patrons, key=lambda each: -max(each.day.currency_in, each.day.currency_out))


def later_voids(room: Room, day: date) -> list[tuple[Player, LogLine]]:
    """The slips of locked days that were voided on a gaming day, each with its patron: the log of their own day keeps
    them. Five queries, and one for each such day."""
    moves = voids_of_locked_days(room, day)
    named = named_people([move.person for move in moves])
    drawers, people = _names(moves)
    return [
        (named[move.person][0], LogLine(move, drawers[move.drawer], people.get(move.by or 0, ""))) for move in moves
    ]


def named_people(persons: Sequence[int]) -> dict[int, tuple[Player, str]]:
    """The record that names each of these persons, and how they were described; two queries."""
    records = Player.objects.filter(pk__in=persons) | Player.objects.filter(same_as__in=persons)
    named: dict[int, Player] = {}
    for record in records.order_by("is_described", "pk"):
        named.setdefault(record.person_id, record)
    looks: dict[int, str] = {}
    for told in Description.objects.filter(player__in=[record.pk for record in records]).select_related("player"):
        looks[told.player.person_id] = str(told)
    return {person: (player, looks.get(person, "")) for person, player in named.items()}


def _names(moves: Sequence[CashMove]) -> tuple[dict[int, str], dict[int, str]]:
    drawers = dict(Drawer.objects.filter(pk__in={move.drawer for move in moves}).values_list("pk", "name"))
    people = {user.pk: str(user) for user in User.objects.filter(pk__in={move.by for move in moves})}
    return drawers, people


def describers(room: Room, day: date) -> list[Describer]:
    """Everybody who described patrons on a gaming day, with the cash that these moved on it: one person who describes
    many is one to look at. Two queries."""
    told = list(Description.objects.filter(room=room, gaming_day=day).select_related("by", "player"))
    by_record: dict[int, list[CashMove]] = defaultdict(list)
    for move in cash_moves(room, day, [each.player_id for each in told]):
        by_record[move.player].append(move)
    by_person: dict[int | None, list[PatronDay]] = defaultdict(list)
    for each in told:
        by_person[each.by_id].append(day_of(by_record[each.player_id]))
    names = {each.by_id: each.by.with_badge if each.by else "" for each in told}
    return [
        Describer(names[person], len(days), sum(day.currency_in for day in days), sum(day.currency_out for day in days))
        for person, days in sorted(by_person.items(), key=lambda row: names[row[0]])
    ]


def described_today(room: Room, day: date) -> list[Description]:
    """The patrons described on a gaming day, the newest first, to pick from."""
    return list(Description.objects.filter(room=room, gaming_day=day).select_related("player", "by"))


@dataclass(frozen=True, slots=True)
class Presented:
    """Chips without a known origin of some days: each slip, sums by patron and by cashier, pieces by value."""

    slips: Sequence[CashSlip]
    by_patron: Mapping[str, int]
    by_cashier: Mapping[str, int]
    by_value: Mapping[int, int]
    uncounted: int

    @property
    def amount(self) -> int:
        """All of them, minor units."""
        return sum(slip.amount for slip in self.slips)


def presented_chips(room: Room, day: date) -> Presented:
    """The chips without a known origin that were redeemed on a gaming day and not voided before it was locked; two
    queries."""
    lock = DayLock.objects.filter(room=room, gaming_day=day).values_list("locked_at", flat=True).first()
    stands = Q(void=None) if lock is None else Q(void=None) | Q(void__at__gt=lock)
    found = CashSlip.objects.filter(stands, room=room, gaming_day=day, kind=TransferKind.PRESENTED)
    slips = list(found.select_related("player", "by", "second", "drawer").order_by("pk"))
    patrons: dict[str, int] = defaultdict(int)
    cashiers: dict[str, int] = defaultdict(int)
    values: dict[int, int] = defaultdict(int)
    for slip in slips:
        patrons[f"{slip.player}, player {slip.player_id}"] += slip.amount
        cashiers[slip.by.with_badge if slip.by else ""] += slip.amount
        for value, pieces in (slip.pieces or {}).items():
            values[int(value)] += pieces
    uncounted = sum(slip.amount for slip in slips if not slip.pieces)
    by_value = dict(sorted(values.items(), reverse=True))
    return Presented(slips, dict(patrons), dict(cashiers), by_value, uncounted)


def beyond_what_was_out(room: Room, day: date) -> list[tuple[CashSlip, int]]:
    """The slips of a day for chips beyond those that were out of the house by the books, each with how many more they
    were, minor units, in their order; two queries at most."""
    paid = CashSlip.objects.filter(room=room, gaming_day=day, kind=TransferKind.PRESENTED)
    slips = {str(slip.pk): slip for slip in paid.select_related("player", "by", "second").order_by("pk")}
    if not slips:
        return []
    about = {"verb": "chips.presented", "subject_kind": CashSlip._meta.model_name, "subject_id__in": list(slips)}
    told = AuditEvent.objects.filter(room=room, after__has_key=MORE_THAN_IS_OUT, **about).order_by("pk")
    return [(slips[event.subject_id], (event.after or {})[MORE_THAN_IS_OUT]) for event in told]


def log_csv(room: Room, day: date) -> Iterator[str]:
    """The log of transactions as CSV (RFC 4180), amounts in plain major units."""
    yield csv_row(("Date", "Time", "Patron", "Number", "Description", "Type", "In", "Out", "Window", "By", "Receipt"))
    for patron in transaction_log(room, day):
        for line in patron.lines:
            move, amount = line.move, plain_major(line.move.amount, exponent=room.exponent)
            at = move.at.astimezone(room.zone)
            sums = (amount, "") if move.direction == "in" else ("", amount)
            cells: tuple[str, ...] = (
                f"{at:%Y-%m-%d}",
                f"{at:%H:%M:%S}",
                str(patron.player),
                str(patron.player.pk),
                patron.looks,
            )
            cells += (move.what, *sums, line.drawer, line.by, str(move.receipt or ""))
            yield csv_row([text_cell(cell) for cell in cells])


def presented_csv(room: Room, day: date) -> Iterator[str]:
    """The chips without a known origin as CSV: each slip with its pieces by value."""
    yield csv_row(("When", "Patron", "Number", "Amount", "Origin", "Pieces", "Window", "Cashier", "Second", "Receipt"))
    for slip in presented_chips(room, day).slips:
        pieces = " ".join(f"{count}×{room.money(int(value))}" for value, count in (slip.pieces or {}).items())
        when = f"{slip.at.astimezone(room.zone):%Y-%m-%d %H:%M:%S}"
        amount = plain_major(slip.amount, exponent=room.exponent)
        cells: tuple[str, ...] = (
            when,
            str(slip.player),
            str(slip.player_id),
            amount,
            slip.get_origin_display(),
            pieces,
        )
        cells += (str(slip.drawer), str(slip.by), str(slip.second or ""), str(slip.receipt))
        yield csv_row([text_cell(cell) for cell in cells])
