"""The rulebook's pages: every rule, question and game has one, refusals and settlements lead there, houses compare."""

import gzip
import re
from collections.abc import Iterator
from html import unescape
from itertools import combinations

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from config.errors import DomainError
from config.staff.roles import ROLES
from games.selectors.house_differences import side_by_side
from games.selectors.rulebook import AskedHouse
from rules.book.citations import quoted, sources
from rules.book.clauses import clauses
from rules.book.glossary import TERMS
from rules.book.rankings import RANKINGS
from rules.disputes.kinds import KINDS
from rules.house.house import HOUSES, House
from rules.house.house_rules import HOUSE_RULES
from rules.house.variants import SHEETS
from rules.text.rulebook import BOOKS, RULES, Rule
from rules.text.rules_of_floor import FLOOR
from tables.services import post_house_rules
from tests.support.people import a_person, signed_in
from tests.support.table import HandTable

LINK = re.compile(r'href="(/rules/[^"#]*)')


@pytest.fixture
def anybody(db: None) -> Client:
    """A browser in which nobody is signed in."""
    return Client()


def _text(client: Client, address: str) -> str:
    """The page, every link of which into the rulebook leads to a page that is there."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = str(answer.content.decode())
    assert {link.partition("?")[0] for link in LINK.findall(page)} <= {*_every_address(), reverse("quiz_begin")}
    return page


def _words(page: str) -> str:
    """The words of a page, whatever lies between them."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def _every_address() -> Iterator[str]:
    yield reverse("rules")
    yield reverse("rule_houses")
    yield from (reverse("rule", args=[code]) for code in (*RULES, *FLOOR))
    yield from (reverse("rule", args=[kind.rule.code]) for kind in KINDS.values())
    yield from (reverse("house_rule", args=[name]) for name in HOUSE_RULES)
    yield from (reverse("rule_game", args=[key]) for key in SHEETS)
    yield reverse("rule_glossary")


# ------------------------------------------------------------------------------------------------------------ the pages


