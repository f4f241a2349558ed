"""The fold of a session's recorded hands and quick hands into the kill that they leave behind.

The next hand's kill follows from the newest versions of all hands before it, and from what rulings directed between
them. A kill belongs to the player who won it, wherever they sit: `KillState` holds player ids here, and becomes one of
seats for the hand that is dealt.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models.fields.json import KeyTransform

from games.directed import Directed, What
from games.models import Hand, HandSeat
from games.selectors.directives import directives_of, of_kinds
from games.selectors.who_sat import in_seats
from players.models import NO_PLAYER, Absence, Player, PlayerId, Sitting
from rules.house.house import House
from rules.house.plaque import Plaque
from rules.table.kill import NO_KILL, KillState, PotResult, kill_for_deal, next_kill
from rules.table.seats import NO_SEAT, Seat
from tables.models import PlaqueVersion, TableSession

Stakes = tuple[str | int | None, ...]


def stakes_of(plaque: Plaque) -> Stakes:
    """The game, limits and kill of a plaque: a kill that was won goes on only where all of them are the same."""
    kill = astuple(plaque.kill) if plaque.kill else ()
    return (plaque.game, plaque.structure, plaque.small_bet, plaque.big_bet, *kill)


@dataclass(frozen=True, slots=True)
class Kills:
    """The kill that the hands of a session left behind (by player), at the stakes of the last of them.

    `directed` is the ruling that says so, where no hand has been played since.
    """

    state: KillState[PlayerId] = NO_KILL
    stakes: Stakes | None = None
    directed: Directed | None = None

    def due(self, plaque: Plaque, house: House, players: Mapping[Seat, PlayerId]) -> KillState[Seat]:
        """The kill of the next hand by seat, if these `players` (by seat) are dealt in; NO_SEAT's where none posts it.

        A kill belongs to its game: under another game or other limits it is over.
        """
        state, seats = self.by_player(plaque, house, players), {player: seat for seat, player in players.items()}
        killer = None if state.killer is None else seats.get(state.killer, NO_SEAT)
        return KillState(killer, frozenset(seats[player] for player in state.owing if player in seats))

    def absent(self, plaque: Plaque, house: House, players: Mapping[Seat, PlayerId]) -> list[Player]:
        """The players who owe a kill and aren't among these `players`; one query where there is somebody."""
        away = self.by_player(plaque, house, players).owing.difference(players.values())
        return list(Player.objects.filter(pk__in=away).order_by("display_name")) if away else []

    def by_player(self, plaque: Plaque, house: House, players: Mapping[Seat, PlayerId]) -> KillState[PlayerId]:
        """The kill of a hand with these players (by seat), told by player."""
        if self.stakes != stakes_of(plaque):
            return NO_KILL
        return kill_for_deal(self.state, players.values(), house)


@dataclass(frozen=True, slots=True)
class Played:
    """The facts that a kill asks of one recorded hand: its plaque and house, its result by player, who sat where, and
    the seat whose kill it was played under (None: no kill was on). `directed` is what rulings said after it. One that
    `is_void` changes nothing: the kill before it is still on. Who was `away` from a quick hand posted no kill in it."""

    session: int
    number: int
    version: int
    plaque: Plaque
    house: House
    killer_seat: Seat | None
    result: PotResult[PlayerId]
    players: Mapping[Seat, PlayerId]
    directed: tuple[Directed, ...] = ()
    is_void: bool = False
    away: frozenset[PlayerId] = frozenset()

    @property
    def there(self) -> dict[Seat, PlayerId]:
        """The players who were there to be dealt in, by seat."""
        return {seat: player for seat, player in self.players.items() if player not in self.away}


def follow(hands: Iterable[Played]) -> Kills:
    """The kill after these hands."""
    kills = Kills()
    for hand in hands:
        kills = after(kills, hand)
    return kills


