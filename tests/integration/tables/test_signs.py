"""The plaque on paper: everything that the rulebooks put on it, on exactly one page."""

import io
import re
from dataclasses import replace
from typing import Any

import pypdf
import pytest
from django.urls import reverse

from demo.places import PLAQUES
from rules.house.fee_schedule import FeeSchedule
from rules.house.house import STANDARD
from rules.house.plaque import Kill, Plaque
from tables import services
from tables.models import PlaqueVersion
from tables.pdf import sign_pdf
from tables.plaque_lines import compared, plaque_lines
from tests.integration.tables.test_plaque_form import COLLECTION, LESS_EARLY, STEPS, a_plaque
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, open_desk, person
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db

CROWDED = replace(
    a_plaque("omaha8", "fixed_limit", None),
    blinds=(1_00, 2_00, 3_00, 4_00),
    kill=Kill("half", 1_234_567_00),
    raise_cap=4,
    unit=1_00,
    ante=1_00,
    helpline="If you or someone you know has a gambling problem, call 1-800-GAMBLER or 1-800-426-2537, day or night.",
    fee=replace(STEPS, steps=tuple((100_00 * n, 1_00 * n) for n in range(1, 13)), cap=20_00),
)
"""As much as can stand on a plaque."""
FREE_AT_FIRST = replace(STEPS, no_flop_no_drop=True, allocation="main_first")
"""A rake under which a hand that ends early is free."""
BY_HAND = FeeSchedule(mode="hand", collection=5_00)
BY_HAND_LESS = replace(BY_HAND, no_flop_no_drop=False, collection_early=1_00)
FLEXIBLE = replace(
    a_plaque("stud", "spread", STEPS),
    spread_min=None,
    spread_max=None,
    ranges=((2_00, 5_00), (2_00, 5_00), (4_00, 10_00), (4_00, 10_00), (4_00, 20_00)),
    unit=100,
    ante=100,
)


def test_flexible_limit_states_the_range_of_each_round(desk: Desk) -> None:
    lines = {line.label: line.text for line in plaque_lines(FLEXIBLE, desk.room)}
    assert lines["Limits"] == (
        "Flexible limit: $2 to $5 third street and fourth street, $4 to $10 fifth street and sixth street, "
        "$4 to $20 seventh street"
    )


@arranged
def desk() -> Desk:
    return open_desk(house=STANDARD)


def posted(desk: Desk, plaque: Plaque) -> PlaqueVersion:
    table = services.add_table(room=desk.room, name=f"Table {desk.at()}", seats=10, by=desk.manager, at=desk.now)
    return services.post_plaque(table=table, plaque=plaque, by=desk.manager, at=desk.now)


def paper(version: PlaqueVersion) -> pypdf.PageObject:
    """The one page of the plaque's PDF."""
    [page] = pypdf.PdfReader(io.BytesIO(sign_pdf(version, version.room))).pages
    return page


def every_plaque() -> list[Any]:
    demo = [pytest.param(plaque, id=name) for name, plaque in PLAQUES.items()]
    demo += [pytest.param(FLEXIBLE, id="flexible")]
    games = [
        pytest.param(replace(a_plaque(key, structure, STEPS), unit=100, ante=100), id=f"{key}-{structure}")
        for key, offer in STANDARD.offers.items()
        for structure in offer.structures
    ]
    return [*demo, *games, pytest.param(CROWDED, id="crowded")]


@pytest.mark.parametrize("plaque", every_plaque())
def test_every_sign_is_one_a5_page_that_says_everything(desk: Desk, plaque: Plaque) -> None:
    version = posted(desk, plaque)
    page = paper(version)
    width, height = (round(float(side) / 72 * 25.4) for side in (page.mediabox.width, page.mediabox.height))
    assert (width, height) == (210, 148)
    said = "".join(page.extract_text().split())
    for line in plaque_lines(plaque, desk.room, STANDARD):
        assert "".join(f"{line.label}{line.text}".split()).replace("–", "-") in said, line
    assert "".join(plaque.helpline.split()) in said
    assert "".join(version.short_name.split()) in said