@pytest.mark.parametrize("code", RULES)
def test_a_rule_has_a_page_for_anybody_without_a_query(anybody: Client, code: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        page = _text(anybody, reverse("rule", args=[code]))
    assert not queries.captured_queries
    assert LINK.findall(page)
    assert RULES[code].sentence in _words(page)
    assert "This room" not in _words(page)


@pytest.mark.parametrize("code", FLOOR)
def test_a_rule_of_the_floor_says_what_is_done_and_how_it_stands_in_each_house(anybody: Client, code: str) -> None:
    words = _words(_text(anybody, reverse("rule", args=[code])))
    assert FLOOR[code].rule.sentence in words
    assert FLOOR[code].does in words
    _says_how_it_stands(words, FLOOR[code].rule)


@pytest.mark.parametrize("code", KINDS)
def test_a_kind_of_dispute_says_until_when_how_and_what_to_ask(anybody: Client, code: str) -> None:
    kind = KINDS[code]
    page = _text(anybody, reverse("rule", args=[kind.rule.code]))
    words = _words(page)
    for said in (kind.until, " · ".join(kind.remedies), ", ".join(kind.facts)):
        assert said in words
    assert {reverse("rule", args=[each]) for each in kind.also} <= set(LINK.findall(page))
    if kind.rule.code not in RULES:
        assert kind.rule.sentence in words
        _says_how_it_stands(words, kind.rule)


def _says_how_it_stands(words: str, rule: Rule) -> None:
    """Each of the five houses with its lines and the clause itself, or among those whose books are silent."""
    where = words.partition("Where it says so")[2].partition("What is done about it")[0]
    silent = []
    for key in BOOKS.values():
        own = [source for line in rule.books for source in quoted(line, rule.code) if source.book.house == key]
        told = " ".join(" ".join([source.place, source.written, *source.clauses]) for source in own)
        assert not own or f"{HOUSES[key].title} {told}" in where
        silent += [] if own else [HOUSES[key].title]
    assert len(silent) < 2 or f"{', '.join(silent)}: their books don’t say" in where


def test_every_line_that_is_cited_of_people_is_quoted() -> None:
    rules = [*(each.rule for each in FLOOR.values()), *(kind.rule for kind in KINDS.values())]
    cited = [(rule.code, source.written) for rule in rules for line in rule.books for source in sources(line)]
    assert len(cited) > 50
    assert not [each for each in cited if len(clauses(*each)) != each[1].count(", ") + 1]


def test_a_clause_is_quoted_only_of_the_rule_that_rests_on_it(anybody: Client) -> None:
    """A line that says several things is not put under a rule of play that means another of them."""
    assert "<q>" not in _text(anybody, reverse("rule", args=["card_not_held"]))
    short_buy, mid_hand = (_text(anybody, reverse("rule", args=[code])) for code in ("short_buy", "mid_hand_add"))
    assert short_buy.count("<q>") >= 2
    assert "No short buys are permitted." in short_buy
    assert "No short buys" not in mid_hand
    assert "Players may not add to their stack in the middle of a hand." in mid_hand


def test_the_classes_of_disputes_differ_in_what_is_done(anybody: Client) -> None:
    def done(code: str) -> str:
        return _words(_text(anybody, reverse("rule", args=[code]))).partition("What is done about it")[2]

    assert "where it was reported while the hand was still being played" in done("string_bet")
    assert "until the next deal begins, and not after it" in done("misread_hand")
    assert "No chips move between players." in done("insurance_deal")
    assert "Chips of the house go back at any time" in done("wrong_rake")
    assert "Chips of the house" not in done("misread_hand")
    assert "The ruling may direct the next hand" in done("kill_error")
    assert "The ruling may direct" not in done("string_bet")


def test_a_rule_of_play_leads_to_the_disputes_that_turn_on_it(anybody: Client) -> None:
    links = LINK.findall(_text(anybody, reverse("rule", args=["odd_chip"])))
    assert "/rules/misawarded_pot/" in links


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_a_question_has_a_page_with_every_answer_and_its_example(anybody: Client, name: str) -> None:
    words = _words(_text(anybody, reverse("house_rule", args=[name])))
    assert HOUSE_RULES[name].question in words
    for answer in HOUSE_RULES[name].values:
        assert answer.sentence in words


@pytest.mark.parametrize("key", SHEETS)
def test_a_game_has_a_page_with_its_rounds_and_who_spreads_it(anybody: Client, key: str) -> None:
    page = unescape(_text(anybody, reverse("rule_game", args=[key])))
    assert f"<h1>{SHEETS[key].name}</h1>" in page
    rows = re.findall(r'<th scope="row">(.*?)</th>', page)
    spread = [house.title for house in HOUSES.values() if key in house.offers]
    assert [row.lower() for row in rows] == [name.lower() for name in [*_rounds(key), *spread]]


def test_a_line_that_is_quoted_for_an_answer_its_house_does_not_give_says_so(anybody: Client) -> None:
    """Solaire's line 21 moves the button to the right; its own deal runs clockwise, and so does its preset."""
    words = _words(_text(anybody, reverse("house_rule", args=["button_move"])))
    clockwise, _, right = words.partition("The button moves one seat to the right.")
    assert "Solaire Poker Room lines 5 to 7" in clockwise
    assert "lines 5 to 7 and 21" not in clockwise
    assert "Without a line of their own: Standard rules" in clockwise
    assert "but Solaire Poker Room goes by another answer on this page" in right
    assert "goes by another answer" not in clockwise


PICTURED = re.compile(r'<span class="card ([cdhs])">([^<]+?)[♣♦♥♠]')


@pytest.mark.parametrize("key", [key for key, sheet in SHEETS.items() if sheet.is_played])
def test_a_game_shows_its_hands_from_best_to_worst_in_pictures(anybody: Client, key: str) -> None:
    page = _text(anybody, reverse("rule_game", args=[key]))
    sheet = SHEETS[key]
    shown = [rank for way in (sheet.high, sheet.low) if way for rank in RANKINGS[way].ranks]
    assert re.findall(r"<b>(.*?)</b>", page.partition('class="ranking"')[2]) == [escape(rank.name) for rank in shown]
    drawn = "".join(rank.replace("10", "T") + suit for suit, rank in PICTURED.findall(page))
    assert drawn == "".join(rank.cards for rank in shown)
    for source in sources(RANKINGS[sheet.high].citation):
        assert escape(source.place) in page


def test_a_game_that_nobody_plays_here_shows_no_hands(anybody: Client) -> None:
    assert "From best to worst" not in _text(anybody, reverse("rule_game", args=["spanish21"]))


def test_the_glossary_explains_every_term_and_leads_to_its_rules(anybody: Client) -> None:
    page = _text(anybody, reverse("rule_glossary"))
    anchors = re.findall(r'<div id="([^"]+)" data-narrowed', page)
    assert len(anchors) == len(set(anchors)) == len(TERMS)
    assert set(re.findall(r'href="/rules/glossary/#([^"]*)"', page)) <= set(anchors)
    words = _words(page)
    for term in TERMS.values():
        assert term.sentence in words
    for code in {code for term in TERMS.values() for code in term.rules}:
        assert reverse("rule", args=[code]) in page


def test_the_glossary_is_searched_without_a_script(anybody: Client) -> None:
    page = anybody.get(reverse("rule_glossary"), {"q": "bottom card"}).content.decode()
    assert re.findall(r'<div id="([^"]+)" data-narrowed', page) == ["cut-card"]
    assert "No term goes by these words" in anybody.get(reverse("rule_glossary"), {"q": "xyzzy"}).content.decode()


def test_a_search_of_the_rules_finds_a_word_of_the_game(anybody: Client) -> None:
    page = anybody.get(reverse("rules"), {"q": "cut card"}).content.decode()
    assert "/rules/glossary/#cut-card" in page
    assert "No rule says that" not in page
    assert "In the glossary" not in anybody.get(reverse("rules")).content.decode()


def _rounds(key: str) -> list[str]:
    return [street.name for street in SHEETS[key].streets]


def test_every_page_costs_the_same_however_many_rules_there_are(table: HandTable, tablet: Client) -> None:
    """Signed in, the room's version is the only thing that is looked up: the same queries on every page."""
    counts = set()
    for address in [
        *list(_every_address())[:6],
        reverse("rule", args=["seat_held"]),
        reverse("rule", args=["misawarded_pot"]),
        reverse("house_rule", args=["kill"]),
        reverse("rule_game", args=["stud"]),
    ]:
        tablet.get(address)
        with CaptureQueriesContext(connection) as queries:
            _text(tablet, address)
        counts.add(len(queries.captured_queries))
    assert len(counts) == 1


@pytest.mark.parametrize(
    "address", ["/rules/no_such_rule/", "/rules/house-rules/no_such_house_rule/", "/rules/games/hoyle/"]
)
def test_what_nobody_knows_has_no_page(anybody: Client, address: str) -> None:
    assert anybody.get(address).status_code == 404


def test_the_old_address_of_a_house_rule_leads_on(anybody: Client) -> None:
    moved = anybody.get("/rules/knobs/raise_cap/")
    assert (moved.status_code, moved["Location"]) == (301, reverse("house_rule", args=["raise_cap"]))


@pytest.mark.parametrize("name", ["rules", "rule_houses"])
def test_the_rulebook_is_only_read(anybody: Client, name: str) -> None:
    assert anybody.post(reverse(name)).status_code == 405


# ------------------------------------------------------------------------------------------------- read by the house


def test_the_houses_own_lines_come_first(table: HandTable, tablet: Client) -> None:
    words = _words(_text(tablet, reverse("rule", args=["below_min_raise"])))
    where = words.partition("Where it says so")[2]
    first, then, last = "Live! Casino Poker Room line 244", "Solaire Poker Room line 67", "rule 171"
    assert where.index(first) < where.index(then) < where.index(last)


def test_a_rule_on_which_the_house_is_silent_says_so(table: HandTable, tablet: Client) -> None:
    words = _words(_text(tablet, reverse("rule", args=["betting_not_reopened"])))
    assert "The rulebook of Live! Casino Poker Room doesn’t say it; these do." in words


def test_an_example_shows_what_the_engine_says(anybody: Client) -> None:
    words = _words(_text(anybody, reverse("rule", args=["below_min_raise"])))
    assert "Seat 4 can't make it 11: the smallest raise is to 12." in words
    assert "raise to at least 12" in words
    words = _words(_text(anybody, reverse("house_rule", args=["odd_chip_hilo"])))
    assert "Seat 1 takes 6 and seat 3 takes 7." in words
    assert "Seat 1 takes 7 and seat 3 takes 6." in words


# ----------------------------------------------------------------------------------------------------------- ways there


@pytest.mark.parametrize("role", ROLES)
def test_whoever_is_signed_in_finds_the_rules_and_the_house_rules_in_force(table: HandTable, role: str) -> None:
    client = signed_in(a_person(table.desk.room, role))
    page = _text(client, reverse("rules"))
    assert re.search(r'<a (?:class="menu-item" )?href="/rules/" aria-current="page">', page)
    assert f'href="{reverse("house_rules")}"' in page
    assert (f'href="{reverse("house_rules_post")}"' in page) is (role == "manager")
    above = _text(client, reverse("house_rules"))
    assert re.search(r'<a (?:class="menu-item" )?href="/rules/" aria-current="true">', above)


def test_a_refusal_leads_to_its_rule(table: HandTable, tablet: Client) -> None:
    for part in ("parts/refusal.html", "parts/rule.html"):
        refusal = DomainError("short_buy", "No.", rule=RULES["short_buy"].sentence, citation="004:L48")
        assert LINK.findall(render_to_string(part, {"refusal": refusal})) == ["/rules/short_buy/"]
        refusal = DomainError("seat_held", "No.", citation="WSOP 83-99")
        assert LINK.findall(render_to_string(part, {"refusal": refusal})) == ["/rules/seat_held/"]
        refusal = DomainError("no_rule_at_all", "No.", rule="A sentence.", citation="004:L48")
        box = render_to_string(part, {"refusal": refusal})
        assert LINK.findall(box) == ["/rules/"]
        assert 'data-cite="004:L48"' in box
        assert "The rule: Live! Casino Poker Room, line 48" in box


def test_every_line_of_a_settlement_leads_to_its_rule(table: HandTable, tablet: Client) -> None:
    draft = table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "c")
    hand = table.record(table.act(draft, "turn 9s", "c", "c", "river 3h", "c", "c", "p3 sm AcAd", "p4 sm KcKd"))
    settled = _text(tablet, reverse("hand", args=[hand.pk])).partition("Where every chip went")[2]
    steps = settled.partition('<ol class="steps cited">')[2].partition("</ol>")[0]
    links = LINK.findall(steps)
    assert len(links) == steps.count("<li>") > 2
    assert {"/rules/best_hand/", "/rules/rake/"} <= set(links)
    for address in links:
        assert tablet.get(address).status_code == 200


