"""The setup before the first card: the plaque, the house, who sits where with how much, and what is posted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.house.house import House
from rules.house.plaque import Plaque
from rules.table.button import clockwise, has_button
from rules.table.late import LateStart
from rules.table.posts import LIVE_POSTS, Post, PostKind, one_live_bet
from rules.table.seats import Position, Seat

__all__ = ["LIVE_POSTS", "Post", "PostKind", "Setup"]


@dataclass(frozen=True, slots=True)
class Setup:
    """A hand before its first action. Amounts are minor units.

    `seats` are the seat numbers by position: position 1 is the first player left of the button and the button comes
    last; heads-up the big blind is position 1. In stud without a button position 1 is the seat at the dealer's left and
    `button` the last one. `stacks` are by position, None where unknown. `button` is the seat of the button,
    which may be empty. `posts` are paid in the order in which they stand here. `killed` means that a kill is on,
    `kill_unposted` that its player isn't dealt in and nobody posts it. `late` is there where the record begins on a
    later street.
    Raises ValueError for what no table could be: a seat twice, a stack without a seat, a post of nobody or of nothing.
    """

    plaque: Plaque
    house: House
    seats: tuple[Seat, ...]
    stacks: tuple[int | None, ...]
    button: Seat
    posts: tuple[Post, ...] = ()
    killed: bool = False
    kill_unposted: bool = False
    late: LateStart | None = None

    def __post_init__(self) -> None:
        players = len(self.seats)
        if len(set(self.seats)) != players or len(self.stacks) != players:
            raise ValueError("Every seat is there once, and has one stack.")
        for _, position, amount in self.posts:
            if not 1 <= position <= players or amount <= 0:
                raise ValueError(f"Nobody can post {amount} at position {position} of {players}.")

    @property
    def has_ante(self) -> bool:
        """Whether anybody posts an ante."""
        return any(post.kind == "ante" for post in self.posts)

    @classmethod
    def from_table(
        cls,
        plaque: Plaque,
        house: House,
        button: Seat,
        stacks: Mapping[Seat, int | None],
        *,
        small_blind_posted: bool = True,
        straddle_seat: Seat | None = None,
        extra: Sequence[tuple[PostKind, Seat, int]] = (),
        killer: Seat | None = None,
    ) -> Setup:
        """The hand that a table is about to play, with the posts that its plaque asks for.

        `stacks` are by seat. `small_blind_posted` is False for a dead small blind (`button.next_button` says so):
        then the big blind is the first player left of the button. `extra` are further posts as (kind, seat, amount):
        what an entering player posts, an ante that one player pays for the table; what a larger live post of the same
        seat holds is left out (`posts.one_live_bet`). Where stud has no button `button` says nothing.
        `killer` is the seat that posts the kill (`kill.KillState`), None when none is on; a killer who isn't dealt in
        leaves it unposted.
        """
        if not has_button(plaque.sheet, house):
            button = max(stacks)
        seats = clockwise(stacks, button)
        positions = {seat: Position(place) for place, seat in enumerate(seats, start=1)}
        posts = [
            *(Post("ante", position, plaque.ante) for position in positions.values() if plaque.ante),
            *(Post(kind, positions[seat], amount) for kind, seat, amount in extra if kind in ("ante", "dead")),
            *_blinds(plaque, house, len(seats), small_blind_posted),
            *(Post(kind, positions[seat], amount) for kind, seat, amount in extra if kind not in ("ante", "dead")),
        ]
        if straddle_seat is not None:
            posts.append(Post("straddle", positions[straddle_seat], 2 * max(plaque.blinds, default=0)))
        if killer in positions:
            posts = _with_kill_post(posts, positions[killer], plaque, house)
        by_position = tuple(stacks[seat] for seat in seats)
        unposted = killer is not None and killer not in positions
        return cls(plaque, house, seats, by_position, button, one_live_bet(posts), killer is not None, unposted)

    @property
    def has_button(self) -> bool:
        """Whether a button moves round in this game and house."""
        return has_button(self.plaque.sheet, self.house)

    @property
    def in_force(self) -> Plaque:
        """The plaque at the limits of this hand."""
        return self.plaque.killed if self.killed else self.plaque

    def seat(self, position: Position) -> Seat:
        """The seat number of a position."""
        return self.seats[position - 1]

    def position(self, seat: Seat) -> Position:
        """The position of a seat. Raises ValueError for a seat that is not dealt in."""
        return Position(self.seats.index(seat) + 1)

    def to_json(self) -> dict[str, Any]:
        """Everything by value, plaque and house included."""
        return {
            "plaque": self.plaque.to_json(),
            "house": self.house.to_json(),
            "seats": list(self.seats),
            "stacks": list(self.stacks),
            "button": self.button,
            "posts": [list(post) for post in self.posts],
            "killed": self.killed,
            "kill_unposted": self.kill_unposted,
            "late": self.late and self.late.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setup:
        """The setup that `to_json` wrote."""
        return cls(
            Plaque.from_json(data["plaque"]),
            House.from_json(data["house"]),
            tuple(data["seats"]),
            tuple(data["stacks"]),
            data["button"],
            tuple(Post(*post) for post in data["posts"]),
            data.get("killed", False),
            data.get("kill_unposted", False),
            LateStart.from_json(data["late"]) if data.get("late") else None,
        )


def _blinds(plaque: Plaque, house: House, players: int, small_blind_posted: bool) -> list[Post]:
    """The plaque's blinds by position; heads-up the button, position 2, has the small one where the house says so."""
    small = len(plaque.blinds) > 1
    due: list[tuple[PostKind, int]] = [("bb", amount) for amount in plaque.blinds]
    if small:
        due[0] = ("sb", plaque.blinds[0])
    if small and not small_blind_posted:
        del due[0]
    if players == 2 and len(due) > 1 and house.answers.heads_up_blinds == "button_small":
        due[:2] = [due[1], due[0]]
    return [
        Post(kind, Position(place), amount) for place, (kind, amount) in enumerate(due[:players], start=1) if amount
    ]


def _with_kill_post(posts: list[Post], killer: Position, plaque: Plaque, house: House) -> list[Post]:
    """The posts with the kill, which is posted besides the blinds of others (WSOP 194-199, RRoP 13).

    A killer who is in the blinds leaves the blind dead where the house asks for both; else the kill holds it.
    """
    if house.answers.kill_blind != "winner_posts":
        return posts
    dead = [post for post in posts if post.position == killer and post.kind in ("sb", "bb")]
    if not dead or house.answers.kill_in_blind != "adds":
        return [*posts, _kill_post(killer, plaque)]
    others = [post for post in posts if post not in dead]
    return [*(post._replace(kind="dead") for post in dead), *others, _kill_post(killer, plaque)]


def _kill_post(killer: Position, plaque: Plaque) -> Post:
    return Post("kill", killer, plaque.killed.small_bet or 0)