@pytest.mark.parametrize("plaque", [CROWDED, NLH], ids=["crowded", "plain"])
def test_nothing_is_printed_over_the_edge_or_over_the_helpline(desk: Desk, plaque: Plaque) -> None:
    page, lowest, rightmost = paper(posted(desk, plaque)), [], []

    def visit(text: str, _cm: object, matrix: list[float], _font: object, size: float) -> None:
        if text.strip():
            lowest.append((matrix[5], text))
            rightmost.append(matrix[4])

    page.extract_text(visitor_text=visit)
    assert min(y for y, _ in lowest) > 20
    assert max(rightmost) < float(page.mediabox.width) - 30
    helpline = [y for y, text in lowest if "call" in text.lower() and "GAMBLER" in text]
    facts = [y for y, text in lowest if text.strip() in ("Fee", "Seats", "Promo drop")]
    assert not helpline or min(facts) > max(helpline)


def test_a_currency_plaque_that_the_fonts_lack_becomes_the_currencys_code(desk: Desk) -> None:
    desk.room.currency_symbol, desk.room.currency, desk.room.name = "₹", "INR", "Łódź – Zürich"
    version = posted(desk, NLH)
    version.room = desk.room
    said = paper(version).extract_text()
    assert "INR 1 / INR 3" in said
    assert "?" not in said
    assert "Lódz - Zürich" in said


def test_a_plaque_posted_while_the_table_plays_begins_with_the_next_hand(desk: Desk) -> None:
    """Its page once said that it was in force, and the table's page showed the old one."""
    client = signed_in(desk.manager)
    session, now = desk.open_table(), desk.at()
    old = session.plaque
    services.claim_hand(session=session, by=desk.manager, at=now)
    new = services.post_plaque(
        table=session.table, plaque=replace(old.plaque, seats=8), by=desk.manager, at=desk.at(), reason="a new plaque"
    )

    def said(version: PlaqueVersion) -> str:
        page = client.get(reverse("sign", args=[session.table_id, version.number])).content.decode()
        assert "in force from" not in page
        return re.search(r'plaque \d+</span><span class="chip[^"]*">([^<]*)', page)[1]  # type: ignore[index]

    assert (said(new), said(old)) == ("from the next hand", "until the next hand")
    page = client.get(reverse("plaque", args=[session.table_id])).content.decode()
    assert f"plaque {new.number} from the next hand, until then plaque {old.number}, {old.short_name}" in page
    services.release_hand(session=session, recorded=False)
    services.claim_hand(session=session, by=desk.manager, at=desk.at())
    assert (said(new), said(old)) == ("in force", "no longer in force")


def test_the_plaque_is_for_the_eyes_of_the_floor_too(desk: Desk) -> None:
    version = posted(desk, NLH)
    host = signed_in(person(desk.room, "host"))
    response = host.get(reverse("sign_file", args=[version.table_id, 1]))
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")
    assert "NLH 1/3" in host.get(reverse("sign", args=[version.table_id, 1])).content.decode()


def test_a_comparison_names_every_change_and_nothing_else(desk: Desk) -> None:
    new = replace(NLH, buy_in_max=None, min_bet=5_00, fee=FeeSchedule(), helpline="Call")
    changed = {line.label: (line.old, line.new) for line in compared(new, NLH, desk.room) if line.is_changed}
    assert changed == {
        "Minimum bet": ("", "$5"),
        "Buy-in": ("$100 to $300", "$100 or more"),
        "Fee": ("Rake 5% to $5, no flop no drop", "No rake"),
        "Rounding": ("Down to a multiple of $1", ""),
        "Helpline": ("", "Call"),
    }
    assert not [line for line in compared(NLH, NLH, desk.room) if line.is_changed]


def test_rake_and_promo_stand_on_lines_of_their_own(desk: Desk) -> None:
    """R3: the jackpot rake is posted separately."""
    lines = {line.label: line.text for line in plaque_lines(PLAQUES["Table 1"], desk.room)}
    assert lines["Fee"] == "Rake 5% to $4, no flop no drop"
    assert lines["Promo drop"] == "$1 from a pot of $20, after the rake"


