"""Whether two people on paper may be one person: documents in a normal form, names and birth dates as a score.

Nothing here asks the database. A name is read in two ways and the likelier one counts: as it looks (letters of other
scripts that look Latin are Latin, digits inside a word are the letters they resemble), and as it sounds. Case, accents,
marks, the order of the words and characters that can't be seen make no difference. Nicknames are other names: no
library that is kept well knows them in every language.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import product
from string import ascii_letters

from anyascii import anyascii
from confusable_homoglyphs import confusables
from rapidfuzz.distance import OSA

MAY_BE = 75
"""From this score on two people may be one: a slip of the pen in a short name, two in a long one, one name of several
left out. Below it, "Maria" and "Mara" are two people."""
SAME = 98
"""From this score on they are one as far as names and dates can tell: the names are equal."""
SAME_AND_BORN_ALIKE = 99
"""Equal names of one date of birth: more than the names alone, so that who was told apart by these is asked about again
once the dates are known; and less than one document, 100."""
BORN_ALIKE = 15
"""Points that the same date of birth adds to the score of the names."""
BORN_OTHERWISE = 30
"""Points that another date of birth takes off: equal names with different dates come to 70 and raise no question."""
TOO_MANY_SLIPS = 15
"""Points that more slips cost than a name of that length may have: such names are alike with the same date of birth
only."""
ONE_OF_SEVERAL = 62
"""One word that is the whole of one name and a part of the other: a first name alone says little."""
RARE_WORD = 8
"""From so many letters on one word is a surname that says something: `RARE_PART` instead of `ONE_OF_SEVERAL`."""
RARE_PART = 78
PART_OF_NAME = 88
"""Two words or more that are the whole of one name and a part of the other: second names are often left out, or
written as an initial."""

_INVISIBLE = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that show nothing; Unicode's format characters (Cf) are left out besides."""
_MOST_MARKS = 4
"""A Hebrew shin has two dots, a vowel and a sign of cantillation; Vietnamese and Thai letters have two."""
_AS_LETTERS = str.maketrans("0123456789l", "oizeasgtbgi")
_SIGNS_AS_LETTERS = str.maketrans("|!$@", "iisa")
_PAIRS_AS_LETTERS = (("rn", "m"), ("vv", "w"))
_AS_DIGITS = str.maketrans("OQIL", "0011")


@dataclass(frozen=True, slots=True)
class Known:
    """The facts known of a person on paper: every name, the day of birth, and the document in its normal form."""

    names: tuple[str, ...]
    born: date | None = None
    document: str = ""


def document_key(number: str) -> str:
    """The normal form of a document's number: capitals and digits alone, with O as 0 and I and L as 1."""
    plain = _ascii(unicodedata.normalize("NFKC", number), look=True).upper()
    return "".join(sign for sign in plain if sign.isalnum()).translate(_AS_DIGITS)[:60]


def is_readable(name: str) -> bool:
    """Whether a name has at least one letter or digit that can be seen."""
    return any(sign.isalnum() and sign not in _INVISIBLE for sign in unicodedata.normalize("NFKC", name))


def visible(name: str) -> str:
    """A name without what shows nothing: "Ludo" where zero-width signs stood in it, or others that turn the line round.

    Joiners stay after letters of the scripts that need them. Of the marks above and below a letter as many stay as any
    script writes there: more of them run over the names of others.
    """
    seen, marks = "", 0
    for sign in name:
        joins = sign in _JOINERS and seen[-1:] >= _ARABIC
        if not joins and (sign in _INVISIBLE or unicodedata.category(sign) == "Cf" or _is_selector(sign)):
            continue
        if unicodedata.category(sign) in ("Mn", "Me"):
            marks += 1
        elif not joins:
            marks = 0
        if marks <= _MOST_MARKS:
            seen += sign
    return " ".join(seen.split())


