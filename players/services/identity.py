"""The identity of people: two records are of one person, or of two. Decided by somebody with the right, and
remembered."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from players.models import IdentityDecision, Player
from players.selectors.namesakes import alike
from players.services.conduct import bind_separations
from players.services.exclusions import bind_ban
from players.services.people import lock_player
from players.tills import tills

Outcome = IdentityDecision.Outcome


@transaction.atomic
def decide_identity(
    *,
    room: Room,
    player: Player,
    other: Player,
    outcome: IdentityDecision.Outcome,
    reason: str,
    by: User,
    at: datetime,
    decider: User | None = None,
) -> IdentityDecision:
    """Decide that `player` and `other` are one person, or two; `decider` where another than `by` decides, by PIN.

    Two people are asked about again only when more speaks for one than does now. The records of one person stay as they
    are and are linked (C-4): every ban and separation binds all of them from now on, as it does who sits at a table
    then, and what their cash of any gaming day comes to together is told. `part_record` ends it. Refuses a missing
    reason (`reason_missing`), a decider without the right (`decision_not_yours`), one record (`same_record`), and two
    that are linked already (`linked_already`).
    """
    decider = decider or by
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say how you know: the document, the face, who knows them.", field="reason")
    if not decider.may(Permission.PLAYER_IDENTIFY, room):
        message = "A supervisor decides who this is: let one enter badge and PIN."
        raise DomainError("decision_not_yours", message, field="badge")
    if outcome == Outcome.PARTED:
        raise ValueError("records are parted by part_record")
    player, other = _lock_both(player, other)
    first, second = sorted((player, other), key=lambda one: one.pk)
    made = IdentityDecision.objects.create(
        first=first, second=second, outcome=outcome, score=alike(player, other), reason=reason, room=room,
        decided_at=at, decided_by=decider, entered_by=by,
    )  # fmt: skip
    if outcome == Outcome.SAME:
        _link(made, player, other, by=by, at=at)
    verb = "player.same_person" if outcome == Outcome.SAME else "player.told_apart"
    after = {"player": player.pk, "other": other.pk, "alike": made.score, "decided_by": decider.pk}
    record(verb, player, room=room, by=by, at=at, after=after, reason=reason)
    return made


def _lock_both(player: Player, other: Player) -> tuple[Player, Player]:
    """Both records with all that belong to their persons, locked in the order of the persons' ids."""
    if player.pk == other.pk:
        raise DomainError("same_record", "That is the same record: name another one.", field="other")
    locked = {one.pk: lock_player(one) for one in sorted((player, other), key=lambda one: one.person_id)}
    player, other = locked[player.pk], locked[other.pk]
    if player.person_id == other.person_id:
        raise DomainError("linked_already", f"{player} and {other} are one person already: reload the page.")
    return player, other


def _link(made: IdentityDecision, player: Player, other: Player, *, by: User, at: datetime) -> None:
    """Link the later person's records to the earlier one's, let what binds either bind both, and add up their cash."""
    person, later = sorted((player.person_id, other.person_id))
    first = [record.pk for record in Player.objects.of(Player(pk=person))]
    moved = [record.pk for record in Player.objects.of(Player(pk=later))]
    Player.objects.filter(pk__in=moved).update(same_as=person, linked_at=at)
    bind_ban(Player(pk=person), by=by, at=at)
    bind_separations(Player.objects.get(pk=person), at=at)
    tills().linked(made.pk, first, moved, by=by, at=at)
