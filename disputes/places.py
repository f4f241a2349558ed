"""The places of a disputed hand's chips now, and the hand that a case is about."""

from config.errors import DomainError
from disputes.models import Dispute, Place
from games.models import Hand
from players.ledger import rack_account, table_account
from players.models import Account, AccountKind, Sitting
from tables.models import TableSession

BOXES = {Place.RAKE: AccountKind.RAKE_BOX, Place.PROMO: AccountKind.PROMO_BOX}


def claim_of(dispute: Dispute, place: Sitting | Place) -> Account:
    """The account that debts to a player or to a box of the house go to once they are collected: never on to a
    stack."""
    if isinstance(place, Sitting):
        return rack_account(dispute.room, place.player)
    return table_account(dispute.session, BOXES[place])


def refuse_imported(session: TableSession) -> None:
    """Refuse (`imported`) to rule on play that comes from files: its chips are nobody's in this room."""
    if session.source == TableSession.Source.IMPORT:
        message = (
            "That hand comes from a file: its chips are not in this room, so no case and no ruling moves them. "
            "Take it up where it was played; about a hand of this room, open the case at its table."
        )
        raise DomainError("imported", message)


def hand_of(dispute: Dispute) -> Hand | None:
    """The newest version of the disputed hand; None where there is none, or it isn't recorded yet."""
    if dispute.hand_number is None or dispute.hand_started_at is None:
        return None
    versions = Hand.objects.filter(
        session=dispute.session_id, number=dispute.hand_number, started_at=dispute.hand_started_at
    )
    return versions.select_related("room", "session__table", "session__room").order_by("-version").first()