def name_keys(names: Iterable[str]) -> list[str]:
    """The short keys under which these names are found: two names that are alike share at least one of them.

    Each word, and all of them as one, gives the first letters of its normal form; a long word also these with one
    letter left out, because a slip of the pen spoils some of them and never all. In a name of short words a slip
    leaves another word whole.
    """
    keys: set[str] = set()
    for name in names:
        for words in _readings(name):
            keys |= {word[:_KEY] for word in (*words, "".join(words))}
            starts = [word[:_KEY] for word in words if len(word) >= _KEY]
            keys |= {start[:at] + start[at + 1 :] for start in starts for at in range(_KEY)}
    return sorted(keys)


def search_keys(word: str) -> list[str]:
    """The keys by which a typed word finds names however they are written: "Nandu" finds "Ñandú"."""
    return sorted({part[:_KEY] for words in _readings(word) for part in words})


_KEY = 5
_JOINERS, _ARABIC = frozenset("\u200c\u200d"), "\u0600"
_PARTICLES = frozenset(
    [
        "da",
        "das",
        "de",
        "del",
        "della",
        "den",
        "der",
        "di",
        "dos",
        "du",
        "ibn",
        "la",
        "le",
        "mac",
        "mc",
        "ter",
        "van",
        "von",
    ]
)
"""Small words that are often written together with the next: "de la Cruz" is "Delacruz"."""


def score(one: Known, other: Known) -> int:
    """Return how much speaks for one person, 0 to 100: the same document settles it, then names, then the dates of
    birth. More that speaks for it is always a higher score."""
    if one.document and one.document == other.document:
        return 100
    names = max((name_score(*pair) for pair in product(one.names, other.names)), default=0)
    most = SAME_AND_BORN_ALIKE if one.born and one.born == other.born else SAME
    return max(0, min(most, names + _born(one.born, other.born)))


@lru_cache(maxsize=100_000)
def name_score(one: str, other: str) -> int:
    """Return how alike two names are, 0 to 100, in whichever reading they are most alike."""
    return max((_words_score(*pair) for pair in product(_readings(one), _readings(other))), default=0)


def _born(one: date | None, other: date | None) -> int:
    """The points of the dates of birth: day and month changed, or one digit of it, is a slip and says nothing."""
    if one is None or other is None:
        return 0
    if one == other:
        return BORN_ALIKE
    is_slip = (one.day, one.month) == (other.month, other.day) and one.year == other.year
    digits = sum(a != b for a, b in zip(one.isoformat(), other.isoformat(), strict=True))
    return 0 if is_slip or digits == 1 else -BORN_OTHERWISE