# ----------------------------------------------------------------------------------------------------------- searching


@pytest.mark.parametrize(
    ("words", "found", "not_found"),
    [
        ("odd chip", "/rules/odd_chip/", "/rules/insufficient_chips/"),
        ("RAISE cap", "/rules/house-rules/raise_cap/", "/rules/misdeal/"),
        ("004:L278", "/rules/one_kill_only/", "/rules/odd_chip/"),
        ("out_of_turn", "/rules/out_of_turn/", "/rules/odd_chip/"),
        ("badugi", "/rules/games/badugi/", "/rules/games/stud/"),
        ("string bet", "/rules/string_bet/", "/rules/odd_chip/"),
        ("must-move", "/rules/must_move_order/", "/rules/odd_chip/"),
        ("until the next deal", "/rules/misread_hand/", "/rules/string_bet/"),
        ("kills", "/rules/house-rules/kill_act/", "/rules/odd_chip/"),
    ],
)
def test_a_search_finds_by_every_word(anybody: Client, words: str, found: str, not_found: str) -> None:
    page = _text(anybody, f"{reverse('rules')}?q={words}")
    assert found in LINK.findall(page)
    assert not_found not in LINK.findall(page)


def test_a_search_that_finds_nothing_says_what_to_do(anybody: Client) -> None:
    page = _text(anybody, f"{reverse('rules')}?q=<b>zebra")
    assert "No rule says that in these words" in page
    assert "<b>zebra" not in page


