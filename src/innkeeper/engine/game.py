"""A game as the platform sees it, and the registry of those that are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.metadata import EntryPoint, distributions, entry_points
from pathlib import Path
from typing import Any

from innkeeper.engine import phrases, proof, rulebook, shapes
from innkeeper.engine.action import Action, Verbs
from innkeeper.engine.chance import Chance, FastChance
from innkeeper.engine.content import Content, shipped
from innkeeper.engine.errors import InnkeeperError, InvalidContent, InvalidOptions, UnknownGame, shown
from innkeeper.engine.events import Kind, Log
from innkeeper.engine.eyes import Eyes
from innkeeper.engine.foresight import Foreseen
from innkeeper.engine.frame import State
from innkeeper.engine.levels import NAMES, Level
from innkeeper.engine.options import Options, Preset
from innkeeper.engine.playout import Policy
from innkeeper.engine.strategy import Budget, Strategy
from innkeeper.engine.view_eyes import ViewEyes
from innkeeper.engine.words import Vocabulary, did_you_mean


@dataclass(frozen=True)
class Contest:
    """The table at which the bots of a game are measured, as far as it is not the usual one."""

    seats: int | None = None  # None: two, or the fewest
    options: Mapping[str, object] = field(default_factory=dict)  # besides the recommended preset
    opening: int = 0  # first decisions that are random, where bots would repeat themselves


Weigher = Callable[[State, int, list[Action]], list[tuple[float, float]]]


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
    bots: Mapping[str, Callable[..., Policy]] = field(default_factory=dict)
    strategy: Callable[[], Strategy] | None = None  # for players that search; None: there are none
    # Players of this game alone that think as long as they are given.
    thinkers: Mapping[str, Callable[[Budget], Policy]] = field(default_factory=dict)
    levels: Sequence[Level] = ()  # at which its bots play; none: `innkeeper.bots` knows some
    # Somebody who knows how often every answer should be given (state, seat, answers: the share of each, and
    # its chance to win, or one below 0 where that is not known); None: this game cannot say.
    weigher: Callable[[], Weigher] | None = None
    view_type: Any = shapes.AnyView  # the declaration in `view_types.py`
    # opening, offers: how learners see tables that are set up like this, and whether they may make offers;
    # None: as the view is declared
    eyes: Callable[[Any, bool], Eyes] | None = None
    names: Callable[[Any], dict[str, str]] = lambda book: {}  # book: content ids to names for people
    # content: what a card does, in a sentence or two, by its id
    texts: Callable[[Content], dict[str, str]] = lambda content: {}
    # state, seat, action: what a player may expect of it from what that seat may know
    about: Callable[[Any, int, Any], Foreseen | str] = lambda state, seat, action: ""
    # book: all cards as a page of Markdown
    gallery: Callable[[Any], str] = lambda book: ""
    # content and its book: what is allowed and can still not be meant, each as "file: card.field: sentence"
    doubts: Callable[[Content, Any], Iterable[str]] = lambda content, book: ()
    # the words of its card languages
    vocabulary: Sequence[Vocabulary[Any]] = ()
    # text of a deck file, options, book: the deck as an option's value (None: refused), and its problems
    read_deck: Callable[[str, Any, Any], tuple[object, Sequence[Any]]] | None = None
    # book: what the exhaustive runner must meet besides all event kinds, verbs and phases, each as
    # "field=value" of some event (a list's members count), for example "card=yeti" or "verb=peek"
    wanted: Callable[[Any], set[str]] = lambda book: set()
    # final state: what a simulation notes of a match besides winners, places, reason and length
    measures: Callable[[Any], dict[str, int | str]] = lambda state: {"turns": state.turn}
    # what an arena takes in turn, so that nobody owes a win to it: an option, and its values by the book
    rotated: Mapping[str, Callable[[Any], Sequence[object]]] = field(default_factory=dict)
    contest: Contest = Contest()
    # options: does every winner win whole, whoever else does?
    together: Callable[[Any], bool] = lambda options: False
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

    def open(self, seats: object = None, options: Mapping[str, object] | None = None, seed: int = 0) -> State:
        """A bare state at its first question, of a table that is set up as `new_match` would."""
        book = self.book_of(self.content)
        chosen = self.options.resolve(options, book)
        state = self.start(book, chosen, self.check_seats(seats), FastChance(seed), None)
        state.settle()
        return state

    def eyes_of(
        self, seats: object = None, options: Mapping[str, object] | None = None, offers: bool = False
    ) -> Eyes:
        """How learners see this game at tables that are set up so; may they make offers of their own?"""
        if self.eyes is None:
            return ViewEyes(self, self.check_seats(seats))
        return self.eyes(self.open(seats, options), offers)

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
        try:
            self.book_of(content)
        except InvalidContent as first:
            raise proof.refusal(self, content, first) from None
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
            book = self.read_book(content)
            CONTENTS[key] = content
            verbs = getattr(book, "verbs", None)
            if isinstance(verbs, Verbs):
                verbs.home = key
            _BOOKS[key] = book
        return _BOOKS[key]

    def read_book(self, content: Content) -> Any:
        """A book for this once."""
        self._check_names(content)
        return self.book(content)

    def _check_names(self, content: Content) -> None:
        """A file or table that the game does not know would be passed over in silence."""
        own = shipped(self.folder / "content")
        if content.hash == own.hash:
            return
        for file in content.files:
            if file in own.files:
                _check_tables(file, content.tables(file), own.tables(file))
            elif not self.packs:
                known = sorted(own.files)
                raise InvalidContent(
                    f"{file}: {self.title} has no such content file; there are {', '.join(known)}"
                    f"{did_you_mean(file, known)}"
                )
            elif file.endswith(".toml"):
                ours = {name: value for one in own.files for name, value in own.tables(one).items()}
                _check_tables(file, content.tables(file), ours)

    def names_of(self, content: Content) -> dict[str, str]:
        """The names for people of a content pack, looked up once."""
        key = (self.id, self.version, content.hash)
        if key not in _NAMES:
            _NAMES[key] = self.names(self.book_of(content))
        return _NAMES[key]


def _check_tables(file: str, tables: dict[str, Any], known: dict[str, Any]) -> None:
    """Nothing stands in a file that nobody would read."""
    listed = ", ".join(f"[{name}.…]" if isinstance(value, dict) else name for name, value in known.items())
    for name, value in tables.items():
        if name in known:
            continue
        near = did_you_mean(name, known)
        if not isinstance(value, (dict, list)):
            raise InvalidContent(
                f"{file}: {name}: there is no such field outside of the entries; there are {listed}{near}"
            )
        if not near and isinstance(value, dict) and not all(isinstance(one, dict) for one in value.values()):
            table = next(known_as for known_as, one in known.items() if isinstance(one, dict))
            near = f"; is [{table}.{name}] meant?"
        raise InvalidContent(f"{file}: there are no [{name}.…] entries; there are {listed}{near}")


_BOOKS: dict[tuple[str, str, str], Any] = {}
_NAMES: dict[tuple[str, str, str], dict[str, str]] = {}
CONTENTS: dict[tuple[str, str, str], Content] = {}  # what each book was made from
_ADDED: dict[str, Game] = {}  # by id, and older rules by id@version, as entry points are named


def register(game: Game, older: bool = False) -> None:
    """Add a game for this process; installed packages use the entry-point group `innkeeper.games`.

    `older`: only for matches that were begun under these very rules.
    """
    _ADDED[_pinned(game.id, game.version) if older else game.id] = game


def unregister(game: Game) -> None:
    """Take away again what `register` added; what a package brings is untouched."""
    for name in [name for name, added in _ADDED.items() if added is game]:
        del _ADDED[name]


@contextmanager
def registered(game: Game) -> Iterator[Game]:
    """A game that is there for as long as a test or a try lasts, instead of another of its id if need be."""
    before = _ADDED.get(game.id)
    register(game)
    try:
        yield game
    finally:
        unregister(game)
        if before is not None:
            register(before)


def _pinned(id: str, version: str) -> str:
    return f"{id}@{version}"


GROUP = "innkeeper.games"
OURS = "innkeeper"


@cache
def _entries() -> tuple[list[EntryPoint], list[str]]:
    """What the installed packages name as games, and a sentence for every package that cannot be read."""
    try:
        return list(entry_points(group=GROUP)), []
    except Exception:  # one package with bad metadata, and nothing is found: look at each alone
        found: list[EntryPoint] = []
        trouble: list[str] = []
        for package in distributions():
            try:
                found += package.entry_points.select(group=GROUP)
            except Exception as wrong:
                where = Path(str(getattr(package, "_path", "a package"))).name
                trouble.append(f"the entry points of {where} cannot be read: {_reason(wrong)}")
        return found, trouble


def _package(entry: EntryPoint) -> str:
    return "" if entry.dist is None else entry.dist.name


@cache
def _installed() -> dict[str, EntryPoint]:
    """Each game by its name. If two packages claim one, it is the inn's own, or the first that is found."""
    found: dict[str, EntryPoint] = {}
    for entry in _entries()[0]:
        if entry.name not in found or (_package(entry) == OURS != _package(found[entry.name])):
            found[entry.name] = entry
    return found