def after(kills: Kills, hand: Played) -> Kills:
    """The kill after one more hand, which was played under the kill that it says itself, and what rulings said then."""
    if not hand.is_void:
        dealt = kills.by_player(hand.plaque, hand.house, hand.players)
        previous = replace(dealt, killer=_killer(hand, dealt))
        kills = Kills(next_kill(hand.plaque, hand.house, previous, hand.result), stakes_of(hand.plaque))
    for directed in hand.directed:
        kills = _directed(kills, directed)
    return kills


def under_other_kill(hands: Iterable[Played]) -> Iterator[tuple[Played, Seat | None]]:
    """Each of a session's hands that was played under another kill than the hands before it ask for: and under whose
    it should have been, by seat."""
    kills = Kills()
    for hand in hands:
        due = kills.due(hand.plaque, hand.house, hand.there).killer
        if due != hand.killer_seat:
            yield hand, due
        kills = after(kills, hand)


def played_hands(
    sessions: Collection[TableSession],
    *,
    before: int | None = None,
    directed: Mapping[int, Iterable[Directed]] | None = None,
) -> dict[int, list[Played]]:
    """The newest versions of the sessions' hands in order, with who played them. Six queries for all sessions, five
    where all directives of the sessions, `directed`, are known."""
    rows = list(_rows([session.pk for session in sessions], before))
    versions = PlaqueVersion.objects.select_related("house_rules").in_bulk({row["plaque"] for row in rows})
    plaques = {pk: (version.plaque, version.house_rules.house) for pk, version in versions.items()}
    dealt_in = _dealt_in([row["pk"] for row in rows if row["tier"] == Hand.Tier.FULL])
    sittings, absences = _sittings(sessions), _absences(sessions)
    if directed is None:
        directed = directives_of([session.pk for session in sessions], What.KILL, What.NO_KILL, before=before)
    played: dict[int, list[Played]] = {session.pk: [] for session in sessions}
    for row in rows:
        players = dealt_in.get(row["pk"]) or _seated(sittings[row["session"]], row["first_recorded_at"])
        said = of_kinds(directed[row["session"]], What.KILL, What.NO_KILL)
        after_it = tuple(each for each in said if each.after == row["number"])
        hand = _played(row, *plaques[row["plaque"]], players)
        away = _away(absences[row["session"]], row["first_recorded_at"]) if row["tier"] == Hand.Tier.TICK else ()
        played[row["session"]].append(replace(hand, directed=after_it, away=frozenset(away)))
    return played


def _directed(kills: Kills, directed: Directed) -> Kills:
    """The kill as a ruling says it is; whom it makes the killer owes no other one."""
    owing = kills.state.owing - {directed.player}
    return Kills(KillState(directed.player, owing), stakes_of(directed.plaque), directed)


def _killer(hand: Played, dealt: KillState[PlayerId]) -> PlayerId | None:
    """The player whose kill the hand was played under; of one that nobody posted, whose it was by the hands before."""
    if hand.killer_seat is None:
        return None
    return hand.players.get(hand.killer_seat) or dealt.killer or NO_PLAYER


def played_hand(hand: Hand, players: Mapping[Seat, PlayerId], directed: Iterable[Directed]) -> Played:
    """A hand that is just recorded, as `played_hands` would find it: with the `players` in their seats."""
    row = vars(hand) | {"session": hand.session_id, "pots": (hand.settlement or {}).get("pots")}
    played = _played(row, hand.plaque.plaque, hand.house_rules.house, players)
    return replace(played, directed=tuple(each for each in directed if each.after == hand.number))