def _words_score(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Return how alike two names are, word by word whatever their order; or as one word, where they are cut
    differently."""
    if not one or not other or _numbers(one) != _numbers(other):
        return 0
    shorter, longer = sorted((one, other), key=lambda words: (len(words), len("".join(words))))
    whole = _slips_score("".join(sorted(shorter)), "".join(sorted(longer)))
    joined = _slips_score("".join(shorter), "".join(longer))
    return max(whole, joined, _paired_score(shorter, longer))


def _paired_score(shorter: tuple[str, ...], longer: tuple[str, ...]) -> int:
    """The score of every word of the shorter name beside the word of the longer one that is most like it."""
    left, slips, initials = list(longer), 0, 0
    for word in sorted(shorter, key=len, reverse=True):
        best = min(left, key=lambda against: _word_slips(word, against))
        left.remove(best)
        slips += _word_slips(word, best)
        initials += min(len(word), len(best)) == 1
    if initials == len(shorter):
        return 100 if shorter == longer else 0
    length = max(len("".join(shorter)), len("".join(longer)) - len("".join(left)))
    alike = _capped(slips, length)
    if not left:
        return min(alike, PART_OF_NAME) if initials else alike
    if len(shorter) > 1:
        return min(alike, PART_OF_NAME)
    return min(alike, RARE_PART if len(shorter[0]) >= RARE_WORD else ONE_OF_SEVERAL)


def _word_slips(one: str, other: str) -> int:
    """Letters wrong, missing, too many or changed with their neighbours; an initial stands for any word it begins."""
    if min(len(one), len(other)) == 1 and one[0] == other[0]:
        return 0
    return OSA.distance(one, other)


def _slips_score(one: str, other: str) -> int:
    return _capped(OSA.distance(one, other), max(len(one), len(other)))


def _capped(slips: int, length: int) -> int:
    """A score from slips in so many letters, less where a name of that length can't bear them."""
    bears = 0 if length < 6 else 1 if length < 10 else 2
    alike = round(100 * (1 - slips / length)) if slips < length else 0
    return alike if slips <= bears else max(0, alike - TOO_MANY_SLIPS)


def _numbers(words: tuple[str, ...]) -> list[str]:
    """The words that are numbers: "Player 12" and "Player 13" are two people, not a slip of the pen."""
    return sorted(word for word in words if word.isdigit())


@lru_cache(maxsize=100_000)
def _readings(name: str) -> tuple[tuple[str, ...], ...]:
    """The words of a name as it looks and as it sounds, each in the order in which they are written."""
    seen = "".join(_TWINS.get(sign, sign) for sign in visible(name)), visible(name)
    plain = [visible(unicodedata.normalize("NFKC", each)) for each in seen]
    readings = [
        tuple(_words(_ascii(each, look=look), look=look)) for each, look in zip(plain, (True, False), strict=True)
    ]
    readings.append(tuple(_without_pairs(word) for word in readings[0]))
    readings += [_together(words) for words in readings]
    return tuple(dict.fromkeys(words for words in readings if words))


def _together(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with every particle written together with the next."""
    made, before = [], ""
    for word in words[:-1]:
        before += word
        if word not in _PARTICLES:
            made.append(before)
            before = ""
    return (*made, before + words[-1]) if words else ()


def _without_pairs(word: str) -> str:
    """The word with one letter for each two that look like it together: "Torn" is "Tom"."""
    for pair, letter in _PAIRS_AS_LETTERS:
        word = word.replace(pair, letter)
    return word


def _words(text: str, *, look: bool) -> Iterator[str]:
    text = text.translate(_SIGNS_AS_LETTERS) if look else text
    letters = "".join(sign if sign.isalnum() else "" if sign in "'`" else " " for sign in text.casefold())
    for word in letters.split():
        yield word.translate(_AS_LETTERS) if look and not word.isdigit() else word


def _is_selector(sign: str) -> bool:
    """Whether a sign only chooses how the one before it is drawn, or keeps two from being joined."""
    return sign == "\u034f" or "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _look_alikes() -> dict[str, str]:
    """Every single sign that the library knows to look like a letter of ours, with that letter."""
    alike: dict[str, str] = {}
    for letter in ascii_letters:
        for twin in confusables.confusables_data.get(letter, ()):
            sign = "".join(part for part in twin["c"] if unicodedata.category(part) != "Cf")
            if len(sign) == 1 and not sign.isascii():
                alike.setdefault(sign, letter)
    return alike


_TWINS = _look_alikes()


def _ascii(text: str, *, look: bool) -> str:
    return "".join(_letter(sign, look=look) for sign in text)


@lru_cache(maxsize=20_000)
def _letter(sign: str, *, look: bool) -> str:
    """A sign in ASCII: what it looks like, where `look` and there is such a letter, else what it sounds like."""
    bare = unicodedata.normalize("NFD", sign)[0] if sign else ""
    if sign.isascii() or bare.isascii():
        return bare if unicodedata.category(sign)[0] in "LNZP" or sign.isascii() else ""
    if look and (found := confusables.is_confusable(sign, preferred_aliases=["latin"])):
        twins = [twin["c"] for entry in found for twin in entry["homoglyphs"] if twin["c"].isascii()]
        if twins:
            return str(twins[0])
    return "" if unicodedata.combining(sign) else anyascii(sign)
