"""The lists of revenue: every way of the ledger has its entry in the journal, every sum is made of ways that exist."""

from collections import Counter, defaultdict
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ledger.routes import ROUTES
from players.models import AccountKind, TransferKind
from rake.revenue.definitions import SUPPLIED_DEFINITIONS, Term, worth
from rake.revenue.journal import Line, kept_lines, lines_of, read_lines
from rake.revenue.journal_map import ENTRIES, ENTRY_OF, LEFT_OUT, plain_accounts
from rake.revenue.moved import Moved
from rake.revenue.sums import BY_CODE, KINDS, SUMS

DAY = date(2025, 3, 7)
WAYS = sorted((kind, source, target) for kind, routes in ROUTES.items() for source, target in routes)
PLAIN = {kind.value: account for kind, account in plain_accounts().items()}


class TestJournalMap:
    @pytest.mark.parametrize("kind", TransferKind)
    def test_every_kind_of_transfer_has_exactly_one_place(self, kind: TransferKind) -> None:
        places = [entry.code for entry in ENTRIES if kind in entry.kinds] + ["left out"] * (kind in LEFT_OUT)
        assert len(places) == 1, places

    def test_every_way_of_the_ledger_is_in_it_once(self) -> None:
        """The kinds of ways are the whole list, and every place of a way has an account."""
        assert {kind for kind, _, _ in WAYS} == set(TransferKind)
        assert {kind for kind, _, _ in WAYS} - set(ENTRY_OF) == LEFT_OUT == {TransferKind.IMPORT}
        assert {place for _, *ends in WAYS for place in ends} <= set(plain_accounts())

    def test_codes_and_titles_are_told_apart(self) -> None:
        assert len({entry.code for entry in ENTRIES}) == len({entry.title for entry in ENTRIES}) == len(ENTRIES)

    def test_every_place_has_a_plain_account_of_its_own(self) -> None:
        assert set(plain_accounts()) == set(AccountKind)
        assert max(Counter(plain_accounts().values()).values()) == 1


rows = st.builds(
    lambda way, is_back, amount: Moved(DAY, way[0], *(way[:0:-1] if is_back else way[1:]), is_back, "", amount, 1),
    st.sampled_from([way for way in WAYS if way[0] not in LEFT_OUT]),
    st.booleans(),
    st.integers(1, 10**9),
)


class TestLines:
    @given(st.lists(rows, max_size=40))
    def test_they_balance_whatever_moved(self, moved: list[Moved]) -> None:
        """In all, and in each entry; and the net of each kind of place is what came to it less what left it."""
        lines = lines_of(moved, PLAIN)
        by_entry: dict[str, int] = defaultdict(int)
        net: dict[str, int] = defaultdict(int)
        for line in lines:
            by_entry[line.title] += line.debit - line.credit
            net[line.side] += line.debit - line.credit
        assert set(by_entry.values()) <= {0}
        plain: dict[str, int] = defaultdict(int)
        for row in moved:
            plain[row.target] += row.amount
            plain[row.source] -= row.amount
        assert {side: amount for side, amount in net.items() if amount} == {
            side: amount for side, amount in plain.items() if amount
        }

    @given(st.lists(rows, max_size=20))
    def test_each_is_a_debit_or_a_credit_and_stands_there_once(self, moved: list[Moved]) -> None:
        lines = lines_of(moved, PLAIN)
        assert all((line.debit > 0) != (line.credit > 0) and min(line.debit, line.credit) == 0 for line in lines)
        assert len({(line.entry, line.is_back, line.side, bool(line.debit)) for line in lines}) == len(lines)

    @given(st.lists(rows, max_size=20), st.randoms())
    def test_their_order_is_not_that_of_the_rows(self, moved: list[Moved], chance: object) -> None:
        again = list(moved)
        chance.shuffle(again)  # type: ignore[attr-defined]  # a Random
        assert lines_of(again, PLAIN) == lines_of(moved, PLAIN)

    @given(st.lists(rows, max_size=20))
    def test_they_are_read_as_they_were_kept(self, moved: list[Moved]) -> None:
        assert read_lines(kept_lines(lines_of(moved, PLAIN))) == lines_of(moved, PLAIN)

    def test_a_sale_and_its_void_are_two_entries(self) -> None:
        """Cash of a patron 50, taken back: the void turns the sides round under a title of its own."""
        sold = Moved(DAY, "chip_sale", "patrons", "drawer_cash", is_back=False, holds="", amount=50_00, transfers=1)
        back = Moved(DAY, "chip_sale", "drawer_cash", "patrons", is_back=True, holds="", amount=50_00, transfers=1)
        told = [(line.title, line.side, line.debit, line.credit) for line in lines_of([sold, back], PLAIN)]
        assert told == [
            ("Chips sold", "drawer_cash", 50_00, 0),
            ("Chips sold", "patrons", 0, 50_00),
            ("Chips sold, taken back", "patrons", 50_00, 0),
            ("Chips sold, taken back", "drawer_cash", 0, 50_00),
        ]

    def test_two_places_of_one_account_stay_two_lines(self) -> None:
        """The room's books may have one account for both; the ledger's places can still be told apart."""
        one = PLAIN | {"drawer_cash": ("1000", "Cash"), "patrons": ("1000", "Cash")}
        sold = Moved(DAY, "chip_sale", "patrons", "drawer_cash", is_back=False, holds="", amount=50_00, transfers=1)
        assert lines_of([sold], one) == [
            Line("chips_sold", is_back=False, side="drawer_cash", number="1000", name="Cash", debit=50_00, credit=0),
            Line("chips_sold", is_back=False, side="patrons", number="1000", name="Cash", debit=0, credit=50_00),
        ]


