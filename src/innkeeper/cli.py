"""`innkeeper …`: the command line. Heavy imports wait until a command needs them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from innkeeper import __version__

if TYPE_CHECKING:
    from innkeeper.engine.game import Game


MOST_BYTES = 64 << 20  # of a file that somebody brings


class Refusing(click.Group):
    """Turns every refusal of the referee into one line and exit code 1, never a stack trace."""

    def invoke(self, ctx: click.Context) -> Any:
        from innkeeper.engine.errors import InnkeeperError

        try:
            return super().invoke(ctx)
        except InnkeeperError as refused:
            raise click.ClickException(str(refused)) from None


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


def table_options(command: Command) -> Command:
    """The options of every command that sets a table."""
    for option in (
        click.option("--preset", help="The named set of house rules (default: the recommended one)."),
        click.option(
            "--option",
            "-o",
            "overrides",
            multiple=True,
            metavar="NAME=VALUE",
            help="One house rule; may be repeated. @FILE as the value brings a deck file.",
        ),
        content_option,
    ):
        command = option(command)
    return command


@click.group(cls=Refusing, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="innkeeper")
def main() -> None:
    """One referee for many tabletop games: play them, study them, simulate them."""


@main.command()
@click.argument("game", required=False, shell_complete=complete_game)
def games(game: str | None) -> None:
    """List the games, or everything about the table of one GAME."""
    import json

    from innkeeper.bots import bot_names
    from innkeeper.engine.game import all_games, get_game
    from innkeeper.engine.options import describe_options

    if game is None:
        playable, broken = all_games()
        for found in playable:
            seats = " to ".join(str(n) for n in sorted({found.seats.start, found.seats.stop - 1}))
            click.echo(f"{found.id:<12} {found.title} ({seats} seats, {found.minutes} minutes)")
            click.echo(f"{'':<12} {found.pitch}")
        for trouble in broken:
            click.echo(trouble, err=True)
        return
    found = get_game(game)
    click.echo(f"{found.title}: {found.pitch}\n\nPresets")
    for preset in found.presets:
        mark = " (recommended)" if preset.recommended else ""
        click.echo(f"  {preset.id}{mark}: {preset.about}")
    click.echo("\nHouse rules")
    for option in describe_options(found.options):
        click.echo(f"  {option.name} = {json.dumps(option.default)}: {option.about} ({option.range})")
    click.echo(f"\nBots: {', '.join(bot_names(found))}")


@main.command()
@game_argument
@click.argument("clause", required=False)
@click.option("--search", metavar="WORD", help="Only the clauses that contain WORD.")
def rules(game: str, clause: str | None, search: str | None) -> None:
    """Read the rulebook of GAME, or one CLAUSE of it."""
    from innkeeper.engine.game import get_game
    from innkeeper.engine.rulebook import for_terminals

    book = get_game(game).rulebook
    if clause is not None:
        found = book.clauses.get(clause.upper())
        if found is None:
            some = ", ".join(list(book.clauses)[:3])
            raise click.ClickException(
                f"the rulebook of {game} has no clause {clause!r}; clauses are {some}, …"
            )
        click.echo(for_terminals(found.text))
    elif search is not None:
        hits = [found for found in book.clauses.values() if search.lower() in found.text.lower()]
        for found in hits:
            click.echo(for_terminals(found.text) + "\n")
        if not hits:
            raise click.ClickException(f"no clause of {game} mentions {search!r}")
    elif sys.stdout.isatty():
        click.echo_via_pager(for_terminals(book.text))
    else:
        click.echo(for_terminals(book.text))


@main.command()
@game_argument
@click.option("--plain", is_flag=True, help="One line at a time; good for screen readers and pipes.")
@click.option("--players", metavar="NAMES", help="Who sits where: you or a bot's name, e.g. you,greedy.")
@click.option("--seats", type=int, help="How many seats (default: the fewest, or as many as players).")
@click.option("--seed", type=int, help="Seed of the dice, for playing the same match again.")
@table_options
def play(
    game: str,
    plain: bool,
    players: str | None,
    seats: int | None,
    seed: int | None,
    preset: str | None,
    overrides: tuple[str, ...],
    content: Path | None,
) -> None:
    """Play GAME here, against bots or with friends at one keyboard."""
    import secrets

    from innkeeper.bots import best_bot
    from innkeeper.engine.game import get_game
    from innkeeper.engine.match import new_match
    from innkeeper.terminal.plain import YOU, PlainTable

    found = _with_content(get_game(game), content)
    names = [name.strip() for name in players.split(",")] if players else []
    count = found.check_seats(seats if seats is not None else (len(names) or None))
    if names and len(names) != count:
        raise click.UsageError(f"--players names {len(names)} players for {count} seats")
    if not names:
        names = [YOU] + [best_bot(found)] * (count - 1)
    match = new_match(
        game,
        seats=count,
        options=_options(found, preset, overrides),
        seed=seed,
        content=found.content,
    )
    try:
        import readline  # noqa: F401  (makes input() editable)
    except ImportError:
        pass
    bot_seed = secrets.randbits(60) if seed is None else seed % 2**60
    try:
        PlainTable(match, names, input, click.echo, bot_seed).run()
    except KeyboardInterrupt:
        click.echo("\nYou leave the table. The match is not finished.")


@main.command()
@game_argument
@click.option(
    "--games", "-n", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="How many."
)
@click.option(
    "--players", metavar="NAMES", help="A bot per seat, e.g. greedy,random (default: the best bot)."
)
@click.option("--seats", type=int, help="How many seats (default: the fewest, or as many as players).")
@click.option("--rotate", is_flag=True, help="Let the players change seats from match to match.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="A number that all matches' seeds come from."
)
@click.option(
    "--opening",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    help="So many first decisions of each match are random: bots without luck would repeat themselves.",
)
@click.option("--jobs", "-j", type=int, default=-1, show_default=True, help="Processes; -1 is one per core.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write a row per match to this Parquet file.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON instead of a table.")
@table_options
def simulate(
    game: str,
    games: int,
    players: str | None,
    seats: int | None,
    rotate: bool,
    seed: int,
    opening: int,
    jobs: int,
    out: str | None,
    as_json: bool,
    preset: str | None,
    overrides: tuple[str, ...],
    content: Path | None,
) -> None:
    """Play many matches of GAME between bots and show what came of it."""
    from innkeeper.bots import best_bot
    from innkeeper.engine.game import get_game
    from innkeeper.lab.report import show, show_json
    from innkeeper.lab.simulate import Plan, check_parquet, write_parquet
    from innkeeper.lab.summary import summarise

    found = _with_content(get_game(game), content)
    names = tuple(name.strip() for name in players.split(",")) if players else ()
    count = found.check_seats(seats if seats is not None else (len(names) or None))
    if names and len(names) != count:
        raise click.UsageError(f"--players names {len(names)} players for {count} seats")
    plan = Plan(
        game,
        names or (best_bot(found),) * count,
        _options(found, preset, overrides),
        seed,
        rotate,
        found.content,
        opening,
    ).checked()
    if out is not None:
        check_parquet(out)
    rows, seconds = _simulate_with_progress(plan, games, jobs)
    if out is not None:
        write_parquet(rows, out)
    (show_json if as_json else show)(plan, summarise(rows), seconds)


def _simulate_with_progress(plan: Any, games: int, jobs: int) -> tuple[list[dict[str, Any]], float]:
    import time

    from innkeeper.lab.simulate import simulate as run

    started = time.perf_counter()
    with click.progressbar(length=games, label=plan.game, file=sys.stderr, show_pos=True) as bar:
        rows = run(plan, games, jobs, bar.update)
    return rows, time.perf_counter() - started


@main.command()
@record_argument
@click.option("--at", type=click.IntRange(0), help="Stop after this many entries.")
@click.option("--as", "viewer", type=int, help="As this seat saw it (default: a spectator).")
def replay(file: Path, at: int | None, viewer: int | None) -> None:
    """Play a recorded match again and print its log and last position."""
    from innkeeper.engine.record import replay as run
    from innkeeper.terminal.words import Known, describe_view

    record = _record(file)
    if at is not None and isinstance(record.get("entries"), list):
        record = {**record, "entries": record["entries"][:at], "outcome": None}
    match = run(record)
    names = {seat: f"Seat {seat}" for seat in range(match.seats)}
    for number, line in enumerate(match.lines(viewer, names), 1):
        click.echo(f"{number}. {line.text} ({line.clause})")
    for text in describe_view(match.view(viewer), Known.of(match, names)):
        click.echo(text)


UNPROMISED = 3  # the exit code of `verify` for a match that replays with dice nobody promised


def read_commitment(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A SHA-256 as somebody may have copied it."""
    if value is None:
        return None
    text = value.strip().lower()
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise click.BadParameter("a commitment has 64 hexadecimal digits")
    return text


