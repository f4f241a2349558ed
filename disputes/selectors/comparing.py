"""Questions of the kind "what if", as a page shows them: what was asked, and both outcomes side by side with the chips
that would move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from config.rooms.models import Room
from disputes.selectors.replay import Disputed
from games.replay import write_action
from games.typed import typed_amount
from rules.entry.irregular_notation import read_entry
from rules.house.house import HOUSES, House
from rules.house.house_rules import HOUSE_RULES
from rules.play.actions import Action, MalformedAction
from rules.play.explanation import Step
from rules.play.hand import Hand
from rules.play.misdeals import VoidCause
from rules.play.whatif import PROMO, RAKE, Fork, Outcome, Result, Shift, shifts, what_if
from rules.table.seats import Position, Seat
from rules.text.violation import Violation


class Unasked(ValueError):  # noqa: N818 - a question that can't be put, not an error
    """The refusal of a question that can't be read; the message says what to enter."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a hand: the kind of change at which action, and what goes with it, as it was entered."""

    change: str
    step: int = 0
    lines: str = ""
    seat: Seat | None = None
    house: str = ""
    house_rule: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One place in both outcomes: amounts as text, `shift` in minor units."""

    name: str
    was: str
    would_be: str
    shift: int

    @property
    def shift_is_good(self) -> bool:
        """Whether the place would have more."""
        return self.shift > 0


@dataclass(frozen=True, slots=True)
class Move:
    """Chips that would move: from whom to whom, and how a form sends it."""

    source: str
    target: str
    amount: int
    sent: str


@dataclass(slots=True)
class Comparison:
    """Both outcomes. Without `rows` there is no second one: `said` is why."""

    asked: str
    said: str = ""
    violation: Violation | None = None
    rows: list[Row] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    pots_were: list[str] = field(default_factory=list)
    pots_would_be: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    left_out: int = 0


def compare(disputed: Disputed, question: Question, room: Room) -> Comparison:
    """The answer to a question about a hand. Raises Unasked where it can't be read."""
    fork = _fork(disputed, question, room)
    outcome = what_if(disputed.played, fork)
    shown = Comparison(_asked(disputed, question), left_out=outcome.left_out)
    if outcome.result is None:
        shown.said, shown.violation = _why_not(outcome), outcome.violation
        return shown
    shown.rows = list(_rows(disputed, outcome.result, room))
    shown.pots_would_be = _pots(outcome.result, disputed, room)
    shown.steps = list(outcome.result.steps)
    if disputed.result:
        shown.pots_were = _pots(disputed.result, disputed, room)
        shown.moves = [_move(shift, disputed) for shift in shifts(disputed.result, outcome.result)]
    return shown


def lines_from(disputed: Disputed, step: int, room: Room) -> str:
    """The actions from a step on, one on a line, to be changed and played again."""
    return "\n".join(write_action(action, room) for action in disputed.played.actions[step:])


def _fork(disputed: Disputed, question: Question, room: Room) -> Fork:
    count, step = len(disputed.played.actions), question.step
    removed = {"replace": 1, "insert": 0, "rest": count - step}.get(question.change)
    if removed is not None:
        return Fork(step, removed, _read(disputed, step, question.lines, room))
    if question.change == "dead":
        return Fork(step, dead=_position(disputed, question.seat))
    if question.change == "house":
        return Fork(count, house=_house(disputed, question))
    if question.change == "void":
        return Fork(count, void=_cause(disputed))
    return Fork(step, 1) if question.change == "remove" else Fork(count)


def _cause(disputed: Disputed) -> VoidCause:
    """The reason why the hand would be void: a fouled deck where that is disputed, else a misdeal, which may be too
    late."""
    return "fouled_deck" if disputed.kind == "FOULED_DECK" else "misdeal"


def _read(disputed: Disputed, step: int, lines: str, room: Room) -> tuple[Action, ...]:
    """The actions that were typed, one on a line, each read at the point of the hand where it stands."""
    hand = Hand.replay(disputed.played.setup, disputed.played.actions[:step], room.money)
    amount = partial(typed_amount, exponent=room.exponent)
    actions = []
    for line in filter(None, (line.strip() for line in lines.splitlines())):
        try:
            action = read_entry(line, hand, amount)
        except MalformedAction as error:
            raise Unasked(f"“{line[:40]}”: {error}") from error
        if not isinstance(action, Action):
            raise Unasked("Name every act: “to 7” and “all call” are for the console.")
        actions.append(action)
        if hand.refusal(action):
            break
        hand.apply(action)
    if not actions:
        raise Unasked("Say what happens instead: fold, call, r 225, or several lines.")
    return tuple(actions)


