"""What a comparison says, as a report."""

from __future__ import annotations

import innkeeper
from innkeeper.bots.strength import build_of
from innkeeper.engine.game import get_game
from innkeeper.lab.compare import Running
from innkeeper.lab.compare_report import facts, lines, main_findings, sentence, what
from innkeeper.lab.figures import Bar, Figure, Report, spelled
from innkeeper.lab.verdicts import SHARE


def report_of(running: Running, again: str) -> Report:
    """The verdict, what it rests on, and both ways side by side."""
    comparison = running.comparison
    game = get_game(comparison.game)
    before, after = comparison.sides
    margin = f"±{100 * running.margin:g} %"
    verdict = sentence(running)
    figures = [
        Figure(
            question="Has anything changed?",
            answer=verdict,
            caveat=f"{facts(running)} Each interval is right however often one looks.",
            lines=lines(running),
        )
    ]
    bars = []
    for one in main_findings(running):
        if one.kind == SHARE:
            for side, value in ((before.name, one.before), (after.name, one.after)):
                bars.append(Bar(f"{what(one)}, {side}", value, value, value, f"{100 * value:.1f} %"))
    if bars:
        figures.append(
            Figure(
                question="What does it look like?",
                answer="The same dice, both ways.",
                caveat=f"A difference within {margin} matters to nobody; that of each is above.",
                bars=bars,
            )
        )
    title = f"{game.title}: does it matter? {running.matches:,} matches"
    told = [
        ("game", f"{game.id}, rules {game.version}"),
        (before.name, f"cards {before.content.hash}; {spelled(before.options.items())}"),
        (after.name, f"cards {after.content.hash}; {spelled(after.options.items())}"),
        ("players", ", ".join(comparison.players)),
        ("seed", str(comparison.seed)),
        ("margin", margin),
        ("version", f"{innkeeper.__version__}, build {build_of(game)}"),
    ]
    return Report(title, verdict, figures, told, again)
