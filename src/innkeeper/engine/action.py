"""Actions: everything a player can choose, made once and looked up ever after.

A verb declares what its arguments range over; text id, label, integer code and lookup follow
from that one declaration.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

LARGEST_TABLE: Final = 65_536  # entries of a verb's lookup list; larger verbs use a dictionary


@final
class Domain:
    """What an argument or a card pile ranges over: named ids first, then plain numbers.

    `Domain("target", ["player"], numbers=9, first=1)` is player, 1, 2, …, 9 with indexes 0 to 9;
    with `counted="minion "` people read minion 1, minion 2, …
    """

    def __init__(
        self,
        name: str,
        ids: list[str] | None = None,
        labels: list[str] | None = None,
        numbers: i64 = 0,
        first: i64 = 0,
        counted: str = "",
    ) -> None:
        self.name: Final = name
        self.ids: Final[list[str]] = [] if ids is None else ids
        self.labels: Final[list[str]] = self.ids if labels is None else labels
        self.named: i64 = len(self.ids)
        self.first: i64 = first
        self.counted: Final = counted
        self.size: i64 = self.named + numbers
        self.places: Final[dict[str, int]] = {text: place for place, text in enumerate(self.ids)}

    def text(self, index: i64) -> str:
        """The id as it stands in action ids, views and events."""
        if index < self.named:
            return self.ids[index]
        return str(index - self.named + self.first)

    def label(self, index: i64) -> str:
        """The same for people."""
        if index < self.named:
            return self.labels[index]
        return self.counted + str(index - self.named + self.first)

    def index(self, text: str) -> int:
        """The index of an id; KeyError when there is none."""
        return self.places[text]


@final
class Action:
    """One choice. Interned: two actions are the same choice exactly if they are the same object."""

    def __init__(self, verb: Verb, a: i64, b: i64, c: i64, code: i64) -> None:
        self.verb: Final = verb
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.code: i64 = code  # dense per content: what learning environments use
        self.id: Final[str] = verb.text(a, b, c)

    @property
    def label(self) -> str:
        """What a button would say."""
        return self.verb.describe(self.a, self.b, self.c)

    @property
    def clause(self) -> str:
        """The clause of the rulebook that allows it."""
        return self.verb.clause

    def __repr__(self) -> str:
        return f"Action({self.id!r})"

    def __deepcopy__(self, memo: dict[int, Any]) -> Action:
        """There is only one of each."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle."""
        from innkeeper.engine.pickling import pack_action

        return pack_action(self)


@final
class Verb:
    """A kind of action with up to three arguments, each from a domain."""

    def __init__(self, name: str, clause: str, label: str, domains: list[Domain], first_code: i64) -> None:
        self.name: Final = name
        self.clause: Final = clause
        self.template: Final = label
        self.domains: Final = domains
        self.kinds: Final[list[str]] = [domain.name for domain in domains]  # what each argument is
        self.first_code: i64 = first_code
        self.second: i64 = domains[1].size if len(domains) > 1 else 1
        self.third: i64 = domains[2].size if len(domains) > 2 else 1
        self.size: i64 = (domains[0].size if domains else 1) * self.second * self.third
        self.table: Final[list[Action | None]] = [None] * self.size if self.size <= LARGEST_TABLE else []
        self.sparse: Final[dict[int, Action]] = {}
        self.tag: i64 = -1  # the game's own: which card or rule the verb belongs to
        self.number: i64 = 0  # its place among the verbs of its game
        self.verbs: Verbs | None = None  # these

    def at(self) -> Action:
        """The action of a verb without arguments."""
        return self.find(0, 0, 0, 0)

    def at1(self, a: i64) -> Action:
        return self.find(a, a, 0, 0)

    def at2(self, a: i64, b: i64) -> Action:
        return self.find(a * self.second + b, a, b, 0)

    def at3(self, a: i64, b: i64, c: i64) -> Action:
        return self.find((a * self.second + b) * self.third + c, a, b, c)

    def find(self, place: i64, a: i64, b: i64, c: i64) -> Action:
        if len(self.table) != 0:
            known = self.table[place]
            if known is not None:
                return known
            made = Action(self, a, b, c, self.first_code + place)
            self.table[place] = made
            return made
        found = self.sparse.get(place)
        if found is None:
            found = Action(self, a, b, c, self.first_code + place)
            self.sparse[place] = found
        return found

    def text(self, a: i64, b: i64, c: i64) -> str:
        """`name:arg:arg`: what travels, what is stored, what a person can read."""
        out = self.name
        count = len(self.domains)
        if count > 0:
            out += ":" + self.domains[0].text(a)
        if count > 1:
            out += ":" + self.domains[1].text(b)
        if count > 2:
            out += ":" + self.domains[2].text(c)
        return out

    def describe(self, a: i64, b: i64, c: i64) -> str:
        labels: list[str] = []
        arguments: list[int] = [a, b, c]
        for place, domain in enumerate(self.domains):
            labels.append(domain.label(arguments[place]))
        return self.template.format(*labels)


@final
class Verbs:
    """All the verbs of one game with one content; hands out the integer codes."""

    def __init__(self) -> None:
        self.all: Final[list[Verb]] = []
        self.size: i64 = 0
        self.home: tuple[str, str, str] | None = None  # game, version and content hash, once it is known

    def add(
        self, name: str, clause: str, label: str, domains: list[Domain] | None = None, tag: i64 = -1
    ) -> Verb:
        verb = Verb(name, clause, label, [] if domains is None else domains, self.size)
        verb.tag = tag
        verb.number = len(self.all)
        verb.verbs = self
        self.all.append(verb)
        self.size += verb.size
        return verb