class TestSums:
    def test_every_way_of_a_sum_is_one_of_the_ledger(self) -> None:
        """A way that chips can't go would be a sum that is never anything."""
        ways = {way for each in SUMS for way in each.ways}
        assert len(ways) > 40
        assert ways - set(WAYS) == set()

    def test_codes_and_titles_are_told_apart(self) -> None:
        assert len(BY_CODE) == len({each.title for each in SUMS}) == len(SUMS)

    def test_no_transfer_counts_in_two_sums(self) -> None:
        """What is in a formula by one name can't be in it by another."""
        for kind, source, target in WAYS:
            for holds in ("", "rake", "promo", "time", "toke"):
                found = [each.code for each in SUMS if each.sign(kind, source, target, is_back=False, holds=holds)]
                assert len(found) <= 1, (kind, source, target, holds, found)

    def test_whatever_over_and_short_takes_or_gives_is_in_a_sum(self) -> None:
        for kind, source, target in WAYS:
            if {source, target} & {"over_short", "over_short_cash"}:
                assert any(each.sign(kind, source, target, is_back=False) for each in SUMS), (kind, source, target)

    @pytest.mark.parametrize("each", SUMS, ids=lambda each: each.code)
    def test_a_reversal_counts_with_the_other_sign(self, each: object) -> None:
        of = BY_CODE[each.code]  # type: ignore[attr-defined]  # a sum of the list
        for (kind, source, target), sign in of.ways.items():
            assert of.sign(kind, source, target, is_back=False, holds=of.holds) == sign
            assert of.sign(kind, target, source, is_back=True, holds=of.holds) == -sign

    def test_a_box_counts_by_what_it_holds(self) -> None:
        way = ("box_count", "custody", "vault_chips")
        counted = {holds: [s.code for s in SUMS if s.sign(*way, is_back=False, holds=holds)]
                   for holds in ("rake", "time", "toke", "promo")}  # fmt: skip
        assert counted == {"rake": ["rake_counted"], "time": ["time_counted"], "toke": ["tokes_boxed"], "promo": []}

    def test_the_kinds_that_are_read_are_those_of_the_ways(self) -> None:
        assert set(KINDS) == {kind for each in SUMS for kind, _, _ in each.ways}


class TestDefinitions:
    def test_those_that_cardroom_brings_stay_as_they_were_released(self) -> None:
        """Another formula is a version of a room, so that no return changes with a release."""
        assert {each.code: each.terms for each in SUPPLIED_DEFINITIONS} == {
            "washington": ("+rake_recorded", "+time_recorded", "+admin_fees"),
            "as_counted": ("+rake_counted", "+time_counted", "+admin_fees", "-boxes_covered"),
        }

    def test_their_sums_exist(self) -> None:
        assert {text[1:] for each in SUPPLIED_DEFINITIONS for text in each.terms} <= set(BY_CODE)

    def test_a_formula_adds_and_takes_off(self) -> None:
        terms = [Term(1, BY_CODE["rake_counted"]), Term(1, BY_CODE["admin_fees"]), Term(-1, BY_CODE["petty_out"])]
        assert worth(terms, {"rake_counted": 500_00, "petty_out": 20_00, "time_counted": 7_00}) == 480_00
        assert [term.text for term in terms] == ["+rake_counted", "+admin_fees", "-petty_out"]
