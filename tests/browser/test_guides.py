"""The guides, followed step by step in a real browser: what a step names stands on its page, in the words it names.

With WRITE_GUIDES=1 the pictures of the guides are taken anew, as a tablet shows the pages of these steps.
"""

import io
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from PIL import Image

from config.staff.models import User
from config.web.guides.reading import Guide, Step, guides
from games.models import HandDraft
from players.models import Player, Sitting
from rake.services import rate_hand, rebuild_day
from tests.support.arranged import arranged_to_commit
from tests.support.awards import a_pool, feed
from tests.support.banks import a_runner
from tests.support.browser import Drawer, Tablet
from tests.support.days import end_day, tie_out
from tests.support.desk import Desk, at_play_now, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.drawers import close_exactly, open_exactly
from tests.support.lists import NLH_LIST, O8, Lists
from tests.support.source import ROOT

PICTURES = ROOT / "static" / "guides"
WRITE = bool(os.environ.get("WRITE_GUIDES"))
SIZE = (1024, 640)
OF_A_PAST_DAY = ("manager", "auditor")
"""Guides that lead through a day that is over; the others are of this evening."""
MOST_BYTES, MOST_PICTURES = 60_000, 15
NAMED = """() => [...document.querySelectorAll(
  "button, a, summary, label, legend, h1, h2, h3, th, dt, [aria-label]")]
  .filter((each) => each.checkVisibility())
  .flatMap((each) => [each.innerText || each.textContent, each.getAttribute("aria-label")])
  .filter(Boolean).map((text) => text.trim().replace(/\\s+/g, " "))"""


@dataclass
class World:
    """The room of a guide's evening, and what has come of it so far."""

    at: DisputeTable
    facts: dict[str, Any] = field(default_factory=dict)
    people: dict[str, User] = field(default_factory=dict)

    @property
    def desk(self) -> Desk:
        return self.at.table.desk

    def person(self, role: str) -> User:
        """Whoever works in that role."""
        known = {"cashier": self.desk.cashier, "manager": self.desk.manager, "floor": self.at.table.floor}
        if role not in self.people:
            self.people[role] = known.get(role) or person(self.desk.room, role)
        return self.people[role]


@arranged_to_commit
def world() -> World:
    """A table with four players, a hand that was recorded on it, and a drawer that is worked."""
    world = World(open_dispute_table())
    for sitting, name in zip(world.at.table.sittings.values(), ("Avery", "Bo", "Cruz", "Dana"), strict=True):
        Player.objects.filter(pk=sitting.player_id).update(display_name=name)
    world.facts["hand"] = world.at.showdown()
    rate_hand(hand_id=world.facts["hand"].pk, at=world.desk.at())
    world.desk.open_table(O8)
    return world


# ------------------------------------------------------------------------------------------- what happens before steps


def names_wait(world: World) -> None:
    lists = Lists(world.desk)
    first, *_ = [lists.join(world.desk.player(name)) for name in ("Tess", "Noor", "Gus")]
    lists.call(first)


def chips_are_sold(world: World) -> None:
    world.desk.buy_in(world.desk.player("Tess B."), 200_00)


def a_hand_ends(world: World) -> None:
    table = world.at.table
    draft = table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "c", "turn 9s", "c", "c")
    draft = table.act(draft, "river 3h", "c", "c")
    setup = table.played(draft).setup
    draft = table.name(draft, str(setup.seat(3)), "AcAd")
    world.facts["draft"] = table.name(draft, str(setup.seat(4)), "KcKd")


def the_hand_is_recorded(world: World) -> None:
    draft: HandDraft = world.facts["draft"]
    draft.refresh_from_db()
    world.facts["hand"] = world.at.table.record(draft)


def a_case_is_open(world: World) -> None:
    world.facts["case"] = world.at.open(world.facts["hand"])


def a_pool_begins(world: World) -> None:
    a_pool(world.desk)


def a_pools_day_has_ended(world: World) -> None:
    desk = world.desk
    a_pool(desk)
    feed(world.at.table)
    world.facts["pool_day"] = end_day(desk)


def the_drawer_is_closed(world: World) -> None:
    desk = world.desk
    close_exactly(desk.drawer, by=desk.cashier, second=desk.manager, at=desk.at())


def the_drawer_is_open(world: World) -> None:
    open_exactly(world.desk.drawer, by=world.desk.cashier, at=world.desk.at())


def a_runners_bank_waits(world: World) -> None:
    runner = world.person("runner")
    bank = world.facts["bank"] = a_runner(world.desk, by=runner)
    close_exactly(bank, by=runner, second=world.desk.manager, at=world.desk.at())


def the_runners_bank_is_open(world: World) -> None:
    open_exactly(world.facts["bank"], by=world.person("runner"), at=world.desk.at())


def the_runner_has_sold(world: World) -> None:
    sitting: Sitting = world.at.table.sittings[3]
    sold = {"player": sitting.player, "amount": 40_00, "drawer": world.facts["bank"], "by": world.person("runner")}
    world.facts["sold"] = world.desk.buy_in(**sold)


def a_player_comes_back(world: World) -> None:
    world.facts["player"] = world.desk.player("Ann")
    world.facts["bought"] = world.desk.buy_in(world.facts["player"], 200_00)


def hands_are_played(world: World) -> None:
    for pot in (40_00, 65_00, 120_00):
        world.at.table.tick(3_00, pot=pot)
    the_report_is_built(world)


def the_report_is_built(world: World) -> None:
    desk = world.desk
    world.facts["day"] = world.facts.get("day") or desk.room.gaming_day(desk.now)
    rebuild_day(room=desk.room, gaming_day=world.facts["day"], at=desk.at())


