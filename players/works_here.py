"""Players who work here too: who they are, and that nobody serves, counts or judges themselves (C-12, R7).

By whichever record: what binds one record of a person binds all. Nothing is known of anybody of whom nobody noted it.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext

from config.compiled import Among, Blank, compiled
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from config.staff.roles import ROLES
from players.models import PERSON, Employment, Player, person_of
from players.standing import of_persons
from tables.models import Dealer


@dataclass(frozen=True, slots=True)
class Works:
    """An employment that is noted, and the work in words."""

    row: Employment
    work: str


def works_of(player: Player, room: Room) -> list[Works]:
    """The employments of a person in a room that are noted now, by whichever record of theirs; two queries at most."""
    noted = Employment.objects.filter(room=room, player__in=Player.objects.of(player), ended_at=None)
    rows = list(noted.select_related("user", "dealer", "noted_by", "player").order_by("pk"))
    users = [row.user_id for row in rows if row.user_id]
    roles: dict[int, list[str]] = {}
    if users:
        held = StaffRole.objects.filter(room=room, user__in=users, ended_at=None).order_by("role")
        for user, role in held.values_list("user", "role"):
            roles.setdefault(user, []).append(ROLES[role].title.lower())
    return [Works(row, _work(row, roles.get(row.user_id or 0, []))) for row in rows]


def _work(row: Employment, roles: Collection[str]) -> str:
    if row.dealer_id:
        return gettext("dealer")
    return ", ".join(roles) or gettext("no role any more")


def not_yet_players(room: Room) -> list[User | Dealer]:
    """The people who work in a room and whose record as players is noted nowhere in it, by name, dealers after those
    who sign in; two queries."""
    noted = Employment.objects.filter(room=room, ended_at=None)
    roles = StaffRole.objects.filter(room=room, ended_at=None).values("user")
    users = User.objects.filter(pk__in=roles, is_active=True).exclude(pk__in=noted.exclude(user=None).values("user"))
    dealers = Dealer.objects.filter(room=room).exclude(pk__in=noted.exclude(dealer=None).values("dealer"))
    return [*users.order_by("display_name", "pk"), *dealers.order_by("display_name", "pk")]


def employed_at(persons: Collection[int], room: Room, at: datetime) -> QuerySet[Employment]:
    """The employments in a room of any of these persons that are noted now, or were not over yet at `at`.

    Who was noted only afterwards counts too, for it is found out when somebody wins; what was noted by mistake doesn't.
    """
    rows = Employment.objects.filter(of_persons(persons), Q(ended_at=None) | Q(ended_at__gt=at), room=room)
    rows = rows.filter(was_wrong=False)
    return rows.select_related("user", "dealer", "player").order_by("pk")


def refuse_oneself(players: Player | Iterable[Player], *people: User | None, what: str) -> None:
    """Refuse (`serves_oneself`) where any of these `people`, who serve, sign or judge, is one of the `players`
    themselves, by whichever record and in whichever room that was noted. `what` goes on from "nobody": "sells
    themselves chips". One query.
    """
    acting = {person.pk: person for person in people if person is not None}
    concerned = [players] if isinstance(players, Player) else list(players)
    for found in _own(list(acting), [player.pk for player in concerned]):
        themselves = acting[found.user_id or 0]
        message = f"{found.player} is {themselves}, and nobody {what}: let somebody else do it."
        raise DomainError("serves_oneself", message, allowed={"player": found.player_id})


@compiled
def _own(users: Blank, players: Blank) -> QuerySet[Employment]:
    """The employments as one of these users of the persons whom these records are of."""
    persons = Player.objects.filter(Among(F("pk"), players)).values(person=PERSON)
    mine = Employment.objects.filter(Among(F("user"), users), ended_at=None)
    mine = mine.alias(person=person_of("player")).filter(person__in=persons)
    return mine.select_related("player").order_by("pk")
