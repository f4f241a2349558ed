"""Namesakes of a person: the known people who are alike by name, date of birth and document (004:L64).

The one mechanism for every desk. A name alone brings up whom it may mean; a record brings up the people who may not
play, or not with everybody, whom it may be a second record of, until somebody decided each pair (`players.likeness`
says what is alike).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet

from config.rooms.models import Room
from players.likeness import MAY_BE, Known, name_keys, score
from players.models import PERSON, IdentityDecision, Player, Separation
from players.selectors.known import known_in
from players.standing import MINIMUM_AGE, bans_by_person, binding_bans


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody may be `other`, of whom `why` speaks; `score` says how alike they are, MAY_BE to 100."""

    other: Player
    score: int
    why: str


def namesakes(name: str, room: Room, at: datetime) -> list[Player]:
    """The people whom this name may mean: those who are spoken against, who come first, and the registered players whom
    `room` knows.

    Two queries over the names of the house.
    """
    wanted = Known((name,))
    against = set(_spoken_against(at, at.date()).values_list("pk", flat=True))
    people = _with_keys(name_keys([name])).filter(Q(is_guest=False, pk__in=known_in(room)) | Q(pk__in=against))
    alike = [player for player in people if score(wanted, player.known) >= MAY_BE]
    return sorted(alike, key=lambda player: (player.pk not in against, player.display_name, player.pk))


def questions(records: Sequence[Player], *, at: datetime, day: date) -> list[Question]:
    """The people that the person with these records may be who are barred, excluded, kept apart or under age, not yet
    decided.

    `day` is the gaming day on which age counts. One query, three where somebody is alike.
    """
    own = [record.pk for record in records]
    keys = sorted({key for record in records for key in record.name_keys})
    documents = [record.document_key for record in records if record.document_key]
    people = _with_keys(keys, documents).alias(person=PERSON)
    against = _spoken_against(at, day).values(person=PERSON)
    pairs = list(_alike(records, people.filter(person__in=against).exclude(pk__in=own)))
    if not pairs:
        return []
    told, reasons = _told_apart(own, pairs), _reasons([other for other, _ in pairs], at, day)
    return [Question(other, by, reasons[other.pk]) for other, by in pairs if by > told.get(other.pk, 0)]


def alike(one: Player, other: Player) -> int:
    """Return how alike two records are, 0 to 100."""
    return score(one.known, other.known)


def _alike(records: Sequence[Player], people: QuerySet[Player]) -> Iterator[tuple[Player, int]]:
    """Those of `people` whom one of the records may be, with the score, the likeliest first."""
    known = [record.known for record in records]
    scored = ((player, max(score(one, player.known) for one in known)) for player in people)
    yield from sorted((pair for pair in scored if pair[1] >= MAY_BE), key=lambda pair: (-pair[1], pair[0].pk))


def _with_keys(keys: Collection[str], documents: Collection[str] = ()) -> QuerySet[Player]:
    """Everybody who shares a key of a name or the document's number, whatever kind it was said to be."""
    return Player.objects.filter(Q(name_keys__overlap=list(keys)) | Q(document_key__in=documents)).order_by()


def _spoken_against(at: datetime, day: date) -> QuerySet[Player]:
    """Those who may not play, or not with everybody: barred or excluded, kept apart from somebody, under age."""
    banned = binding_bans(at).order_by()
    apart = Separation.objects.filter(ended_at=None).order_by()
    young = Player.objects.filter(date_of_birth__gt=_youngest(day)).order_by()
    # a union of four small sets: each is found by its own index, where an OR of them reads everybody
    against = banned.values("player").union(apart.values("first"), apart.values("second"), young.values("pk"))
    return Player.objects.filter(pk__in=against)


def _youngest(day: date) -> date:
    """The last day on which somebody who is of age on `day` can have been born."""
    leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year - MINIMUM_AGE, day=28 if leap_day else day.day)


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


def _reasons(people: Sequence[Player], at: datetime, day: date) -> dict[int, str]:
    """Return what speaks against each of them, in a few words, by id."""
    persons = {player.person_id for player in people}
    bans = bans_by_person(persons, at)
    return {
        player.pk: bans[player.person_id].get_kind_display() if player.person_id in bans else _lesser(player, day)
        for player in people
    }


def _lesser(player: Player, day: date) -> str:
    """Return what speaks against somebody who is not barred."""
    if player.date_of_birth and player.date_of_birth > _youngest(day):
        return f"under {MINIMUM_AGE}"
    return "kept apart from somebody"
