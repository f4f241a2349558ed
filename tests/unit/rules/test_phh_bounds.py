"""Hostile hand histories: each ends in a refusal with its reason, in about a second and without deep recursion."""

import tracemalloc

import pytest

from rules.check.checker import check
from rules.phh.reader import read_each, read_hand
from rules.phh.values import Unreadable
from tests.support.pace import about_a_second

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [9, 9]
actions = []
"""
LONG_KEY = ".".join(["a"] * 60)

HOSTILE = {
    "a dotted key of 10,000 parts": (HAND + ".".join(["a"] * 10_000) + " = 1\n", "64 parts"),
    "a dotted key of 30,000 parts": (HAND + ".".join(["a"] * 30_000) + " = 1\n", "64 parts"),
    "quoted parts": (HAND + ".".join(['"a"'] * 30_000) + " = 1\n", "64 parts"),
    "spaced parts": (HAND + " . ".join(["a"] * 30_000) + " = 1\n", "64 parts"),
    "a header of 30,000 parts": (HAND + "[" + ".".join(["a"] * 30_000) + "]\n", "64 parts"),
    "2,000 keys of 500 parts": ((".".join(["a"] * 500) + " = 1\n") * 2_000, "64 parts"),
    "2,000 keys of 60 parts": ("".join(f"{LONG_KEY}.b{i} = 1\n" for i in range(2_000)), "dots"),
    "2,000 headers of 60 parts": ("".join(f"[{LONG_KEY}.b{i}]\n" for i in range(2_000)), "dots"),
    "50,000 brackets": (HAND + "_x = " + "[" * 50_000, "16 levels"),
    "50,000 brackets on lines of their own": (HAND + "_x = " + "[\n" * 50_000, "16 levels"),
    "3,000 nested inline tables": (HAND + "_x = " + "{a=" * 3_000 + "1" + "}" * 3_000, "16 levels"),
    "16 inline tables of 60 parts": (HAND + "_x = " + f"{{{LONG_KEY}=" * 16 + "1" + "}" * 16, "64 levels"),
    "an integer of 5,000 digits": (HAND.replace("9, 9", "9" * 5_000 + ", 9"), "thousands of digits"),
    "an integer of 4,000 digits": (HAND.replace("9, 9", "9" * 4_000 + ", 9"), "larger than any"),
    "a bet of 5,000 digits": (HAND.replace("[]", f"['p1 cbr {'9' * 5_000}']"), "no action"),
    "a stack that is no number": (HAND.replace("9, 9", "nan, 9"), "nan"),
    "an endless ante": (HAND.replace("[0, 0]", "[inf, 0]"), "inf"),
    "1e400": (HAND.replace("9, 9", "1e400, 9"), "1e400"),
    "a name twice": (HAND + 'variant = "NT"\n', "not TOML"),
    "a name twice, regular form": (HAND + "variant = 'NT'\n", "not TOML"),
    "a date for an amount": (HAND.replace("9, 9", "1979-05-27, 9"), "date"),
    "500,000 actions": (HAND.replace("[]", "[" + "'p1 f', " * 500_000 + "]"), "256 kB"),
    "a megabyte of lines": (HAND + "# line\n" * 150_000, "256 kB"),
    "NUL": (HAND + "venue = '\0'\n", "not TOML"),
    "a byte order mark": ("\ufeff" + HAND, "byte order mark"),
    "half a surrogate pair": (HAND + "venue = '\ud800'\n", "UTF-8"),
    "headers inside a list that never ends": (HAND + "_x = [\n" + "[1]\n" * 60_000, "not TOML"),
    "headers inside a text that never ends": (HAND + '_x = """\n' + "[1]\n" * 60_000, "not TOML"),
    "nothing": ("", "missing"),
    "blanks": (" " * 200_000 + "= 1", "not TOML"),
    "quotes": (HAND + '_x = """' + '""\n' * 80_000, "not TOML"),
    "40,000 tables of tables": (HAND + "[[a]]\n" * 40_000 + "[[", "not TOML"),
    "20,000 names": ("".join(f"a{i}= 1\n" for i in range(20_000)), "missing"),
    "no TOML at all": ("<html><body>404</body></html>", "not TOML"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_clearly_and_quickly(name: str) -> None:
    text, words = HOSTILE[name]
    with about_a_second():
        *_, last = read_each(text, "hostile.phh")
    assert isinstance(last, Unreadable)
    assert words in last.reason
    assert len(str(last)) < 300


LATE = HAND + "_from_street = 'turn'\n"
OURS = {
    "30,000 posts": (HAND + "_posts = [" + "'p9 sb 1', " * 20_000 + "]\n", "_posts"),
    "60,000 contributions": (LATE + "_paid = [" + "1, " * 60_000 + "]\n", "_paid"),
    "a contribution that is no number": (LATE + "_paid = [nan, 1]\n", "nan"),
    "a pot of 4,000 digits": (LATE + f"_pot = {'9' * 4_000}\n", "_pot"),
    "an endless pot": (LATE + "_pot = inf\n", "inf"),
    "30,000 folded": (LATE + "_pot = 3\n_folded = [" + "'p1', " * 30_000 + "]\n", "_folded"),
    "a hand of 100,000 cards": (LATE + f"_pot = 3\n_hole = ['{'Ah' * 100_000}', '']\n", "_hole"),
    "a hand of 100,000 half cards": (LATE + f"_pot = 3\n_hole = ['{'A?' * 100_000}', '']\n", "_hole"),
    "a board of 100,000 unknown cards": (LATE + f"_pot = 3\n_board = '{'??' * 100_000}'\n", "4 cards lie there"),
    "a plaque of 60,000 blinds": (HAND + "_plaque = {game = 'omaha', blinds = [" + "1, " * 60_000 + "]}\n", "_plaque"),
    "9,000 answers": (
        HAND + f"_house = {{name='live', answers={{{', '.join(f'k{i}=1' for i in range(9_000))}}}}}\n",
        "k0",
    ),
}


@pytest.mark.parametrize("name", OURS)
def test_our_own_fields_are_refused_as_clearly_and_quickly(name: str) -> None:
    text, words = OURS[name]
    with about_a_second(), pytest.raises(Unreadable) as caught:
        _refused(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 300


def _refused(text: str) -> None:
    """Check the hand; a refusal by a rule is one as well."""
    report = check(read_hand(text))
    if report.violation:
        raise Unreadable(report.violation.message)


@pytest.mark.parametrize("written", ["0x10", "0o7", "0b1", "1_000", "+5"])
@pytest.mark.parametrize("field", ["_pot", "_rake", "_drop", "_button", "_paid"])
def test_numbers_of_our_own_are_spelt_plainly(field: str, written: str) -> None:
    value = f"[{written}, 1]" if field == "_paid" else written
    (hand,) = read_each(f"{LATE}{field} = {value}\n")
    assert isinstance(hand, Unreadable)
    assert f"the field “{field}” is written {written}" in hand.reason


@pytest.mark.parametrize(
    "field",
    [
        "_x = '''{}\n{}'''",
        '_x = """{}\n{}"""',
        '_x = """{}"""\n_y = """\\"""{}"""',
        "_x = '{}'",
        '_x = "\\"{}"',
        "# {}",
        "_x = [ # {}\n]",
        "_x = '''{}''''\n_y = '''{}'''''",
    ],
)
@pytest.mark.parametrize("inside", ["[" * 50, ".".join("a" * 99), "= 0x10", "[2]"])
def test_what_stands_in_texts_and_comments_is_not_counted(field: str, inside: str) -> None:
    (hand,) = read_each(HAND + field.replace("{}", inside) + "\n")
    assert not isinstance(hand, Unreadable), str(hand)


def test_a_file_of_any_size_is_read_in_the_memory_of_one_hand() -> None:
    lines = (line for number in range(2_000) for line in [f"[{number}]\n", *HAND.splitlines(keepends=True)])
    tracemalloc.start()
    count = sum(1 for _ in read_each(lines))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 2_000
    assert peak < 4_000_000


def test_the_hostile_texts_are_hostile_only_where_they_are_meant_to_be() -> None:
    assert not any(isinstance(hand, Unreadable) for hand in read_each(HAND))
