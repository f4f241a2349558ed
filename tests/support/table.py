"""A table at which hands are played: players seated with chips, and the acts of the console in one word each."""

from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games import services
from games.models import Hand, HandDraft
from games.replay import hand_of
from games.selectors.deals import Deal, suggest_deal
from games.selectors.drafts import at_next_hand
from games.selectors.seats import seats_taken
from games.services.bookings import NEVER_OWED
from games.services.same_hand import SAME_HAND_AGAIN
from players.models import AccountKind, Sitting
from rules.house.plaque import Kill, Plaque
from rules.play.hand import Hand as Played
from tables.models import TableSession
from tests.support.desk import NLH, Desk, key, open_desk, person

O8_KILL = Plaque(
    game="omaha8",
    structure="fixed_limit",
    blinds=(200, 400),
    small_bet=400,
    big_bet=800,
    unit=100,
    kill=Kill("half", 40_00),
    buy_in_min=40_00,
    fee=NLH.fee,
)
"""Omaha hi-lo 4/8 with a half-kill from 40."""


@dataclass
class HandTable:
    """One open table of a desk, worked by a floor supervisor."""

    desk: Desk
    sittings: dict[int, Sitting]

    def __post_init__(self) -> None:
        self.floor = person(self.desk.room, "floor")

    @property
    def session(self) -> TableSession:
        """The session as it is now."""
        return TableSession.objects.select_related("room", "table", "plaque__house_rules").get(pk=self.desk.session.pk)

    def by(self) -> dict[str, Any]:
        """The person and the time, for a service."""
        return {"by": self.floor, "at": self.desk.at()}

    def suggested(self) -> Deal:
        """The deal as the console suggests it, under the plaque that begins with the hand."""
        session = at_next_hand(copy(self.session), self.desk.now)
        deal = suggest_deal(session, seats_taken(session))
        assert deal is not None
        return deal

    def deal(self, deal: Deal | None = None, **facts: Any) -> HandDraft:
        """Deal a hand."""
        given = {"session": self.session, "deal": deal or self.suggested(), "key": key()}
        return services.start_hand(**(given | self.by() | facts))

    def act(self, draft: HandDraft, *actions: str) -> HandDraft:
        """Enter actions one by one."""
        for action in actions:
            draft = services.act(draft=draft, version=draft.version, action=action, **self.by())
        return draft

    def name(self, draft: HandDraft, place: str, cards: str) -> HandDraft:
        """Name cards."""
        return services.name_cards(draft=draft, version=draft.version, place=place, cards=cards, **self.by())

    def record(self, draft: HandDraft, rake: int | None = None, promo: int = 0, **facts: Any) -> Hand:
        """Record the hand, with what the schedule owes unless told otherwise; what is asked is answered with yes."""
        owed = self.played(draft).settlement().rake if rake is None else rake
        given = {"draft": draft, "version": draft.version, "rake_taken": owed, "promo_taken": promo, "key": key()}
        given["confirmed"] = (NEVER_OWED, SAME_HAND_AGAIN)
        return services.record_hand(**(given | self.by() | facts))

    def tick(self, rake: int = 300, **facts: Any) -> Hand:
        """Tick a hand; whatever is asked is answered with yes."""
        given = {"session": self.session, "rake_taken": rake, "confirmed": (NEVER_OWED,), "key": key()}
        return services.record_tick(**(given | self.by() | facts))

    def played(self, draft: HandDraft) -> Played:
        """The engine's hand of a draft."""
        draft.refresh_from_db()
        return hand_of(draft)

    def stack(self, seat: int) -> int:
        """The chips at a seat by the books, minor units."""
        return self.desk.stack(self.sittings[seat])

    def stacks(self) -> dict[int, int]:
        """All of them."""
        return {seat: self.stack(seat) for seat in self.sittings}

    def boxes(self) -> tuple[int, int]:
        """The chips in the rake box and the promo box."""
        return self.desk.held(AccountKind.RAKE_BOX), self.desk.held(AccountKind.PROMO_BOX)

    def on_table(self) -> int:
        """Everything that was brought to the table: seats, felt, pot and boxes."""
        places = (AccountKind.SEAT, AccountKind.FELT, AccountKind.POT, AccountKind.RAKE_BOX, AccountKind.PROMO_BOX)
        return sum(self.desk.held(kind) for kind in places)

    def later(self, minutes: int = 1) -> datetime:
        """An instant after everything so far."""
        return self.desk.now + timedelta(minutes=minutes)


def open_hand_table(
    plaque: Plaque = NLH, seats: tuple[int, ...] = (1, 2, 3, 4), amount: int = 200_00, **facts: Any
) -> HandTable:
    """A table with a player in each of these seats, every one with `amount` minor units."""
    desk = open_desk(plaque=plaque, **facts)
    return HandTable(desk, {seat: desk.seated(amount, seat=seat) for seat in seats})
