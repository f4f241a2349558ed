"""Rooms are tenants of one database: nobody sees, finds or changes anything of another room, at any address.

What a room's pages, files and lists say is read before other rooms hold anything, and again when they are full: it is
the same, to the letter. A new address is among those that are tried, and a new model fails until other rooms hold it.
Ids in posted forms and bodies: tests/guards/test_foreign_ids.py.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import quote, quote_plus

import pytest
import time_machine
from django.db import connection, connections, transaction
from django.test import Client

from config.rooms.models import Room
from config.staff import reauthentication
from config.staff.models import User
from config.staff.roles import ROLES
from disputes.models import DisputeParty
from games.models import Hand
from players.models import Transfer
from tables.models import TableSession
from tests.support.arranged import arranged
from tests.support.full_rooms import fill_other_rooms, of_rooms, rooms_of
from tests.support.house import House, furnished_house
from tests.support.people import a_person, a_room, signed_in
from tests.support.proofs import sized
from tests.support.routes import Route, routes, tried
from tests.support.table import open_hand_table

pytestmark = pytest.mark.django_db
EVENING = datetime(2025, 3, 8, 5, tzinfo=UTC)
ADDRESSES: dict[str, Any] = tomllib.loads((Path(__file__).parents[1] / "guards" / "addresses.toml").read_text())
ROOMS = sized(12, 50, 50)

SELDOM = {
    "cage.BankGuesses": "wrong PINs of a bank, counted and never shown",
    "cage.BoxLook": "says who may not count a box; read with the box",
    "cage.ChipAlarmAnswer": "stands with its alarm",
    "cage.GivenUpBoxCount": "stands with its box",
    "cage.GivenUpCount": "stands with its drawer session",
    "cage.LinkedDayAnswer": "stands with its alert",
    "cage.RegulatorNote": "stands with its investigation",
    "cage.VaultLook": "says who may not count the vault second; read with its count",
    "disputes.Directive": "stands with its ruling",
    "disputes.DirectiveWithdrawal": "stands with its ruling",
    "disputes.RulingNetted": "reckoned with, never shown",
    "games.RefusedHand": "stands with its file",
    "players.Meeting": "says which room knows whom; tests/attacks/test_personal_data.py",
    "players.Message": "stands with its name on a list",
    "tables.DealerGuesses": "wrong PINs of a dealer, counted and never shown",
}
"""Models of a room of which the other rooms hold no row here, and why no address of its own shows one."""
DRAWN_ANEW = {"account/authenticator/": "a secret that is shown once"}
"""Addresses that never say the same twice."""
OF_ALL_ROOMS = {
    "board/": "without a room it asks which one is meant",
    "account/": "looks for the person's own among all open sessions: the table doesn't say whose they are",
    "staff/<int:user_id>/": "the same",
}
"""Addresses that name the rooms of the house, or read more where there are more."""
HELD_TIGHTER = {"jobs/<uuid:job_id>/": 403}
"""Addresses that answer otherwise than by 404: a job is for whoever asked for it, wherever they are."""
ALIKE = {"lists", "receipts"}
"""Blanks that hold a game, or the number of a receipt: each room has its own under the same."""
OF_NO_ROOM = {"django_session", "audit_auditevent"}
"""Tables that any request may write to: its session, and that it was refused."""
NOT_THERE = {
    "cage/prints/<int:print_id>/", "runner/buy-ins/<int:buy_in_id>/void/", "disputes/<int:dispute_id>/replay/",
    "runner/banks/<int:drawer_id>/credit/", "runner/banks/<int:drawer_id>/fill/", "runner/slips/<int:slip_id>/",
    "tables/<int:table_id>/plaque/<int:number>/kill/", "rules/house-rules/<slug:name>/",
    "api/v1/reports/jobs/<uuid:pk>/",
}  # fmt: skip
"""Pages of what the room hasn't got, though it has what the blanks name: a kill, a sale, a bank and a slip of a
runner's, the job of a report."""


# ------------------------------------------------------------------------------------------------------ what is seen


@dataclass(frozen=True)
class Picture:
    """The answer of an address, and what it asked of the database: statements, and the rows that they returned."""

    status: int
    text: str
    statements: int = 0
    rows: int = 0


@dataclass
class Tenants:
    """A room, and others in the same database; what the room's pages said when these were empty, and afterwards."""

    here: House
    there: House
    person: User
    before: dict[str, Picture]
    after: dict[str, Picture]

    @property
    def client(self) -> Client:
        """A browser in which somebody is signed in who holds every role in this room, and none elsewhere."""
        client = signed_in(self.person)
        client.raise_request_exception = False
        return client


