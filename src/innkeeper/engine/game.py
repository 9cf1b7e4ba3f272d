"""A game as the platform sees it, and the registry of those that are installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from innkeeper.engine import phrases, rulebook, shapes
from innkeeper.engine.chance import Chance
from innkeeper.engine.content import Content, shipped
from innkeeper.engine.errors import IncompleteWord, InvalidContent, InvalidOptions, UnknownGame, shown
from innkeeper.engine.events import Kind, Log
from innkeeper.engine.foresight import Foreseen
from innkeeper.engine.frame import State
from innkeeper.engine.options import Options, Preset
from innkeeper.engine.playout import Policy
from innkeeper.engine.words import Vocabulary


@dataclass(frozen=True)
class Game:
    """Everything the platform needs to know of a game. A sixth game is one of these."""

    id: str
    title: str
    pitch: str
    folder: Path
    seats: range
    minutes: str
    options: type[Options]
    version: str  # of the rules: a change that alters any recorded match raises it
    book: Callable[[Content], Any]  # content made native; called once per content hash
    start: Callable[[Any, Any, int, Chance, Log | None], State]  # book, options, seats, chance, log
    view: Callable[[Any, int], Any]  # state, seat or -1: of the shape that `view_type` declares
    kinds: Sequence[Kind]  # every kind of event the game can tell
    bound: Callable[[Any, int], int]  # options, seats: no match has more decisions than this
    bots: Mapping[str, Callable[[], Policy]] = field(default_factory=dict)
    view_type: Any = shapes.AnyView  # the declaration in `view_types.py`
    names: Callable[[Any], dict[str, str]] = lambda book: {}  # book: content ids to names for people
    # content: what a card does, in a sentence or two, by its id
    texts: Callable[[Content], dict[str, str]] = lambda content: {}
    # state, seat, action: what a player may expect of it from what that seat may know
    about: Callable[[Any, int, Any], Foreseen | str] = lambda state, seat, action: ""
    # book: all cards as a page of Markdown
    gallery: Callable[[Any], str] = lambda book: ""
    # the words of its card languages
    vocabulary: Sequence[Vocabulary[Any]] = ()
    # text of a deck file, options, book: the deck as an option's value (None: refused), and its problems
    read_deck: Callable[[str, Any, Any], tuple[object, Sequence[Any]]] | None = None
    # book: what the exhaustive runner must meet besides all event kinds, verbs and phases, each as
    # "field=value" of some event (a list's members count), for example "card=yeti" or "verb=peek"
    wanted: Callable[[Any], set[str]] = lambda book: set()
    # final state: what a simulation notes of a match besides winners, places, reason and length
    measures: Callable[[Any], dict[str, int | str]] = lambda state: {"turns": state.turn}
    packs: bool = False  # does every further file of the content add cards, whatever its name?
    edited: Content | None = None  # what is played with here instead of the cards that came with the game

    @cached_property
    def rulebook(self) -> rulebook.Rulebook:
        """The rules for people, the rules of the inn included."""
        own, house = rulebook.load(self.folder / "rulebook.md"), rulebook.house_rules()
        return rulebook.Rulebook(
            own.text, {**own.clauses, **house.clauses}, {**own.chapters, **house.chapters}
        )

    def foreseen(self, state: State, seat: int, action: Any) -> Foreseen:
        """What a player may expect of an action; a game may say it in a sentence alone."""
        said = self.about(state, seat, action)
        return Foreseen(said) if isinstance(said, str) else said

    @cached_property
    def phrases(self) -> phrases.Phrases:
        """What is said at its table."""
        return phrases.load(self.folder / "table.toml")

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its views, with hints that say what each field is."""
        return shapes.schema(self.view_type)

    @property
    def content(self) -> Content:
        """The cards that are played with: those that came with the game, unless a designer's are."""
        return self.edited or shipped(self.folder / "content")

    def with_content(self, folder: Path) -> Game:
        """The same game with a designer's folder of cards; its files replace the game's own."""
        files = Content.read(folder).files
        if not files:
            raise InvalidContent(f"{folder} has no TOML files")
        content = self.content.edited(files)
        self.book_of(content)
        return replace(self, edited=content)

    @property
    def presets(self) -> Sequence[Preset]:
        return self.options.presets

    @property
    def recommended(self) -> str:
        """The preset to suggest."""
        return next((preset.id for preset in self.presets if preset.recommended), "literal")

    def check_seats(self, seats: object) -> int:
        """The number of seats, the smallest allowed if none is given."""
        if seats is None:
            return self.seats.start
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            allowed = " to ".join(str(n) for n in sorted({self.seats.start, self.seats.stop - 1}))
            raise InvalidOptions(f"{self.title} is for {allowed} seats, not {shown(seats)}")
        return seats

    def book_of(self, content: Content) -> Any:
        """The native form of a content pack, built once."""
        key = (self.id, self.version, content.hash)
        if key not in _BOOKS:
            self._check_names(content)
            _BOOKS[key] = self.book(content)
        return _BOOKS[key]

    def _check_names(self, content: Content) -> None:
        """A file or table that the game does not know would be passed over in silence."""
        own = shipped(self.folder / "content")
        if self.packs or content.hash == own.hash:
            return
        for file in content.files:
            if file not in own.files:
                known = ", ".join(sorted(own.files))
                raise InvalidContent(f"{self.title} has no content file {shown(file)}; there are {known}")
            known_tables = own.tables(file)
            for table in content.tables(file):
                if table not in known_tables:
                    known = ", ".join(f"[{name}.…]" for name in known_tables)
                    raise InvalidContent(f"{file}: there are no [{table}.…] entries; there are {known}")

    def names_of(self, content: Content) -> dict[str, str]:
        """The names for people of a content pack, looked up once."""
        key = (self.id, self.version, content.hash)
        if key not in _NAMES:
            _NAMES[key] = self.names(self.book_of(content))
        return _NAMES[key]


