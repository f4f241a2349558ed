"""The tick: numbers without gaps, felt to the boxes, and what a kill plaque asks for."""

import pytest

from config.errors import DomainError, KeyReused
from config.jobs.models import Job
from games import services
from games.models import Hand
from games.selectors.tables import tick_amounts
from players.models import AccountKind, MoneyAct
from tests.support.desk import key, person
from tests.support.table import O8_KILL, HandTable, open_hand_table


def refusal(table: HandTable, **facts: object) -> DomainError:
    with pytest.raises(DomainError) as raised:
        table.tick(**facts)  # type: ignore[arg-type]  # whatever the test says
    return raised.value


def test_ticks_are_numbered_and_booked_felt_to_boxes(table: HandTable) -> None:
    hands = [table.tick(rake, promo_taken=100) for rake in (0, 300, 500)]
    assert [hand.number for hand in hands] == [1, 2, 3]
    assert table.boxes() == (800, 300)
    assert table.desk.held(AccountKind.FELT) == -1100
    assert table.on_table() == 800_00
    assert table.stacks() == dict.fromkeys((1, 2, 3, 4), 200_00)
    assert Job.objects.filter(name="rake.rate_hand").count() == 3


def test_the_same_key_ticks_once(table: HandTable) -> None:
    same = key()
    assert table.tick(300, key=same).pk == table.tick(300, key=same).pk
    assert table.session.hands_recorded == 1
    with pytest.raises(KeyReused):
        table.tick(500, key=same)


def test_a_tick_in_the_middle_of_a_hand_is_refused(table: HandTable) -> None:
    table.deal()
    assert refusal(table).code == "hand_open"
    assert Hand.objects.count() == 0


def test_no_more_than_lies_on_the_table_can_be_dropped(table: HandTable) -> None:
    assert refusal(table, rake=900_00).code == "table_short"
    assert refusal(table, rake=150).code == "not_chip_multiple"
    assert refusal(table, rake=300, pot=200).code == "takings_above_pot"
    assert refusal(table, rake=200, promo_taken=200, pot=300).code == "takings_above_pot"
    assert table.session.hands_recorded == 0


def test_a_kill_plaque_asks_for_pot_and_winners(db: None) -> None:
    table = open_hand_table(O8_KILL)
    error = refusal(table, rake=300)
    assert (error.code, error.field, error.allowed) == ("kill_needs_pot", "pot", {"qualifies_at": 40_00})
    assert error.citation
    assert refusal(table, rake=300, pot=50_00).field == "winners"
    assert refusal(table, rake=300, pot=50_00, winners=[9]).code == "winner_not_seated"
    hand = table.tick(300, pot=50_00, winners=[3, 1, 3])
    assert (hand.pot, hand.winners) == (50_00, [1, 3])


def test_the_button_moves_with_ticks_too(table: HandTable) -> None:
    expected = table.suggested().places.button
    table.tick()
    assert table.session.button_seat == table.suggested().places.button == expected % 4 + 1


def test_a_full_hand_after_ticks_takes_the_next_number(table: HandTable) -> None:
    table.tick()
    hand = table.record(table.act(table.deal(), "f", "f", "f"))
    assert hand.number == 2
    assert table.tick().number == 3


def test_a_mis_keyed_tick_is_superseded_and_both_are_kept(table: HandTable) -> None:
    tick = table.tick(300)
    again = services.supersede_tick(tick=tick, rake_taken=500, reason="read the box wrong", key=key(), **table.by())
    assert (again.number, again.version, again.supersedes) == (1, 2, tick)
    assert Hand.objects.count() == 2
    assert table.session.hands_recorded == 1
    assert table.boxes() == (500, 0)
    assert table.on_table() == 800_00


@pytest.mark.parametrize(("reason", "code"), [("", "reason_missing"), ("again", "already_superseded")])
def test_a_correction_needs_a_reason_and_the_newest_version(table: HandTable, reason: str, code: str) -> None:
    tick = table.tick(300)
    services.supersede_tick(tick=tick, rake_taken=500, reason="wrong", key=key(), **table.by())
    with pytest.raises(DomainError) as raised:
        services.supersede_tick(tick=tick, rake_taken=400, reason=reason, key=key(), **table.by())
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("facts", "field", "most"),
    [
        ({"rake": 44_00}, "rake_taken", 5_00),
        ({"rake": 6_00, "pot": 500_00}, "rake_taken", 5_00),
        ({"rake": 3_00, "promo_taken": 1_00}, "promo_taken", 0),
    ],
)
def test_what_no_hand_owes_is_asked_about(table: HandTable, facts: dict[str, int], field: str, most: int) -> None:
    error = refusal(table, **facts, confirmed=())
    assert (error.code, error.field) == ("takings_never_owed", field)
    assert error.allowed == {"most": most, "confirm": "takings_never_owed"}
    assert error.citation
    assert table.boxes() == (0, 0)
    table.tick(**facts, confirmed=("takings_never_owed",))


def test_a_correction_to_what_no_hand_owes_is_asked_about(table: HandTable) -> None:
    facts = {"tick": table.tick(4_00), "rake_taken": 44_00, "reason": "misread", "key": key()}
    with pytest.raises(DomainError) as asked:
        services.supersede_tick(**facts, **table.by())
    assert asked.value.code == "takings_never_owed"
    services.supersede_tick(**facts, confirmed=("takings_never_owed",), **table.by())


def test_rake_that_was_promo_is_corrected_by_two_as_what_moves_between_the_boxes(table: HandTable) -> None:
    """One box gives as much as the other takes: that comes to nothing for the table, and moves twice as much."""
    tick = table.tick(60_00)
    facts = {"tick": tick, "rake_taken": 0, "promo_taken": 60_00, "reason": "the other box", "key": key()}
    facts |= {"confirmed": ("takings_never_owed",)}
    with pytest.raises(DomainError) as asked:
        services.supersede_tick(**facts, **table.by())
    assert asked.value.code == "second_needed"
    services.supersede_tick(**facts, second=person(table.desk.room, "floor"), **table.by())
    act = MoneyAct.objects.get(act="tick_correction")
    assert (act.amount, table.boxes()) == (120_00, (0, 60_00))


def test_the_amounts_of_a_table_are_those_of_its_plaque(table: HandTable) -> None:
    amounts = tick_amounts(table.session)
    assert (amounts.likely, amounts.quick, amounts.promo) == (5_00, (0, 2_00, 3_00, 4_00, 5_00), 0)
    table.tick(3_00)
    assert tick_amounts(table.session).likely == 3_00


def test_a_slip_is_not_filled_in_again(table: HandTable) -> None:
    table.tick(44_00, promo_taken=7_00)
    amounts = tick_amounts(table.session)
    assert (amounts.likely, amounts.quick, amounts.promo) == (5_00, (0, 2_00, 3_00, 4_00, 5_00), 0)
