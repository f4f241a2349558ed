"""The facts that the pages about people show, each in a fixed number of queries."""

from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from config.rooms.models import Room
from config.staff.models import ApiToken, StaffRole, User
from config.staff.roles import ROLES, Permission, Role


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person of the list: the user, their roles here in words, and whether they may sign in."""

    person: User
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoleInWords:
    """A role and what it may do, for people."""

    role: Role
    sentences: tuple[str, ...]
    held_by: tuple[User, ...]


def people(room: Room, search: str = "") -> list[PersonRow]:
    """The people who hold or held a role in `room`, by name; with `search`, those whose badge or name holds it."""
    here = User.objects.filter(staff_roles__room=room)
    if search:
        named = Q(display_name__icontains=search) | Q(username__icontains=search) | Q(badge_number__icontains=search)
        here = here.filter(named)
    return [PersonRow(person, _titles(person)) for person in _with_roles_in(here.distinct(), room)]


def person_of(room: Room, user_id: int) -> User | None:
    """The person with that id with their `history` of roles in `room`; None where they never worked there."""
    history = (
        StaffRole.objects.filter(room=room).select_related("granted_by", "ended_by").order_by("-granted_at", "-pk")
    )
    ever_here = User.objects.filter(staff_roles__room=room, pk=user_id).distinct()
    return ever_here.prefetch_related(Prefetch("staff_roles", history, to_attr="history")).first()


def roles_in_words(room: Room) -> list[RoleInWords]:
    """Every role with its sentences and who holds it in `room`."""
    holders: dict[str, list[User]] = {code: [] for code in ROLES}
    rows = StaffRole.objects.filter(room=room, ended_at=None, user__is_active=True).select_related("user")
    for row in rows.order_by("user__display_name"):
        holders[row.role].append(row.user)
    return [RoleInWords(role, _sentences(role), tuple(holders[role.code])) for role in ROLES.values()]


def token_in(room: Room, person: User) -> ApiToken | None:
    """The token that a system has in the person's name in `room`, over or not; None where none was left open."""
    return ApiToken.objects.filter(user=person, room=room, ended_at=None).select_related("given_by").first()


def _sentences(role: Role) -> tuple[str, ...]:
    return tuple(permission.sentence for permission in Permission if permission in role.permissions)


def _with_roles_in(people: QuerySet[User], room: Room) -> QuerySet[User]:
    held = StaffRole.objects.filter(room=room, ended_at=None)
    return people.prefetch_related(Prefetch("staff_roles", held, to_attr="held_here")).order_by(
        "-is_active", "display_name"
    )


def _titles(person: User) -> tuple[str, ...]:
    held: list[StaffRole] = person.held_here  # type: ignore[attr-defined]  # prefetched by _with_roles_in
    order = list(ROLES)
    return tuple(row.title for row in sorted(held, key=lambda row: order.index(row.role)))
