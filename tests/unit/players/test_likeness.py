"""The likeness of two people on paper: names, dates of birth and documents in a normal form."""

import unicodedata
from datetime import date
from string import ascii_letters

import pytest
from confusable_homoglyphs import confusables
from hypothesis import given
from hypothesis import strategies as st

from players.likeness import (
    BORN_ALIKE,
    BORN_OTHERWISE,
    MAY_BE,
    SAME,
    Known,
    document_key,
    is_readable,
    name_keys,
    name_score,
    score,
    visible,
)

SAME_NAME = [
    ("Tess Example", "Τess Example"),  # a Greek capital tau
    ("Tess Example", "tess  EXAMPLE"),
    ("Tess Example", "Tess\u200b Exam\u00adple"),
    ("Tess Example", "Te55 Examp1e"),
    ("José García", "Garcia, Jose"),
    ("Bob", "Воb"),  # Cyrillic ve and o
    ("Zoe", "Ζоe"),  # Greek zeta, Cyrillic o
    ("Владимир Иванов", "Vladimir Ivanov"),
    ("王芳", "Wang Fang"),
    ("O'Brien Pat", "Pat OBrien"),
    ("Ana de la Cruz", "Delacruz, Ana"),
    ("Łukasz Żak", "Lukasz Zak"),
    ("Ｔess Example", "Tess Example"),  # full width
    ("Torn", "Tom"),
    ("VVes", "Wes"),
    ("K|t", "Kit"),
    ("2oe", "Zoe"),
    ("$ol", "Sol"),
    ("Viϲ", "Vic"),  # a Greek lunate sigma
    ("Lʋ", "Lu"),  # a Latin letter that is none of the alphabet
]
MAY_BE_NAME = [
    ("Josephin Marchant", "Josephine Marchand"),
    ("Jo Delarcoix", "Jo Delacroix"),
    ("Joe Delacroix", "Jo Delacroix"),
    ("Al Mosse", "Al Moss"),
    ("Jörg Müller", "Joerg Mueller"),
    ("Jose Garcia", "Jose Maria Garcia Lopez"),
    ("J. Garcia", "Jose Garcia"),
    ("Tess E.", "Tess Example"),
    ("Delacroix", "Jo Delacroix"),
    ("Jodelacroix", "Jo Delacroix"),
]
NOT_THE_NAME = [
    ("Maria", "Mara"),
    ("Ann", "Anna"),
    ("Jo", "Jo Delacroix"),
    ("Tess", "Tess Example"),
    ("Bo", "Jo"),
    ("Joan Delacour", "Jo Delacroix"),
    ("John Smith", "Jon Smyth"),
    ("Annabel Lee", "Hannah Moss"),
    ("Player 12", "Player 13"),
    ("Maria Lopez", "Maria Gonzalez"),
    ("T. E.", "Tess Example"),
]


@pytest.mark.parametrize(("one", "other"), SAME_NAME)
def test_the_same_name_however_it_is_written(one: str, other: str) -> None:
    assert name_score(one, other) >= SAME


@pytest.mark.parametrize(("one", "other"), MAY_BE_NAME)
def test_names_that_may_be_one(one: str, other: str) -> None:
    assert name_score(one, other) >= MAY_BE
    assert name_score(one, other) == name_score(other, one)


@pytest.mark.parametrize(("one", "other"), NOT_THE_NAME)
def test_names_of_two_people(one: str, other: str) -> None:
    assert name_score(one, other) < MAY_BE


@pytest.mark.parametrize(("one", "other"), SAME_NAME + MAY_BE_NAME)
def test_names_that_are_alike_share_a_key(one: str, other: str) -> None:
    assert set(name_keys([one])) & set(name_keys([other]))


BORN = date(1980, 3, 14)


class TestBirth:
    def said(self, name: str, born: date | None) -> int:
        """The score of somebody beside Tess Example, born on BORN."""
        return score(Known((name,), born), Known(("Tess", "Tess Example"), BORN))

    def test_the_same_date_raises_and_another_lowers(self) -> None:
        bare = self.said("Tess Exampel", None)
        assert self.said("Tess Exampel", BORN) == min(99, bare + BORN_ALIKE)
        assert self.said("Tess Exampel", date(1991, 7, 2)) == bare - BORN_OTHERWISE

    def test_equal_names_with_other_dates_are_two_people(self) -> None:
        assert self.said("Tess Example", date(1991, 7, 2)) < MAY_BE <= self.said("Tess Example", None)

    @pytest.mark.parametrize("slip", [date(1980, 3, 15), date(1981, 3, 14), date(1980, 2, 14)])
    def test_one_wrong_digit_says_nothing(self, slip: date) -> None:
        assert self.said("Tess Example", slip) == self.said("Tess Example", None)

    def test_day_and_month_the_other_way_round_say_nothing(self) -> None:
        known, wanted = Known(("Al Moss",), date(1980, 3, 4)), Known(("Al Moss",), date(1980, 4, 3))
        assert score(known, wanted) == SAME or score(known, wanted) > SAME

    def test_a_likeness_that_is_too_faint_alone_is_one_with_the_same_date(self) -> None:
        assert name_score("John Smith", "Jon Smyth") < MAY_BE
        assert score(Known(("John Smith",), BORN), Known(("Jon Smyth",), BORN)) >= MAY_BE

    def test_whatever_else_speaks_for_it_is_a_higher_score(self) -> None:
        bare, born, shown = Known(("Tess Lund",)), Known(("Tess Lund",), BORN), Known(("Tess Lund",), BORN, "P999")
        assert SAME <= score(bare, born) < score(born, born) < score(shown, shown)

    def test_a_date_alone_says_nothing(self) -> None:
        assert self.said("Bo Lund", BORN) < MAY_BE


