"""The floor of a simulated room: names are called to seats, and tables opened for lists that are long enough."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from config.errors import DomainError
from demo.simulation.dealers import Line
from demo.simulation.guests import Guest
from demo.simulation.part import Part, Settler
from demo.simulation.stage import Stage
from demo.simulation.tables import Play
from players.list_games import game_of
from players.models import ListEntry
from players.services import call_player, close_list
from players.services.counting import COUNTED_OFF
from players.services.lists import ANSWER_WITHIN
from tables.models import SessionAlarm, Table
from tables.services import newest_plaque, open_table, put_away_alarm

LOOKS = timedelta(minutes=4)
"""The time between two looks at the lists."""
TO_START = 4
"""Names on a list with which a table is opened."""
NO_SHOWS = 0.05


class Floor(Part):
    """The lists and tables of a room, day after day. `plays` are the tables that are open, by name."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.line = Line(stage)
        self.guests = {each.player.pk: Guest(stage, each) for each in stage.house.regulars}
        self.plays: dict[str, Play] = {}
        self.games = {name: self._game(table) for name, table in stage.house.tables.items()}

    def open(self) -> None:
        """Begin a day: dealers come on, players will come, and the lists are looked at until it ends."""
        self.line.come_on()
        for guest in self.guests.values():
            if self.stage.chance.random() < guest.habits.comes:
                self.stage.agenda.at(self.stage.now + guest.habits.after, guest.arrive)
        self.stage.agenda.at(self.stage.now + LOOKS, self._look)

    def down(self) -> None:
        """Push the dealers."""
        self.line.push()

    def close(self) -> None:
        """End the day: lists are closed, tables after them, and dealers go off."""
        lists = {entry.waiting_list_id: entry.waiting_list for entry in self._entries(*ListEntry.LIVE)}
        for waiting_list in lists.values():
            close_list(waiting_list=waiting_list, reason="the room closes", **self.stage.floor())
        for play in list(self.plays.values()):
            play.close()
        self.line.go_off()

    def settlers(self) -> Mapping[str, Settler]:
        """Dealers who have not gone off go off, and the shift's supervisor looks at what was counted off the books."""
        return {"shift_running": lambda day: self.line.go_off(), "counts_off": self._look_at_counts}

    def _look_at_counts(self, day: date) -> None:
        """The shift's supervisor reads each alarm of counts, and puts it away."""
        standing = SessionAlarm.objects.filter(session__room=self.stage.house.room, kind=COUNTED_OFF, cleared_at=None)
        for alarm in standing.select_related("session").order_by("raised_at", "pk"):
            facts: dict[str, Any] = {"seen": alarm.version, "reason": "Seen on the recording"}
            put_away_alarm(alarm=alarm, by=self.stage.by("shift"), at=self.stage.now, **facts)

    def _look(self) -> None:
        if not self.stage.is_open:
            return
        waiting = self._entries(ListEntry.State.WAITING)
        self._open_tables(waiting)
        full = set[int]()  # lists whose first name found no seat: whoever waits behind it finds none either
        for entry in waiting:
            if entry.waiting_list_id not in full and self._call(entry):
                full.add(entry.waiting_list_id)
        self.stage.agenda.at(self.stage.now + LOOKS, self._look)

    def _entries(self, *states: str) -> list[ListEntry]:
        listed = ListEntry.objects.filter(waiting_list__room=self.stage.house.room, state__in=states)
        return list(listed.select_related("waiting_list__room", "player").order_by("waiting_list", "number"))

    def _open_tables(self, names: Sequence[ListEntry]) -> None:
        """Open a table for every game whose list has names enough for another one, as long as one stands empty."""
        waiting: dict[str, int] = {}
        for entry in names:
            waiting[entry.waiting_list.key] = waiting.get(entry.waiting_list.key, 0) + 1
        for name, table in self.stage.house.tables.items():
            key = self.games[name]
            if name not in self.plays and waiting.get(key, 0) >= TO_START:
                waiting[key] = 0
                self._open_table(name, table)

    def _game(self, table: Table) -> str:
        plaque = newest_plaque(table, self.stage.now)
        return game_of(plaque.plaque).key if plaque else ""

    def _open_table(self, name: str, table: Table) -> None:
        session = open_table(table=table, button_seat=1, **self.stage.floor())
        self.line.take(session)
        self.plays[name] = Play(self.stage, session, self.line, self.guests, lambda: self._closed(name))

    def _closed(self, name: str) -> None:
        del self.plays[name]

    def _call(self, entry: ListEntry) -> bool:
        """Call a name to a seat; a name that there is none for waits on. Returns whether the game has none at all."""
        if all(self.games[name] != entry.waiting_list.key for name in self.plays):
            return True
        try:
            called = call_player(entry=entry, **self.stage.floor())
        except DomainError as refused:
            if refused.code not in ("no_seat_open", "out_of_order", "called_elsewhere", "in_that_game"):
                raise
            return refused.code == "no_seat_open"
        guest, chance = self.guests[called.player_id], self.stage.chance
        if chance.random() < NO_SHOWS:
            late = ANSWER_WITHIN + timedelta(minutes=1)
            self.stage.agenda.at(self.stage.now + late, lambda: guest.fail_to_come(called))
        else:
            self.stage.after(lambda: guest.sit_down(called), seconds=chance.randrange(30, 200))
        return False
