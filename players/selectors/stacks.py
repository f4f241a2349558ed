"""The chips of a player by place: on the table, and off it."""

from config.rooms.models import Room
from players.models import Account, AccountKind, Player, Sitting


def chips_in_rack(room: Room, player: Player) -> int:
    """The chips that `player` has in the room, off the table, in minor units."""
    held = Account.objects.filter(room=room, kind=AccountKind.RACK, player=player)
    return held.values_list("balance", flat=True).first() or 0


def stack_of(sitting: Sitting) -> int:
    """The chips in front of a player by the books, in minor units."""
    return Account.objects.filter(sitting=sitting).values_list("balance", flat=True).first() or 0
