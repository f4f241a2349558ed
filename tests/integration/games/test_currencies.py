"""One evening in rooms of no decimals, two and three: every page and file writes the same chips in the room's money."""

import csv
import html
import io
import re
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cage.models import BuyIn, CashOut
from config.amounts import plain_major
from config.errors import DomainError
from games.models import Hand
from players.forms.lists import GameForm
from players.selectors.lists import game_lists, games_on_plaques
from rake.services import rebuild_day
from tables.selectors.plaques import standing
from tests.support.arranged import arranged_for
from tests.support.desk import key
from tests.support.lists import Lists
from tests.support.looks import reader
from tests.support.people import except_conflicts, signed_in
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Money:
    """A currency, and how 23,400, 3,400, 20,000, 6,150 and 300 minor units and the blinds are written in it."""

    settings: dict[str, Any]
    bought: str
    paid: str
    rack: str
    pot: str
    rake: str
    blinds: str

    @property
    def decimals(self) -> int:
        return int(self.settings["exponent"])


YEN = Money(
    {"currency": "JPY", "currency_symbol": "¥", "exponent": 0}, "23,400", "3,400", "20,000", "6,150", "300", "100/300"
)
DOLLAR = Money({"currency": "USD", "currency_symbol": "$", "exponent": 2}, "234", "34", "200", "61.50", "3", "1/3")
DINAR = Money(
    {"currency": "KWD", "currency_symbol": "KD", "exponent": 3},
    "23.400",
    "3.400",
    "20",
    "6.150",
    "0.300",
    "0.100/0.300",
)
MONEYS = [YEN, DOLLAR, DINAR]


@dataclass
class Evening:
    """The events in a room, and everybody's browser in one."""

    money: Money
    table: HandTable
    bought: BuyIn
    paid: CashOut
    hand: Hand

    @cached_property
    def client(self) -> Client:
        """The browser of the manager, who has every role."""
        return reader(self.table.desk.manager, self.table.desk.room)

    @cached_property
    def window(self) -> Client:
        """The browser of the cashier who works the drawer."""
        return signed_in(self.table.desk.cashier)

    def words(self, name: str, *args: Any, **query: Any) -> str:
        """The words of a page; of the cage's as the cashier sees it."""
        client = self.window if name.startswith("cage") else self.client
        response = client.get(reverse(name, args=args), query)
        assert response.status_code == 200, name
        text = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())

    def bytes_of(self, name: str, *args: Any) -> bytes:
        """A file."""
        response = self.client.get(reverse(name, args=args))
        return b"".join(response) if response.streaming else response.content


@arranged_for({money.settings["currency"]: money for money in MONEYS})
def evening(money: Money) -> Evening:
    """An evening in a room of that money."""
    table = open_hand_table(**money.settings)
    desk = table.desk
    player = desk.player("Ann")
    bought = desk.buy_in(player, 234_00)
    paid = desk.cash_out(player, 34_00)
    hand = table.tick(300, pot=61_50)
    rebuild_day(room=desk.room, gaming_day=hand.gaming_day, at=desk.now + timedelta(minutes=5))
    except_conflicts(desk.room, ("manager", "cashier", "auditor"))
    for role in ("cashier", "auditor"):
        desk.manager.staff_roles.create(room=desk.room, role=role)
    desk.manager.forget_postings()
    return Evening(money, table, bought, paid, hand)


def written(amount: str, text: str) -> bool:
    """Whether the amount stands there as a whole, and is no part of a longer one."""
    return re.search(rf"(?<![\d.,]){re.escape(amount)}(?![\d]|[.,]\d)", text) is not None


def test_receipts_cage_and_player_page(evening: Evening) -> None:
    money, player = evening.money, evening.bought.player
    assert written(money.bought, evening.words("buy_in_receipt", evening.bought.pk))
    assert written(money.paid, evening.words("cash_out_receipt", evening.paid.pk))
    assert written(money.rack, evening.words("cage_player", player.pk))
    assert written(money.rack, evening.words("player", player.pk))


def test_sign_and_hand(evening: Evening) -> None:
    money = evening.money
    sign = evening.words("sign", evening.table.session.table_id, evening.table.session.plaque.number)
    for other in (" / ", "–", "-"):
        sign = sign.replace(other, "/")
    assert written(money.blinds, sign.replace(money.settings["currency_symbol"], ""))
    assert evening.bytes_of("sign_file", evening.table.session.table_id, 1).startswith(b"%PDF")
    hand = evening.words("hand", evening.hand.pk)
    assert written(money.pot, hand)
    assert written(money.rake, hand)