class TestDocuments:
    @pytest.mark.parametrize("written", ["p999", "P-999", " P 999 ", "P.9/99", "Р999", "p９９９", "P\u200b999"])
    def test_one_number_however_it_is_written(self, written: str) -> None:
        assert document_key(written) == document_key("P999") == "P999"

    @pytest.mark.parametrize(("one", "other"), [("PO12", "P012"), ("AI5", "A15"), ("AL5", "al5"), ("al5", "A15")])
    def test_letters_that_look_like_digits(self, one: str, other: str) -> None:
        assert document_key(one) == document_key(other)

    def test_other_numbers_stay_apart(self) -> None:
        assert len({document_key(each) for each in ("P999", "P998", "Q999", "P9990")}) == 4

    def test_the_same_document_settles_it(self) -> None:
        assert score(Known(("Zed",), None, "P999"), Known(("Tess",), BORN, "P999")) == 100

    def test_no_document_is_nobodys(self) -> None:
        assert score(Known(("Zed",)), Known(("Tess",))) < MAY_BE


@pytest.mark.parametrize(
    ("name", "readable"),
    [
        ("Bo", True),
        ("王", True),
        ("7", True),
        ("\u200b\u200d", False),
        ("\u3164", False),
        ("\u2800 \u00ad", False),
        ("♠", False),
    ],
)
def test_a_name_has_a_letter_that_can_be_seen(name: str, *, readable: bool) -> None:
    assert is_readable(name) is readable


@pytest.mark.parametrize("letter", ascii_letters)
def test_whatever_looks_like_a_letter_is_that_letter_in_the_shortest_name(letter: str) -> None:
    for twin in confusables.confusables_data.get(letter, ()):
        for name in ("qXv", "Xqv", "qvX"):
            honest, other = name.replace("X", letter), name.replace("X", twin["c"])
            assert name_score(honest, other) == 100, (honest, other, twin["n"])
            assert {*name_keys([honest])} & {*name_keys([other])}, (honest, other, twin["n"])


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Lud\u200bo", "Ludo"),
        ("Jean\u202eevil", "Jeanevil"),
        ("Lu\ufe0fdo\u3164", "Ludo"),
        ("Lud\u200do", "Ludo"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("José  Ñandú", "José Ñandú"),
        ("Zoë" + "\u0301" * 15 + "y", "Zoë" + "\u0301" * 4 + "y"),
        ("Zoë" + "\u0301\u200b" * 15, "Zoë" + "\u0301" * 4),
        ("שָּׁ֔לוֹם", "שָּׁ֔לוֹם"),
        ("นี้", "นี้"),
    ],
)
def test_a_name_is_kept_without_what_shows_nothing(written: str, shown: str) -> None:
    assert visible(written) == shown


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=24)
LATIN = st.text("abcdefghijklmnopqrstuvwxyzäéñ", min_size=2, max_size=9)


@given(st.lists(LATIN, min_size=1, max_size=4), st.randoms())
def test_order_case_and_marks_never_matter(words: list[str], random: object) -> None:
    other = list(words)
    random.shuffle(other)  # type: ignore[attr-defined]
    written = ", ".join(unicodedata.normalize("NFD", word.upper()) for word in other)
    assert name_score(" ".join(words), written) == 100


@given(NAMES, NAMES)
def test_any_two_names_have_a_score_that_is_the_same_from_both_sides(one: str, other: str) -> None:
    assert 0 <= name_score(one, other) <= 100
    assert name_score(one, other) == name_score(other, one)


@given(NAMES)
def test_normal_forms_are_at_rest(text: str) -> None:
    assert document_key(document_key(text)) == document_key(text)
    assert all(len(key) <= 5 for key in name_keys([text]))


@given(LATIN.filter(lambda word: len(word) >= 6), LATIN, st.integers(0, 5))
def test_a_letter_left_out_of_a_long_name_leaves_it_likely_and_found(first: str, last: str, at: int) -> None:
    name, slip = f"{first} {last}", f"{first[:at]}{first[at + 1 :]} {last}"
    assert name_score(name, slip) >= MAY_BE
    assert set(name_keys([name])) & set(name_keys([slip]))
