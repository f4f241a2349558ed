"""Reading hand histories: what a file says becomes typed fields, and what it can't say is refused with its place."""

from datetime import time
from pathlib import Path

import pytest

from rules.cards.card import parse_cards
from rules.phh.actions import Notation, parse_notation, print_notation
from rules.phh.numerals import Numeral, currency_exponent
from rules.phh.reader import read_each, read_hand, read_hands
from rules.phh.values import Source, Unreadable
from rules.play.actions import Action, bet_or_raise_to, check_or_call, muck, show
from rules.text.amounts import AmountError, major_text, minor_units

HAND = """variant = 'NT'
ante_trimming_status = false
antes = [0, 0, 0]
blinds_or_straddles = [0.25, 0.50, -0.50]
min_bet = 0.50
starting_stacks = [2.60, inf, 52]
actions = ['d dh p1 ????', 'd dh p2 AhKh', 'd dh p3 ????', 'p3 cbr 2.25', 'p1 f', 'p2 f']
"""


def refusal(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        list(read_hands(text, "night.phhs"))
    return caught.value


def general(text: str) -> str:
    """The same TOML in a form that only the general reader takes."""
    return text.replace(" = ", "  =  ")


class TestFields:
    def test_amounts_become_minor_units_and_inf_is_an_unknown_stack(self) -> None:
        hand = read_hand(HAND)
        assert hand.starting_stacks == (260, None, 5200)
        assert hand.min_bet == 50

    def test_a_negative_blind_is_kept_as_the_live_post_that_it_is(self) -> None:
        assert read_hand(HAND).blinds_or_straddles == (25, 50, -50)

    def test_actions_are_the_engines_values(self) -> None:
        assert read_hand(HAND).actions[3].action == bet_or_raise_to(3, 225)

    def test_every_field_of_the_standard_has_its_type(self) -> None:
        hand = read_hand(
            HAND + "seats = [4, 6, 2]\nplayers = ['Ann', '', 'Bo']\ntime = 21:15:00\nhand = 'R5-17'\ntable = 7\n"
            "finishing_stacks = [2.35, inf, 52.75]\nwinnings = [0, 0, 1.25]\ntime_limit = 30.5\n"
            "time_banks = [1, 2, 3]\ncurrency = 'USD'\ncurrency_symbol = '$'\nday = 3\nmonth = 7\nyear = 2009\n"
        )
        assert (hand.seats, hand.players, hand.time) == ((4, 6, 2), ("Ann", "", "Bo"), time(21, 15))
        assert (hand.hand, hand.table, hand.finishing_stacks) == ("R5-17", 7, (235, None, 5275))
        assert (hand.winnings, hand.time_limit, hand.time_banks) == ((0, 0, 125), Numeral("30.5"), (1, 2, 3))
        assert (hand.currency, hand.currency_symbol, hand.day, hand.month, hand.year) == ("USD", "$", 3, 7, 2009)

    def test_fields_that_phh_does_not_know_are_kept_and_only_the_plain_ones_warned_of(self) -> None:
        hand = read_hand(HAND + "_rake = 1.50\n_notes = {by = 'floor', at = [1, 2]}\nlucky = true\n")
        assert hand.extras == {"_rake": Numeral("1.50"), "_notes": {"by": "floor", "at": [1, 2]}, "lucky": True}
        assert len(hand.warnings) == 1
        assert "“lucky”" in hand.warnings[0]

    def test_the_currency_says_how_many_decimals_an_amount_has(self) -> None:
        text = HAND.replace("0.25, 0.50, -0.50", "50, 100, 0").replace("2.60", "2600").replace("0.50", "100")
        assert read_hand(text.replace("2.25", "225") + "currency = 'JPY'\n").starting_stacks[0] == 2600
        assert "0 decimals" in refusal(HAND + "currency = 'JPY'\n").reason

    def test_stud_needs_no_blinds_but_a_bring_in(self) -> None:
        text = HAND.replace("blinds_or_straddles = [0.25, 0.50, -0.50]", "bring_in = 1\nsmall_bet = 2\nbig_bet = 4")
        assert read_hand(text.replace("'NT'", "'F7S'")).bring_in == 100
        assert "“bring_in” is missing" in refusal(HAND.replace("'NT'", "'F7S'")).reason


class TestDirectForm:
    """Lines of the regular form are remembered; whatever is wrong with one is told the long way."""

    @pytest.mark.parametrize(
        "line", ["blinds_or_straddles = [0.25, inf, 0]", "antes = [0, 0, -1]", "starting_stacks = [1, 0, 2]"]
    )
    def test_what_the_general_reader_refuses_is_refused_in_the_same_words(self, line: str) -> None:
        kept = [field for field in HAND.splitlines() if not field.startswith(line.partition(" ")[0])]
        text = "\n".join([line, *kept])
        assert refusal(text).reason == refusal(general(text)).reason

    def test_a_field_is_stated_once(self) -> None:
        assert "overwrite" in refusal(HAND + "hand = 1\nhand = 2\n").reason

    def test_two_hands_that_state_the_same_share_nothing(self) -> None:
        one, other = read_hands("[1]\n" + HAND + "_mine = [1]\n[2]\n" + HAND + "_mine = [1]\n")
        assert isinstance(one.extras["_mine"], list)
        one.extras["_mine"].append(2)
        assert other.extras["_mine"] == [1]

    def test_a_fault_in_one_line_is_found_after_lines_of_the_regular_form(self) -> None:
        assert refusal(HAND + "_a = " + "[" * 20 + "]" * 20).line == 8


class TestFiles:
    def test_a_phhs_file_is_numbered_hands(self) -> None:
        hands = list(read_hands(f"[1]\n{HAND}\n[3]\n{general(HAND)}", "night.phhs"))
        assert [hand.source for hand in hands] == [Source("night.phhs", "1", 1), Source("night.phhs", "3", 10)]
        assert hands[0] == hands[1]

    def test_an_open_file_is_read_hand_by_hand(self) -> None:
        lines = iter(f"[1]\n{HAND}\n[2]\n{HAND}".splitlines(keepends=True))
        next(read_hands(lines))
        assert next(lines).startswith("variant"), "the second hand has not been read yet"

    def test_comments_commentary_and_spread_out_lists_read_as_the_regular_form(self) -> None:
        spread = HAND.replace("['d dh p1", "[\n  # Pre-flop\n\n  'd dh p1").replace("'p1 f',", "'p1 f',  # Bob\n ")
        assert read_hand(f"# A hand from a book\n{spread}".replace("'", '"')) == read_hand(HAND)

    def test_windows_line_ends_make_no_difference(self) -> None:
        assert read_hand(HAND.replace("\n", "\r\n")) == read_hand(HAND)

    def test_hands_may_be_written_as_dotted_keys_or_inline_tables(self) -> None:
        dotted = "".join(f"1.{line}\n" for line in HAND.splitlines())
        inline = "2 = {" + ", ".join(HAND.splitlines()) + "}\n"
        assert list(read_hands(dotted + inline)) == [read_hand(HAND)] * 2

    def test_a_number_in_brackets_inside_a_list_or_text_begins_no_hand(self) -> None:
        hand = read_hand(f"{HAND}_grid = [\n[1]\n,\n[2]\n]\n_text = '''\n[3]\n'''\n")
        assert hand.extras == {"_grid": [[1], [2]], "_text": "[3]\n"}

    def test_a_tables_own_fields_belong_to_their_hand(self) -> None:
        first, second = read_hands(f"[1]\n{HAND}[1._floor]\nname = 'Kim'\n[2]\n{HAND}")
        assert first.extras == {"_floor": {"name": "Kim"}}
        assert not second.extras

    def test_after_a_bad_hand_the_next_one_is_read(self) -> None:
        first, bad, last = read_each(f"[1]\n{HAND}[2]\nvariant = \n[3]\n{HAND}", "night.phhs")
        assert first == last
        assert isinstance(bad, Unreadable)
        assert (bad.file, bad.key, bad.line) == ("night.phhs", "2", 10)
        assert str(bad).startswith("night.phhs, hand 2, line 10: it is not TOML")

    def test_one_hand_is_asked_for_and_two_are_too_many(self) -> None:
        with pytest.raises(Unreadable, match="several hands"):
            read_hand(f"[1]\n{HAND}[2]\n{HAND}")

    def test_two_hands_of_one_number_are_refused(self) -> None:
        assert "used by two hands" in refusal(f"[1]\n{HAND}[1]\n{HAND}").reason

    def test_fields_before_the_first_number_are_refused(self) -> None:
        assert "before the first numbered hand" in refusal(f"author = 'Kim'\n[1]\n{HAND}").reason
        assert list(read_hands(f"# only a remark\n\n[1]\n{HAND}")) == [read_hand(HAND)]

    def test_a_foreign_table_inside_a_hand_is_refused(self) -> None:
        assert "“total”" in refusal(f"[1]\n{HAND}[total]\nrake = 1\n").reason

    def test_bytes_that_are_no_text_are_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "latin.phh"
        path.write_bytes(HAND.encode() + b"venue = 'Caf\xe9'\n")
        with path.open(encoding="utf-8") as lines:
            (problem,) = read_each(lines, path.name)
        assert str(problem) == "latin.phh: it is not UTF-8 text"


class TestRefusals:
    @pytest.mark.parametrize("written", ["0x10", "0o17", "0b11", "1_000", "+5", "1_000.5", "1e3", "-3", "nan", "-inf"])
    def test_an_amount_is_plain_digits(self, written: str) -> None:
        problem = refusal(HAND.replace("min_bet = 0.50", f"min_bet = {written}"))
        assert "“min_bet”" in problem.reason
        assert problem.line == 5

    @pytest.mark.parametrize("written", ["true", "1979-05-27", "21:15:00", "'5'", "[5]", "{a = 5}"])
    def test_an_amount_is_a_number(self, written: str) -> None:
        assert "where an amount belongs" in refusal(HAND.replace("min_bet = 0.50", f"min_bet = {written}")).reason

    @pytest.mark.parametrize("written", ["10.004", "10.000", "0.001"])
    def test_a_third_decimal_of_a_dollar_is_not_rounded_away(self, written: str) -> None:
        assert "2 decimals" in refusal(HAND.replace("2.60", written)).reason

    @pytest.mark.parametrize("written", ["9" * 20, "1e400", "92233720368547758.08"])
    def test_an_amount_beyond_64_bits_is_refused(self, written: str) -> None:
        assert "“starting_stacks”" in refusal(HAND.replace("2.60", written)).reason

    def test_odd_spellings_are_nobodys_business_in_fields_of_ones_own(self) -> None:
        hand = read_hand(HAND + "_mask = [0xff, 1_000]\n_table = {0x10 = 5, 1_0 = 0o7}\n")
        assert hand.extras == {"_mask": [255, 1000], "_table": {"0x10": 5, "1_0": 7}}

    @pytest.mark.parametrize(
        "name", ["variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions"]
    )
    def test_a_required_field_that_is_missing_is_named(self, name: str) -> None:
        text = "".join(line + "\n" for line in HAND.splitlines() if not line.startswith(f"{name} "))
        assert f"“{name}” is missing" in refusal(text).reason

    @pytest.mark.parametrize(
        ("field", "words"),
        [
            ("antes = [0, 0]", "2 entries for 3 players"),
            ("antes = [0, -1, 0]", "negative amount"),
            ("starting_stacks = [0, 5, 5]", "stack of 0"),
            ("starting_stacks = []", "names no player"),
            ("actions = 'p1 f'", "is text where a list belongs"),
            ("actions = [5]", "index 0"),
            ("actions = ['', 'p1 x']", "index 1"),
            ("actions = ['p1 cbr -5']", "less than nothing"),
            ("actions = ['p1 cbr 1.005']", "2 decimals"),
            ("seats = [1, 1, 2]", "seat of their own"),
            ("seats = [0, 1, 2]", "seat of their own"),
            ("players = ['a', 'b']", "2 entries"),
            ("players = ['a', 'b', 3]", "where text belongs"),
            ("time = '21:15'", "where a time of day belongs"),
            ("day = 1.5", "where a whole number belongs"),
            ("year = 99999999999999999999", "larger than any number"),
            ("ante_trimming_status = 1", "where true or false belongs"),
            ("finishing_stacks = [-1, 2, 3]", "negative stack"),
            ("time_limit = '30'", "where a number belongs"),
        ],
    )
    def test_a_field_that_holds_something_else_is_refused_with_its_line(self, field: str, words: str) -> None:
        name = field.partition(" =")[0]
        lines = [line for line in HAND.splitlines() if not line.startswith(f"{name} ")]
        problem = refusal("\n".join([*lines, field, ""]))
        assert words in problem.reason
        assert problem.line == len(lines) + 1


class TestAmounts:
    @pytest.mark.parametrize(
        ("text", "exponent", "amount"),
        [("47.50", 2, 4750), ("47.5", 2, 4750), ("0", 2, 0), ("-0.50", 2, -50), ("7", 0, 7), ("1.005", 3, 1005)],
    )
    def test_text_to_minor_units(self, text: str, exponent: int, amount: int) -> None:
        assert minor_units(text, exponent) == amount

    @pytest.mark.parametrize("text", ["", ".5", "5.", "05", " 5", "5 ", "１", "٣", "1,5", "5\n", "--5", "5.-5"])
    def test_anything_but_plain_digits_is_no_amount(self, text: str) -> None:
        with pytest.raises(AmountError):
            minor_units(text, 2)

    @pytest.mark.parametrize(("amount", "text"), [(4750, "47.50"), (4700, "47"), (5, "0.05"), (-50, "-0.50"), (0, "0")])
    def test_minor_units_to_text(self, amount: int, text: str) -> None:
        assert major_text(amount, 2) == text

    def test_currencies_have_their_own_decimals(self) -> None:
        assert [currency_exponent(code) for code in ("USD", "JPY", "KWD", "CLF", None, "???")] == [2, 0, 3, 4, 2, 2]


class TestNotations:
    @pytest.mark.parametrize(
        ("text", "action"),
        [
            ("p3 cbr 225", bet_or_raise_to(3, 22500)),
            ("p1 cc", check_or_call(1)),
            ("p2 sm AhKh", show(2, parse_cards("AhKh"))),
            ("p2 sm -", show(2)),
            ("p2 sm", muck(2)),
            ("p2 sd", Action("sd", 2)),
            ("p2 sd 2c3d", Action("sd", 2, 0, parse_cards("2c3d"))),
            ("d db 7h8d9c", Action("db", 0, 0, parse_cards("7h8d9c"))),
            ("d dh p1 ????", Action("dh", 1, 0, parse_cards("????"))),
            ("p4 pb", Action("pb", 4)),
            ("p1 h 9d", Action("h", 1, 0, parse_cards("9d"))),
            ("p1 st", Action("st", 1)),
        ],
    )
    def test_every_action_is_read_and_printed_the_same(self, text: str, action: Action) -> None:
        assert parse_notation(text) == Notation(action)
        assert print_notation(Notation(action)) == text

    @pytest.mark.parametrize(
        ("text", "notation"),
        [
            ("p1 f # folds a set", Notation(Action("f", 1), "folds a set")),
            ("# a long think", Notation(None, "a long think")),
            ("", Notation(None)),
        ],
    )
    def test_commentary_is_kept(self, text: str, notation: Notation) -> None:
        assert parse_notation(text) == notation
        assert print_notation(notation) == text