@main.command()
@record_argument
@click.option(
    "--commitment",
    metavar="HEX",
    callback=read_commitment,
    help="The commitment that you noted before the match, to compare with.",
)
@click.pass_context
def verify(ctx: click.Context, file: Path, commitment: str | None) -> None:
    """Check a record: every action legal, every hash right, the dice as promised.

    Ends with 0 if all is good, 1 if something does not fit, and 3 if the match is in order but nobody
    promised its dice.
    """
    from innkeeper.engine.errors import InvalidRecord
    from innkeeper.engine.record import promise_of
    from innkeeper.engine.record import verify as check

    record = _record(file)
    match = check(record)
    dice = promise_of(record)
    ending = "still running" if match.outcome is None else f"{match.outcome.reason}, {match.outcome.clause}"
    about = f"{match.game.title}, {match.length} entries, {ending}."
    if commitment is not None and commitment != dice.commitment:
        raise InvalidRecord(
            f"commitment: you noted {commitment}, the record has {dice.commitment or 'none'}: "
            "these are not the dice that were promised"
        )
    if dice.unpromised is not None:
        click.echo(
            f"{file}: the match replays, but nobody promised its dice: {dice.unpromised}. {about}", err=True
        )
        ctx.exit(UNPROMISED)
    click.echo(f"{file}: good. {about}")
    click.echo(f"Commitment: {dice.commitment}" + (", as you noted it." if commitment else ""))
    for seat in range(match.seats):
        word = dice.words[seat] if seat < len(dice.words) else ""
        how = f"under the seal {dice.seals[seat]}" if dice.sealed(seat) else "said openly"
        click.echo(f"Seat {seat}: " + (f"the word {word!r}, {how}." if word else "no word."))
    brought = any(match.game.options.brought(seat) for seat in range(match.seats))
    for sentence in _proven(any(map(dice.sealed, range(match.seats))), commitment is not None, brought):
        click.echo(sentence)


