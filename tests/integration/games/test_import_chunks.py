"""Hands recorded together: the rows of hand by hand, in a handful of statements, and one bad hand harms none."""

from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.requests.models import RequestKey
from games.importing import CHUNK, Importer, Outcome, digest_of
from games.models import Hand, HandSeat
from games.services import import_hand
from games.services.chunks import Chunk
from players.models import AccountKind, Sitting, Transfer
from players.services import state_stacks
from players.services.known_seats import KnownSeats, SeatsChangedError
from rules.house.fee_schedule import FeeSchedule
from rules.phh.files import look_at
from rules.phh.values import PhhHand
from tables.models import Table, TableSession
from tests.support.books import books_hold
from tests.support.people import a_room
from tests.support.written_rows import all_rows

OWN = Path(__file__).resolve().parents[2] / "data" / "hands"
NOW = timezone.now()
HAND = """\
[{number}]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = {stacks}
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', {actions}]
players = {players}
table = '{table}'
{more}
"""
FOLDED, BET = "'p3 f', 'p1 f'", "'p3 cbr 20', 'p1 f', 'p2 cc', 'd db 7h8h2c', 'p2 cc', 'p3 cbr 10', 'p2 f'"
IDA_JON_KAY = ["Ida", "Jon", "Kay"]


def a_hand(number: int, **facts: Any) -> str:
    """One hand of a file: folded to the big blind, unless told otherwise."""
    told = {"stacks": [100, 100, 100], "actions": FOLDED, "players": IDA_JON_KAY, "table": "North", "more": ""} | facts
    return HAND.format(number=number, **told)


@pytest.fixture
def table(db: None) -> Table:
    """The only table of an empty room."""
    return Table.objects.create(room=a_room(), name="Archive", seats=10)


@pytest.fixture
def varied(tmp_path: Path) -> Path:
    """A file with all that a chunk may meet: bets, refusals, an unreadable hand, other people, another table, kings and
    paupers."""
    wrong = "finishing_stacks = [98, 101, 101]"
    hands = [
        *(a_hand(number) for number in range(1, 6)),
        a_hand(6, actions=BET, stacks=[99, 101, 100]),
        a_hand(7, more=wrong),
        a_hand(8, actions=BET),
        a_hand(9).replace("'p3 f', 'p1 f'", "'p3 cbr 3', 'p1 f'"),
        a_hand(10, stacks=["inf", 100, 100]),
        a_hand(11),
        "[12]\nvariant = 'NT'\n",
        *(a_hand(number, more=f"hand = {number}") for number in range(13, 16)),
        a_hand(16, players=["Ida", "Jon", "Lea"]),
        *(a_hand(number, players=["Ida", "Jon", "Lea"]) for number in range(17, 19)),
        *(a_hand(number, table="South", players=["Max", "Ned", "Oda"], actions=BET) for number in range(19, 22)),
        a_hand(22),
        a_hand(23, more="venue = 'Elsewhere'"),
        a_hand(24).replace("min_bet = 2", "min_bet = 4").replace("[1, 2, 0]", "[2, 4, 0]"),
        a_hand(25).replace("'NT'", "'Nothing'"),
        *(a_hand(number) for number in range(26, 29)),
    ]
    file = tmp_path / "varied.phhs"
    file.write_text("\n".join(hands).replace("'inf'", "inf"))
    return file


def imported(table: Table, *paths: Path, chunk: int = CHUNK, fee: FeeSchedule | None = None) -> list[Outcome]:
    """The outcome of the hands of these files."""
    with Importer(table, fee=fee, chunk=chunk) as importer:
        outcomes = [outcome for path in paths for outcome in importer.record(look_at(path))]
        importer.close()
    return outcomes


def told(outcomes: list[Outcome]) -> list[tuple[object, ...]]:
    """Each hand, what became of it and why, in words."""
    return [(each.key, each.line, each.result, str(each.problem or "")) for each in outcomes]


