"""Values that are made when somebody asks for them: what most settlements never need."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar

Key = TypeVar("Key")
Made = TypeVar("Made")


class WhenAsked(Mapping[Key, Made]):
    """A mapping that makes the value of a key when it is looked up. Equal to any other of the same values."""

    __slots__ = ("_keys", "_make")

    def __init__(self, keys: Collection[Key], make: Callable[[Key], Made]) -> None:
        self._keys = keys
        self._make = make

    def __getitem__(self, key: Key) -> Made:
        if key not in self._keys:
            raise KeyError(key)
        return self._make(key)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
