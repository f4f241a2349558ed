"""House policy: every point is cited, and no house is made to say what its book doesn't."""

from rules.book.citations import sources
from rules.house.house import HOUSES
from rules.house.policies import CHAPTERS, HELPLINES, policies_of
from rules.text.rule import BOOKS

LINES = {"000": 75, "001": 245, "002": 234, "003": 395, "004": 348}
"""How many lines each rulebook has."""
POINTS = [policy for chapter in CHAPTERS for policy in chapter.policies]


def test_every_point_stands_in_a_book() -> None:
    assert len(POINTS) >= 35
    assert len({point.code for point in POINTS}) == len(POINTS)
    for point in POINTS:
        assert point.books, point.code
        assert point.sentence.endswith("."), point.code
        for line in point.books:
            (source,) = sources(line)
            assert source.book.house == BOOKS[line[:3]]
            assert all(int(number) <= LINES[line[:3]] for number in _numbers(line)), line


def test_the_whole_etiquette_of_live_is_there() -> None:
    """Its 21 points stand on lines 24 to 44, one a line."""
    cited = {int(number) for point in POINTS for line in point.books if line[:3] == "004" for number in _numbers(line)}
    assert set(range(24, 45)) <= cited
    assert {48, 52, 56, 58, 60, 62, 64, 66, 346} <= cited


def test_a_house_says_only_what_its_book_says() -> None:
    solaire = [point.code for chapter in policies_of("solaire") for point in chapter.policies]
    assert solaire == ["reserve_first", "minimum_buy_in", "table_stakes", "add_between_hands"]
    assert policies_of("standard") == []
    assert set(HELPLINES) <= set(HOUSES)


def test_helplines_are_those_of_the_books() -> None:
    assert HELPLINES == {"columbus": ("1-800-589-9966", "001:L243"), "live": ("1-800-GAMBLER", "004:L348")}


def _numbers(line: str) -> list[str]:
    return line[4:].replace("L", "").replace("-", ", ").split(", ")
