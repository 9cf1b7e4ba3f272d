"""What several commands share: their arguments, the house rules of a table, files that somebody brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from innkeeper.engine.game import Game
    from innkeeper.terminal.saved import Saved

MOST_BYTES = 64 << 20  # of a file that somebody brings


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Game ids, for shell completion."""
    from innkeeper.engine.game import game_ids

    return [game for game in game_ids() if game.startswith(incomplete)]


Command = Callable[..., Any]
game_argument = click.argument("game", shell_complete=complete_game)
record_argument = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


content_option = click.option(
    "--content",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder whose TOML files replace the game's own.",
)


def rule_options(command: Command) -> Command:
    """The house rules of a table."""
    for option in (
        click.option("--preset", help="The named set of house rules (default: the recommended one)."),
        click.option(
            "--option",
            "-o",
            "overrides",
            multiple=True,
            metavar="NAME=VALUE",
            help='One house rule; may be repeated. A list is written as ["a","b"]; @FILE brings a deck file.',
        ),
    ):
        command = option(command)
    return command


def table_options(command: Command) -> Command:
    """The options of every command that sets a table."""
    return content_option(rule_options(command))


def listed(names: str | None) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in names.split(",")] if names else []


def _check_jobs(_: click.Context, __: click.Parameter, jobs: int) -> int:
    from innkeeper.engine.errors import InvalidOptions

    if jobs == 0:
        raise InvalidOptions("nothing can be played on 0 processes")
    return jobs


jobs_option = click.option(
    "--jobs",
    "-j",
    type=int,
    default=-1,
    show_default=True,
    callback=_check_jobs,
    help="Processes; -1 is one per core.",
)
measured_seats_option = click.option(
    "--seats", type=int, help="How many seats (default: those at which the game's bots are measured)."
)
seed_option = click.option(
    "--seed", type=int, default=1, show_default=True, help="A number that all matches' seeds come from."
)


MOST_OPENING = 1000  # random decisions


def many_options(command: Command) -> Command:
    """The options of every command that plays many matches."""
    opening = click.option(
        "--opening",
        type=click.IntRange(0, MOST_OPENING),
        default=0,
        show_default=True,
        help="So many first decisions are random: bots without luck would repeat themselves.",
    )
    return jobs_option(opening(seed_option(command)))


def study_options(command: Command) -> Command:
    """The same for commands that ask how fair a table is: a table may look fair from some openings alone."""
    opening = click.option(
        "--opening",
        "openings",
        callback=_read_openings,
        metavar="NUMBERS",
        help="So many first decisions are random: 4, or several in turn, such as 1..4 or 0,2 "
        "(default: as many as where the game's bots are measured).",
    )
    return jobs_option(opening(seed_option(command)))


def _read_openings(_: click.Context, __: click.Parameter, written: str | None) -> tuple[int, ...]:
    if written is None:
        return ()
    from innkeeper.lab.sweep import read_values

    asked = f"--opening {written!r}"
    found = tuple(one for one in read_values(written, asked) if type(one) is int and 0 <= one <= MOST_OPENING)
    if len(found) < len(read_values(written, asked)):
        raise click.UsageError(f"{asked} is no number of decisions from 0 to {MOST_OPENING}, nor several")
    return found


def house_rules(game: Game, preset: str | None, overrides: Sequence[str]) -> dict[str, object]:
    """The house rules of the command line, with the decks that are brought as files."""
    options: dict[str, object] = {"preset": preset or game.recommended}
    for name, value in read_overrides(overrides).items():
        brought = isinstance(value, str) and value.startswith("@")
        options[name] = _deck_of(game, Path(str(value)[1:]), options) if brought else value
    return options


def read_overrides(overrides: Sequence[str]) -> dict[str, object]:
    """Single house rules; values are JSON, anything else is a text."""
    import json

    options: dict[str, object] = {}
    for override in overrides:
        name, found, value = override.partition("=")
        if not found:
            raise click.UsageError(f"--option {override!r} is not NAME=VALUE")
        try:
            options[name] = json.loads(value)
        except RecursionError:
            raise click.UsageError(f"--option {name[:40]}: the value is nested too deeply") from None
        except ValueError:
            options[name] = value
    return options


def deck_in(game: Game, file: Path, given: dict[str, object]) -> tuple[object, Sequence[Any]]:
    """A deck file of a game that has decks: its value as an option, and its problems."""
    if game.read_deck is None:
        raise click.ClickException(f"{game.title} has no decks to bring")
    text = read_bytes(file).decode(errors="replace")
    book = game.book_of(game.content)
    return game.read_deck(text, game.options.resolve(given, book), book)


def _deck_of(game: Game, file: Path, given: dict[str, object]) -> object:
    deck, problems = deck_in(game, file, given)
    if deck is None:
        raise click.ClickException("\n".join(f"{file}: {problem}" for problem in problems))
    return deck


def needs(extra: str, module: str) -> None:
    """Refuse in a sentence where an extra of the package is not installed."""
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise click.ClickException(f"this needs more than is installed: pip install 'innkeeper[{extra}]'")


def fills_screen(plain: bool) -> bool:
    """Is there a terminal to fill, and what fills it? Otherwise a line at a time."""
    import sys
    from importlib.util import find_spec

    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if find_spec("textual") is not None:
        return True
    click.echo("A line at a time. For tables that fill the screen: pip install 'innkeeper[terminal]'\n")
    return False


def fill_screen(**opens: Any) -> None:
    """Open the application. What is loaded for it stays, so the collector need not look at it ever again."""
    import gc

    gc.disable()
    from innkeeper.terminal.app import InnApp

    app = InnApp(**opens)
    gc.freeze()
    gc.enable()
    app.run()


def with_content(game: Game, folder: Path | None) -> Game:
    """The game with a designer's cards instead of its own, where a folder of them is given.

    What looks odd about them is said, and keeps nobody from playing.
    """
    if folder is None:
        return game
    from innkeeper.engine.doubts import doubts, unread

    edited = game.with_content(folder)
    names = (path.name + "/" * path.is_dir() for path in folder.iterdir())
    for remark in [*unread(game, names), *doubts(game, edited.content)]:
        click.echo(str(remark), err=True)
    return edited


def read_bytes(file: Path) -> bytes:
    """What is in a file, if it is one that can be read and ends somewhere."""
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as wrong:
        raise click.ClickException(f"{file}: {wrong.strerror}") from None
    if len(data) > MOST_BYTES:
        raise click.ClickException(f"{file}: this is larger than {MOST_BYTES >> 20} MiB")
    return data


def read_saved(file: Path) -> Saved | None:
    """The saved match in a file, if it is one and not a record in one piece."""
    from innkeeper.terminal.saved import is_saved, parse

    data = read_bytes(file)
    return parse(file, data) if is_saved(data) else None


def read_record(file: Path) -> dict[str, Any]:
    """The JSON object in a file; whether it is a record of a match is for the engine to say."""
    import json

    from innkeeper.engine.errors import InvalidRecord

    saved = read_saved(file)
    if saved is not None:
        return saved.record()
    data = read_bytes(file)
    try:
        record = json.loads(data.decode())
    except RecursionError:
        raise InvalidRecord(f"{file}: this is nested too deeply for a record") from None
    except ValueError as wrong:
        raise InvalidRecord(f"{file}: this is not JSON: {wrong}") from None
    if not isinstance(record, dict):
        raise InvalidRecord(f"{file}: a record is a JSON object, not {type(record).__name__}")
    return record
