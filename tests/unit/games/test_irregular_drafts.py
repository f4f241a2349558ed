"""Trouble at the table, on the console and in the books: entered, taken back, recorded and read again."""

import pytest

from config.audit.models import AuditEvent
from config.errors import DomainError, Malformed
from games import services
from games.audit_checks import kills_follow
from games.files import played_of
from games.models import Hand, HandDraft
from games.phh_json import phh_text
from games.selectors.hands import hand_page
from games.services.void_watch import VOID_HANDS
from players.models import Absence
from players.services import come_back, go_away
from rake.models import Rating
from rake.services import rate_hand
from rules.cards.card import print_cards
from tables.models import SessionAlarm
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.table import O8_KILL, HandTable, open_hand_table


@arranged
def kill_table() -> HandTable:
    """Omaha hi-lo 4/8 with a half-kill."""
    return open_hand_table(plaque=O8_KILL)


def refused(action: object, code: str) -> DomainError:
    with pytest.raises(DomainError) as raised:
        action()  # type: ignore[operator]
    assert raised.value.code == code, raised.value.message
    return raised.value


def misdeal(table: HandTable, *acts: str, words: str = "misdeal wrong seat") -> Hand:
    return table.record(table.act(table.deal(), *acts, words))


def alarms(table: HandTable) -> list[str]:
    return list(SessionAlarm.objects.filter(kind=VOID_HANDS).order_by("pk").values_list("text", flat=True))


def story(hand: Hand) -> list[str]:
    return [f"{line.who} {line.did}".strip() for street in hand_page(hand).streets for line in street.lines]


def test_a_dead_hand_is_recorded_with_its_rule_and_read_again(table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9")
    dead = table.played(draft).legal_actions().seat
    hand = table.record(table.act(draft, f"dead {dead} fouled", "f", "f"))
    assert "_irregularities = " in hand.phh
    assert any("has a dead hand (fouled hand)" in line for line in story(hand))
    assert hand.settlement["steps"][0]["rule"] == "fouled_hand"
    assert played_of(hand).settlement().won == table_won(hand)


def table_won(hand: Hand) -> tuple[int, ...]:
    return tuple(hand.seats.order_by("position").values_list("took_out", flat=True))


def test_a_wrong_bet_stands_and_is_on_the_audit_trail(table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9")
    refused(lambda: table.act(draft, "r 11"), "below_min_raise")
    again = table.act(draft, "r 11 stands")
    assert again.actions[-1].endswith("cbr 11 stands below_min_raise")
    event = AuditEvent.objects.get(verb="hand.irregularity")
    assert (event.after["rule"], event.by) == ("below_min_raise", table.floor)
    undone = services.undo(draft=again, version=again.version, **table.by())
    assert undone.actions == draft.actions


def test_what_was_allowed_is_no_irregularity(table: HandTable) -> None:
    refused(lambda: table.act(table.deal(), "r 9 stands"), "irregularity_stands")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("dead 4", "dead dead_hand"),
        ("dead 4 unprotected", "dead unprotected_hand"),
        ("dead 4 turn", "dead out_of_turn"),
        ("clock", "clock"),
        ("exposed 4 Ah", "card exposed_card Ah"),
        ("flashed 4 Ks", "card flashed_card Ks"),
        ("boxed Ah", "d card boxed_card Ah"),
        ("burn", "d card burn_card ??"),
        ("early AhKd7c", "d card premature_card AhKd7c"),
        ("fouled deck alike", "d void cards_alike"),
        ("misdeal", "d void misdeal"),
        ("misdeal two boxed", "d void two_cards_boxed"),
    ],
)
def test_the_words_of_the_floor_are_read(table: HandTable, words: str, line: str) -> None:
    draft = table.act(table.deal(), words)
    assert draft.actions[-1].endswith(line)
    assert table.act(table.act(services.undo(draft=draft, version=draft.version, **table.by()), "c"), "c").actions


@pytest.mark.parametrize(
    "words",
    [
        "dead",
        "dead 9",
        "dead 4 bored",
        "exposed Ah",
        "showall",
        "misdeal rain",
        "stands",
        "boxed Xx",
        "to 4 stands",
        "4 fly stands",
    ],
)
def test_words_that_say_too_little_are_answered_with_an_example(table: HandTable, words: str) -> None:
    assert refused(lambda: table.act(table.deal(), words), "notation_unreadable").message


