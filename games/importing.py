"""Many hands from files into the books: in order, each exactly once, and a reason for every hand that stays out.

A hand is recorded by the service that serves API and console, in a transaction of its own; hands that go on with the
same people at the same session are recorded together, a chunk to a transaction, with the same rows. Should a chunk meet
anything unforeseen, none of it stands and its hands are recorded one by one. What is killed in the middle goes on where
it was, and a hand that another file brought before (one that was torn off, or holds more) isn't recorded again, because
every hand's request key follows from what it states, its number and its time among it.

A file's hands are played in sessions of their own, one for each game (plaque, house, venue, table, file of many). It
goes on as long as somebody carries the stack over that they ended the last hand with; by what other stacks changed is
stated against the chip issue. In a file without seats players keep theirs and the button moves.
"""

import hashlib
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import Literal

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from config.days.registry import in_words
from config.errors import DomainError
from config.jobs.services import enqueue
from config.locks import LockKind, hold_beyond, let_go
from config.staff.models import User
from games.models import Hand
from games.services import import_hand
from games.services.chunks import Chunk
from games.services.imports import guest_name
from players.services import state_stacks
from players.services.known_seats import SeatsChangedError
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import STANDARD, House
from rules.house.plaque import Plaque
from rules.phh.files import HandFile
from rules.phh.setup import Setups, stated_house
from rules.phh.values import PhhHand, Unreadable
from rules.phh.writer import write_hand
from rules.table.seats import Seat
from rules.table.setup import Setup
from rules.text.violation import Refused
from tables.imported import open_imported_session, post_imported_plaque
from tables.models import Table, TableSession
from tables.services import close_table, refusal

log = logging.getLogger(__name__)
Result = Literal["recorded", "known", "refused", "unreadable"]
CHUNK = 50
"""The most hands that are recorded in one transaction."""
KEY_DIGITS = 32
"""The characters of a hand's digest that go into its request key; before, they were those of its file."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one hand of a file; `problem` says why it was refused or could not be read, `earlier` is the hand
    that was recorded of it already, `is_again` says that the file holds the same hand before."""

    file: HandFile
    key: str
    line: int
    result: Result
    problem: DomainError | Unreadable | None = None
    earlier: Hand | None = None
    is_again: bool = False


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A hand that was read, and waits to be recorded under its request key. `before` is the key that it had when files
    were told apart and not hands; `is_again` says that the file holds the same hand before."""

    file: HandFile
    phh: PhhHand
    key: str
    before: str
    is_again: bool

    def outcome(
        self, result: Result, problem: DomainError | Unreadable | None = None, earlier: Hand | None = None
    ) -> Outcome:
        """The outcome of this hand."""
        source = self.phh.source
        return Outcome(self.file, source.key, source.line, result, problem, earlier, self.is_again)

    @property
    def name(self) -> str:
        """The name of the file as the hand's row keeps it."""
        return self.file.path.name[-200:]


@dataclass(frozen=True, slots=True)
class _Game:
    """The facts that stay the same from hand to hand of one session: where it is played, its plaque and house."""

    place: tuple[object, ...]
    plaque: Plaque
    house: House


@dataclass(frozen=True, slots=True)
class _Tail:
    """The state in which the last hand of a session left the table: by name, the seat and the stack (None: unknown)."""

    session: TableSession
    game: _Game
    players: Mapping[str, tuple[int, int | None]]

    def goes_on(self, game: _Game, stacks: Mapping[str, int | None]) -> bool:
        """Whether a hand is of the same game, and somebody brings the stack to it that they ended this one with."""
        stayed = ((self.players[name][1], stack) for name, stack in stacks.items() if name in self.players)
        return game == self.game and any(None in (left, brought) or left == brought for left, brought in stayed)

    def stay(self, phh: PhhHand) -> bool:
        """Whether those who play a hand are those who played the last one, each in the same seat."""
        seats = phh.seats or range(1, phh.player_count + 1)
        names = phh.players or ("",) * phh.player_count
        called = {guest_name(name, seat): seat for name, seat in zip(names, seats, strict=True)}
        return called == {name: seat for name, (seat, _) in self.players.items()}

    def seats(self, names: Iterable[str]) -> tuple[Seat, ...] | None:
        """The seats of these players, first left of the button first; None where one is new or they sit otherwise."""
        known = [self.players[name][0] if name in self.players else None for name in names]
        seats = tuple(Seat(seat) for seat in known if seat is not None)
        turns = sum(after < before for before, after in zip(seats, (*seats[1:], *seats[:1]), strict=True))
        return seats if len(seats) == len(known) == len(set(seats)) and turns <= 1 else None


