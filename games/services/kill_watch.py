"""The effect of a hand's correction on the kill of the hands after it: they stand as played, so somebody is told."""

from collections.abc import Mapping
from datetime import datetime

from games.models import Hand
from games.selectors.kill_fold import played_hands, under_other_kill
from rules.table.kill_words import whose_kill
from tables.models import SessionAlarm, TableSession
from tables.selectors.alarms import looked_at
from tables.services import clear_alarm, raise_alarm

KILL_CHANGED = "kill_changed"
"""The alarm of hands that, since one before was corrected, were played under another kill than is asked for."""


def watch_kills(corrected: Hand, *, at: datetime) -> None:
    """Raise the alarm where this correction changes the kill of later hands; the caller holds the session's lock.

    The limits of a hand follow from the hands before it (004 Glossary, KILL), so a corrected result may start a kill,
    end one or give it to another seat, after the hands that it ought to have governed were played. They stand until
    they are corrected in their turn. Each correction has its own alarm; it loses the hands that are corrected, ends
    with the last of them, and says nothing of a hand that somebody has put away unless its kill changes once more.
    """
    session = corrected.session
    if corrected.plaque.plaque.kill is None or session.source != TableSession.Source.FLOOR:
        return
    wrong = _under_other_kill(session)
    for alarm in SessionAlarm.objects.filter(session=session, kind=KILL_CHANGED, cleared_at=None):
        left = {hand: wrong.pop(hand) for hand in map(int, alarm.hands) if hand in wrong}
        _bring_up_to_date(alarm, left, at)
    known = looked_at(session, KILL_CHANGED)
    changed = {hand: said for hand, said in wrong.items() if (str(hand), said[1]) not in known}
    later = {hand: (number, words) for hand, (number, words) in changed.items() if number > corrected.number}
    if later:
        _raise(session, corrected.number, later, at)


def _under_other_kill(session: TableSession) -> dict[int, tuple[int, str]]:
    """The hands of a session played under another kill than is asked for: number and what was on, by the hand's id."""
    wrong = {
        hand.number: f"played under {whose_kill(hand.killer_seat)}, {whose_kill(due)} was on"
        for hand, due in under_other_kill(played_hands([session])[session.pk])
    }
    newest = Hand.objects.filter(session=session, number__in=wrong, superseded_by=None)
    return {pk: (number, wrong[number]) for pk, number in newest.values_list("pk", "number")}


def _bring_up_to_date(alarm: SessionAlarm, left: Mapping[int, tuple[int, str]], at: datetime) -> None:
    if left:
        _raise(alarm.session, int(alarm.subject), left, at)
    else:
        clear_alarm(alarm=alarm, by=None, at=at)


def _raise(session: TableSession, corrected: int, hands: Mapping[int, tuple[int, str]], at: datetime) -> None:
    numbers = sorted(number for number, _ in hands.values())
    raise_alarm(
        session=session,
        kind=KILL_CHANGED,
        subject=str(corrected),
        text=f"The correction of hand {corrected} changes the kill of {hands_in_words(numbers)}"[:300],
        at=at,
        hands={hand: words for hand, (_, words) in hands.items()},
    )


def hands_in_words(numbers: list[int]) -> str:
    """Hands by their numbers, in order: "hand 13", "hands 13-15 and 17"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    *most, last = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    joined = f"{', '.join(most)} and {last}" if most else last
    return f"hand{'s' if len(numbers) > 1 else ''} {joined}"
