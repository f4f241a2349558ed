"""Cases around the hand: button and blinds, how many may play, chips on and off the table, substantial action."""

from rules.book.conformance import Answer, kind
from rules.book.scenarios.plaques import STRUCTURES, read_plaque
from rules.book.scenarios.situation import Situation, amount, card_by_seat, player
from rules.book.scenarios.table import chips_event, is_action_substantial
from rules.house.buyin import why_not_buy_in
from rules.house.plaque import Plaque
from rules.house.plaque_check import check_table
from rules.table.button import Places, blind_amounts, draw_for_button, next_places
from rules.text.amounts import major
from rules.text.violation import Violation


@kind("button", given={"previous", "active"}, expect={"button", "sb", "bb", "sb_posted", "dead_button"})
def button(case: Situation) -> Answer:
    """The next places of button and blinds."""
    places = next_places(Places(**case.given["previous"]), case.given["active"], case.house)
    return {
        "button": places.button,
        "sb": places.sb,
        "bb": places.bb,
        "sb_posted": places.sb_posted,
        "dead_button": places.dead_button,
    }


@kind("button_draw", given={"cards"}, expect={"button"})
def button_draw(case: Situation) -> Answer:
    """The seat that has the button first."""
    return {"button": player(draw_for_button(card_by_seat(case.given["cards"])))}


@kind("blinds", given={"min_bet", "rule", "ante_rule"}, expect={"sb", "bb", "ante"}, unstated={"ante": "0"})
def blinds(case: Situation) -> Answer:
    """The blinds of a game, by the rule that the case names: half the minimum bet, or a small blind equal to it."""
    small = "equal" if case.given["rule"] == "sb_equal" else case.given["rule"]
    due = blind_amounts(amount(case.given["min_bet"]), small_blind=small, ante=case.given.get("ante_rule", "none"))
    return {"sb": major(due.sb), "bb": major(due.bb), "ante": major(due.ante)}


@kind("setup", given={"seats", "betting"}, expect={"accepted", "reason"}, unstated={"reason": None})
def setup(case: Situation) -> Answer:
    """Whether the house spreads the game to so many players, at this structure where the case names one."""
    structure = STRUCTURES[case.given["betting"]] if "betting" in case.given else None
    refused = check_table(case.game, structure, case.given["seats"], case.house)
    return _accepted(refused[0] if refused else None)


@kind("buyin", given={"plaque", "event"}, expect={"accepted", "reason"}, unstated={"reason": None})
def buyin(case: Situation) -> Answer:
    """Whether the desk accepts chips on or off the table."""
    return _accepted(why_not_buy_in(chips_event(case.given["event"]), _plaque(case), case.house))


@kind("substantial_action", given={"actions", "dealer_still_dealing"}, expect={"substantial_action"})
def substantial_action(case: Situation) -> Answer:
    """Whether so much has happened that the hand stands."""
    return {"substantial_action": is_action_substantial(case)}


def _accepted(refused: Violation | None) -> Answer:
    return {"accepted": refused is None, "reason": refused.code if refused else None}


def _plaque(case: Situation) -> Plaque:
    """A plaque with the buy-in or the lower limit that the case gives; nothing else of it matters."""
    stated = case.given["plaque"]
    structure = "fixed_limit" if "lower_limit" in stated else "no_limit"
    return read_plaque({"game": case.game, "structure": structure, **stated}, case.house)
