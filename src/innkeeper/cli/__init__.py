"""`innkeeper …`: the command line, a file per group of commands.

Heavy imports wait until a command needs them.
"""

from __future__ import annotations

from typing import Any

import click

from innkeeper import __version__
from innkeeper.cli import arena, bot, compare, design, games, house, inn, lab, play, records, strength, sweep

# The commands as `innkeeper --help` lists them. A new one gets its line here.
SECTIONS: dict[str, tuple[click.Command, ...]] = {
    "Play": (play.play, games.games, games.rules, games.cards),
    "Look at matches": (records.replay, records.verify),
    "Study": (
        lab.simulate,
        lab.report,
        compare.compare,
        lab.study,
        sweep.sweep,
        arena.arena,
        strength.strength,
    ),
    "Keep an inn": (inn.serve, inn.landlord, bot.bot, inn.backup, inn.restore),
    "Make games and decks": (
        design.copy_cards,
        design.check,
        design.new_game,
        design.build_game,
        games.words,
        design.decks,
    ),
    "This installation": (house.doctor, house.completion),
}


class House(click.Group):
    """All commands, listed by what they are for.

    Every refusal of the referee becomes one line and exit code 1, never a stack trace.
    """

    def invoke(self, ctx: click.Context) -> Any:
        from innkeeper.engine.errors import InnkeeperError

        try:
            return super().invoke(ctx)
        except InnkeeperError as refused:
            raise click.ClickException(str(refused)) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Whole sentences, one below another in all sections."""
        widest = max(len(name) for name in self.commands)
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                rows = [
                    (f"{command.name:<{widest}}", command.get_short_help_str(limit=200))
                    for command in commands
                ]
                formatter.write_dl(rows)


@click.group(cls=House, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="innkeeper")
def main() -> None:
    """One referee for many tabletop games: play them, study them, simulate them."""


for _commands in SECTIONS.values():
    for _command in _commands:
        main.add_command(_command)