def test_report_page_csv_and_workbook(evening: Evening) -> None:
    money, day = evening.money, evening.hand.gaming_day.isoformat()
    assert written(money.rake, evening.words("rake_report", day))
    (row, *_) = csv.DictReader(io.StringIO(evening.bytes_of("rake_csv", day).decode("utf-8-sig")))
    assert {"3", "3.00"} & {row["Rake taken"]} if money is DOLLAR else row["Rake taken"] == money.rake
    book = openpyxl.load_workbook(io.BytesIO(evening.bytes_of("rake_xlsx", day)))
    sheet = book.worksheets[0]
    place = [cell.value for cell in sheet[1]].index("Rake taken")
    cell = sheet[2][place]
    assert cell.value == pytest.approx(300 / 10**money.decimals)
    assert cell.number_format == "#,##0" + ("." + "0" * money.decimals if money.decimals else "")


def test_trail_and_its_file(evening: Evening) -> None:
    money = evening.money
    assert written(money.bought, evening.words("audit", verb="buy_in.taken"))
    assert written(money.bought, evening.bytes_of("audit_file").decode())


@pytest.fixture
def game(evening: Evening) -> str:
    """The name of the table's game in the room's money."""
    return f"NLH {evening.money.blinds}"


def test_a_list_its_ticket_and_the_wall_name_the_game(evening: Evening, game: str) -> None:
    desk = evening.table.desk
    (wanted,) = (each.game for each in game_lists(desk.room, desk.now))
    entry = Lists(desk).join(game=wanted)
    assert (wanted.name, entry.waiting_list.name) == (game, game)
    for name, *args in (("lists",), ("list_entry", entry.pk), ("board",), ("place_on_list", entry.token)):
        assert written(game, evening.words(name, *args)), name
    assert [each.name for each in games_on_plaques(desk.room, timezone.now()).values()] == [game]
    form = {"game": "holdem", "structure": "no_limit", "low": plain(evening, 200), "high": plain(evening, 400)}
    other = GameForm(form, room=desk.room, games=())
    assert other.is_valid(), other.errors
    assert other.wanted().name == f"NLH {desk.room.money(200)}/{desk.room.money(400)}"


def plain(evening: Evening, amount: int) -> str:
    """An amount as somebody types it."""
    return plain_major(amount, exponent=evening.money.decimals)


def test_floor_tables_and_what_posting_does_name_the_game(evening: Evening, game: str) -> None:
    session = evening.table.session
    assert session.plaque.short_name == game
    for name, *args in (("floor",), ("tables",), ("table", session.table_id), ("console", session.table_id)):
        assert written(game, evening.words(name, *args)), name
    other = replace(session.posted, blinds=(200, 400))
    told = f"NLH {session.room.money(200)}/{session.room.money(400)} begins with the next hand."
    assert standing(session.table, timezone.now()).effects(other, session.room)[0] == told


def test_the_api_names_games_and_refuses_in_the_rooms_money_and_counts_in_minor_units(
    evening: Evening, game: str
) -> None:
    desk = evening.table.desk
    (table,) = evening.client.get("/api/v1/tables/").json()["results"]
    (plaque,) = evening.client.get(f"/api/v1/tables/{table['id']}/plaques/").json()["results"]
    assert plaque["short_name"] == game
    asked = {"player": desk.player("Ben").pk, "session": desk.session.pk, "drawer": desk.drawer.pk, "amount": 50_00}
    refused = evening.window.post(
        "/api/v1/buy-ins/", asked, content_type="application/json", headers={"Idempotency-Key": key()}
    )
    body = refused.json()
    assert (refused.status_code, body["allowed"]["least"]) == (409, 100_00), body
    assert written(desk.room.money(100_00), body["message"]), body


def test_who_posts_against_the_rule_is_told_in_the_rooms_money(evening: Evening) -> None:
    deal = evening.table.suggested()
    seat = max(deal.stacks)
    posts = (*deal.posts, ("post", seat, 300), ("post", seat, 300))
    with pytest.raises(DomainError) as refused:
        evening.table.deal(replace(deal, posts=posts))
    assert written(evening.table.session.room.money(300), str(refused.value)), refused.value


def test_the_api_counts_in_minor_units_everywhere(evening: Evening) -> None:
    answer = evening.client.get(f"/api/v1/hands/{evening.hand.pk}/").json()
    assert (answer["pot"], answer["rake_taken"]) == (61_50, 300)
