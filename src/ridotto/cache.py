"""What is worked out again and again: a bounded cache, and a property that is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Generic, TypeVar, overload

Key = TypeVar("Key")
Value = TypeVar("Value")
Own = TypeVar("Own", bound="once[Any]")


class Cache(dict[Key, Value]):
    """At most so many values by key; when it is full, the older half goes. `find` makes what is missing.

    A hit costs what a dict's costs, which is why this is no `lru_cache`.
    """

    def __init__(self, most: int, find: Callable[[Key], Value] | None = None) -> None:
        self.most = most
        self._find = find

    def __missing__(self, key: Key) -> Value:
        if self._find is None:
            raise KeyError(key)
        value = self[key] = self._find(key)
        return value

    def keep(self, key: Key, value: Value) -> None:
        """Sets it as the newest, so that what is asked for stays."""
        self.pop(key, None)
        self[key] = value

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= self.most and key not in self:
            for old in list(islice(self, (self.most + 1) // 2)):
                del self[old]
        super().__setitem__(key, value)


class once(Generic[Value]):  # noqa: N801 - a decorator
    """`functools.cached_property` without its lock, which takes longer than most of what a move works out."""

    def __init__(self, find: Callable[[Any], Value]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self: Own, owned: None, owner: type) -> Own: ...

    @overload
    def __get__(self, owned: object, owner: type) -> Value: ...

    def __get__(self: Own, owned: object | None, owner: type) -> Any:
        if owned is None:
            return self
        value = owned.__dict__[self._name] = self._find(owned)
        return value
