"""docs/CLAUSES.md says of every clause of the rulebooks what proves it: held to the tests and cases that there are."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rules.book.glossary import TERMS
from rules.disputes.kinds import KINDS
from rules.house.house import HOUSES
from rules.house.house_rules import HOUSE_RULES
from rules.house.policies import CHAPTERS
from rules.text.rulebook import RULES
from tests.support.source import ROOT

PAGE = (ROOT / "docs" / "CLAUSES.md").read_text(encoding="utf-8")
BOOKS = {"000": 53, "001": 57, "002": 51, "003": 68, "004": 150}
"""The number of clauses that were read out of each rulebook."""
LINES = {"000": 75, "001": 245, "002": 234, "003": 395, "004": 348}
"""The number of lines of each rulebook."""
STATES = ("+", "text", "-")
CASE = re.compile(r"[A-Z0-9]{2}-S?\d+")
PROOFS = re.compile(r"`[^`]+`(, `[^`]+`)*")


@dataclass(frozen=True)
class Clause:
    """A row: where it stands, under which book's heading, its state, and what proves it or why nothing does."""

    line: str
    heading: str
    words: str
    state: str
    grounds: str

    @property
    def proofs(self) -> list[str]:
        """The tests and cases of a `+`; the cases that a reason names elsewhere."""
        if self.state == "+":
            return re.findall(r"`([^`]+)`", self.grounds)
        return CASE.findall(self.grounds)


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split(" | ")]


def clauses(page: str) -> list[Clause]:
    """The rows below the headings of the books, in order."""
    found, heading = [], ""
    for row in page.splitlines():
        if row.startswith("## "):
            heading = row.split()[1]
        elif heading and row.startswith("| 0"):
            line, words, state, grounds = cells(row)
            found.append(Clause(line, heading, words, state, grounds))
    return found


def summary(page: str) -> dict[str, list[int]]:
    """The table at the head: for each book, and for all, the number of each state and their sum."""
    rows = [cells(row) for row in page.partition("\n## ")[0].splitlines() if re.match(r"\| (00\d|all) ", row)]
    return {book: [int(number) for number in numbers] for book, *numbers in rows}


def counted(rows: list[Clause]) -> list[int]:
    states = Counter(row.state for row in rows)
    return [*(states[state] for state in STATES), len(rows)]


@lru_cache
def cases() -> frozenset[str]:
    files = (ROOT / "tests" / "conformance").glob("*.toml")
    return frozenset(case["id"] for file in files for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"])


@lru_cache
def written_in(path: str) -> frozenset[str]:
    """`test_name` and `TestClass::test_name` of a file; none where there is no such file."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    groups = [("", tree.body), *((f"{top.name}::", top.body) for top in tree.body if isinstance(top, ast.ClassDef))]
    return frozenset(
        prefix + each.name for prefix, body in groups for each in body if isinstance(each, ast.FunctionDef)
    )


def lines_of(citations: Iterable[str]) -> set[tuple[str, int]]:
    """Every line that is cited, with its book: `001:L3, L5-6` and `001:L3,5-6` are three lines."""
    found = set()
    for citation in citations:
        for book, places in re.findall(r"\b(00[0-4]):((?:,? ?L?\d+(?:-\d+)?)+)", citation):
            for first, last in re.findall(r"(\d+)(?:-(\d+))?", places):
                found |= {(book, line) for line in range(int(first), int(last or first) + 1)}
    return found


def shown() -> set[tuple[str, int]]:
    """The lines that people read about: policies, pages of rules and questions, the glossary, kinds of cases."""
    policies = [line for chapter in CHAPTERS for policy in chapter.policies for line in policy.books]
    rules = [rule.cite() for rule in (*RULES.values(), *(kind.rule for kind in KINDS.values()))]
    rules += [term.citation for term in TERMS.values()]
    return lines_of([*policies, *rules, *(source for house in HOUSES.values() for source in house.sources.values())])


def is_there(proof: str) -> bool:
    """Whether that test or that case exists."""
    path, _, name = proof.partition("::")
    return name.rpartition("::")[2].startswith("test_") and name in written_in(path) if name else proof in cases()


ROWS = clauses(PAGE)


def test_every_clause_of_every_book_has_its_row() -> None:
    assert Counter(row.heading for row in ROWS) == BOOKS
    assert len(ROWS) == sum(BOOKS.values()) == 379
    assert len({(row.line, row.words) for row in ROWS}) == len(ROWS)


def test_a_row_is_cited_by_lines_of_its_book_and_has_a_state() -> None:
    for row in ROWS:
        cited = re.fullmatch(r"(00[0-4]):L(\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*)", row.line)
        assert cited, row
        assert cited[1] == row.heading, row
        assert all(1 <= int(number) <= LINES[cited[1]] for number in re.split(r"[,-]", cited[2])), row
        assert row.state in STATES, row
        assert len(row.words) >= 3, row


def test_what_is_implemented_is_proved_and_the_rest_has_a_reason() -> None:
    for row in ROWS:
        assert PROOFS.fullmatch(row.grounds) if row.state == "+" else len(row.grounds.split()) >= 4, row
        assert [proof for proof in row.proofs if not is_there(proof)] == [], row


def test_a_house_can_answer_as_a_reason_says() -> None:
    answers = [answer for row in ROWS for answer in re.findall(r"answers `(\w+)` with `(\w+)`", row.grounds)]
    assert len(answers) >= 4
    assert all(HOUSE_RULES[name].explain(value).value == value for name, value in answers)


def test_what_is_text_is_shown_somewhere() -> None:
    assert lines_of(["001:L3, L5-6 · WSOP 7", "004:L9,11"]) == {
        ("001", 3), ("001", 5), ("001", 6), ("004", 9), ("004", 11),
    }  # fmt: skip
    told = shown()
    assert [row for row in ROWS if row.state == "text" and not lines_of([row.line]) & told] == []


def test_the_summary_counts_the_rows() -> None:
    expected = {book: counted([row for row in ROWS if row.heading == book]) for book in BOOKS}
    assert summary(PAGE) == expected | {"all": counted(ROWS)}


def test_the_page_points_to_nothing_outside_the_project() -> None:
    named = set(re.findall(r"`((?:tests|docs|games)/[^`:]*)", PAGE))
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert not re.search(r"\.txt|\.\./|/work|/tmp", PAGE)


def test_a_proof_that_is_gone_would_be_found() -> None:
    here = "tests/guards/test_clauses.py"
    assert is_there(f"{here}::test_a_proof_that_is_gone_would_be_found")
    assert is_there("tests/unit/rules/test_stud.py::TestLastCard::test_eight_players_share_a_common_card")
    assert is_there("BT-S11")
    for gone in (f"{here}::test_nothing", f"{here}::cases", f"{here}::TestGone::test_the_summary_counts_the_rows"):
        assert not is_there(gone)
    for gone in ("tests/unit/rules/test_stud.py::test_eight_players_share_a_common_card", "tests/gone.py::test_x"):
        assert not is_there(gone)
    assert not is_there("BT-S99")
    assert not is_there(here)
    (row,) = clauses("| 9 |\n## 004 · Live\n| line | clause |\n| 004:L9 | Words | - | As the case ZZ-9 says |")
    assert (row.heading, row.proofs) == ("004", ["ZZ-9"])
