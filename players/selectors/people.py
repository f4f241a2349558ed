"""People as the pages show them: found by a few letters, with what the desk must know at a glance."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, IntegerField, Q, QuerySet, Sum, Value, When

from config.errors import DomainError
from config.rooms.models import Room
from players.likeness import search_keys
from players.models import Account, AccountKind, Ban, Player, Sitting, TransferKind
from players.selectors.known import found_by_papers, known_in
from players.standing import Standing, age_on, bans_by_person

LARGEST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person in a list: whether they may play, their chips off the table in this room (minor units), and where they
    sit."""

    player: Player
    standing: Standing
    rack: int
    sitting: Sitting | None

    @property
    def warning(self) -> str:
        """The reason against serving the person, in a word or two; empty where nothing does."""
        if self.standing.ban:
            return self.standing.ban.get_kind_display()
        if self.standing.is_under_age:
            return f"under {self.standing.least_age}"
        return "guest" if self.player.is_guest else ""


@dataclass(frozen=True, slots=True)
class PastSitting:
    """One sitting on a person's page: what the player brought to the seat in that time, minor units."""

    sitting: Sitting
    brought: int


def found(text: str, room: Room) -> QuerySet[Player]:
    """The players whom `room` knows whose names hold every word of `text` or one that reads like it, or whose number it
    is; and those of any room whose whole document, or whole name and date of birth, it is. Part of a document finds
    nobody: people are not listed by their papers.
    """
    text = text.strip()
    names = Q()
    for word in text.split():
        keys = search_keys(word)
        names &= Q(display_name__icontains=word) | Q(legal_name__icontains=word) | Q(name_keys__overlap=keys)
    if text.isascii() and text.isdigit() and int(text) <= LARGEST_ID:
        names |= Q(pk=int(text))
    known = known_in(room)
    matches = known.filter(names) | found_by_papers(text) if text else known
    rank = Case(When(display_name__istartswith=text, then=Value(0)), default=Value(1), output_field=IntegerField())
    return matches.order_by("is_guest", rank, "display_name", "pk")


MOST_FOUND = 20
"""More people than these are not searched for at once: of some of them nobody would know that they were left out."""


def few_found(text: str, room: Room) -> list[int]:
    """The ids of the players whom `text` finds in `room`, for a search in what they did. Refuses `search_too_wide`."""
    ids = list(found(text, room).values_list("pk", flat=True)[: MOST_FOUND + 1])
    if len(ids) > MOST_FOUND:
        message = f"More than {MOST_FOUND} players are found by that: write more of the name, or the player's number."
        raise DomainError("search_too_wide", message, field="player")
    return ids


def first_found(text: str, room: Room, most: int) -> tuple[list[Player], int]:
    """The first `most` players whom `text` finds in `room`, and how many more it finds; nobody for no text."""
    if not text:
        return [], 0
    matches = found(text, room)
    first = list(matches[: most + 1])
    return first[:most], matches.count() - most if len(first) > most else 0


def rows(players: Sequence[Player], room: Room, at: datetime) -> list[PersonRow]:
    """These players as rows; three queries however many they are."""
    ids = [player.pk for player in players]
    people = {player.same_as_id or player.pk for player in players}
    bans = bans_by_person(people, at)
    racks = dict(
        Account.objects.filter(room=room, kind=AccountKind.RACK, player__in=ids).values_list("player_id", "balance")
    )
    seated = Sitting.objects.filter(player__in=ids, left_at=None, is_import=False).select_related("session__table")
    places = {sitting.player_id: sitting for sitting in seated}
    day = room.gaming_day(at)
    return [
        PersonRow(
            player,
            Standing(bans.get(player.same_as_id or player.pk), age_on(player, day), room.minimum_age),
            racks.get(player.pk, 0),
            places.get(player.pk),
        )
        for player in players
    ]


def row(player: Player, room: Room, at: datetime) -> PersonRow:
    """One player as a row."""
    return rows([player], room, at)[0]


def chosen(wanted: object, room: Room, at: datetime) -> PersonRow | None:
    """The player chosen by id, of those whom the room knows, as a row; None where nobody was."""
    text = str(wanted or "")
    if not (text.isascii() and text.isdigit() and int(text) <= LARGEST_ID):
        return None
    player = known_in(room).filter(pk=int(text)).first()
    return row(player, room, at) if player else None


def past_sittings(player: Player, room: Room, *, most: int = 20) -> list[PastSitting]:
    """The sittings of a person in this room, newest first, with what was brought to each seat; one query."""
    brought = Sum(
        "account__transfers_in__amount",
        filter=Q(
            account__transfers_in__kind__in=[TransferKind.BUY_IN, TransferKind.ADD_ON, TransferKind.MOVE],
            account__transfers_in__reversed_by=None,
        ),
        default=0,
    )
    sittings = player.sittings.filter(session__room=room).select_related("session__table", "session__plaque")
    newest = sittings.annotate(brought=brought).order_by("-seated_at", "-pk")[:most]
    return [PastSitting(sitting, sitting.brought) for sitting in newest]


def off_table_elsewhere(player: Player, room: Room) -> list[tuple[Player, int]]:
    """The other records of a person that have chips off the table in this room, each with how many, minor units; one
    query."""
    others = Player.objects.of(player).exclude(pk=player.pk)
    racks = Account.objects.filter(room=room, kind=AccountKind.RACK, player__in=others, balance__gt=0)
    return [(rack.player, rack.balance) for rack in racks.select_related("player").order_by("player") if rack.player]


def is_unnamed(player: Player) -> bool:
    """Whether a person is known by looks alone: no record of theirs has a name. One query at most."""
    return player.is_described and not Player.objects.of(player).filter(is_described=False).exists()


def bans_of(player: Player) -> list[Ban]:
    """Every ban of a person by any record of theirs, the newest first, with who imposed and who lifted it."""
    bans = Ban.objects.filter(player__in=Player.objects.of(player))
    return list(bans.select_related("room", "imposed_by", "lifted_by", "lifted_second"))
