"""The command that plays."""

from __future__ import annotations

from pathlib import Path

import click

from innkeeper.cli.common import game_argument, house_rules, table_options, with_content


@click.command()
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

    found = with_content(get_game(game), content)
    names = [name.strip() for name in players.split(",")] if players else []
    count = found.check_seats(seats if seats is not None else (len(names) or None))
    if names and len(names) != count:
        raise click.UsageError(f"--players names {len(names)} players for {count} seats")
    if not names:
        names = [YOU] + [best_bot(found)] * (count - 1)
    match = new_match(
        game,
        seats=count,
        options=house_rules(found, preset, overrides),
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
