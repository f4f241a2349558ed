"""The play at one table of a simulated room: a hand every few minutes, most of them quick hands."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cage.models import Holds
from config.errors import DomainError
from demo import hands
from demo.simulation.dealers import Line
from demo.simulation.guests import Guest
from demo.simulation.planted import Effect, Kind
from demo.simulation.residuals import CARRIED_OFF, TOKED, felt_of
from demo.simulation.script import FULL_EVERY, MINUTES_A_HAND
from demo.simulation.stage import Stage
from demo.simulation.takings import BESIDE, DROPPED_SHORT, POT_UNSAID, SKIMMED, box_of, rating_of
from games.models import Hand
from games.selectors.directives import standing
from games.selectors.seats import SeatTaken, present, seats_in_play
from games.services.ticks import record_tick
from players.counts import CountReason
from players.models import Sitting
from players.selectors.time_charged import charges_time
from players.selectors.time_due import time_due_at
from players.services.table_money import count_stack
from players.services.time_charges import collect_time
from players.services.whole_table import Plan, settle_table
from rules.house.rake import NO_FEE, RakeResult, take
from rules.table.seats import Seat
from tables.models import TableSession
from tables.services import close_table

LEAST_DROPPED = 2_00
"""Rake from which a chip less isn't noticed at the table."""
CHIP = 1_00
SHARED = 0.1
"""The share of pots that two players divide."""
TAKEN_OFF = "chips left the table uncounted"
PATIENCE = 10
"""Hands for which a table waits for more players before it closes."""