def _position(disputed: Disputed, seat: int | None) -> Position:
    if seat not in disputed.played.setup.seats:
        raise Unasked("Choose the seat whose hand is dead.")
    return disputed.played.setup.position(Seat(seat))


def _house(disputed: Disputed, question: Question) -> House:
    """The house of the question: a preset, or the hand's own with one answer changed."""
    if not question.house_rule:
        if question.house not in HOUSES:
            raise Unasked("Choose a house, or a rule of the house.")
        return HOUSES[question.house]
    house_rule = HOUSE_RULES.get(question.house_rule)
    if house_rule is None:
        raise Unasked("Choose a rule of the house.")
    try:
        return disputed.played.setup.house.with_answers(**{question.house_rule: house_rule.read(question.value)})
    except ValueError as error:
        raise Unasked(str(error)) from error


def _asked(disputed: Disputed, question: Question) -> str:
    """The question in words."""
    seat = disputed.labels.get(question.seat or 0, "")
    act = f"action {question.step + 1}"
    house_rule = HOUSE_RULES.get(question.house_rule)
    house = HOUSES.get(question.house)
    return {
        "void": "The hand is void",
        "dead": f"The hand of seat {seat} is dead from {act} on",
        "house": f"{house_rule.question}: {question.value}"
        if house_rule
        else f"Under the rules of {house.title if house else ''}",
        "replace": f"Instead of {act}: {question.lines.strip()}",
        "insert": f"Before {act}: {question.lines.strip()}",
        "remove": f"Without {act}",
        "rest": f"Otherwise from {act} on",
    }.get(question.change, "As it was played, with what the plaque asks for")


def _why_not(outcome: Outcome) -> str:
    if outcome.violation:
        return f"It stops there: {outcome.violation.message}"
    return f"It can’t be settled: {outcome.missing[0]}" if outcome.missing else "It can’t be settled."


def _rows(disputed: Disputed, would_be: Result, room: Room) -> Iterator[Row]:
    """Every seat, then the house's part and the kill."""
    was = disputed.result
    for seat, net in would_be.net.items():
        before = was.net[seat] if was else None
        yield _row(disputed.labels[seat], before, net, room)
    yield _row("Rake", was.rake if was else None, would_be.rake, room)
    if would_be.promo or (was and was.promo):
        yield _row("Promo", was.promo if was else None, would_be.promo, room)
    if disputed.played.setup.plaque.kill:
        yield Row("Kill next", _kill(was) if was else "–", _kill(would_be), 0)


def _row(name: str, was: int | None, would_be: int, room: Room) -> Row:
    said = "–" if was is None else room.money(was)
    return Row(name, said, room.money(would_be), would_be - was if was is not None else 0)


def _kill(result: Result) -> str:
    return f"seat {result.kill.killer} posts" if result.kill.killer else "on" if result.kill.active else "none"


def _pots(result: Result, disputed: Disputed, room: Room) -> list[str]:
    def named(seats: Sequence[Seat]) -> str:
        return ", ".join(disputed.labels[seat] for seat in seats)

    return [f"{room.money(pot.amount)} for {named(pot.eligible)}" for pot in result.pots]


def _move(shift: Shift, disputed: Disputed) -> Move:
    return Move(
        _place(shift.source, disputed),
        _place(shift.target, disputed),
        shift.amount,
        f"{_sent(shift.source)}:{_sent(shift.target)}:{shift.amount}",
    )


def _place(place: int | str, disputed: Disputed) -> str:
    return f"seat {disputed.labels[place]}" if isinstance(place, int) else {RAKE: "the rake", PROMO: "the promo"}[place]


def _sent(place: int | str) -> str:
    return f"seat-{place}" if isinstance(place, int) else {RAKE: "rake_box", PROMO: "promo_box"}[place]