class Importer:
    """Records the hands of files at one table; a `session` that is given takes all of them and stays open.

    `house` is whose rules hold where a file names none itself, `fee` the schedule where a file states no plaque of its
    own, `count_reason` why stacks of a file aren't those of the books, at a session of the floor, `chunk` the
    most hands of one transaction. One importer at a time works at a table: use it as a context manager.
    """

    def __init__(
        self,
        table: Table,
        *,
        house: House | None = None,
        fee: FeeSchedule | None = None,
        session: TableSession | None = None,
        count_reason: str = "",
        by: User | None = None,
        chunk: int = CHUNK,
    ) -> None:
        self.table, self.given, self.by = table, session, by
        self.count_reason, self.chunk = count_reason, chunk
        self.sessions: set[int] = set()
        self._house, self._fee = house, fee
        self._setups = Setups(house or STANDARD, fee)
        self._days: set[str] = set()
        self._tails: dict[tuple[object, ...], _Tail] = {}

    def __enter__(self) -> "Importer":
        hold_beyond(LockKind.IMPORT, room=self.table.room_id, thing=self.table.pk)
        return self

    def __exit__(self, *_: object) -> None:
        let_go(LockKind.IMPORT, room=self.table.room_id, thing=self.table.pk)

    def record(self, file: HandFile) -> Iterator[Outcome]:
        """Record the hands of a file one by one; yields what became of each."""
        ends = _ends_of_open_sessions(self.table)
        waiting: list[_Waiting] = []
        for each, known in self._looked_up(file):
            is_new = isinstance(each, _Waiting) and not known and not each.is_again
            if waiting and (len(waiting) == self.chunk or not is_new):
                yield from self._chunk(waiting)
                waiting = []
            if isinstance(each, Unreadable):
                yield Outcome(file, each.key, each.line, "unreadable", each)
            elif hand := known or (_known([each]).get(each.key) if each.is_again else None):
                if hand.request_key in ends and not self.given:
                    self._resume(ends[hand.request_key], file, each.phh)
                yield each.outcome("known", earlier=hand)
            else:
                waiting.append(each)
        yield from self._chunk(waiting)

    def _looked_up(self, file: HandFile) -> Iterator[tuple[_Waiting | Unreadable, Hand | None]]:
        """The hands of a file in order, each with the one that was recorded of it before the file was begun."""
        times, hands = Counter[str](), enumerate(file.hands(), start=1)
        while bunch := [self._named(file, number, phh, times) for number, phh in islice(hands, CHUNK)]:
            known = _known([each for each in bunch if isinstance(each, _Waiting)])
            for each in bunch:
                yield each, known.get(each.key) if isinstance(each, _Waiting) else None

    def _named(
        self, file: HandFile, number: int, phh: PhhHand | Unreadable, times: Counter[str]
    ) -> _Waiting | Unreadable:
        """A hand with its request key. It is the room, what the hand states, and which of the equal ones of its file it
        is: two hands that state the same and no number are two, with a number they are one hand twice."""
        if isinstance(phh, Unreadable):
            return phh
        digest, room = digest_of(phh), self.table.room_id
        times[digest] += 1
        place = times[digest] if phh.hand is None else 1
        before = f"import:{room}:{file.digest[:KEY_DIGITS]}:{number}"
        return _Waiting(file, phh, f"import:{room}:{digest}:{place}", before, is_again=times[digest] > place)

    def close(self) -> None:
        """Let the players of the sessions leave with their stacks, and close them; a given session stays open."""
        while self._tails and not self.given:
            _, tail = self._tails.popitem()
            with transaction.atomic():
                self._close(tail.session)
        self._ask_for_reports()

    def _ask_for_reports(self) -> None:
        """Let the hands be rated: the reports of the gaming days to which they were recorded are built anew."""
        for day in sorted(self._days):
            title, room = f"Rake report of {in_words(date.fromisoformat(day))}, imported hands", self.table.room
            enqueue("rake.rebuild_day", room=room, title=title, room_id=room.pk, gaming_day=day)
        self._days.clear()

    def _chunk(self, waiting: Sequence[_Waiting]) -> Iterator[Outcome]:
        """Record these hands, as many of them together as go on at one session with the same people."""
        while waiting:
            outcomes = self._together(waiting) or [self._outcome(waiting[0])]
            yield from outcomes
            waiting = waiting[len(outcomes) :]

    def _together(self, waiting: Sequence[_Waiting]) -> list[Outcome]:
        """Record the first of these hands in one transaction; none where the first one is to be recorded by itself.

        Should anything unforeseen come up, nothing of it stands, and all of them are recorded one by one.
        """
        if self.given or self.chunk == 1:
            return []
        if (session := self._session_of_first(waiting[0])) is None:
            return []
        tails = dict(self._tails)
        try:
            with transaction.atomic():
                chunk = Chunk(session, by=self.by)
                outcomes = self._taken(chunk, waiting)
                chunk.write()
        except (DomainError, DatabaseError, SeatsChangedError) as problem:
            log.warning("%s hands are recorded one by one: %s", len(waiting), problem)
            self._tails = tails
            return [self._outcome(each) for each in waiting]
        return outcomes

    def _taken(self, chunk: Chunk, waiting: Sequence[_Waiting]) -> list[Outcome]:
        """Take hands into the chunk until one goes on elsewhere, or with others; refused ones are left out."""
        outcomes = []
        for each in waiting:
            try:
                game, phh = self._game(each.file, each.phh)
                if self._goes_on_at(game, phh) != chunk.session:
                    break
                facts = {"digest": each.file.digest, "key": each.key, "source_file": each.name}
                hand = chunk.take(phh, **facts, at=timezone.now())
            except Unreadable as problem:
                outcomes.append(each.outcome("unreadable", problem))
                continue
            except DomainError as problem:
                outcomes.append(each.outcome("refused", problem))
                continue
            if hand is None:
                break
            self._recorded(hand, _tail(hand, chunk.session, game, phh))
            outcomes.append(each.outcome("recorded"))
        return outcomes

    def _session_of_first(self, waiting: _Waiting) -> TableSession | None:
        """As `_goes_on_at`; None too where the hand is refused before it comes to that."""
        try:
            return self._goes_on_at(*self._game(waiting.file, waiting.phh))
        except (DomainError, Unreadable):
            return None

    def _goes_on_at(self, game: _Game, phh: PhhHand) -> TableSession | None:
        """The session at which a hand goes on with the same people in the same seats; None where it doesn't."""
        tail = self._tails.get(game.place)
        return tail.session if tail and tail.goes_on(game, _stacks(phh)) and tail.stay(phh) else None

    def _outcome(self, waiting: _Waiting) -> Outcome:
        """Record one hand by itself."""
        try:
            self._recorded(*self._record(waiting))
        except Unreadable as problem:
            return waiting.outcome("unreadable", problem)
        except DomainError as problem:
            return waiting.outcome("refused", problem)
        return waiting.outcome("recorded")

    def _recorded(self, hand: Hand, tail: _Tail) -> None:
        self._tails[tail.game.place] = tail
        self._days.add(hand.gaming_day.isoformat())
        self.sessions.add(tail.session.pk)

    @transaction.atomic
    def _record(self, waiting: _Waiting) -> tuple[Hand, _Tail]:
        """Record one hand in the session that it belongs to, and say how it left the table. All of it or nothing."""
        game, phh = self._game(waiting.file, waiting.phh)
        session = self.given or self._session(game, phh)
        hand = import_hand(
            session=session,
            phh=phh,
            digest=waiting.file.digest,
            key=waiting.key,
            by=self.by,
            at=timezone.now(),
            source_file=waiting.name,
            count_reason=self.count_reason,
        )
        return hand, _tail(hand, session, game, phh)

    def _game(self, file: HandFile, phh: PhhHand) -> tuple[_Game, PhhHand]:
        """The game that the hand belongs to, and the hand with the seats that its players have there."""
        setup = self._setup(phh)
        place = (phh.venue, phh.event, phh.table, file.digest if file.holds_many else "")
        game = _Game(place, setup.plaque, setup.house)
        tail = self._tails.get(place)
        if phh.seats is None and phh.players and tail and tail.game == game:
            phh = replace(phh, seats=tail.seats(phh.players))
        return game, phh

    def _setup(self, phh: PhhHand) -> Setup:
        """Read what the hand states of its plaque and its house. Refuses a game that isn't known."""
        own = stated_house(phh) if self._house is None else None
        try:
            return (Setups(own, self._fee) if own else self._setups).of(phh)
        except Refused as refused:
            raise refusal(refused.violation) from refused

    def _session(self, game: _Game, phh: PhhHand) -> TableSession:
        """The session that goes on with this hand, or a new one under the plaque that it states."""
        if tail := self._tails.get(game.place):
            if tail.goes_on(game, _stacks(phh)):
                return tail.session
            self._close(tail.session)
        at = timezone.now()
        plaque = post_imported_plaque(table=self.table, plaque=game.plaque, house=game.house, by=self.by, at=at)
        return open_imported_session(plaque=plaque, by=self.by, at=at)

    def _close(self, session: TableSession) -> None:
        at = timezone.now()
        state_stacks(session=session, stacks={}, key=f"import:close:{session.pk}", by=self.by, at=at)
        close_table(session=session, by=self.by, at=at)

    def _resume(self, hand: Hand, file: HandFile, phh: PhhHand) -> None:
        """Go on behind a hand that an earlier run recorded last in its session before it was cut."""
        game, phh = self._game(file, phh)
        self._tails[game.place] = _tail(hand, hand.session, game, phh)


