"""Cases around the hand: button and blinds, how many may play, chips on and off the table, substantial action."""

from collections.abc import Mapping
from typing import Any

from rules.book.conformance import Answer, Case, Table, kind
from rules.cards.card import parse_cards
from rules.house.buyin import ChipsEvent, why_not_buy_in
from rules.house.house import HOUSES, House
from rules.house.plaque import Plaque
from rules.house.plaque_check import check_table
from rules.house.variants import Structure
from rules.play.substantial import is_substantial
from rules.table.button import Places, blind_amounts, draw_for_button, next_places
from rules.text.amounts import major, minor
from rules.text.violation import Violation

_STRUCTURES: Mapping[str, Structure] = {
    "NL": "no_limit",
    "PL": "pot_limit",
    "FL": "fixed_limit",
    "SPREAD": "spread",
}


def _house(case: Case) -> House:
    """The case's house. The catalogue writes the literal reading of seed 000 as a `button_rule`; it is a direction."""
    answers = dict(case.house_answers)
    if answers.get("button_rule") == "counterclockwise":
        answers["button_move"] = answers.pop("button_rule")
    return HOUSES[case.house].with_answers(**answers)


@kind("button", given={"previous", "active"}, expect={"button", "sb", "bb", "sb_posted", "dead_button"})
def button(case: Case) -> Answer:
    """The next places of button and blinds."""
    places = next_places(Places(**case.given["previous"]), case.given["active"], _house(case))
    return {
        "button": places.button,
        "sb": places.sb,
        "bb": places.bb,
        "sb_posted": places.sb_posted,
        "dead_button": places.dead_button,
    }


@kind("button_draw", given={"cards"}, expect={"button"})
def button_draw(case: Case) -> Answer:
    """The seat that has the button first."""
    cards = {_seat(player): parse_cards(card)[0] for player, card in case.given["cards"].items()}
    return {"button": f"p{draw_for_button(cards)}"}


@kind("blinds", given={"min_bet", "rule", "ante_rule"}, expect={"sb", "bb", "ante"}, unstated={"ante": "0"})
def blinds(case: Case) -> Answer:
    """The blinds of a game, by the rule that the case names: half the minimum bet, or a small blind equal to it."""
    small = "equal" if case.given["rule"] == "sb_equal" else case.given["rule"]
    due = blind_amounts(minor(case.given["min_bet"]), small_blind=small, ante=case.given.get("ante_rule", "none"))
    return {"sb": major(due.sb), "bb": major(due.bb), "ante": major(due.ante)}


@kind("setup", given={"seats", "betting"}, expect={"accepted", "reason"}, unstated={"reason": None})
def setup(case: Case) -> Answer:
    """Whether the house spreads the game to so many players, at this structure where the case names one."""
    structure = _STRUCTURES[case.given["betting"]] if "betting" in case.given else None
    refused = check_table(case.game, structure, case.given["seats"], _house(case))
    return _accepted(refused[0] if refused else None)


@kind("buyin", given={"plaque", "event"}, expect={"accepted", "reason"}, unstated={"reason": None})
def buyin(case: Case) -> Answer:
    """Whether the desk accepts chips on or off the table."""
    return _accepted(why_not_buy_in(_event(case.given["event"]), _plaque(case), _house(case)))


@kind("substantial_action", given={"actions", "dealer_still_dealing"}, expect={"substantial_action"})
def substantial_action(case: Case) -> Answer:
    """Whether so much has happened that the hand stands."""
    actions = [(_seat(player), word) for player, word in map(str.split, case.given["actions"])]
    dealing = case.given.get("dealer_still_dealing", False)
    return {"substantial_action": is_substantial(actions, _house(case), dealer_still_dealing=dealing)}


def _accepted(refused: Violation | None) -> Answer:
    return {"accepted": refused is None, "reason": refused.code if refused else None}


def _plaque(case: Case) -> Plaque:
    """A sign with the buy-in or the lower limit that the case gives; nothing else of it matters."""
    amounts = {name: minor(amount) for name, amount in case.given["plaque"].items()}
    return Plaque(
        game=case.game,
        structure="fixed_limit" if "lower_limit" in amounts else "no_limit",
        small_bet=amounts.get("lower_limit"),
        buy_in_min=amounts.get("min_buyin", 0),
        buy_in_max=amounts.get("max_buyin"),
    )


_AMOUNTS = frozenset({"amount", "stack_before", "stack_in_old_game", "cashed_out"})


def _event(stated: Table) -> ChipsEvent:
    facts: dict[str, Any] = {name: minor(value) if name in _AMOUNTS else value for name, value in stated.items()}
    return ChipsEvent(kind=facts.pop("type"), **facts)


def _seat(player: str) -> int:
    return int(player.removeprefix("p"))