def the_day_is_tied_out(world: World) -> None:
    end_day(world.desk)
    tie_out(world.desk, world.facts["day"])


def nothing(world: World) -> None:
    """It has been so from the start."""


BEFORE: Mapping[str, Callable[[World], None]] = {
    "names wait": names_wait,
    "chips are sold": chips_are_sold,
    "players sit": nothing,
    "a hand ends": a_hand_ends,
    "the hand is recorded": the_hand_is_recorded,
    "a case is open": a_case_is_open,
    "a pool begins": a_pool_begins,
    "a pool’s day has ended": a_pools_day_has_ended,
    "the drawer is closed": the_drawer_is_closed,
    "the drawer is open": the_drawer_is_open,
    "a runner’s bank waits": a_runners_bank_waits,
    "the runner’s bank is open": the_runners_bank_is_open,
    "the runner has sold": the_runner_has_sold,
    "a player comes back": a_player_comes_back,
    "hands are played": hands_are_played,
    "the report is built": the_report_is_built,
    "the day is tied out": the_day_is_tied_out,
}

ADDRESSES: Mapping[str, Callable[[World], str]] = {
    "list_add": lambda world: reverse("list_add", args=[NLH_LIST.key]),
    "seat": lambda world: reverse("seat", args=[world.desk.session.table_id, 7]),
    "seat_taken": lambda world: reverse("seat", args=[world.desk.session.table_id, 2]),
    "table": lambda world: reverse("table", args=[world.desk.session.table_id]),
    "console": lambda world: reverse("console", args=[world.desk.session.table_id]),
    "dispute_at_table": lambda world: reverse("dispute_at_table", args=[world.desk.session.table_id]),
    "rule_dispute": lambda world: reverse("rule_dispute", args=[world.facts["case"].pk]),
    "drawer": lambda world: reverse("drawer", args=[world.desk.drawer.pk]),
    "runner_bank": lambda world: reverse("drawer", args=[world.facts["bank"].pk]),
    "runner_sell": lambda world: reverse("runner_sell", args=[world.at.table.sittings[3].pk]),
    "runner_void": lambda world: reverse("runner_void", args=[world.facts["sold"].pk]),
    "staff:person": lambda world: reverse("staff:person", args=[world.person("host").pk]),
    "cage_player": lambda world: reverse("cage_player", args=[world.facts["player"].pk]),
    "buy_in_receipt": lambda world: reverse("buy_in_receipt", args=[world.facts["bought"].pk]),
    "morning": lambda world: reverse("morning") + f"?day={world.facts['day'].isoformat()}&look=yes",
    "rake_report": lambda world: reverse("rake_report", args=[world.facts["day"]]) + "?look=yes",
    "day": lambda world: reverse("day", args=[world.facts["day"]]),
    "pool_day": lambda world: reverse("pool_day", args=[world.facts["pool_day"]]),
}
"""The addresses of pages that are of one table, player or day; every other is its name's."""


def address_of(at: str, world: World) -> str:
    return ADDRESSES[at](world) if at in ADDRESSES else reverse(at)


# --------------------------------------------------------------------------------------------------------- the walk


@pytest.mark.parametrize("guide", guides().values(), ids=list(guides()))
def test_every_step_of_a_guide_finds_what_it_names(guide: Guide, world: World, tablets: Drawer) -> None:
    tablet = tablets.take(world.person(guide.role), size=SIZE)
    if guide.role not in OF_A_PAST_DAY:
        at_play_now(world.desk)
    for step in guide.steps:
        for what in step.after:
            BEFORE[what](world)
        found = [text for at in (*step.also, step.at) for text in named_on(tablet, address_of(at, world))]
        missing = [name for name in step.names if not any(text.startswith(name) for text in found)]
        assert missing == [], f"{step.title}: {missing} not on its page among {sorted(set(found))}"
        assert step.names, step.title
        if WRITE and step.picture:
            take(tablet, PICTURES / f"{step.picture}.webp")


def named_on(tablet: Tablet, address: str) -> list[str]:
    """The texts of everything on a page that is pressed, filled in or stands above something."""
    tablet.go(address)
    tablet.page.wait_for_load_state()
    tablet.page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    found: list[str] = tablet.page.evaluate(NAMED)
    tablet.page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = false; })")
    return found


def take(tablet: Tablet, file: Path) -> None:
    """A picture of what the tablet shows, small enough to be kept with the source."""
    shown = Image.open(io.BytesIO(tablet.page.screenshot()))
    file.parent.mkdir(exist_ok=True)
    shown.convert("RGB").save(file, "WEBP", quality=70, method=6)


def pictured() -> Iterator[Step]:
    return (step for guide in guides().values() for step in guide.steps if step.picture)


def test_each_picture_is_there_once_and_small() -> None:
    wanted = [f"{step.picture}.webp" for step in pictured()]
    assert len(wanted) == len(set(wanted)) <= MOST_PICTURES
    assert {file.name for file in PICTURES.iterdir()} == set(wanted)
    for file in PICTURES.iterdir():
        assert file.stat().st_size <= MOST_BYTES, file.name
        with Image.open(file) as picture:
            assert picture.size == SIZE


def test_guides_are_read_by_whoever_works_here(world: World, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(world.person("host"), size=size)
    tablet.go(reverse("lists"))
    tablet.page.locator(".who").click()
    tablet.tap(tablet.page.get_by_role("link", name="Guides"))
    tablet.look()
    tablet.tap("Host")
    tablet.look()
    tablet.tap("Go there")
    tablet.page.wait_for_url("**/lists/")


def test_whatever_happens_before_a_step_is_known_and_nothing_else() -> None:
    assert list(guides()) == [guide.role for guide in guides().values()]
    assert {what for guide in guides().values() for step in guide.steps for what in step.after} == BEFORE.keys()