def digest_of(phh: PhhHand) -> str:
    """The name of a hand wherever it stands: the digest of all that it states, in whatever order and spelling."""
    lines = sorted(write_hand(phh).splitlines())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:KEY_DIGITS]


def _known(waiting: Collection[_Waiting]) -> dict[str, Hand]:
    """The hands that were recorded of these already, by their key; one query, without the text of the hands."""
    keys = {key: each.key for each in waiting for key in (each.before, each.key)}
    found = Hand.objects.filter(request_key__in=keys).only("request_key", "source_file", "recorded_at")
    return {keys[hand.request_key]: hand for hand in found}


def _ends_of_open_sessions(table: Table) -> dict[str, Hand]:
    """The last hands of the imported sessions of a table that are still open, by their key."""
    ends = Hand.objects.filter(
        number=F("session__hands_recorded"),
        session__closed_at=None,
        session__table=table,
        session__source=TableSession.Source.IMPORT,
    )
    return {hand.request_key: hand for hand in ends.select_related("session__room", "session__table")}


def _tail(hand: Hand, session: TableSession, game: _Game, phh: PhhHand) -> _Tail:
    """The state in which a recorded hand left the table."""
    settled = hand.settlement or {}
    names = phh.players or ("",) * phh.player_count
    ended = zip(names, settled["seats"], settled["finishing_stacks"], strict=True)
    return _Tail(session, game, {guest_name(name, seat): (seat, stack) for name, seat, stack in ended})


def _stacks(phh: PhhHand) -> dict[str, int | None]:
    """The stack that each player brings, by name."""
    seats = phh.seats or range(1, phh.player_count + 1)
    names = phh.players or ("",) * phh.player_count
    brought = zip(names, seats, phh.starting_stacks, strict=True)
    return {guest_name(name, seat): stack for name, seat, stack in brought}
