"""The commands for recorded matches: see them again, check them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from innkeeper.cli.common import fill_screen, fills_screen, needs, read_record, read_saved, record_argument

if TYPE_CHECKING:
    from innkeeper.bots.analysis import Mixture
    from innkeeper.engine.content import Content


@click.command()
@record_argument
@click.option("--at", type=click.IntRange(0), help="Stop after this many entries.")
@click.option("--as", "viewer", type=int, help="As this seat saw it (default: a spectator).")
@click.option("--missed", is_flag=True, help="Say of a match that is over where something better was there.")
@click.option("--plain", is_flag=True, help="Print it, instead of filling the terminal.")
@click.option("--browser", is_flag=True, help="Show a match that is over in the browser's replay.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port for the browser (any free one).")
def replay(
    file: Path, at: int | None, viewer: int | None, missed: bool, plain: bool, browser: bool, port: int
) -> None:
    """Play a recorded or saved match again: step by step in a terminal, otherwise its log and position."""
    from innkeeper.engine.record import replay as run
    from innkeeper.terminal.lore import Lore
    from innkeeper.terminal.words import Known, describe_view

    record, saved = read_record(file), read_saved(file)
    content = saved.content if saved else None
    own = [seat for seat, name in enumerate(saved.players) if name == "you"] if saved else []
    if saved and saved.outcome is None and viewer is not None and viewer not in own:
        raise click.ClickException("the match is not over: see it as your own seat, or as a spectator")
    if missed:
        _show_missed(record, content)
        return
    if browser:
        needs("server", "litestar")
        from innkeeper.server.showing import show

        show(record, saved.called if saved else (), content, port)
        return
    if at is None and viewer is None and fills_screen(plain):
        fill_screen(record=record, players=saved.players if saved else (), content=content)
        return
    if at is not None and isinstance(record.get("entries"), list):
        record = {**record, "entries": record["entries"][:at], "outcome": None}
    match = run(record, content)
    names = {seat: f"Seat {seat}" for seat in range(match.seats)}
    for number, line in enumerate(match.lines(viewer, names), 1):
        click.echo(f"{number}. {line.text} ({line.clause})")
    for text in describe_view(match.view(viewer), Known(names, Lore.of(match.game, match.content))):
        click.echo(text)


def _show_missed(record: dict[str, Any], content: Content | None) -> None:
    """What a strong player would have done instead, moment by moment."""
    from innkeeper.bots.analysis import Reel

    if record.get("outcome") is None:
        raise click.ClickException("the match is not over: what was missed is told afterwards")
    reel = Reel(record, content)
    found = False
    for at in range(len(reel.entries)):
        judged = reel.judged(at)
        one = judged.missed
        if judged.mixture is not None:
            click.echo(f"{at}. Seat {judged.mixture.seat}: {judged.mixture.played}. {_mixed(judged.mixture)}")
        if one is not None:
            found = True
            click.echo(
                f"{at}. Seat {one.seat}: {one.played}. Better: {one.better}, "
                f"by {round(100 * one.cost)} of 100 (give or take {round(100 * one.margin)})."
            )
    if not found:
        click.echo(f"Nothing was missed that a {reel.analyst.level} could be sure of.")


def _mixed(mixture: Mixture) -> str:
    """How a choice should have been made, as a line."""
    weights = mixture.weights
    parts = [f"{one.answer} {round(100 * one.share)} %" for one in weights]
    cost = next(one.cost for one in weights if one.answer == mixture.played)
    told = "" if cost is None else f" Cost: {round(100 * cost)} of 100."
    return f"By an equilibrium: {', '.join(parts)}.{told}"


UNPROMISED = 3  # the exit code of `verify` for a match that replays with dice nobody promised


def read_commitment(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A SHA-256 as somebody may have copied it."""
    if value is None:
        return None
    text = value.strip().lower()
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise click.BadParameter("a commitment has 64 hexadecimal digits")
    return text


@click.command()
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

    record, saved = read_record(file), read_saved(file)
    match = check(record, saved.content if saved else None)
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
