"""From rows to the engine and back: the hand of a draft, and action lines as the draft keeps them."""

from collections.abc import Iterable
from functools import partial

from config.rooms.models import Room
from games.models import HandDraft
from rules.entry.story import TellingHand
from rules.play.actions import Action
from rules.play.hand import Hand
from rules.play.incident_lines import parse_line, print_line
from rules.table.setup import Setup
from rules.text.amounts import major_text, minor_units


def hand_of(draft: HandDraft) -> Hand:
    """The hand that a draft holds, replayed from its setup. Raises Refused where a rule no longer allows it."""
    return replay(Setup.from_json(draft.setup), draft.actions, draft.session.room)


def telling(draft: HandDraft) -> TellingHand:
    """The hand that a draft holds, to be played on and then told. Raises Refused where a rule no longer allows it."""
    room = draft.session.room
    return TellingHand.replay(Setup.from_json(draft.setup), read_actions(draft.actions, room), room.money)


def replay(setup: Setup, lines: Iterable[str], room: Room) -> Hand:
    """The hand after these action lines, whose amounts are in the room's major units. Raises Refused."""
    return Hand.replay(setup, read_actions(lines, room), room.money)


def read_actions(lines: Iterable[str], room: Room) -> list[Action]:
    """The actions of lines that `write_action` wrote."""
    amount = partial(minor_units, exponent=room.exponent)
    return [action for line in lines if (action := parse_line(line, amount))]


def write_action(action: Action, room: Room) -> str:
    """The action as a line with amounts in the room's major units: a PHH line, or one of `incident_lines`."""
    return print_line(action, partial(major_text, exponent=room.exponent))