class Play:
    """A session of a table from its opening to its close; `on_close` is told when it ends.

    `stacks` are the chips that lie before each player, by key, in minor units. Quick hands move them without the books,
    so all are counted before anybody leaves or a hand is entered in full.
    """

    def __init__(
        self, stage: Stage, session: TableSession, line: Line, guests: Mapping[int, Guest], on_close: Callable[[], None]
    ) -> None:
        self.stage, self.session, self.line, self.guests, self.on_close = stage, session, line, guests, on_close
        self.stacks: dict[int, int] = {}
        self.seats: dict[Seat, SeatTaken] | None = None
        self.hands = self.waited = self.toked = 0
        stage.tables[session.pk] = self
        self._enter_next()

    def close(self) -> None:
        """Let everybody leave with their chips and close the table."""
        self.look_again()
        for place in self._taken().values():
            self.guests[place.sitting.player_id].leave(place.sitting)
        said: dict[str, Any] = {"reason": "looked for on the felt and under it", "second": self.stage.by("deputy")}
        self.session = close_table(session=self.session, confirmed=("residual",), **said, **self.stage.floor())
        if self.toked:
            self.stage.plant(TOKED, felt_of(self.session.pk), Effect(chips=self.toked), self.session.table.name)
        self.on_close()

    def count(self) -> None:
        """Count every stack of the table, and bring the books to them."""
        taken = self._taken()
        plans = [
            Plan(sitting=place.sitting.pk, counted=self.stacks.get(place.sitting.player_id, place.stack))
            for place in taken.values()
        ]
        if any(plan.counted != place.stack for plan, place in zip(plans, taken.values(), strict=True)):
            key = self.stage.key("count")
            settle_table(
                session=self.session, plans=plans, key=key, reason=CountReason.TICKS.value, **self.stage.floor()
            )
        self.stacks.clear()
        self.look_again()

    def look_again(self) -> None:
        """Somebody came, went or bought chips: who is there is looked at before the next hand."""
        self.seats = None

    def pay_time(self, *who: Sitting) -> None:
        """Count the stacks and collect for time, from `who` or from everybody, whose chips pay even one half hour."""
        if not (self.session.is_open and charges_time(self.session)):
            return
        due = [each for each in time_due_at(self.session, self.stage.now) if not who or each.sitting in who]
        if not due:
            return
        self.count()
        able = [each.sitting for each in due if each.covered_by(self.stack_of(each.sitting))]
        if able:
            paid = collect_time(session=self.session, sittings=able, key=self.stage.key("time"), **self.stage.floor())
            self.stage.truth.box(self.session.table_id, Holds.TIME).put(chips=sum(each.amount for each in paid))
            self.look_again()

    def take_off(self, sitting: Sitting, *, toke: int, carried: int) -> None:
        """Let a player who leaves give the dealer a `toke` and put away what is `carried` off: the stack, which was
        counted already, is counted to be so much less."""
        dealer, player = self.line.at(self.session), sitting.player
        toke = toke if dealer else 0
        stack = self.stack_of(sitting)
        if not toke + carried or stack <= toke + carried:
            return
        facts: dict[str, Any] = {"reason": TAKEN_OFF, "second": self.stage.by("shift"), "key": self.stage.key("less")}
        count_stack(sitting=sitting, counted=stack - toke - carried, **facts, **self.stage.floor())
        self.look_again()
        if dealer and toke:
            self.toked += toke
            self.stage.truth.toke(dealer.badge_number, toke)
        if carried:
            self.stage.truth.carry(player.pk, carried)
            mark, where = felt_of(self.session.pk), self.session.table.name
            self.stage.plant(CARRIED_OFF, mark, Effect(chips=carried), where, who=player.display_name)

    def stack_of(self, sitting: Sitting) -> int:
        """The chips before a player by the books; 0 where they have left."""
        taken = [place.stack for place in self._taken().values() if place.sitting.pk == sitting.pk]
        return sum(taken)

    def _taken(self) -> dict[Seat, SeatTaken]:
        """The seats that are taken, looked at once until somebody comes, goes, buys or is counted."""
        if self.seats is None:
            self.seats = seats_in_play(self.session, standing(self.session))
        return self.seats

    def _there(self) -> dict[Seat, SeatTaken]:
        """The seats whose players are there to be dealt in."""
        return present(self._taken())

    def _enter_next(self) -> None:
        self.stage.after(self._hand, seconds=60 * MINUTES_A_HAND + self.stage.chance.randrange(-60, 90))

    def _hand(self) -> None:
        self._refresh()
        if not self.session.is_open or not self.stage.is_open:
            return
        there = self._there()
        for place in there.values():
            self.stacks.setdefault(place.sitting.player_id, place.stack)
        able = [seat for seat, place in there.items() if self.stacks[place.sitting.player_id]]
        is_played = len(able) > 1 and self._is_played(there, able)
        self.waited = 0 if is_played else self.waited + 1
        if self.waited > PATIENCE:
            self.close()
        else:
            self._enter_next()

    def _refresh(self) -> None:
        """Read the session's row again; its plaque is read with its values only where another one is in force."""
        plaque = self.session.plaque
        self.session.refresh_from_db()
        if self.session.plaque_id == plaque.pk:
            self.session.plaque = plaque

    def _is_played(self, there: Mapping[Seat, SeatTaken], able: Sequence[Seat]) -> bool:
        """Play one hand; False where too few are there to open the game."""
        self.hands += 1
        try:
            if self.hands % FULL_EVERY:
                self._quick(there, able)
            else:
                self.count()
                key = self.stage.key("hand")
                self._drop(hands.play(self.session, chance=self.stage.chance, key=key, **self.stage.floor()))
                self.look_again()
        except DomainError as refused:
            if refused.code != "too_few_players":
                raise
            return False
        self._see_who_lost_all()
        return True

    def _see_who_lost_all(self) -> None:
        """Whoever has nothing left buys again or goes."""
        for place in self._there().values():
            if not self.stacks.get(place.sitting.player_id, place.stack):
                self.count()
                self.guests[place.sitting.player_id].bust(place.sitting)

    def _quick(self, there: Mapping[Seat, SeatTaken], able: Sequence[Seat]) -> None:
        chance, plaque = self.stage.chance, self.session.posted
        callers = chance.sample(able, chance.randrange(2, min(len(able), 5) + 1))
        players = {seat: there[seat].sitting.player_id for seat in callers}
        most = min(self.stacks[player] for player in players.values())
        each = min(CHIP * chance.randrange(3, 40), most)
        pot, winners = each * len(callers), sorted(callers[: 1 + (chance.random() < SHARED)])
        owed = take(
            plaque.fee or NO_FEE, [pot], players_dealt=len(there), flop_dealt=True,
            flop_game=plaque.sheet.board_cards > 0, ante_posted=plaque.ante > 0,
        )  # fmt: skip
        said: dict[str, Any] = {"pot": pot, "winners": winners, "rake_taken": owed.rake, "promo_taken": owed.promo}
        wrong = self._gone_wrong(owed, needs_pot=plaque.kill is not None)
        if wrong is POT_UNSAID:
            said |= {"pot": None, "winners": None}
        elif wrong is DROPPED_SHORT:
            said["rake_taken"] = owed.rake - CHIP
        hand = record_tick(session=self.session, key=self.stage.key("tick"), **said, **self.stage.floor())
        self._pay(players, each, winners, pot - said["rake_taken"] - owed.promo)
        self._drop(hand, kept=CHIP if wrong in (SKIMMED, BESIDE) else 0)
        if wrong is not None:
            self._note(wrong, hand)

    def _drop(self, hand: Hand | None, *, kept: int = 0) -> None:
        """Drop what a hand took into the boxes of the table, but for what doesn't reach them."""
        if hand is not None:
            boxes, table = self.stage.truth, self.session.table_id
            boxes.box(table, Holds.RAKE).put(chips=hand.rake_taken - kept)
            boxes.box(table, Holds.PROMO).put(chips=hand.promo_taken)

    def _pay(self, players: Mapping[Seat, int], each: int, winners: Sequence[Seat], won: int) -> None:
        """Move a pot: `each` from every caller, and what was `won` to the winners, the odd chips to the first."""
        for player in players.values():
            self.stacks[player] -= each
        share = won // len(winners) // CHIP * CHIP
        for seat in winners:
            self.stacks[players[seat]] += share
        self.stacks[players[winners[0]]] += won - share * len(winners)

    def _gone_wrong(self, owed: RakeResult, *, needs_pot: bool) -> Kind | None:
        """The error of this hand, if there is one: a thief's first, then what the script has in so many hands."""
        chance, thief = self.stage.chance, self.stage.script.thief
        drawn, skims, which = chance.random(), chance.random(), chance.random()
        could_be_short = owed.rake >= LEAST_DROPPED
        if thief and could_be_short and skims < thief.skim:
            dealer = self.line.at(self.session)
            if dealer is not None and dealer.badge_number == thief.dealer:
                return SKIMMED
        if drawn >= self.stage.script.errors:
            return None
        if which < 0.5 and could_be_short:
            return BESIDE if which < 0.2 else DROPPED_SHORT
        return None if needs_pot else POT_UNSAID

    def _note(self, kind: Kind, hand: Hand) -> None:
        dealer = self.line.at(self.session)
        table = self.session.table_id
        box = box_of(table, Holds.RAKE, self.stage.truth.number_of_box(table, Holds.RAKE))
        mark = box if kind in (SKIMMED, BESIDE) else rating_of(hand.pk)
        effect = Effect(times=1) if kind is POT_UNSAID else Effect(chips=-CHIP)
        who = dealer.badge_number if dealer else ""
        self.stage.plant(kind, mark, effect, self.session.table.name, hand=hand.number, who=who)
