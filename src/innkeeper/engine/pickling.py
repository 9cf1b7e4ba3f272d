"""States and actions as bytes, in either build: for other processes, files, and libraries that copy so.

Of what a match shares with all others (cards, rules, the constant frames of a game) only the way to it is
written: game, version and content, and a path from there. It must be installed wherever the bytes are read;
a designer's cards travel along. Everything else is written attribute by attribute, and made again by its
class. Bytes of either build can be read by the other. As with any pickle, read only what you trust.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections import deque
from collections.abc import Iterator
from functools import cache
from inspect import signature
from typing import Any

import msgspec

from innkeeper.engine import game as games
from innkeeper.engine.action import Action, Verb, Verbs
from innkeeper.engine.chance import FastChance
from innkeeper.engine.content import Content
from innkeeper.engine.errors import InvalidContent
from innkeeper.engine.frame import State

PLAIN = (bool, int, str, bytes, float, type(None))
Path = tuple[Any, ...]
Key = tuple[str, str, str]
Address = tuple[str, str, Content | str]


# Looking into objects


def attributes(thing: object) -> dict[str, Any]:
    """The attributes of an object; compiled classes list theirs."""
    return {name: getattr(thing, name) for name in (*_compiled(type(thing)), *getattr(thing, "__dict__", ()))}


_LISTED: dict[type, tuple[str, ...]] = {}


def _compiled(cls: type) -> tuple[str, ...]:
    """What a compiled class and its bases list."""
    if cls not in _LISTED:
        listed = [name for base in reversed(cls.__mro__) for name in vars(base).get("__mypyc_attrs__", ())]
        names = [name for name in listed if not name.startswith("__") and hasattr(cls, name)]
        _LISTED[cls] = tuple(dict.fromkeys(names))
    return _LISTED[cls]


def _is_ours(thing: object) -> bool:
    """An object of a class of the kernel or of a game: its identity may matter."""
    home = type(thing).__module__.partition(".")[0]
    return home not in sys.stdlib_module_names and not isinstance(thing, (type, msgspec.Struct))


# What is shared


def _key(state: State) -> Key:
    """Game, version and content of a state."""
    verbs = getattr(getattr(state, "book", None), "verbs", None)
    if not isinstance(verbs, Verbs):
        raise pickle.PicklingError(f"{state.game!r} keeps no `book` with `verbs` in its states")
    return _home(verbs)


def _home(verbs: Verbs | None) -> Key:
    if verbs is None or verbs.home is None:
        raise pickle.PicklingError("actions of no game, or of one that was not loaded, cannot be pickled")
    return verbs.home


def _address(key: Key) -> Address:
    """The same for another process: the content itself where it did not come with the game."""
    content = games.CONTENTS[key]
    came_with_it = games.get_game(key[0], key[1]).content.hash == key[2]
    return key[0], key[1], key[2] if came_with_it else content


def _book(address: Address) -> Any:
    id, version, content = address
    game = games.get_game(id, version)
    pack = game.content if isinstance(content, str) else content
    if isinstance(content, str) and pack.hash != content:
        raise InvalidContent(
            f"{game.title} was pickled with other cards ({content}) than are here ({pack.hash})"
        )
    return game.book_of(pack)


def _walk(root: Any, start: Path) -> Iterator[tuple[Path, Any]]:
    """Every object of ours that can be reached, with a way to it; actions are found by their verbs."""
    waiting: deque[tuple[Path, Any]] = deque([(start, root)])
    seen: set[int] = set()
    while waiting:
        path, thing = waiting.popleft()
        if isinstance(thing, (*PLAIN, Action)) or id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, (list, tuple)):
            waiting += [((*path, place), one) for place, one in enumerate(thing)]
        elif isinstance(thing, dict):
            waiting += [((*path, key), one) for key, one in thing.items() if isinstance(key, PLAIN)]
        elif _is_ours(thing) or path == start:
            yield path, thing
            inside = () if isinstance(thing, Verb) else attributes(thing).items()
            waiting += [((*path, name), one) for name, one in inside]


def _follow(thing: Any, path: Path) -> Any:
    for step in path:
        reached = isinstance(thing, (list, tuple, dict))
        thing = thing[step] if reached else getattr(thing, step)
    return thing


@cache
def _ways(key: Key) -> dict[int, Path]:
    """The way to every part of a book. They are looked for in a fresh one, which remembers nothing yet."""
    content = games.CONTENTS[key]
    game = games.get_game(key[0], key[1])
    book = game.book_of(content)
    return {id(_follow(book, path)): ("book", *path) for path, _ in _walk(game.read_book(content), ())}


def _constants(state: State) -> dict[int, Path]:
    """The way to what the modules of kernel and games hold themselves, such as frames and kinds of event."""
    found: dict[int, Path] = {}
    packages = {"innkeeper", type(state).__module__.partition(".")[0]}
    for module in [one for name, one in sys.modules.items() if name.partition(".")[0] in packages]:
        for name, value in list(vars(module).items()):
            if _is_ours(value) and not isinstance(value, (State, Action)):
                found.setdefault(id(value), ("constant", module.__name__, name))
    return found


def _parts_of_rules(rules: Any) -> dict[int, Path]:
    """The house rules, and what they hold themselves."""
    found: dict[int, Path] = {id(rules): ("rules",)}
    for name, value in attributes(rules).items():
        if isinstance(value, (list, tuple)):
            found |= {id(one): ("rules", name, place) for place, one in enumerate(value) if _is_ours(one)}
        elif _is_ours(value):
            found[id(value)] = ("rules", name)
    return found


# Writing and reading


class _Writer(pickle.Pickler):
    """Writes what belongs to one state."""

    def __init__(self, file: io.BytesIO, shared: dict[int, Path], state: State) -> None:
        super().__init__(file, protocol=5)
        self.shared = shared
        self.state = state

    def persistent_id(self, thing: Any) -> Any:
        if isinstance(thing, (list, dict, tuple, *PLAIN)):
            return None
        if isinstance(thing, Action):
            return "action", thing.verb.number, thing.a, thing.b, thing.c
        return self.shared.get(id(thing))

    def reducer_override(self, thing: Any) -> Any:
        if not _is_ours(thing):
            return NotImplemented
        found = attributes(thing)
        linked = [name for name, value in found.items() if type(value) is type(thing)]
        if len(linked) == 1:  # a chain may be longer than Python likes to be nested
            return _chain, (type(thing), linked[0], _links(thing, linked[0]))
        return _made, (type(thing), found)


class _Reader(pickle.Unpickler):
    """Finds again what is shared."""

    def __init__(self, file: io.BytesIO, book: Any, rules: Any) -> None:
        super().__init__(file)
        self.book = book
        self.rules = rules

    def persistent_load(self, path: Any) -> Any:
        if path[0] == "action":
            return _at(self.book.verbs.all[path[1]], *path[2:])
        if path[0] == "constant":
            return getattr(sys.modules[path[1]], path[2])
        return _follow(self.book if path[0] == "book" else self.rules, path[1:])


def _links(thing: Any, name: str) -> list[dict[str, Any]]:
    """The attributes of a chain's links without the links, the innermost first."""
    links = []
    while thing is not None:
        found = attributes(thing)
        thing = found.pop(name)
        links.append(found)
    return links[::-1]