@pytest.fixture
def chunks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many hands each chunk wrote."""
    written: list[int] = []
    write = Chunk.write

    def counted(chunk: Chunk) -> None:
        written.append(len(chunk._taken))
        write(chunk)

    monkeypatch.setattr(Chunk, "write", counted)
    return written


FEE = FeeSchedule(mode="percent", percent_bp=500, cap=3_00)


@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize("fee", [None, FEE], ids=["without rake", "raked"])
def test_chunks_write_the_rows_of_hand_by_hand(
    table: Table, varied: Path, chunks: list[int], fee: FeeSchedule | None
) -> None:
    files = (varied, OWN / "mixed.phhs", *sorted((OWN / "evening").iterdir()))
    with transaction.atomic():
        by_hand, rows_by_hand = told(imported(table, *files, chunk=1, fee=fee)), all_rows()
        transaction.set_rollback(True)
    assert chunks == []
    assert Hand.objects.count() == 0
    together, rows = told(imported(table, *files, fee=fee)), all_rows()
    assert sum(chunks) >= 12
    assert max(chunks) >= 4
    assert together == by_hand
    assert rows.keys() == rows_by_hand.keys() >= {"games.hand", "players.transfer", "requests.requestkey"}
    for name, written in rows.items():
        assert written == rows_by_hand[name], name
    assert books_hold()


def test_a_hand_of_a_chunk_is_known_to_the_services_that_record_one(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "few.phhs"
    file.write_text("\n".join(a_hand(number) for number in range(1, 4)))
    imported(table, file)
    looked, hand = look_at(file), Hand.objects.get(number=3)
    phh = list(looked.hands())[2]
    asked: dict[str, Any] = {"by": None, "at": NOW}
    facts = {"session": hand.session, "phh": phh, "digest": looked.digest, "source_file": "few.phhs"}
    assert import_hand(key=hand.request_key, **facts, **asked) == hand
    sittings = {seat.seat: seat.sitting for seat in HandSeat.objects.filter(hand=hand)}
    stacks = {seat: (sitting.player, 100_00) for seat, sitting in sittings.items()}
    again = state_stacks(session=hand.session, stacks=stacks, key=f"{hand.request_key}:stacks", **asked)
    assert again == sittings
    assert Hand.objects.count() == 3


def test_more_hands_need_no_more_statements(table: Table, tmp_path: Path) -> None:
    asked = []
    for many in (11, CHUNK):
        file = tmp_path / f"{many}.phhs"
        named = f"event = 'of {many}'"
        file.write_text("\n".join(a_hand(number, more=named) for number in range(1, many + 1)))
        with Importer(table) as importer:
            outcomes = importer.record(look_at(file))
            next(outcomes)  # opens the session, by itself
            with CaptureQueriesContext(connection) as queries:
                assert [each.result for each in outcomes] == ["recorded"] * (many - 1)
            importer.close()
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 20


class TestWhatIsUnforeseen:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        """Five hands at one session."""
        file = tmp_path / "five.phhs"
        file.write_text("\n".join(a_hand(number) for number in range(1, 6)))
        return file

    def test_a_key_that_somebody_used_keeps_out_one_hand_alone(
        self, table: Table, file: Path, chunks: list[int]
    ) -> None:
        third = list(look_at(file).hands())[2]
        assert isinstance(third, PhhHand)
        key = f"import:{table.room_id}:{digest_of(third)}:3"
        RequestKey.objects.create(key=key, kind="hand", digest="of another body", at=NOW)
        results = [each.result for each in imported(table, file)]
        assert results == ["recorded", "recorded", "refused", "recorded", "recorded"]
        assert chunks == [4]
        assert list(Hand.objects.values_list("number", flat=True)) == [1, 2, 3, 4]
        assert books_hold()

    def test_what_the_database_refuses_is_tried_hand_by_hand(
        self, table: Table, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(chunk: Chunk) -> None:
            Hand.objects.bulk_create([each.hand for each in chunk._taken])
            raise DatabaseError("no more")

        monkeypatch.setattr(Chunk, "write", broken)
        assert {each.result for each in imported(table, file)} == {"recorded"}
        assert list(Hand.objects.order_by("pk").values_list("number", flat=True)) == [1, 2, 3, 4, 5]
        assert TableSession.objects.get().hands_recorded == 5
        assert books_hold()

    def test_chips_that_moved_meanwhile_are_seen_before_anything_is_written(self, table: Table, file: Path) -> None:
        with Importer(table) as importer:
            list(importer.record(look_at(file)))
        session = TableSession.objects.get()
        with transaction.atomic():
            known = KnownSeats.of(session)
            one = Sitting.objects.get(seat=1)
            others = {each.seat: (each.player, 77_00) for each in Sitting.objects.filter(left_at=None)}
            state_stacks(session=session, stacks=others, key="meanwhile", by=None, at=NOW)
            before = Transfer.objects.count()
            with pytest.raises(SeatsChangedError):
                known.write([], by=None)
        assert Transfer.objects.count() == before
        assert known.seats[one.pk].kind == AccountKind.SEAT