def _proven(sealed: bool, noted: bool, brought: bool) -> tuple[str, str]:
    """What a good record proves, and what it does not."""
    late = ", nor that a deck they brought was chosen before these were opened" if brought else ""
    before = "" if noted else ", if this is the commitment you noted before the match"
    if sealed:
        nobody = (
            f"nobody chose them{before}, if one of the sealed words is yours, and if all other seals and "
            "open words were shown to you before you opened it"
        )
    else:
        nobody = f"they were not changed after it was made{before}"
    return (
        "This proves that every action was legal and that all dice follow from the seed behind the "
        f"commitment and from these words: {nobody}.",
        "It does not prove who sat there"
        + (
            f", nor that the others did not know each other's words{late}."
            if sealed
            else "; and without a sealed word, whoever knew the seed could have chosen the last word to suit."
        ),
    )


@main.command()
@click.option("--host", help="Address to listen on (127.0.0.1: only this machine).")
@click.option("--port", type=int, help="Port to listen on (8017); 0 is any free one.")
@click.option("--database", metavar="URL", help="A file, sqlite:///FILE or postgresql://…")
@click.option("--channels", metavar="URL", help="memory, redis://… or postgresql://…, for several processes.")
@click.option(
    "--content",
    multiple=True,
    metavar="GAME=FOLDER",
    help="A folder whose TOML files replace GAME's own; may be repeated.",
)
@click.option("--workers", type=int, help="Server processes (1).")
@click.option("--bots", type=int, help="Processes in which bots think, per worker (2).")
@click.option("--origins", metavar="URLS", help="Other web origins that may use the server, with commas.")
@click.option("--secure/--no-secure", default=None, help="Behind HTTPS: cookies only over it.")
@click.option("--proxies", metavar="ADDRESSES", help="Reverse proxies whose X-Forwarded-For is believed.")
@click.option("--registration/--no-registration", default=None, help="May people make accounts?")
@click.option("--log", type=click.Choice(["plain", "json"]), help="Form of the log.")
@click.option("--browser/--no-browser", default=None, help="Open a browser (default: if there is a desktop).")
def serve(browser: bool | None, origins: str | None, content: tuple[str, ...], **given: Any) -> None:
    """Open the inn: tables in the browser, for friends, bots and programs.

    Every option can also be set as INNKEEPER_… in the environment, and docs/operating.md has more.
    """
    from innkeeper.server.config import from_environment
    from innkeeper.server.serve import serve as run

    if origins is not None:
        given["origins"] = [origin for origin in origins.split(",") if origin]
    if content:
        given["content"] = list(content)
    run(from_environment(given=given), browser)