def test_the_index_stays_light(anybody: Client) -> None:
    """The bytes that a tablet loads for all rules, kinds and questions, as they are sent."""
    page = _text(anybody, reverse("rules"))
    assert len(gzip.compress(page.encode())) < 16_000
    assert page.count("<li>") < 320


def test_the_index_names_every_rule_question_and_game(anybody: Client) -> None:
    links = set(LINK.findall(_text(anybody, reverse("rules"))))
    assert set(_every_address()) <= links | {"/rules/"}


# --------------------------------------------------------------------------------------------------------- side by side


@pytest.mark.parametrize(("one", "two"), list(combinations(HOUSES, 2)))
def test_two_houses_show_exactly_the_answers_and_games_in_which_they_differ(
    anybody: Client, one: str, two: str
) -> None:
    page = _text(anybody, f"{reverse('rule_houses')}?one={one}&two={two}")
    house_rules, games = _differences(HOUSES[one], HOUSES[two])
    rows = LINK.findall(page.rpartition("</select>")[2])
    assert rows == [reverse("house_rule", args=[name]) for name in house_rules] + [
        reverse("rule_game", args=[key]) for key in games
    ]


def _differences(one: House, two: House) -> tuple[list[str], list[str]]:
    """The points that their full descriptions say differently; the citation of a game is no difference."""
    first, second = one.to_json(), two.to_json()
    for data in (first, second):
        data["offers"] = {key: {**offer, "citation": ""} for key, offer in data["offers"].items()}
    house_rules = [name for name in HOUSE_RULES if repr(first["answers"][name]) != repr(second["answers"][name])]
    return house_rules, [key for key in SHEETS if first["offers"].get(key) != second["offers"].get(key)]


