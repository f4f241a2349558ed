"""A hand from a file at a table of the floor: the same rules, the same books; what differs is refused."""

from collections.abc import Callable

import pytest

from config.errors import DomainError
from games import services
from games.models import Hand
from players.models import AccountKind
from rules.phh.reader import read_hands
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.table import HandTable, open_hand_table


def showdown(table: HandTable) -> Hand:
    draft = table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "c")
    draft = table.act(draft, "turn 9s", "c", "c", "river 3h", "c", "c", "p3 sm AcAd", "p4 sm KcKd")
    return table.record(draft)


@arranged
def both() -> tuple[HandTable, str]:
    """A table, and a hand as another table exported it; seats 1 to 4, the button in seat 4."""
    return open_hand_table(), showdown(open_hand_table()).phh


@pytest.fixture
def table(both: tuple[HandTable, str]) -> HandTable:
    """The table that the hand is imported at."""
    return both[0]


@pytest.fixture
def text(both: tuple[HandTable, str]) -> str:
    """The hand that the other table exported."""
    return both[1]


def named(table: HandTable, text: str) -> str:
    """The same file with the names of those who sit at `table`."""
    (phh,) = read_hands(text)
    for name, seat in zip(phh.players or (), phh.seats or (), strict=True):
        text = text.replace(f"'{name}'", f"'{table.sittings[seat].player.display_name}'")
    return text


def record(table: HandTable, text: str, **facts: object) -> Hand:
    given = {"session": table.session, "phh_text": text, "key": key()}
    return services.record_phh(**(given | table.by() | facts))


def refused(table: HandTable, text: str, code: str) -> DomainError:
    with pytest.raises(DomainError) as raised:
        record(table, text)
    assert raised.value.code == code, raised.value.message
    assert Hand.objects.filter(session=table.session).count() == 0
    assert not table.session.hand_open
    return raised.value


def test_an_exported_hand_imports_to_the_same_chips(table: HandTable, text: str) -> None:
    hand = record(table, named(table, text))
    hand.refresh_from_db()
    original = Hand.objects.exclude(pk=hand.pk).get()
    assert (hand.pot, hand.rake_taken, hand.winners) == (original.pot, original.rake_taken, original.winners)
    assert hand.settlement == original.settlement
    assert table.on_table() == 800_00
    assert table.desk.held(AccountKind.POT) == 0


def test_the_same_key_records_once(table: HandTable, text: str) -> None:
    same, ours = key(), named(table, text)
    assert record(table, ours, key=same).pk == record(table, ours, key=same).pk


def test_what_was_taken_is_what_the_caller_says(table: HandTable, text: str) -> None:
    bare = "\n".join(
        line
        for line in named(table, text).split("\n")
        if not line.startswith(("finishing", "winnings", "_rake", "_drop"))
    )
    taken = {"rake_taken": 300, "promo_taken": 100}
    with pytest.raises(DomainError) as asked:
        record(table, bare, **taken)
    assert asked.value.code == "takings_never_owed"
    assert record(table, bare, **taken, confirmed=("takings_never_owed",)).rake_taken == 300
    assert table.boxes() == (300, 100)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text.replace("seats = [1, 2, 3, 4]", "seats = [1, 2, 3, 9]"), "player_not_seated"),
        (lambda text: text.replace("p3 cbr 20", "p3 cbr 4"), "below_min_raise"),
        (lambda text: text.replace("p4 sm KcKd", "p4 sm AhKd"), "duplicate_card"),
        (lambda text: text.replace("'p4 sm KcKd'", "'p4 sm ????'"), "showdown_incomplete"),
        (lambda text: text.replace("variant = 'NT'", "variant = 'FT'"), "phh_unreadable"),
        (lambda text: text.replace("antes = [0, 0, 0, 0]", "antes = [0, 0, 0]"), "phh_unreadable"),
        (lambda text: text + text, "phh_unreadable"),
        (lambda text: "hello", "phh_unreadable"),
        (lambda text: text.replace("starting_stacks = [200,", "starting_stacks = [900,"), "finishing_stacks_differ"),
        (lambda text: text.replace("blinds_or_straddles = [1, 3,", "blinds_or_straddles = [2, 5,"), "plaque_differs"),
    ],
)
def test_what_is_not_so_at_the_table_is_refused(
    table: HandTable, text: str, change: Callable[[str], str], code: str
) -> None:
    ours = named(table, text)
    changed = change(ours)
    assert changed != ours, ours
    refused(table, changed, code)


def test_chips_that_nobody_brought_to_the_table_are_refused(table: HandTable, text: str) -> None:
    lines = (line for line in named(table, text).split("\n") if not line.startswith("finishing"))
    more = "\n".join(lines).replace("starting_stacks = [200,", "starting_stacks = [900,")
    assert refused(table, more, "table_short").allowed == {"most": 800_00}


def test_another_player_than_who_sits_there_is_refused(table: HandTable, text: str) -> None:
    assert "sits in seat" in refused(table, text, "player_not_seated").message


def test_finishing_stacks_that_the_rules_do_not_pay_are_refused(table: HandTable, text: str) -> None:
    (phh,) = read_hands(text)
    assert phh.finishing_stacks
    ours = named(table, text)
    line = next(line for line in ours.split("\n") if line.startswith("finishing_stacks"))
    swapped = line.replace(f"[{phh.finishing_stacks[0] // 100},", f"[{phh.finishing_stacks[0] // 100 - 1},")
    assert swapped != line
    refused(table, ours.replace(line, swapped), "finishing_stacks_differ")


def test_a_hand_in_the_middle_of_another_is_refused(table: HandTable, text: str) -> None:
    table.deal()
    with pytest.raises(DomainError) as raised:
        record(table, named(table, text))
    assert raised.value.code == "hand_open"
