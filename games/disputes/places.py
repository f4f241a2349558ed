"""Where the chips of a disputed hand are now, and which hand a case is about."""

from config.rooms.models import Room
from games.disputes.models import Dispute
from games.models import Hand
from players.ledger import rack_account, seat_account
from players.models import Account, Sitting


def chips_of(room: Room, sitting: Sitting) -> Account:
    """The chips in front of the player, or his rack once he has left the table."""
    return rack_account(room, sitting.player) if sitting.left_at else seat_account(sitting)


def hand_of(dispute: Dispute) -> Hand | None:
    """The newest version of the disputed hand; None where there is none, or it isn't recorded yet."""
    if dispute.hand_number is None or dispute.hand_started_at is None:
        return None
    versions = Hand.objects.filter(
        session=dispute.session_id, number=dispute.hand_number, started_at=dispute.hand_started_at
    )
    return versions.select_related("room", "session__table", "session__room").order_by("-version").first()
