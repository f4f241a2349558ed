"""The evening of one player: come, wait, buy in, sit down, lose everything or not, leave with what is left."""

from typing import Any

from config.errors import DomainError
from demo.simulation.cast import Habits, Regular
from demo.simulation.stage import Stage
from players.list_games import game_of
from players.models import ListEntry, Sitting
from players.selectors.stacks import chips_in_rack, stack_of
from players.services import come_back, go_away, join_list, leave_seat, note_no_show, seat_player
from tables.services import newest_plaque

BREAKS, BREAK_MINUTES = 0.15, 14
TOKES, CARRIED = (0, 0, 2_00, 5_00), 15_00
"""A guest's toke for the dealer when they leave, and the chips that one who carries some off takes along."""


class Guest:
    """A regular on one day at the room."""

    def __init__(self, stage: Stage, regular: Regular) -> None:
        self.stage, self.player = stage, regular.player
        self.habits: Habits = regular.habits
        self.hands = stage.chance_of(f"guest {regular.number}")

    def arrive(self) -> None:
        """Ask for the game; who is on its list or in it already is content."""
        plaque = newest_plaque(self.stage.house.tables[self.habits.table], self.stage.now)
        if plaque is None or not self.stage.is_open:
            return
        room = self.stage.house.room
        game = game_of(plaque.plaque, room.money)
        join_list(room=room, game=game, player=self.player, key=self.stage.key("list"), **self.stage.floor())

    def fail_to_come(self, entry: ListEntry) -> None:
        """Leave the floor to strike the name off the list, where it still runs."""
        entry.refresh_from_db()
        if entry.state == ListEntry.State.CALLED:
            note_no_show(entry=entry, **self.stage.floor())

    def sit_down(self, entry: ListEntry) -> None:
        """Buy in for the table of the call and take the seat, if the call still stands."""
        entry.refresh_from_db()
        session, seat = entry.called_session, entry.called_seat
        if entry.state != ListEntry.State.CALLED or session is None or seat is None or not self.stage.is_open:
            return
        plaque = session.posted
        amount = min(plaque.buy_in_min * self.habits.buys, plaque.buy_in_max or plaque.buy_in_min * 9)
        self.stage.window.sell(self.player, session, amount, "buy-in")
        about: dict[str, Any] = {"session": session, "player": self.player, "amount": amount}
        sitting = seat_player(seat=seat, key=self.stage.key("seat"), **about, **self.stage.floor())
        self.stage.tables[session.pk].look_again()
        self.stage.agenda.at(self.stage.now + self.habits.stays, lambda: self.leave(sitting))
        if self.stage.chance.random() < BREAKS:
            self.stage.after(lambda: self._walk_off(sitting), minutes=self.stage.chance.randrange(20, 50))

    def bust(self, sitting: Sitting) -> None:
        """Buy again, or go: the stack is lost."""
        plaque = sitting.session.posted
        if self.stage.chance.random() < self.habits.rebuys and self.stage.is_open:
            self.stage.window.sell(self.player, sitting.session, plaque.buy_in_min, "rebuy")
            self.stage.tables[sitting.session_id].look_again()
        else:
            self.leave(sitting)

    def leave(self, sitting: Sitting) -> None:
        """Leave between two hands and cash out what there is; in the middle of a hand a minute later."""
        sitting.refresh_from_db()
        if sitting.left_at is not None:
            return
        try:
            self.stage.tables[sitting.session_id].count()
            self.stage.tables[sitting.session_id].pay_time(sitting)
            self._take_off(sitting)
            leave_seat(sitting=sitting, counted=stack_of(sitting), key=self.stage.key("leave"), **self.stage.floor())
        except DomainError as refused:
            if refused.code != "mid_hand":
                raise
            self.stage.after(lambda: self.leave(sitting), minutes=1)
            return
        self.stage.tables[sitting.session_id].look_again()
        chips = chips_in_rack(self.stage.house.room, self.player)
        if chips:
            self.stage.window.redeem(self.player, chips)

    def _take_off(self, sitting: Sitting) -> None:
        """Toke the dealer, and at the stated rate carry chips off the table."""
        toke = self.hands.choice(TOKES)
        carried = CARRIED if self.hands.random() < self.stage.script.errors else 0
        self.stage.tables[sitting.session_id].take_off(sitting, toke=toke, carried=carried)

    def _walk_off(self, sitting: Sitting) -> None:
        sitting.refresh_from_db()
        if sitting.left_at is not None or not self.stage.is_open:
            return
        go_away(sitting=sitting, **self.stage.floor())
        self.stage.tables[sitting.session_id].look_again()
        self.stage.after(lambda: self._return(sitting), minutes=BREAK_MINUTES)

    def _return(self, sitting: Sitting) -> None:
        sitting.refresh_from_db()
        if sitting.left_at is None:
            come_back(sitting=sitting, **self.stage.floor())
            self.stage.tables[sitting.session_id].look_again()