@arranged
def tenants() -> Tenants:
    """A room whose pages are read; then everything happens in others, and they are read again."""
    with at_work():
        here = furnished_house()
        a_room()  # the board asks which one is meant, as soon as there are two
        person = a_person(here.room, *ROLES)
        before = pictures(here, person)
        with connections["owner"].cursor() as cursor:  # no name of a player here has the number of one elsewhere in it
            cursor.execute("select setval('players_player_id_seq', 700000)")
        there = fill_other_rooms()
        while Room.objects.count() < ROOMS:
            open_hand_table().tick()
        return Tenants(here, there, person, before, pictures(here, person))


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with at_work():
        yield


@contextmanager
def at_work() -> Iterator[None]:
    """The clock stands still, whoever tries an address has just entered their PIN, and chance asks for no pot."""
    just_now = mock.patch.object(reauthentication, "is_fresh", return_value=True)
    with time_machine.travel(EVENING, tick=False), just_now, mock.patch("rake.sampling.selectors.USUAL_ONE_IN", 0):
        yield


def pictures(house: House, person: User) -> dict[str, Picture]:
    """The answers of every address that shows something, with the room's own things in its blanks."""
    client, said = signed_in(person), {}
    for route in filter(is_read, routes()):
        asked = Asked()
        with connection.execute_wrapper(asked):
            seen = picture(tried(client, "get", route, house.samples))
        said[str(route)] = replace(seen, statements=asked.statements, rows=asked.rows)
    return said


def is_read(route: Route) -> bool:
    """Whether the address shows something, by the table of all addresses."""
    asked = ADDRESSES[str(route)]
    return isinstance(asked, str) or asked["get"] != "-"


def picture(response: Any) -> Picture:
    """The status and the words of an answer, without what is drawn anew each time."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return Picture(response.status_code, _DRAWN.sub("…", body.decode("latin-1")))


_DRAWN = re.compile(
    r"nonce[-=][^'> ]+|\b[A-Za-z0-9]{64}\b|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|load delay:\d+ms"
)
"""Nonces, tokens of forms, request keys and jobs, and when a part asks again."""


class Asked:
    """The statements of a block, the rows that they returned, and the tables that were written to."""

    def __init__(self) -> None:
        self.statements = self.rows = 0
        self.written: set[str] = set()

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        self.statements += 1
        self.rows += max(context["cursor"].rowcount, 0)
        if found := _WRITES.match(str(sql)):
            self.written.add(found[1])
        return result


_WRITES = re.compile(r'\s*(?:insert into|update|delete from|truncate)\s+"?(\w+)', re.IGNORECASE)


def news(before: Picture, after: Picture) -> list[str]:
    """The first lines of an answer that the one before didn't have."""
    known = set(before.text.splitlines())
    more = [line.strip()[:200] for line in after.text.splitlines() if line not in known]
    return [f"{before.status} → {after.status}", *more[:3]]


# ----------------------------------------------------------------------------------------------------- what is shown


def test_other_rooms_hold_a_row_of_every_kind(tenants: Tenants) -> None:
    """Else the pages below would show nothing of it because there is nothing."""
    ours = tenants.here.room.pk
    kinds = {model._meta.label: rooms_of(model) - {ours} for model in of_rooms()}
    assert len(kinds) > 100
    assert {kind for kind, held in kinds.items() if not held} == set(SELDOM), (
        "let tests.support.full_rooms make a row of it, or say where it is shown"
    )


def test_no_page_changes_by_what_other_rooms_hold(tenants: Tenants) -> None:
    assert sum(seen.status == 200 for seen in tenants.after.values()) > 190
    changed = {address for address, seen in tenants.after.items() if seen.text != tenants.before[address].text}
    asked = changed - {*DRAWN_ANEW, *OF_ALL_ROOMS}
    assert {address: news(tenants.before[address], tenants.after[address]) for address in asked} == {}


def test_no_page_asks_more_of_the_database_for_other_rooms(tenants: Tenants) -> None:
    """Neither more statements nor more rows, however many rooms there are."""
    assert Room.objects.count() >= ROOMS
    more = {
        address: f"{before.statements} → {after.statements} statements, {before.rows} → {after.rows} rows"
        for address, after in tenants.after.items()
        if (before := tenants.before[address]) and address not in OF_ALL_ROOMS
        if after.statements > before.statements or after.rows > before.rows
    }
    assert more == {}


