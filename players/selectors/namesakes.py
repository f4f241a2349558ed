"""Namesakes of a person: the known people who are alike by name, date of birth and document (004:L64).

The one mechanism for every desk. A name alone brings up whom it may mean; a record brings up the people who may not
play whom it may be a second record of, until somebody decided each pair (`players.likeness` says what is alike). Who is
only kept apart from somebody may play: whom they may be is asked about at that one's table alone.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from config.rooms.models import Room
from players.likeness import MAY_BE, Known, name_keys, score
from players.models import PERSON, IdentityDecision, Player, Separation, person_of
from players.selectors.known import known_in
from players.separation import held_by
from players.standing import bans_by_person, binding_bans
from tables.models import TableSession


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody may be `other`, of whom `why` speaks; `score` says how alike they are, MAY_BE to 100.

    Until it is decided they don't play; where it `is_of_seats` they only don't sit beside somebody.
    """

    other: Player
    score: int
    why: str
    is_of_seats: bool = False


def namesakes(name: str, room: Room, at: datetime) -> list[Player]:
    """The people whom this name may mean: those who are spoken against, who come first, and the registered players whom
    `room` knows.

    Two queries over the names of the house.
    """
    wanted = Known((name,))
    against = set(_spoken_against(room, at).values_list("pk", flat=True))
    people = _with_keys(name_keys([name])).filter(Q(is_guest=False, pk__in=known_in(room)) | Q(pk__in=against))
    alike = [player for player in people if score(wanted, player.known) >= MAY_BE]
    return sorted(alike, key=lambda player: (player.pk not in against, player.display_name, player.pk))


def questions(records: Sequence[Player], *, room: Room, at: datetime) -> list[Question]:
    """The people that the person with these records may be who are barred, excluded or under age, not yet decided.

    Age counts on the gaming day, and is the room's. One query, three where somebody is alike.
    """
    pairs = _undecided(records, _spoken_against(room, at))
    reasons = _reasons([other for other, _ in pairs], room, at) if pairs else {}
    return [Question(other, by, reasons[other.pk]) for other, by in pairs]


def questions_of_seats(
    records: Sequence[Player], *, room: Room | int, beside: TableSession | None = None
) -> list[Question]:
    """The people that the person with these records may be whom the room keeps apart from somebody else, not yet
    decided; with a table those alone who are kept apart from somebody that sits there. One query, two where somebody is
    alike.
    """
    pairs = _undecided(records, _kept_apart(records, room, beside))
    where = f"somebody who sits at {beside.table}" if beside else "somebody"
    return [Question(other, by, f"kept apart from {where}", is_of_seats=True) for other, by in pairs]


def alike(one: Player, other: Player) -> int:
    """Return how alike two records are, 0 to 100."""
    return score(one.known, other.known)


def _undecided(records: Sequence[Player], people: QuerySet[Player]) -> list[tuple[Player, int]]:
    """The records of any of these people that may be of the person with `records`, with the score, of which nobody has
    decided yet."""
    own = [record.pk for record in records]
    keys = sorted({key for record in records for key in record.name_keys})
    documents = [record.document_key for record in records if record.document_key]
    known = _with_keys(keys, documents).alias(person=PERSON).filter(person__in=people.values(person=PERSON))
    pairs = list(_alike(records, known.exclude(pk__in=own)))
    told = _told_apart(own, pairs) if pairs else {}
    return [(other, by) for other, by in pairs if by > told.get(other.pk, 0)]


def _kept_apart(records: Sequence[Player], room: Room | int, beside: TableSession | None) -> QuerySet[Player]:
    """Those whom the room keeps apart from somebody; with a table, from somebody that sits there. Who is kept apart
    from the person with `records` is nobody that they may be."""
    held = Separation.objects.filter(held_by(room), ended_at=None).order_by()
    held = held.exclude(Q(first__in=records) | Q(second__in=records))
    first = second = held
    if beside is not None:
        there = Player.objects.filter(sittings__session=beside, sittings__left_at=None).values(person=PERSON)
        first = held.alias(person=person_of("second")).filter(person__in=there)
        second = held.alias(person=person_of("first")).filter(person__in=there)
    return Player.objects.filter(pk__in=first.values("first").union(second.values("second")))


def _alike(records: Sequence[Player], people: QuerySet[Player]) -> Iterator[tuple[Player, int]]:
    """Those of `people` whom one of the records may be, with the score, the likeliest first."""
    known = [record.known for record in records]
    scored = ((player, max(score(one, player.known) for one in known)) for player in people)
    yield from sorted((pair for pair in scored if pair[1] >= MAY_BE), key=lambda pair: (-pair[1], pair[0].pk))


def _with_keys(keys: Collection[str], documents: Collection[str] = ()) -> QuerySet[Player]:
    """Everybody who shares a key of a name or the document's number, whatever kind it was said to be."""
    return Player.objects.filter(Q(name_keys__overlap=list(keys)) | Q(document_key__in=documents)).order_by()


def _spoken_against(room: Room, at: datetime) -> QuerySet[Player]:
    """Those who may not play: barred or excluded, or under age."""
    banned = binding_bans(at).order_by()
    young = Player.objects.filter(date_of_birth__gt=_youngest(room, at)).order_by()
    # a union of two small sets: each is found by its own index, where an OR of them reads everybody
    against = banned.values("player").union(young.values("pk"))
    return Player.objects.filter(pk__in=against)


def _youngest(room: Room, at: datetime) -> date:
    """The last day on which somebody who is of age on the gaming day can have been born."""
    day = room.gaming_day(at)
    leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year - room.minimum_age, day=28 if leap_day else day.day)


def _told_apart(own: Sequence[int], pairs: Sequence[tuple[Player, int]]) -> dict[int, int]:
    """Return how alike each of the others was to one of `own` when somebody last said that they are two people, by
    id."""
    others = [other.pk for other, _ in pairs]
    of_both = Q(first__in=own, second__in=others) | Q(first__in=others, second__in=own)
    told: dict[int, int] = {}
    for decision in IdentityDecision.objects.filter(of_both).exclude(outcome=IdentityDecision.Outcome.SAME):
        other = decision.second_id if decision.first_id in own else decision.first_id
        told[other] = max(told.get(other, 0), decision.score)
    return told


def _reasons(people: Sequence[Player], room: Room, at: datetime) -> dict[int, str]:
    """Return what speaks against each of them, in a few words, by id."""
    persons = {player.person_id for player in people}
    bans = bans_by_person(persons, at)
    return {
        player.pk: bans[player.person_id].get_kind_display()
        if player.person_id in bans
        else f"under {room.minimum_age}"
        for player in people
    }
