"""Who somebody may be by his name alone: the known people who are called like that, or nearly (004:L64).

Equal is equal in letters, whatever the case, the accents and the order of the words; nearly equal is one slip of the
pen in a short name and two in a long one. Names of fewer than four letters must be equal.
"""

import unicodedata
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from math import ceil

from django.db.models import Q

from players.models import Player
from players.standing import binding_bans

LONG = 8
"""From so many letters on, two slips still leave a name recognizable."""
SHORT = 4
"""Below so many letters every slip makes another name."""


def namesakes(name: str, at: datetime) -> list[Player]:
    """The registered players, and the guests who are barred, whose display or legal name is `name` or nearly so.

    Two queries over the names of the house; those who are barred come first.
    """
    wanted = _letters(name)
    barred = set(binding_bans(at).values_list("player", flat=True))
    people = Player.objects.filter(Q(is_guest=False) | Q(pk__in=barred)).filter(_pieces(name))
    alike = (player for player in people if any(is_alike(wanted, other) for other in _names(player)))
    return sorted(alike, key=lambda player: (player.pk not in barred, player.display_name, player.pk))


def is_alike(one: str, other: str) -> bool:
    """Whether two names, in letters alone, are equal or a slip or two apart."""
    shorter = min(len(one), len(other))
    slips = 0 if shorter < SHORT else 1 if shorter < LONG else 2
    return _distance(one, other, slips) <= slips


def _names(player: Player) -> Iterator[str]:
    return (_letters(name) for name in (player.display_name, player.legal_name) if name)


def _pieces(name: str) -> Q:
    """What a name that is like `name` holds at least one of: its words cut into pieces of two or three letters.

    The database sorts out by them who can't be meant; two slips never spoil every piece of a long name.
    """
    any_piece = Q(pk__in=[])
    for word in name.casefold().split():
        count = ceil(len(word) / 3)
        cuts = [len(word) * part // count for part in range(count + 1)]
        for start, end in pairwise(cuts):
            piece = word[start:end]
            any_piece |= Q(display_name__icontains=piece) | Q(legal_name__icontains=piece)
    return any_piece


def _letters(name: str) -> str:
    """A name in small letters without accents and marks, its words in the order of the alphabet."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    words = "".join(letter if letter.isalnum() else " " for letter in plain.casefold()).split()
    return "".join(sorted(words))


def _distance(one: str, other: str, most: int) -> int:
    """How many letters are wrong, missing, too many or changed with their neighbours; anything above `most` is over."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        now = [row]
        for column, against in enumerate(other, start=1):
            steps = [last[column] + 1, now[-1] + 1, last[column - 1] + (letter != against)]
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against:
                steps.append(before[column - 2] + 1)
            now.append(min(steps))
        before, last = last, now
    return last[-1]