@pytest.mark.parametrize(
    ("game", "structure", "said"),
    [
        ("holdem", "no_limit", "no flop no drop"),
        ("omaha8", "fixed_limit", "no flop no drop"),
        ("stud", "fixed_limit", "no drop before fourth street"),
        ("badugi", "fixed_limit", "no drop before the first draw"),
        ("27sd", "no_limit", "no drop before the draw"),
    ],
)
def test_a_plaque_says_until_when_a_hand_is_free_in_the_words_of_its_game(
    desk: Desk, game: str, structure: Any, said: str
) -> None:
    """Stud and draw have no flop: their hands are free until the first card after the first betting round."""
    plaque = a_plaque(game, structure, FREE_AT_FIRST)
    fees = {line.label: line.text for line in plaque_lines(plaque, desk.room)}["Fee"].rpartition(", ")
    assert fees[2] == said
    raked = replace(plaque, fee=replace(FREE_AT_FIRST, no_flop_no_drop=False))
    assert said not in {line.label: line.text for line in plaque_lines(raked, desk.room)}["Fee"]


@pytest.mark.parametrize(
    ("game", "structure", "fee", "said"),
    [
        ("holdem", "no_limit", COLLECTION, "$5 a hand, $3 with 5 or fewer, none with 3 or fewer, no flop no drop"),
        ("holdem", "no_limit", LESS_EARLY, "$5 a hand, $3 with 5 or fewer, none with 3 or fewer, $1 without a flop"),
        ("stud", "fixed_limit", BY_HAND, "$5 a hand, no drop before fourth street"),
        ("stud", "fixed_limit", BY_HAND_LESS, "$5 a hand, $1 before fourth street"),
        ("badugi", "fixed_limit", BY_HAND_LESS, "$5 a hand, $1 before the first draw"),
        ("stud", "fixed_limit", replace(BY_HAND, rake_free_until="flop"), "$5 a hand"),
        ("holdem", "no_limit", replace(BY_HAND, no_flop_no_drop=False), "$5 a hand"),
    ],
)
def test_a_collection_says_by_players_and_what_a_hand_pays_that_ends_early(
    desk: Desk, game: str, structure: Any, fee: FeeSchedule, said: str
) -> None:
    """R16: what each hand pays is posted before it starts; a collection has no unit to be rounded to."""
    lines = {line.label: line.text for line in plaque_lines(a_plaque(game, structure, fee), desk.room)}
    assert lines["Fee"] == f"Collection {said}"
    assert "Rounding" not in lines
    assert "Rake rules" not in lines  # a collection follows no pot
    assert lines.get("Promo drop") == ("$1 from every pot, after the rake" if fee.promo else None)


def test_a_collection_stands_on_the_paper(desk: Desk) -> None:
    said = paper(posted(desk, replace(NLH, fee=COLLECTION))).extract_text()
    assert "Collection $5 a hand, $3 with 5 or fewer" in " ".join(said.split())


def test_stud_that_is_raked_from_the_first_pot_promises_nothing(desk: Desk) -> None:
    plaque = a_plaque("stud", "fixed_limit", replace(FREE_AT_FIRST, rake_free_until="flop"))
    lines = {line.label: line.text for line in plaque_lines(plaque, desk.room)}
    assert "no drop" not in lines["Fee"]
    assert lines["Rake rules"] == "In a game without a flop every pot is raked"


@pytest.mark.parametrize(
    ("structure", "stated", "answer", "said"),
    [
        ("fixed_limit", None, 3, "3 a round"),
        ("fixed_limit", 4, 3, "4 a round"),
        ("spread", None, 3, "3 a round"),
        ("fixed_limit", None, None, "Any number"),
        ("no_limit", None, 3, None),
    ],
)
def test_the_number_of_raises_stands_on_the_plaque_where_they_are_counted(
    desk: Desk, structure: Any, stated: int | None, answer: int | None, said: str | None
) -> None:
    """R2: the number of raises is posted, whether the plaque sets it or leaves it to the house."""
    plaque = replace(a_plaque("holdem", structure, STEPS), raise_cap=stated)
    house = STANDARD.with_answers(raise_cap=answer)
    assert {line.label: line.text for line in plaque_lines(plaque, desk.room, house)}.get("Raises") == said
