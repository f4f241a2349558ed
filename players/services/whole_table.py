"""A whole table in one act: every stack counted, everybody to the rack, to another table or to the list.

A broken game and the end of the night are one request: all of it happens, or nothing.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.staff.models import User
from players.counts import CountReason
from players.ledger import lock, rack_accounts, seat_accounts, table_account
from players.list_games import game_of
from players.models import PERSON, AccountKind, HouseException, Player, Sitting, WaitingList
from players.selectors.counts import hands_since_count
from players.selectors.free_seats import seats_to_draw, tables_of_the_game
from players.selectors.plaque_rules import refuse_mid_hand
from players.services.counting import count_together, note_felt_counted
from players.services.lists import lock_list_of, put_on_top
from players.services.seating import leave_seat, lock_open_session, move_player
from rules.text.rules_of_floor import STACKS_ARE_EXPLAINED
from tables.models import TableSession
from tables.selectors.sessions import playing
from tables.services import close_table, lock_session

Place = tuple[TableSession, int]
_shuffle: Callable[[list[Place | None]], None] = random.SystemRandom().shuffle


class Goes(StrEnum):
    """The way that a player goes."""

    STAYS = "stays"
    RACK = "rack"
    LIST = "list"
    DRAWN = "drawn"
    SEAT = "seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan for one player: the stack as counted (None: as the books say), and where the player goes.

    `table` names the table of a drawn seat (None: any table of the game), `seat` the seat there where none is drawn.
    """

    sitting: int
    goes: Goes = Goes.STAYS
    counted: int | None = None
    table: int | None = None
    seat: int | None = None


@transaction.atomic
def settle_table(
    *,
    session: TableSession,
    plans: Sequence[Plan],
    key: str,
    by: User | None,
    at: datetime,
    reason: str = "",
    second: User | None = None,
    confirmed: tuple[str, ...] = (),
    close_reason: str = "",
    shuffle: Callable[[list[Place | None]], None] = _shuffle,
) -> TableSession:
    """Count every stack of a table and send everybody on; where nobody stays the table is closed.

    A seat is drawn by lot among the free ones of the other tables of the same game, or of the table that is named;
    whoever draws none goes on top of the list, in the order in which they came to the table. A move within the game is
    the house's transfer, to which the plaque's limits don't apply (004:L48). Refuses plans that aren't those of the
    players who sit there now (`table_changed`), a stack that wasn't counted after ticks (`count_missing`), another sum
    than the books' without a `reason` (`count_reason_missing`) or, above what one person moves alone a day, without a
    `second` (`second_needed`), and what the single acts refuse. `confirmed` are the questions about the close that
    were answered with yes (`tables.closing`), `close_reason` is what was said to them.
    """
    body = {"session": session.pk, "plans": [asdict(plan) for plan in plans], "reason": reason}
    body |= {"close_reason": close_reason} if close_reason else {}
    body |= {"second": second.pk} if second else {}
    if earlier := claim(key, "settle_table", body, by=by, at=at):
        return TableSession.objects.get(pk=(earlier.answer or {})["session"])
    work = _Work(session, plans, key, by, at)
    work.count(reason, second)
    sent = work.send(shuffle)
    if all(plan.goes != Goes.STAYS for plan in plans):
        close: dict[str, Any] = {"confirmed": confirmed, "reason": close_reason, "second": second}
        close_table(session=work.session, by=by, at=at, **close)
    after = {"stacks": sum(plan.counted is not None for plan in plans), "sent": sent}
    record("table.settled", work.session, room=work.session.room, by=by, at=at, after=after, reason=reason)
    answered(key, {"session": session.pk})
    return TableSession.objects.select_related("table", "room").get(pk=session.pk)


