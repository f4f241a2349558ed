"""Hands of files in the money machine's evening: another world, of which nothing comes to a rack or a case."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.db.models import Sum
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from config.errors import DomainError
from disputes import services as disputes
from disputes.services import Report
from games.importing import Importer
from games.models import Hand
from games.services import record_tick
from players.models import Account, Sitting
from players.services import add_on
from players.services.table_money import count_stack
from rules.phh.files import look_at
from tests.support.desk import key
from tests.support.dispute import DisputeTable

FILE = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cc", "d db 7h8h2c", "p1 cc", "p2 cbr 2", "p1 f"]
finishing_stacks = [98, 102]
"""
DOLLAR = 1_00


class HandFiles:
    """Rules for a machine with a `desk`; `files` are the hands that came from files in this evening."""

    desk: DisputeTable
    files: list[Hand]

    @precondition(lambda self: not self.files)
    @rule(leaves=st.booleans())
    def bring_a_file(self, leaves: bool) -> None:
        """A hand of $4 from a file; its players stay, or leave with what the file gave them."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "four.phh")
            path.write_text(FILE)
            now = mock.patch("games.importing.timezone.now", return_value=self.desk.by()["at"])
            with now, Importer(self.desk.table.session.table) as importer:
                assert [outcome.result for outcome in importer.record(look_at(path))] == ["recorded"]
                if leaves:
                    importer.close()
        self.files.append(Hand.objects.get(session__source="import"))

    @precondition(lambda self: self.files)
    @rule(way=st.integers(0, 6), dollars=st.integers(1, 200))
    def take_from_a_file(self, way: int, dollars: int) -> None:
        """Whoever wants chips of a file: by a case, a count, a rack, a seat or a tick, alone or not, gets none."""
        with pytest.raises(DomainError):
            list(self._ways(self.files[0], dollars * DOLLAR))[way]()

    def file_balances(self) -> int:
        """The chips that all places of files hold together, those that they came from included: always nothing."""
        rows = Account.objects.filter(room=self.desk.table.desk.room, is_import=True)
        return int(rows.aggregate(sum=Sum("balance"))["sum"] or 0)

    def _ways(self, hand: Hand, amount: int) -> tuple[Callable[[], object], ...]:
        desk, by, second = self.desk.table.desk, self.desk.by(), self.desk.other
        winner: Sitting = hand.seats.order_by("-took_out")[0].sitting
        report = Report(kind="RECORD_ERROR", facts="the pot was more", hold="whole")
        given: dict[str, Any] = {"key": key()} | by
        anybody = next(iter(self.desk.table.sittings.values())).player
        why = {"reason": "an earlier count was wrong", "second": second}
        return (
            lambda: disputes.open_dispute(session=hand.session, report=report, about=hand, **given),
            lambda: count_stack(sitting=winner, counted=amount, **why, **given),
            lambda: add_on(sitting=winner, amount=amount, **given),
            lambda: desk.leave(winner),
            lambda: desk.cash_out(winner.player, amount),
            lambda: desk.seat(anybody, 9, amount, session=hand.session),
            lambda: record_tick(session=hand.session, rake_taken=amount, **given),
        )