database_option = click.option(
    "--database", metavar="URL", help="The database (default: the one `serve` uses)."
)


@main.command()
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup(target: Path, database: str | None) -> None:
    """Copy the inn's database to the file TARGET, while it is open."""
    from innkeeper.server.config import from_environment
    from innkeeper.server.copies import backup as run

    settings = from_environment(given={"database": database})
    size = run(settings.database_url, target)
    click.echo(f"{target}: {size} bytes, checked.")


@main.command()
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@click.confirmation_option(prompt="All that happened since the copy will be gone. Go back to it?")
def restore(source: Path, database: str | None) -> None:
    """Go back to a copy that `backup` made. Stop the server first."""
    from innkeeper.server.config import from_environment
    from innkeeper.server.copies import restore as run

    settings = from_environment(given={"database": database})
    run(settings.database_url, source)
    click.echo(f"The inn is as it was in {source}.")


@main.command()
@game_argument
@click.argument("card", required=False)
@content_option
def cards(game: str, card: str | None, content: Path | None) -> None:
    """Print all cards of GAME as a page of Markdown, or say what one CARD is and does."""
    from innkeeper.engine.game import get_game
    from innkeeper.terminal.words import describe_card

    found = _with_content(get_game(game), content)
    if card is not None:
        click.echo(describe_card(found, found.content, card))
        return
    page = found.gallery(found.book_of(found.content))
    if not page:
        raise click.ClickException(f"{found.title} has no cards to show; its rulebook says all")
    click.echo(page, nl=False)


@main.command()
@game_argument
def words(game: str) -> None:
    """Print the words of GAME's card language, for designers, as a page of Markdown."""
    from innkeeper.engine.game import get_game
    from innkeeper.engine.words import page

    found = get_game(game)
    if not found.vocabulary:
        raise click.ClickException(f"{found.title} has no words to show; its rulebook says all")
    click.echo(page(found.title, found.vocabulary), nl=False)


@main.group()
def decks() -> None:
    """Work with deck files."""


