"""The price of a hand in statements: every round trip holds the table's row, so their number has an upper bound.

Counted is what a service sends inside one transaction, its own begin and commit (here a savepoint) among them.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import services, typed
from games.models import Hand, HandDraft
from games.services.bookings import NEVER_OWED
from rules.phh.reader import read_hands
from rules.play import hand, settlement
from rules.play.settlement import Settlement
from tests.support.desk import key
from tests.support.table import O8_KILL, HandTable, open_hand_table

pytestmark = pytest.mark.django_db
TICK, HAND, TAP = 13, 18, 4
"""So many statements at most."""


def sent(act: Callable[[], object]) -> list[str]:
    """The statements that an act sends, in order."""
    with CaptureQueriesContext(connection) as told:
        act()
    return [query["sql"] for query in told.captured_queries]


def tick(table: HandTable, **facts: object) -> list[str]:
    """The statements of one quick hand at a table where everything was used before."""
    session = table.session
    given: dict[str, Any] = {"rake_taken": 300, "promo_taken": 100, "key": key(), "confirmed": (NEVER_OWED,)}
    given |= table.by() | facts
    statements = sent(lambda: services.record_tick(session=session, **given))
    assert Hand.objects.filter(request_key=given["key"]).count() == 1
    return statements


def test_a_quick_hand(table: HandTable) -> None:
    table.tick(300, promo_taken=100)
    statements = tick(table)
    assert len(statements) <= TICK, "\n".join(statements)


def test_a_quick_hand_where_kill_and_straddle_are_posted() -> None:
    table = open_hand_table(replace(O8_KILL, straddle="utg"))
    table.tick(300, promo_taken=100, pot=60_00, winners=[3])
    table.tick(300, pot=60_00, winners=[2])
    statements = tick(table, pot=60_00, winners=[1])
    assert len(statements) <= TICK, "\n".join(statements)


def test_a_quick_hand_of_which_nothing_was_dropped_moves_nothing(table: HandTable) -> None:
    statements = tick(table, rake_taken=0, promo_taken=0)
    assert not any("players_account" in text and "for update" in text.casefold() for text in statements)
    assert not any("players_ledgerhead" in text for text in statements)


def test_a_full_hand_and_every_tap_of_it(table: HandTable) -> None:
    table.record(table.act(table.deal(), "c", "f", "f", "x", "flop AhKhQh", "r 10", "f"), rake=100, promo=100)
    draft = table.act(table.deal(), "c", "f", "f", "x")
    for tap in (_acts("flop AhKhQh"), _acts("r 10"), _names("4", "AdKd"), _acts("f")):
        statements = sent(lambda tap=tap: tap(table, draft))  # type: ignore[misc]
        assert len(statements) <= TAP, "\n".join(statements)
        draft.refresh_from_db()
    facts = {"version": draft.version, "rake_taken": 100, "promo_taken": 100, "confirmed": (NEVER_OWED,)}
    given = facts | {"key": key()} | table.by()
    statements = sent(lambda: services.record_hand(draft=draft, **given))
    assert len(statements) <= HAND, "\n".join(statements)


def _acts(action: str) -> Callable[[HandTable, HandDraft], object]:
    return lambda table, draft: table.act(draft, action)


def _names(place: str, cards: str) -> Callable[[HandTable, HandDraft], object]:
    return lambda table, draft: table.name(draft, place, cards)


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hands that were settled, a word for each."""
    told: list[str] = []

    def settle(*args: Any) -> Settlement:
        told.append("settled")
        return settlement.settle(*args)

    monkeypatch.setattr(hand, "settle", settle)
    return told


@pytest.mark.parametrize("rake", [100, 200], ids=["as the plaque says", "something else"])
def test_recording_settles_once(table: HandTable, settled: list[str], rake: int) -> None:
    draft = table.act(table.deal(), "c", "f", "f", "x", "flop AhKhQh", "r 10", "f")
    recorded = table.record(draft, rake=rake)
    assert recorded.rake_taken == rake
    assert settled == ["settled"]


@pytest.mark.parametrize("rake", [None, 200], ids=["as the file says", "something else"])
def test_a_hand_from_a_file_is_settled_once(table: HandTable, settled: list[str], rake: int | None) -> None:
    text = table.record(table.act(table.deal(), "f", "f", "f"), rake=0).phh
    there = open_hand_table()
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("finishing_stacks", "winnings")))
    phh = next(iter(read_hands(text)))
    for name, seat in zip(phh.players or (), phh.seats or (), strict=True):
        text = text.replace(f"'{name}'", f"'{there.sittings[seat].player.display_name}'")
    settled.clear()
    given: dict[str, Any] = {"session": there.session, "phh_text": text, "key": key(), "confirmed": (NEVER_OWED,)}
    services.record_phh(**given, rake_taken=rake, **there.by())
    assert settled == ["settled"]


@pytest.mark.parametrize(("page", "action"), [("act", "r"), ("trouble", "2 r")], ids=["keypad", "drawer"])
def test_an_amount_of_the_keypad_is_parsed_once(
    table: HandTable, tablet: Client, monkeypatch: pytest.MonkeyPatch, page: str, action: str
) -> None:
    draft = table.act(table.deal(), "c")
    monkeypatch.setattr(typed, "parse_major", lambda text, **_: pytest.fail(f"{text} was parsed again"))
    form = {"version": draft.version, "action": action, "amount": "12.00"}
    answer = tablet.post(f"/tables/{table.session.table_id}/hand/{page}/", form)
    assert answer.status_code == 303, answer.content.decode()
    draft.refresh_from_db()
    assert any("cbr 12" in line for line in draft.actions)


TAPS = {
    "an action": ("act", {"action": "c"}),
    "everybody": ("act", {"action": "all call"}),
    "cards": ("cards", {"place": "board", "cards": "AhKhQh"}),
}


@pytest.mark.parametrize("tap", TAPS)
def test_a_tap_plays_the_hand_once(table: HandTable, tablet: Client, monkeypatch: pytest.MonkeyPatch, tap: str) -> None:
    """What the service has played is what the page tells."""
    page, form = TAPS[tap]
    draft = table.act(table.deal(), *(["c", "f", "f", "x"] if page == "cards" else ["c"]))
    played: list[str] = []
    replay = hand.Hand.__dict__["replay"].__func__
    counted = classmethod(lambda kind, *given: played.append(kind.__name__) or replay(kind, *given))  # type: ignore[func-returns-value]
    monkeypatch.setattr(hand.Hand, "replay", counted)
    address = f"/tables/{table.session.table_id}/hand/{page}/"
    answer = tablet.post(address, form | {"version": draft.version}, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.content.decode()
    assert played == ["TellingHand"]