def test_who_acts_out_of_turn_goes_on_from_there(table: HandTable) -> None:
    draft = table.deal()
    seats = table.played(draft).setup.seats
    draft = table.act(draft, f"{seats[3]} call stands")
    assert table.played(draft).legal_actions().seat == seats[0]


def test_an_early_flop_stands_where_nobody_owed_a_bet(table: HandTable) -> None:
    draft = table.act(table.deal(), "c", "c", "c", "flop AhKd7c stands")
    assert table.played(draft).street_name == "flop"
    refused(lambda: table.act(draft, "flop AhKd7c stands"), "wrong_card_count")


def test_the_field_comes_as_json_too() -> None:
    assert phh_text({"_irregularities": ["4 p3 clock"]}) == '_irregularities = ["4 p3 clock"]\n'
    with pytest.raises(Malformed):
        phh_text({"_irregularities": "4 p3 clock"})


class TestMisdeal:
    def test_every_chip_goes_back_and_the_hand_is_kept_with_its_kind(self, table: HandTable) -> None:
        before = table.stacks()
        hand = misdeal(table, "r 9")
        assert table.stacks() == before
        assert (hand.void_cause, hand.pot, hand.winners, hand.rake_taken) == ("wrong_seat", 0, [], 0)
        assert hand.ended_as == "misdeal"
        assert "Misdeal: a seat was dealt in that had no hand to get" in story(hand)
        assert played_of(hand).voided == "wrong_seat"
        assert (table.session.hands_recorded, table.session.hand_open) == (1, False)

    def test_it_is_held_to_substantial_action(self, table: HandTable) -> None:
        draft = table.act(table.deal(), "r 9", "c")
        refusal = refused(lambda: table.act(draft, "misdeal seat"), "substantial_action")
        assert refusal.citation == "004:L330 · WSOP 105"
        assert table.act(draft, "fouled deck").actions[-1] == "d void fouled_deck"

    def test_nothing_is_taken_of_it(self, table: HandTable) -> None:
        draft = table.act(table.deal(), "misdeal")
        refused(lambda: table.record(draft, rake=100), "takings_above_pot")
        hand = table.record(draft)
        rating = rate_hand(hand_id=hand.pk, at=table.later())
        assert (Rating.objects.count(), rating.rake_owed) == (1, 0)

    def test_button_and_blinds_stay(self, table: HandTable) -> None:
        table.record(table.act(table.deal(), "f", "f", "f"))
        before = table.suggested().places
        misdeal(table)
        assert table.suggested().places == before
        assert table.session.button_seat == before.button  # type: ignore[union-attr]
        table.record(table.act(table.deal(), "f", "f", "f"))
        assert table.suggested().places != before

    def test_the_first_hand_too(self, table: HandTable) -> None:
        before = table.suggested().places
        misdeal(table)
        assert table.suggested().places == before

    def test_a_kill_stays_on_and_is_posted_again(self, kill_table: HandTable) -> None:
        kill_table.tick(pot=60_00, winners=[3], killer_seat=None)
        killer = kill_table.suggested().kill.killer
        assert killer == 3
        assert misdeal(kill_table).killer_seat == 3
        assert kill_table.suggested().kill.killer == 3
        assert list(kills_follow()) == []

    def test_a_blind_that_passed_in_it_passed_nobody(self, table: HandTable) -> None:
        table.record(table.act(table.deal(), "f", "f", "f"))
        away = table.suggested().places.bb  # type: ignore[union-attr]
        go_away(sitting=table.sittings[away], agrees=False, **table.by())
        table.record(table.act(table.deal(), "misdeal"))
        come_back(sitting=table.sittings[away], **table.by())
        assert Absence.objects.count() == 1
        assert ("post", away) not in [post[:2] for post in table.suggested().posts]

    def test_it_comes_by_file_too(self, table: HandTable) -> None:
        hand = misdeal(table, "r 9")
        asked = {"session": table.session, "phh_text": hand.phh, "confirmed": ["same_hand_again"]}
        again = services.record_phh(**asked, key=key(), **table.by())
        assert (again.number, again.void_cause) == (2, "wrong_seat")

    def test_a_fouled_deck_is_looked_at_and_a_misdeal_when_there_are_many(self, table: HandTable) -> None:
        misdeal(table)
        misdeal(table)
        assert not alarms(table)
        misdeal(table)
        assert alarms(table) == ["Hand 3 ended as a misdeal: 3 of the last 3 were void"]
        misdeal(table, "r 9", "c", words="fouled deck alike")
        assert alarms(table)[-1] == "Hand 4 ended as a fouled deck: every chip of the pot went back"

    def test_action_that_was_taken_back_before_a_misdeal_is_looked_at(self, table: HandTable) -> None:
        draft = table.act(table.deal(), "r 9", "c")
        draft = services.undo(draft=draft, version=draft.version, **table.by())
        table.record(table.act(draft, "misdeal"))
        assert alarms(table) == ["Hand 1 ended as a misdeal: action was taken back before it"]
        assert AuditEvent.objects.filter(verb="hand.taken_back").count() == 1

    def test_it_may_be_corrected(self, table: HandTable) -> None:
        hand = misdeal(table, "r 9")
        draft = services.reopen_hand(hand=hand, reason="it was played", key=key(), **table.by())
        draft = services.undo(draft=draft, version=draft.version, **table.by())
        again = table.record(table.act(draft, "f", "f", "f"))
        assert (again.version, again.void_cause) == (2, "")