@decks.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--game", default="adventurer", show_default=True, shell_complete=complete_game, help="The game."
)
@table_options
def check_deck(
    file: Path, game: str, preset: str | None, overrides: tuple[str, ...], content: Path | None
) -> None:
    """Say whether the deck in FILE may be brought to a table, and what is odd about it."""
    from innkeeper.engine.game import get_game

    found = _with_content(get_game(game), content)
    deck, problems = _read_deck(found, file, _options(found, preset, overrides))
    for problem in problems:
        click.echo(f"{file}: {problem}")
    if deck is None:
        raise click.ClickException("this deck is refused")
    click.echo(f"{file}: a legal deck" + (", with the warnings above." if problems else "."))


@main.command("new-game")
@click.argument("name")
@click.option(
    "--in",
    "parent",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("."),
    help="The folder to put it in (default: here).",
)
def new_game(name: str, parent: Path) -> None:
    """Write a package NAME with a small game of its own, to be played at once and changed at will."""
    from innkeeper.newgame import new_game as write

    folder = write(name, parent)
    id = name.replace("-", "_")
    click.echo(f"{folder} is a whole game. Next:")
    click.echo(f"  pip install --editable {folder}")
    click.echo(f"  innkeeper play {id}")
    click.echo("  innkeeper serve")


@main.command()
def doctor() -> None:
    """Say which build runs and why, and whether everything is in place."""
    from innkeeper.doctor import report

    for line in report():
        click.echo(line)


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a SHELL; how to use it is in its first lines."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(
        f"# Save this where your {shell} reads its start-up files, or: source <(innkeeper completion {shell})"
    )
    click.echo(found(main, {}, "innkeeper", "_INNKEEPER_COMPLETE").source())


def _options(game: Game, preset: str | None, overrides: Sequence[str]) -> dict[str, object]:
    """The house rules of the command line; values are JSON, anything else is a text."""
    import json

    options: dict[str, object] = {"preset": preset or game.recommended}
    for override in overrides:
        name, found, value = override.partition("=")
        if not found:
            raise click.UsageError(f"--option {override!r} is not NAME=VALUE")
        if value.startswith("@"):
            options[name] = _deck_of(game, Path(value[1:]), options)
            continue
        try:
            options[name] = json.loads(value)
        except RecursionError:
            raise click.UsageError(f"--option {name[:40]}: the value is nested too deeply") from None
        except ValueError:
            options[name] = value
    return options


def _read_deck(game: Game, file: Path, given: dict[str, object]) -> tuple[object, Sequence[Any]]:
    """A deck file of a game that has decks: its value as an option, and its problems."""
    if game.read_deck is None:
        raise click.ClickException(f"{game.title} has no decks to bring")
    text = _read(file).decode(errors="replace")
    book = game.book_of(game.content)
    return game.read_deck(text, game.options.resolve(given, book), book)


def _deck_of(game: Game, file: Path, given: dict[str, object]) -> object:
    deck, problems = _read_deck(game, file, given)
    if deck is None:
        raise click.ClickException("\n".join(f"{file}: {problem}" for problem in problems))
    return deck


def _with_content(game: Game, folder: Path | None) -> Game:
    return game if folder is None else game.with_content(folder)


def _read(file: Path) -> bytes:
    """What is in a file, if it is one that can be read and ends somewhere."""
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as wrong:
        raise click.ClickException(f"{file}: {wrong.strerror}") from None
    if len(data) > MOST_BYTES:
        raise click.ClickException(f"{file}: this is larger than {MOST_BYTES >> 20} MiB")
    return data


def _record(file: Path) -> dict[str, Any]:
    import json

    from innkeeper.engine.errors import InvalidRecord

    try:
        record = json.loads(_read(file).decode())
    except RecursionError:
        raise InvalidRecord(f"{file}: this is nested too deeply for a record") from None
    except ValueError as wrong:
        raise InvalidRecord(f"{file}: this is not JSON: {wrong}") from None
    if not isinstance(record, dict):
        raise InvalidRecord(f"{file}: a record is a JSON object, not {type(record).__name__}")
    return record
