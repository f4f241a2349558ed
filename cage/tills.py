"""The answers of the cage to what seats and ledger ask of it (`players.tills.Tills`)."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from cage.models import BuyIn, Drawer, PlayerBank
from cage.selectors.fallen import fallen
from cage.services import note_box_looks, note_looks
from cage.services.box_covers import cover_boxes, uncover_boxes
from cage.services.linked_days import tell_linked_days
from cage.services.vault_counts import refuse_vault_counting
from config.rooms.models import Room
from config.staff.models import User
from players.models import IdentityDecision
from players.tills import Cover, Fallen
from tables.models import TableSession


class TillsOfTheCage:
    """The drawers and sales of all rooms."""

    def names(self, drawers: Collection[int]) -> dict[int, str]:
        """The names of these drawers, by number."""
        return dict(Drawer.objects.filter(pk__in=drawers).values_list("pk", "name"))

    def bought_for(self, session: TableSession) -> set[int]:
        """The ids of the players who bought chips for a game."""
        return set(BuyIn.objects.filter(session=session, void=None).values_list("player_id", flat=True))

    def keeps_bank_of(self, player: int) -> bool:
        """Whether a player has a bank, empty or not: the document on record opens it."""
        return PlayerBank.objects.filter(player=player).exists()

    def linked(
        self,
        decision: int,
        one: Collection[int],
        other: Collection[int],
        *,
        by: User,
        at: datetime,
    ) -> None:
        """Raise the alerts that the days of two groups of records should have raised together."""
        tell_linked_days(IdentityDecision.objects.get(pk=decision), one, other, by=by, at=at)

    def looked(self, room: Room, *, by: User, at: datetime) -> None:
        """Note that somebody was shown what drawers of the room hold: they count none of them (`has_seen_expected`)."""
        note_looks(room=room, by=by, at=at)

    def looked_at_boxes(self, room: Room, *, by: User, at: datetime) -> None:
        """Note that somebody was shown what was recorded into boxes: they count none of these (`has_seen_expected`)."""
        note_box_looks(room=room, by=by, at=at)

    def refuse_vault_counting(self, room: Room) -> None:
        """Refuse what moves something at a vault that is counted: its count is finished first, or given up."""
        refuse_vault_counting(room)

    def fallen(self, boxes: Collection[int], hands: Collection[int], at: datetime) -> Mapping[int, Fallen]:
        """The places where a hand fell, of the boxes that were pulled since."""
        return fallen(boxes, hands, at)

    def cover_boxes(
        self,
        room: Room,
        covers: Mapping[int, Cover],
        *,
        key: str,
        by: User | None,
        at: datetime,
        reason: str,
        hand_id: int | None = None,
        case_id: int | None = None,
    ) -> None:
        """Book to over-and-short what is taken back out of boxes that were pulled meanwhile, or put into them."""
        who: dict[str, Any] = {"key": key, "by": by, "at": at, "reason": reason}
        cover_boxes(room=room, covers=covers, hand_id=hand_id, case_id=case_id, **who)

    def uncover_boxes(self, room: Room, rulings: Collection[str], *, key: str, by: User, at: datetime) -> None:
        """Book back what was covered for rulings that are taken back."""
        uncover_boxes(room=room, rulings=rulings, key=key, by=by, at=at)