class TestEarlyCard:
    """A card of the board that came too early and stands: which one it was is said then, or later, or changed."""

    FLOP = ("c", "c", "c", "check", "flop AhKd7c", "check")

    def early(self, table: HandTable) -> HandDraft:
        return table.act(table.deal(), *self.FLOP, "board ?? stands")

    @pytest.mark.parametrize("words", ["turn 4s", "board 4s", "d db 4s"])
    def test_it_is_named_as_it_is_typed(self, table: HandTable, words: str) -> None:
        draft = table.act(self.early(table), words)
        assert draft.actions[-1] == "d db 4s stands round_not_complete"
        undone = services.undo(draft=draft, version=draft.version, **table.by())
        assert undone.actions[-1] == "d db ?? stands round_not_complete"

    def test_it_is_picked_and_the_river_after_it_too(self, table: HandTable) -> None:
        draft = table.act(self.early(table), "all check")
        assert draft.actions[-1] == "d db ??"
        draft = table.name(draft, "board", "4s")
        draft = table.name(draft, "board", "5s")
        assert print_cards(table.played(draft).board) == "AhKd7c4s5s"

    def test_a_later_card_is_named_before_it(self, table: HandTable) -> None:
        draft = table.act(self.early(table), "all check", "river 5s", "board 4s")
        assert print_cards(table.played(draft).board) == "AhKd7c4s5s"

    @pytest.mark.parametrize("way", ["typed", "picked"])
    def test_it_is_changed_in_its_place(self, table: HandTable, way: str) -> None:
        draft = table.act(self.early(table), "turn 4s", "all check")
        index = draft.actions.index("d db 4s stands round_not_complete")
        given = {"draft": draft, "version": draft.version, "instead_of": index} | table.by()
        if way == "typed":
            draft = services.act(action="turn 4h", **given)
        else:
            draft = services.name_cards(place="board", cards="4h", **given)
        assert draft.actions[index:][:1] == ["d db 4h stands round_not_complete"]
        assert draft.steps[-1]["said"] == "Changed. What followed stands as it was entered."

    def test_a_card_that_lies_there_is_refused(self, table: HandTable) -> None:
        draft = self.early(table)
        refused(lambda: table.act(draft, "turn Ah"), "duplicate_card")
        refused(lambda: table.act(draft, "turn 4h5h"), "wrong_card_count")


def test_what_was_taken_back_at_another_table_says_nothing_here(table: HandTable) -> None:
    draft = table.act(table.deal(), "r 9", "c")
    services.undo(draft=draft, version=draft.version, **table.by())
    assert AuditEvent.objects.get(verb="hand.taken_back").after["number"] == 1
    table.desk.session = table.desk.open_table()
    table.sittings = {seat: table.desk.seated(200_00, seat=seat) for seat in (1, 2, 3)}
    assert misdeal(table).number == 1
    assert alarms(table) == []