# ------------------------------------------------------------------------------------------- what is asked for by id


def test_what_lies_in_another_room_is_not_found_and_nothing_is_written(tenants: Tenants) -> None:
    client, of_their_own = tenants.client, set(tenants.there.samples) - tenants.there.of_every_room - ALIKE
    tries, faults = 0, []
    for route in routes():
        if route.states is None or not of_their_own.intersection(route.blanks()):
            continue
        for method in ("get", "post"):
            asked = Asked()
            with connection.execute_wrapper(asked):
                status = tried(client, method, route, tenants.there.samples).status_code
            tries += 1
            if status not in (404, 405, HELD_TIGHTER.get(str(route))) or asked.written - OF_NO_ROOM:
                faults.append(f"{method} {route}: {status}, wrote {asked.written}")
    assert tries > 300
    assert faults == []


def test_each_of_these_is_found_in_its_own_room(tenants: Tenants) -> None:
    """So that above it is the room for which it is not found."""
    with_blanks = {str(route) for route in routes() if route.blanks()}
    missing = {address for address, seen in tenants.before.items() if seen.status == 404 and address in with_blanks}
    assert missing - NOT_THERE == set()


# ---------------------------------------------------------------------------------------- what is asked for in lists


def asked_for(there: House) -> list[tuple[str, dict[str, Any]]]:
    """Every address that looks something up by what stands behind its question mark, with a thing of that room."""
    room, samples = there.room, there.samples
    session = TableSession.objects.select_related("table").get(pk=samples["table-sessions"])
    hand = Hand.objects.filter(room=room).latest("pk")
    moved, dealer, player = Transfer.objects.filter(room=room).latest("pk"), samples["dealers"], samples["banks"]
    party = DisputeParty.objects.filter(dispute__room=room).select_related("player").latest("pk")
    badge, table = User.objects.get(pk=samples["staff"]).badge_number, session.table.name
    return [
        ("/hands/", {"session": session.pk}), ("/hands/", {"table": session.table_id}),
        ("/disputes/", {"table": session.table_id}), ("/disputes/", {"dealer": dealer}),
        ("/disputes/", {"q": party.player.display_name}),
        ("/audit/", {"table": table}), ("/audit/", {"player": player}), ("/audit/", {"badge": badge}),
        ("/audit/", {"subject_kind": "hand", "subject_id": hand.pk}),
        ("/ledger/", {"player": player}), ("/ledger/", {"table": table}), ("/ledger/", {"by": badge}),
        ("/ledger/", {"before": moved.pk + 1, "by": badge}), ("/ledger/transfers.csv", {"table": table}),
        ("/ledger/transfers.csv", {"by": badge}), ("/ledger/transfers.csv", {"player": player}),
        ("/players/", {"q": "Nobody at home"}), ("/cage/", {"q": "Nobody at home"}),
        ("/cage/", {"table": session.pk}), ("/cage/", {"corrects": samples["buy-ins"]}),
        ("/api/v1/table-sessions/", {"table": session.table_id}), ("/api/v1/players/", {"search": "Nobody at home"}),
    ]  # fmt: skip


def test_what_lies_in_another_room_is_looked_up_like_what_nobody_has(tenants: Tenants) -> None:
    client, faults = tenants.client, []
    asked = asked_for(tenants.there)
    for address, looked_for in asked:
        name, value = list(looked_for.items())[-1]
        answers = [looked_up(client, address, looked_for | {name: each}) for each in (value, nobodys(value))]
        theirs, nobody = (replace(seen, text=without(seen.text, value, nobodys(value))) for seen in answers)
        if theirs != nobody:
            faults.append((address, looked_for, news(nobody, theirs)))
    assert len(asked) >= 20
    assert faults == []


def looked_up(client: Client, address: str, looked_for: dict[str, Any]) -> Picture:
    """The answer of the address; that somebody looked is not noted."""
    with transaction.atomic():
        seen = picture(client.get(address, looked_for))
        transaction.set_rollback(True)
    return seen


def nobodys(value: Any) -> str:
    """A value like this one, and of nobody."""
    return "987654321" if str(value).isdigit() else "Nobody here"


def without(text: str, *values: Any) -> str:
    """The text without what was asked for, as words or in an address."""
    forms = {re.escape(form) for value in values for form in (str(value), quote(str(value)), quote_plus(str(value)))}
    return re.sub(rf"\b(?:{'|'.join(sorted(forms))})\b", "…", text)