_BOOKS: dict[tuple[str, str, str], Any] = {}
_NAMES: dict[tuple[str, str, str], dict[str, str]] = {}
_ADDED: dict[str, Game] = {}  # by id, and older rules by id@version, as entry points are named


def register(game: Game, older: bool = False) -> None:
    """Add a game for this process; installed packages use the entry-point group `innkeeper.games`.

    `older`: only for matches that were begun under these very rules.
    """
    _ADDED[_pinned(game.id, game.version) if older else game.id] = game


def _pinned(id: str, version: str) -> str:
    return f"{id}@{version}"


@cache
def _installed() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group="innkeeper.games")}


def game_ids() -> list[str]:
    """The ids of all games that can be played here."""
    return [name for name in dict.fromkeys([*_installed(), *_ADDED]) if "@" not in name]


@cache
def _load(name: str) -> Game:
    try:
        found = _installed()[name].load()
    except (ImportError, AttributeError, IncompleteWord) as wrong:
        raise UnknownGame(f"game {name!r} is installed but cannot be loaded: {wrong}") from wrong
    if not isinstance(found, Game):
        raise UnknownGame(f"game {name!r} is installed but its entry point is no Game")
    if "@" in name and name != _pinned(found.id, found.version):
        raise UnknownGame(
            f"game {name!r} is installed but its entry point is {found.id!r} under rules {found.version!r}"
        )
    return found


def _find(name: str) -> Game | None:
    if name in _ADDED:
        return _ADDED[name]
    return _load(name) if name in _installed() else None


def get_game(id: object, rules: object = None) -> Game:
    """A game by its id: as it is played now, or under the rules of a version that a match was begun with.

    Older rules are found by the name `id@version`, so that a package may bring them along.
    """
    found = _find(id) if isinstance(id, str) and "@" not in id else None
    if found is None:
        raise UnknownGame(f"no game {shown(id)} is installed; there are {', '.join(sorted(game_ids()))}")
    if rules is None or rules == found.version:
        return found
    older = _find(_pinned(found.id, rules)) if isinstance(rules, str) else None
    if older is None:
        raise UnknownGame(
            f"{found.title} is played under rules version {found.version!r} here, not {shown(rules)}"
        )
    return older


def all_rules() -> list[tuple[str, str]]:
    """The id and version of all rules that matches can be played under here, older ones included."""
    found = []
    for name in dict.fromkeys([*_installed(), *_ADDED]):
        with suppress(UnknownGame):
            if (game := _find(name)) is not None:
                found.append((game.id, game.version))
    return found


def all_games() -> tuple[list[Game], list[str]]:
    """Every game that can be loaded, and a sentence for every one that cannot."""
    games: list[Game] = []
    broken: list[str] = []
    for id in game_ids():
        try:
            games.append(get_game(id))
        except UnknownGame as wrong:
            broken.append(str(wrong))
    return games, broken


def view(state: State, seat: int | None) -> dict[str, object]:
    """What a seat (None: a spectator) may see of a bare state."""
    seen: dict[str, object] = get_game(state.game).view(state, -1 if seat is None else seat)
    return seen
