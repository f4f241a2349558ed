"""The replay of a disputed hand: every action with the pots, who may win them, and what was legal at that point."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from config.rooms.models import Room
from config.web.felt import FeltSeat
from disputes.acts import index_of
from disputes.models import Dispute
from disputes.places import hand_of
from games.files import played_of
from games.models import Hand, HandDraft
from games.replay import hand_of as drafted
from games.selectors.drafts import names_in
from rules.cards.card import UNKNOWN, print_cards
from rules.entry.story import line_of
from rules.play.actions import Action
from rules.play.hand import Hand as Played
from rules.play.legal import Betting, Completing, Dealing, Drawing, Legal, Over
from rules.play.settling import settle_taken
from rules.play.whatif import Result, result_of
from rules.table.seats import Seat


@dataclass(frozen=True, slots=True)
class Disputed:
    """A disputed hand as it was played, what `kind` of dispute it is about, and where its disputed action stands now.

    `result` is what it came to, with what was taken, once it is recorded, unless it is void.
    """

    kind: str
    played: Played
    names: Mapping[int, str]
    hand: Hand | None
    result: Result | None
    act: int | None = None

    @property
    def labels(self) -> dict[int, str]:
        """The seats with their names, for people."""
        return {seat: f"{seat} {self.names.get(seat, '')}".strip() for seat in self.played.setup.seats}


@dataclass(frozen=True, slots=True)
class Act:
    """One action of the list: its number, what was said and done; `is_here` marks the one that comes next."""

    index: int
    words: str
    cards: str
    is_loud: bool
    is_here: bool
    is_disputed: bool


@dataclass(frozen=True, slots=True)
class PotRow:
    """A pot as it stood: its name, what lies in it, and who may win it."""

    name: str
    amount: str
    eligible: str


@dataclass(frozen=True, slots=True)
class Replay:
    """The hand before one of its actions: the felt, the pots, what was legal, and what was then done.

    `instead` are the plain acts that the player could have chosen too: in words, and as a what-if is asked.
    """

    step: int
    last: int
    street: str
    seats: list[FeltSeat]
    board: str
    board_places: int
    pot: str
    pots: list[PotRow]
    legal: str
    done: Act | None
    acts: list[Act]
    instead: list[tuple[str, str]]

    @property
    def before(self) -> int | None:
        """The step before this one."""
        return self.step - 1 if self.step else None

    @property
    def after(self) -> int | None:
        """The step after this one."""
        return self.step + 1 if self.step < self.last else None


def disputed_hand(dispute: Dispute) -> Disputed | None:
    """The hand of a case, recorded or still being played; None for a tick, and where there is no hand.

    A void hand is told as it was played, and came to nothing: no result.
    """
    hand = hand_of(dispute)
    disputed = None
    if hand is not None:
        disputed = _recorded(dispute.kind, hand) if hand.tier == Hand.Tier.FULL else None
    elif dispute.hand_started_at is not None:
        draft = HandDraft.objects.filter(session=dispute.session_id, started_at=dispute.hand_started_at)
        playing = draft.select_related("session__room").first()
        disputed = Disputed(dispute.kind, drafted(playing), names_in(playing), None, None) if playing else None
    return replace(disputed, act=index_of(dispute, disputed.played.actions)) if disputed else None


def is_undone(dispute: Dispute) -> bool:
    """Whether the disputed action is no longer part of the hand, which is still at hand."""
    if dispute.action_index is None:
        return False
    disputed = disputed_hand(dispute)
    return disputed is not None and disputed.act is None


def replay(disputed: Disputed, step: int, disputed_index: int | None, room: Room) -> Replay:
    """The hand before action number `step`; the last step is the end of it."""
    actions = disputed.played.actions
    step = min(max(step, 0), len(actions))
    acts = list(_acts(disputed, step, disputed_index))
    hand = Played.replay(disputed.played.setup, actions[:step], room.money)
    legal = hand.legal_actions()
    return Replay(
        step=step,
        last=len(actions),
        street=hand.street_name,
        seats=list(_seats(hand, disputed.names)),
        board=print_cards(hand.board),
        board_places=hand.sheet.board_cards,
        pot=f"Pot {room.money(hand.pot)}",
        pots=list(_pots(hand, disputed.labels)),
        legal=legal_words(legal, disputed.labels, room.money),
        done=acts[step] if step < len(acts) else None,
        acts=acts,
        instead=list(_instead(legal, actions[step].verb if step < len(actions) else "")),
    )


def _instead(legal: Legal, done: str) -> Iterator[tuple[str, str]]:
    """Folding, checking and calling where the player may do so and did something else."""
    if not isinstance(legal, Betting):
        return
    if done != "cc" and legal.may_check:
        yield "Had checked", "check"
    if done != "cc" and legal.may_call:
        yield "Had called", "call"
    if done != "f" and legal.may_call:
        yield "Had folded", "fold"


def legal_words(legal: Legal, labels: Mapping[int, str], money: Callable[[int], str]) -> str:
    """Say what may be done now, in one sentence."""
    who = labels.get(legal.seat or 0, "")
    match legal:
        case Dealing(due=due):
            to = f" to {labels.get(due.seat or 0, '')}" if due.kind == "hole" else " to the board"
            return f"{due.cards} card{'s' if due.cards > 1 else ''} due{to}."
        case Drawing(most_discards=most):
            return f"{who} may change up to {most} cards."
        case Completing(may_hit=may_hit):
            return f"{who} may {'take a card or stand' if may_hit else 'only stand'}."
        case Over(may_show=may_show):
            return "The betting is over: hands are turned over." if len(may_show) > 1 else "The hand is over."
        case Betting():
            *first, last = _choices(legal, money)
            return f"{who} may {', '.join(first)} or {last}." if first else f"{who} may {last}."


def _choices(legal: Betting, money: Callable[[int], str]) -> Iterator[str]:
    if legal.bring_in:
        yield f"bring in for {money(legal.bring_in)}"
    if legal.may_fold:
        yield from ("check",) if legal.may_check else ("fold", f"call {money(legal.call)}")
    if legal.may_raise:
        word, most = "bet" if legal.may_check else "raise to", legal.raising.most
        least = money(legal.raising.least)
        only = most == legal.raising.least
        yield f"{word} {least}" if only else f"{word} {least}–{money(most)}" if most else f"{word} {least} or more"


def _recorded(kind: str, hand: Hand) -> Disputed:
    told = hand.as_played
    played = played_of(told)
    names = {row.seat: row.player.display_name for row in told.seats.select_related("player")}
    if hand.is_void:
        return Disputed(kind, played, names, hand, None)
    settled = settle_taken(played, rake=hand.rake_taken, promo=hand.promo_taken)
    return Disputed(kind, played, names, hand, result_of(played, settled))


def _acts(disputed: Disputed, step: int, disputed_index: int | None) -> Iterator[Act]:
    """Every action in words, as it was before the table changed by it."""
    played = disputed.played
    hand = Played(played.setup, played.money)
    for index, action in enumerate(played.actions):
        line = line_of(hand, disputed.names, action)
        words = f"{line.who} {line.did}" if line else _dealt(action, disputed.labels, played)
        cards = line.cards if line else print_cards(action.cards)
        yield Act(index, words, cards, bool(line and line.is_loud), index == step, index == disputed_index)
        hand.apply(action)


def _dealt(action: Action, labels: Mapping[int, str], played: Played) -> str:
    """An action about cards, in words that go on with the cards."""
    who = labels.get(played.setup.seat(action.position), "") if action.position else ""
    return {"db": "Board", "dh": f"Dealt to {who}"}.get(action.verb, f"{who} shows")


def _seats(hand: Played, names: Mapping[int, str]) -> Iterator[FeltSeat]:
    dealt = {seat: player for player, seat in enumerate(hand.setup.seats)}
    for seat in map(Seat, range(1, max(hand.setup.plaque.seats, *dealt, 2) + 1)):
        player = dealt.get(seat)
        if player is None:
            yield FeltSeat(seat, state="open", has_button=seat == hand.setup.button)
            continue
        bet, live = hand.bets[player], hand.in_hand(player)
        known = [card for card in hand.hole[player] if card != UNKNOWN]
        yield FeltSeat(
            seat,
            names.get(seat, ""),
            "?" if hand.setup.stacks[player] is None else hand.money(hand.stacks[player]),
            hand.money(bet) if bet else "",
            state="folded" if not live else "in" if hand.stacks[player] else "all-in",
            is_turn=hand.to_act == player,
            has_button=seat == hand.setup.button,
            cards=print_cards(hand.hole[player]) if known and live else "",
        )


def _pots(hand: Played, labels: Mapping[int, str]) -> Iterator[PotRow]:
    """The pots as they stand: one for each all-in below the highest bet, the last for all who can still bet."""
    seats = hand.setup.seats
    live = [player for player in range(hand.players) if hand.in_hand(player)]
    all_in = {hand.paid[player] for player in live if not hand.stacks[player]}
    below, waiting, number = 0, sum(hand.dead_paid), 0
    for level in sorted(all_in | {max(hand.paid)}):
        waiting += sum(min(paid, level) - min(paid, below) for paid in hand.paid)
        able = [seats[player] for player in live if hand.stacks[player] or hand.paid[player] >= level]
        if waiting and able:
            yield PotRow(f"Side pot {number}" if number else "Main pot", hand.money(waiting), _named(able, labels))
            waiting, number = 0, number + 1
        below = level


def _named(seats: Sequence[int], labels: Mapping[int, str]) -> str:
    return ", ".join(labels[seat] for seat in seats)