def _claimed_twice() -> list[str]:
    """A sentence for every package that calls its game as another one is called already."""
    return [
        f"game {entry.name!r} of the package {_package(entry)!r} is left alone: "
        f"{_package(played)!r} has one of that name"
        for entry in _entries()[0]
        if (played := _installed().get(entry.name, entry)) != entry
    ]


def game_ids() -> list[str]:
    """The ids of all games that can be played here."""
    return [name for name in dict.fromkeys([*_installed(), *_ADDED]) if "@" not in name]


@cache
def _load(name: str) -> Game:
    """A game that a package brings, whole: whatever is wrong with it is said, and hurts no other."""
    try:
        found = _installed()[name].load()
        if not isinstance(found, Game):
            raise UnknownGame(f"game {name!r} is installed but its entry point is no Game")
        if name not in (found.id, _pinned(found.id, found.version)):
            is_really = f"{found.id!r} under rules {found.version!r}"
            raise UnknownGame(f"game {name!r} is installed but its entry point is {is_really}")
        _check_whole(found)
    except UnknownGame:
        raise
    except (Exception, SystemExit) as wrong:  # a stranger's module may do anything when it is imported
        raise UnknownGame(f"game {name!r} is installed but cannot be loaded: {_reason(wrong)}") from wrong
    return found