def test_each_side_says_where_it_says_so(anybody: Client) -> None:
    words = _words(_text(anybody, f"{reverse('rule_houses')}?one=live&two=cardroom_b"))
    assert "Live! Casino Poker Room, line 144" in words
    assert "Card room B (online), lines 240 to 241" in words
    assert "6 to 10 seats" in words


def test_the_rooms_own_rules_are_compared_with_their_rulebook(table: HandTable, tablet: Client) -> None:
    desk = table.desk
    house = HOUSES["live"].with_answers(raise_cap=4)
    post_house_rules(room=desk.room, house=house, effective_at=desk.at(), by=desk.manager, at=desk.at(), reason="")
    page = _text(tablet, reverse("rule_houses"))
    assert '<option value="room" selected>' in page
    assert LINK.findall(page.rpartition("</select>")[2]) == ["/rules/house-rules/raise_cap/"]
    assert "4 raises." in _words(page)


def test_a_room_that_changed_nothing_is_compared_with_another_house(table: HandTable, tablet: Client) -> None:
    page = _text(tablet, reverse("rule_houses"))
    assert '<option value="room" selected>' in page
    assert '<option value="live" selected>' not in page
    assert LINK.findall(page.rpartition("</select>")[2])


def test_nobody_sees_a_room_that_they_do_not_work_in(table: HandTable, anybody: Client) -> None:
    page = _text(anybody, f"{reverse('rule_houses')}?one=room&two=live")
    assert 'value="room"' not in page


def test_houses_that_answer_alike_say_so() -> None:
    alike = side_by_side(AskedHouse("One", HOUSES["live"]), AskedHouse("Two", HOUSES["live"]))
    assert (alike.count, alike.games, alike.same_answers) == (0, [], len(HOUSE_RULES))