def _chain(cls: type, name: str, links: list[dict[str, Any]]) -> Any:
    made = None
    for link in links:
        made = _made(cls, {**link, name: made})
    return made


def _made(cls: type, found: dict[str, Any]) -> Any:
    """An object from its attributes: those that its constructor takes, then those that can be changed."""
    taken = [name for name in signature(cls).parameters if name in found]
    made = cls(**{name: found[name] for name in taken})
    for name, value in found.items():
        if name not in taken or getattr(made, name) is not value:
            try:
                setattr(made, name, value)
            except AttributeError:  # for life, so its constructor has made it
                continue
    return made


def _at(verb: Verb, a: int, b: int, c: int) -> Action:
    return verb.find((a * verb.second + b) * verb.third + c, a, b, c) if verb.domains else verb.at()


def pack_state(state: State) -> tuple[Any, ...]:
    """What pickle asks for: a function, and what to call it with."""
    key = _key(state)
    rules = getattr(state, "rules", None)
    options = getattr(rules, "options", None)
    shared = _constants(state) | ({} if options is None else _parts_of_rules(rules)) | _ways(key)
    file = io.BytesIO()
    _Writer(file, shared, state).dump((type(state), attributes(state)))
    return unpack_state, (_address(key), options, state.seats, file.getvalue())


def unpack_state(address: Address, options: Any, seats: int, data: bytes) -> State:
    """The state again, with cards and rules as they are installed here."""
    book = _book(address)
    rules = None
    if options is not None:
        game = games.get_game(address[0], address[1])
        opening: Any = game.start(book, game.options.resolve(options, book), seats, FastChance(0), None)
        rules = opening.rules
    cls, found = _Reader(io.BytesIO(data), book, rules).load()
    made: State = _made(cls, found)
    return made


def pack_action(action: Action) -> tuple[Any, ...]:
    """The same for an action."""
    address = _address(_home(action.verb.verbs))
    return unpack_action, (address, action.verb.number, action.a, action.b, action.c)


def unpack_action(address: Address, verb: int, a: int, b: int, c: int) -> Action:
    """The very action of the book that is installed here."""
    return _at(_book(address).verbs.all[verb], a, b, c)