def _rows(sessions: list[int], before: int | None) -> Iterator[dict[str, Any]]:
    """The values asked of each hand: its newest version, with the instant at which it was first recorded."""
    hands = Hand.objects.filter(session__in=sessions, **({"number__lt": before} if before else {}))
    rows = hands.order_by("session", "number", "version").values(
        "pk", "session", "number", "version", "plaque", "tier", "pot", "rake_taken", "winners", "has_low",
        "killer_seat", "recorded_at", "void_cause", "is_void", pots=KeyTransform("pots", "settlement"),
    )  # fmt: skip
    newest: dict[tuple[int, int], dict[str, Any]] = {}
    for row in rows:
        key = row["session"], row["number"]
        first = newest[key]["first_recorded_at"] if key in newest else row["recorded_at"]
        newest[key] = row | {"first_recorded_at": first}
    return (row for row in newest.values() if not row["is_void"])


def _dealt_in(hands: list[int]) -> dict[int, dict[Seat, PlayerId]]:
    """The players of full hands by seat, by hand."""
    players: dict[int, dict[Seat, PlayerId]] = defaultdict(dict)
    for hand, seat, player in HandSeat.objects.filter(hand__in=hands).values_list("hand", "seat", "player"):
        players[hand][Seat(seat)] = PlayerId(player)
    return players


def _sittings(sessions: Collection[TableSession]) -> dict[int, list[Sitting]]:
    by_session: dict[int, list[Sitting]] = defaultdict(list)
    for sitting in Sitting.objects.filter(session__in=[session.pk for session in sessions]):
        by_session[sitting.session_id].append(sitting)
    return by_session


def _absences(sessions: Collection[TableSession]) -> dict[int, list[Absence]]:
    by_session: dict[int, list[Absence]] = defaultdict(list)
    absences = Absence.objects.filter(sitting__session__in=[session.pk for session in sessions])
    for absence in absences.select_related("sitting"):
        by_session[absence.sitting.session_id].append(absence)
    return by_session


def _away(absences: Iterable[Absence], at: datetime) -> Iterator[PlayerId]:
    """The players who were away from their seats at an instant."""
    for each in absences:
        if each.started_at < at and (each.ended_at is None or each.ended_at > at):
            yield PlayerId(each.sitting.player_id)


def _seated(sittings: Iterable[Sitting], at: datetime) -> dict[Seat, PlayerId]:
    return {seat: PlayerId(each.player_id) for seat, each in in_seats(sittings, at).items()}


def _played(row: Mapping[str, Any], plaque: Plaque, house: House, players: Mapping[Seat, PlayerId]) -> Played:
    is_void = bool(row["void_cause"])
    result = PotResult(0, 0, frozenset()) if is_void else _by_player(_result(row, plaque), players)
    number, killer = row["number"], row["killer_seat"]
    return Played(row["session"], number, row["version"], plaque, house, killer, result, players, is_void=is_void)


def _by_player(result: PotResult[Seat], players: Mapping[Seat, PlayerId]) -> PotResult[PlayerId]:
    """The result with the players in place of their seats."""
    halves = (result.high, result.low, result.side)
    high, low, side = (frozenset(players[seat] for seat in seats if seat in players) for seats in halves)
    return PotResult(result.pot, result.rake, high, low, side, result.contested)


def _result(row: Mapping[str, Any], plaque: Plaque) -> PotResult[Seat]:
    """The result of a full hand from its settlement; of a tick from its winners, by what was said of the low.

    Several winners of a tick split high and low, unless it says that there was no low; its pot was contested.
    """
    pot, rake = row["pot"] or 0, row["rake_taken"]
    if row["pots"] is None:
        winners = sorted(row["winners"] or ())
        has_low = plaque.sheet.low is not None and row["has_low"] is not False and len(winners) > 1
        high, low = (winners[:1], winners[1:]) if has_low else (winners, [])
        return PotResult(pot, rake, frozenset(high), frozenset(low))
    main, *side = ([(award["seat"], award["half"]) for award in each["awards"]] for each in row["pots"])
    return PotResult(
        pot,
        rake,
        high=frozenset(seat for seat, half in main if half != "low"),
        low=frozenset(seat for seat, half in main if half == "low"),
        side=frozenset(seat for awards in side for seat, _ in awards),
        contested=any(len(each["eligible"]) > 1 for each in row["pots"]),
    )