def _reason(wrong: BaseException) -> str:
    """What went wrong, on one line; the name of an exception where its words alone say little."""
    text = " ".join(str(wrong).split())
    spoken = isinstance(wrong, (InnkeeperError, ImportError, SyntaxError))
    return text if spoken and text else f"{type(wrong).__name__}: {text}"


def _check_whole(game: Game) -> None:
    """Everything that a list, a page or a table asks of a game before the first match is there."""
    for what, wanted in (("seats", range), ("title", str), ("version", str), ("folder", Path)):
        _check_type(what, getattr(game, what), wanted)
    if len(game.seats) == 0 or game.seats.step != 1 or game.seats.start < 1:
        raise ValueError(f"seats is {game.seats}, which is no number of seats")
    for name in (*game.bots, *game.thinkers):
        if name in NAMES:
            raise ValueError(f"a bot is called {name!r}, which is the name of a level")
    clauses = game.rulebook.clauses
    for kind in game.kinds:
        if kind.clause not in clauses:
            raise ValueError(f"event {kind.name!r} names {kind.clause}, which its rulebook does not have")
    book = game.book_of(game.content)
    for preset in game.presets:
        game.options.resolve({"preset": preset.id}, book)
    _check_type("names", game.names_of(game.content), dict)
    _check_type("phrases", game.phrases, phrases.Phrases)
    _check_type("schema", game.schema, dict)


def _check_type(what: str, value: object, wanted: type) -> None:
    if not isinstance(value, wanted):
        raise TypeError(f"{what} is {shown(value)}, which is no {wanted.__name__}")


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
    broken: list[str] = [*_entries()[1], *_claimed_twice()]
    for id in game_ids():
        try:
            games.append(get_game(id))
        except UnknownGame as wrong:
            broken.append(str(wrong))
    return games, broken


def view(state: State, seat: int | None) -> dict[str, object]:
    """What a seat (None: a spectator) may see of a bare state."""
    game = _find(state.game) or get_game(state.game)  # asked for at every decision
    seen: dict[str, object] = game.view(state, -1 if seat is None else seat)
    return seen
