"""Records that were taken for one person's are taken apart again: a link is a decision, and a decision may be wrong."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.models import IdentityDecision, Player
from players.selectors.namesakes import alike
from players.services.people import lock_player


@transaction.atomic
def part_record(
    *, room: Room, player: Player, reason: str, by: User, at: datetime, second: User | None = None
) -> list[IdentityDecision]:
    """Decide that a record is not of the person with whose other records it is linked; returns a row for each of those.

    From now on it stands for itself: its cash, bans, seats and debts are its own, and those of the others theirs. What
    was done meanwhile stays as it was done; chips that were collected from the wrong record go back by the void of that
    collection. Always with a `second` person, who has shown their own PIN: a ban may no longer bind. Refuses a missing
    reason (`reason_missing`), a record that is linked to none (`not_linked`), and as `refuse_alone`. Source: C-4.
    """
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say how you know: the document, the face, who knows them.", field="reason")
    player = lock_player(player)
    others = list(Player.objects.of(player).exclude(pk=player.pk).order_by("pk"))
    if not others:
        raise DomainError("not_linked", f"{player} is linked to no other record: reload the page.")
    what = "these records are of two people"
    refuse_alone(second, by, Permission.PLAYER_IDENTIFY, room, what, at=at)
    made = [_told(player, other, room=room, reason=reason, by=by, second=second, at=at) for other in others]
    _unlink(player, others)
    after = {"player": player.pk, "others": [other.pk for other in others]}
    after |= {"confirmed_by": second.pk} if second else {}
    record("player.parted", player, room=room, by=by, at=at, after=after, reason=reason)
    return made


def _told(
    player: Player, other: Player, *, room: Room, reason: str, by: User, second: User | None, at: datetime
) -> IdentityDecision:
    first, later = sorted((player, other), key=lambda one: one.pk)
    return IdentityDecision.objects.create(
        first=first, second=later, outcome=IdentityDecision.Outcome.PARTED, score=alike(player, other), reason=reason,
        room=room, decided_at=at, decided_by=second, entered_by=by,
    )  # fmt: skip


def _unlink(player: Player, others: list[Player]) -> None:
    """Let a record stand for itself; where it was the first of its person, the next one is that of the others."""
    if player.same_as_id is not None:
        Player.objects.filter(pk=player.pk).update(same_as=None, linked_at=None)
        return
    first, *rest = others
    Player.objects.filter(pk=first.pk).update(same_as=None, linked_at=None)
    Player.objects.filter(pk__in=[other.pk for other in rest]).update(same_as=first)