class _Work:
    """The plans with everything locked that they touch: players, the list, tables, and the places of the chips."""

    def __init__(self, session: TableSession, plans: Sequence[Plan], key: str, by: User | None, at: datetime) -> None:
        self.key, self.at = key, at
        self.facts: dict[str, Any] = {"by": by, "at": at}
        self.plans = {plan.sitting: plan for plan in plans}
        _lock_players(self.plans)
        self.waiting_list = self._lock_list(session)
        self.tables = self._lock_tables(session)
        self.session = lock_open_session(session)
        refuse_mid_hand(self.session)
        self.sittings = _seated(self.session)
        if {sitting.pk for sitting in self.sittings} != set(self.plans) or len(plans) != len(self.plans):
            message = f"Somebody sat down at {self.session.table} or left since this was shown: look at it again."
            raise DomainError("table_changed", message)
        self.seats = seat_accounts(self.sittings)
        self.felt = table_account(self.session, AccountKind.FELT)
        racks = rack_accounts(self.session.room, [sitting.player for sitting in self.sittings])
        self.held = lock([*self.seats.values(), self.felt, *racks.values()])

    def _goes(self, *ways: Goes) -> list[Sitting]:
        """The players who go one of these ways, in the order in which they came to the table."""
        return [sitting for sitting in self.sittings if self.plans[sitting.pk].goes in ways]

    def _lock_list(self, session: TableSession) -> WaitingList | None:
        """The list for the game, where somebody may go there."""
        if not {Goes.LIST, Goes.DRAWN} & {plan.goes for plan in self.plans.values()}:
            return None
        return lock_list_of(room=session.room, game=game_of(session.posted, session.room.money), **self.facts)

    def _lock_tables(self, session: TableSession) -> dict[int, TableSession]:
        """The tables that players may go to, this one among them, locked in the order of their ids."""
        named = {plan.table for plan in self.plans.values() if plan.table}
        if any(plan.goes == Goes.DRAWN and not plan.table for plan in self.plans.values()):
            named |= {other.pk for other in tables_of_the_game(session)}
        found = playing(session.room).filter(pk__in=named | {session.pk}).order_by("pk")
        locked = {each.pk: lock_session(each) for each in found}
        if missing := named - set(locked):
            raise DomainError("table_closed", f"{len(missing)} of the tables is not open any more: look at it again.")
        return locked

    def count(self, reason: str, second: User | None) -> None:
        """Bring the books to what was counted, once the sum of the table is explained."""
        booked = {sitting.pk: self.held[self.seats[sitting.pk].pk].balance for sitting in self.sittings}
        floating = self.held[self.felt.pk].balance
        counted = {pk: plan.counted for pk, plan in self.plans.items() if plan.counted is not None}
        self._refuse_uncounted(floating, counted)
        ticked = floating < 0 and sum(counted.values()) == sum(booked.values()) + floating
        reason = reason.strip() or (CountReason.TICKS.label if ticked else "")
        self._refuse_sum(floating, booked, counted, reason)
        counts = {sitting: counted[sitting.pk] for sitting in self.sittings if sitting.pk in counted}
        own = f"{self.key}:count"
        claim(own, "count_table", {"session": self.session.pk}, **self.facts)
        count_together(self.session, counts, reason=reason, second=second, key=own, **self.facts)
        if len(counts) == len(self.sittings):
            note_felt_counted(self.felt, at=self.at)
        answered(own, {"session": self.session.pk})

    def _refuse_sum(self, floating: int, booked: dict[int, int], counted: dict[int, int], reason: str) -> None:
        """Refuse another sum than lies on the table by the books, where ticks let the single stacks differ."""
        found, brought = sum((booked | counted).values()), sum(booked.values()) + floating
        if floating < 0 and counted and found != brought and not reason:
            money = self.session.room.money
            short = f"{money(abs(found - brought))} {'more' if found > brought else 'less'} than was brought"
            raise DomainError(
                "count_reason_missing",
                f"{money(found)} counted, {money(brought)} by the books: {short}. Count again, or say why.",
                rule=STACKS_ARE_EXPLAINED,
                citation="000:L74 · 004:L52, L334",
                allowed={"sum": brought},
                field="count_reason",
            )

    def _refuse_uncounted(self, floating: int, counted: Mapping[int, int]) -> None:
        """Refuse (`count_missing`) that anybody goes while a stack is unknown: quick hands that dropped nothing moved
        stacks too."""
        if all(plan.goes == Goes.STAYS for plan in self.plans.values()):
            return
        uncounted = [sitting for sitting in self.sittings if sitting.pk not in counted]
        missing = [str(each.seat) for each in uncounted if floating < 0 or hands_since_count(each)]
        if missing:
            message = (
                f"Hands were ticked at {self.session.table}, so the books don't know who has what: "
                f"count seat {', '.join(missing)} as well."
            )
            raise DomainError("count_missing", message)

    def send(self, shuffle: Callable[[list[Place | None]], None]) -> list[dict[str, Any]]:
        """Let everybody go where the plan says; returns who went where, for the audit trail."""
        places = self._named_places()
        places |= self._drawn_places(set(places.values()), shuffle)
        sent = [self._move(sitting, *place) for sitting in self.sittings if (place := places.get(sitting.pk))]
        listed = [sitting for sitting in self._goes(Goes.LIST, Goes.DRAWN) if sitting.pk not in places]
        for sitting in [*self._goes(Goes.RACK), *listed]:
            leave_seat(sitting=sitting, key=f"{self.key}:leave:{sitting.pk}", whole_table=True, **self.facts)
            way = Goes.LIST if sitting in listed else Goes.RACK
            sent.append({"seat": sitting.seat, "player": sitting.player_id, "goes": way})
        self._put_on_top(listed)
        return sent

    def _put_on_top(self, listed: Sequence[Sitting]) -> None:
        """The last in order first, so that whoever came first to the table ends on top of the list."""
        if self.waiting_list:
            for sitting in reversed(listed):
                put_on_top(waiting_list=self.waiting_list, player=sitting.player, **self.facts)

    def _named_places(self) -> dict[int, Place]:
        named = {}
        for sitting in self._goes(Goes.SEAT):
            plan = self.plans[sitting.pk]
            if plan.table is None or plan.seat is None:
                raise DomainError("seat_unknown", f"Say which seat {sitting.player} takes.")
            named[sitting.pk] = (self.tables[plan.table], plan.seat)
        return named

    def _drawn_places(self, used: set[Place], shuffle: Callable[[list[Place | None]], None]) -> dict[int, Place]:
        """A free seat by lot for everybody who draws one; nothing for whoever drew none.

        Who draws at a table that is named draws first: the others have all tables to choose from.
        """
        drawing = sorted(self._goes(Goes.DRAWN), key=lambda sitting: self.plans[sitting.pk].table is None)
        given: dict[int, Place] = {}
        for table in dict.fromkeys(self.plans[sitting.pk].table for sitting in drawing):
            lots: list[Place | None] = [*self._free(table, {*used, *given.values()})]
            own = [sitting for sitting in drawing if self.plans[sitting.pk].table == table]
            lots += [None] * (len(own) - len(lots))
            shuffle(lots)
            given |= {sitting.pk: lot for sitting, lot in zip(own, lots, strict=False) if lot}
        return given

    def _free(self, table: int | None, used: set[Place]) -> list[Place]:
        key = game_of(self.session.posted).key
        others = [each for each in self.tables.values() if each.pk != self.session.pk]
        named = [each for each in others if (each.pk == table if table else game_of(each.plaque.plaque).key == key)]
        return [(each, seat) for each in named for seat in seats_to_draw(each, self.at) if (each, seat) not in used]

    def _move(self, sitting: Sitting, table: TableSession, seat: int) -> dict[str, Any]:
        same = game_of(table.plaque.plaque).key == game_of(self.session.posted).key
        breaks = all(plan.goes != Goes.STAYS for plan in self.plans.values())
        exception = HouseException.NONE
        if same:
            exception = HouseException.BROKEN_GAME if breaks else HouseException.RELATED
        own, why = f"{self.key}:move:{sitting.pk}", f"sent on from {self.session.table}"
        facts: dict[str, Any] = {"exception": exception, "past_list": why, "whole_table": True} | self.facts
        move_player(sitting=sitting, session=table, seat=seat, key=own, **facts)
        return {"seat": sitting.seat, "player": sitting.player_id, "goes": Goes.SEAT, "to": [table.table.name, seat]}


def _lock_players(sittings: Iterable[int]) -> None:
    """Lock every record of the persons who sit there, in the order of their ids: whoever leaves is asked for again when
    the ledger is locked already."""
    seated = Player.objects.filter(sittings__in=list(sittings))
    persons = sorted(seated.values_list(PERSON, flat=True))
    records = Player.objects.alias(person=PERSON).filter(person__in=persons)
    list(records.select_for_update(of=("self",), no_key=True).order_by("pk"))


def _seated(session: TableSession) -> list[Sitting]:
    """Everybody with chips at the table, the absent included, in the order in which they came."""
    seated = session.sittings.filter(left_at=None, is_import=False).select_related("player", "session__room")
    return sorted(seated, key=lambda sitting: (sitting.joined_at or sitting.seated_at, sitting.pk))
