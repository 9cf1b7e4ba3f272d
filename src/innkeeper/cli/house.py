"""The commands about the installation itself."""

from __future__ import annotations

import click


@click.command()
def doctor() -> None:
    """Say which build runs and why, and whether everything is in place."""
    from innkeeper.doctor import report

    for line in report():
        click.echo(line)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a SHELL; how to use it is in its first lines."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(
        f"# Save this where your {shell} reads its start-up files, or: source <(innkeeper completion {shell})"
    )
    click.echo(found(ctx.find_root().command, {}, "innkeeper", "_INNKEEPER_COMPLETE").source())
