"""What a study says, as a report."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import innkeeper
from innkeeper.bots.strength import build_of
from innkeeper.engine.content import shipped
from innkeeper.lab.figures import (
    DRAWN,
    INTERVAL,
    PLAYERS,
    Figure,
    Grid,
    Report,
    asked,
    bars,
    columns,
    figure_name,
    half_of,
    house_rules,
    seat_name,
    spelled,
)
from innkeeper.lab.ladder import strongest
from innkeeper.lab.lift import lifts_of
from innkeeper.lab.study import Rung, Study
from innkeeper.lab.study_report import (
    cards_in_words,
    choices,
    fair_share,
    moving,
    standing,
    tension,
    unused,
    verdict,
)

LENGTHS = ("decisions", "rounds", "turns")


def report_of(study: Study, rungs: Sequence[Rung], matches: int) -> Report:
    """Every question of a study, asked of the strongest players; `matches` were meant on every rung."""
    game, _ = study.table
    best = strongest(rungs)
    figures = [
        *_fairness(study, rungs),
        *_course(study, best),
        *(figure for label in best.met for figure in _contest(study, best, label)),
        Figure(
            question="Which cards help?",
            answer="",
            caveat=_of(best),
            lines=cards_in_words(study, lifts_of(best.watched)),
        ),
        Figure(question="Is it exciting?", answer="", caveat=_of(best), lines=tension(best)),
        Figure(question="Is there anything to decide?", answer="", caveat=_of(best), lines=choices(best)),
        Figure(question="What is never used?", answer="", caveat=_of(best), lines=unused(study, best)),
    ]
    total = sum(rung.tally.matches for rung in rungs)
    title = f"{game.title}: a study of {total:,} matches"
    told = " ".join([verdict(study, rungs), *(standing(study, best, label) for label in best.met)])
    return Report(title, told, figures, _facts(study, rungs), _again(study, rungs, matches))


def _of(rung: Rung) -> str:
    return f"Seen in {rung.watched.matches} matches between {rung.player}; others may play otherwise."


def _fairness(study: Study, rungs: Sequence[Rung]) -> list[Figure]:
    shares, fair = strongest(rungs).summary(study.seats).seats, fair_share(study)
    seats = [(seat_name(seat), share) for seat, share in enumerate(shares)]
    should = "several may win together" if fair is None else f"a fair share would be {100 * fair:.1f} %"
    found = [
        Figure(
            question="Is it fair to every seat?",
            answer=f"The first seat wins {shares[0]}; {should}.",
            caveat=f"Between {strongest(rungs).player}. {INTERVAL}",
            bars=bars(seats),
            mark=fair,
        )
    ]
    if len(rungs) > 1:
        first = [(rung.player, rung.summary(study.seats).seats[0]) for rung in rungs]
        found.append(
            Figure(
                question="Does that depend on who plays?",
                answer="What the first seat wins, from the weakest players to the strongest.",
                caveat="Believe the strongest, and them only where the figure has come to rest.",
                bars=bars(first),
                mark=fair,
                lines=moving(study, rungs),
            )
        )
    return found


def _course(study: Study, rung: Rung) -> list[Figure]:
    summary = rung.summary(study.seats)
    ends = [(figure_name(reason), share) for reason, share in summary.reasons.items()]
    ends.append((DRAWN, summary.draws))
    found = [
        Figure(
            question="How does it end?",
            answer=f"Most often by {ends[0][0]}.",
            caveat=f"{_of(rung)} {INTERVAL}",
            bars=bars(ends),
        )
    ]
    for name in LENGTHS:
        spread = summary.spreads.get(name)
        if spread is not None:
            found.append(
                Figure(
                    question=asked(name, study.seats),
                    answer=half_of(spread),
                    caveat=_of(rung),
                    columns=columns(spread),
                )
            )
    return found


def _contest(study: Study, rung: Rung, label: str) -> list[Figure]:
    """Which deck or class wins: against all the others, and each against each."""
    names = sorted({mine for mine, _ in rung.met[label]})
    shares = sorted(
        ((name, rung.against(label, name)) for name in names), key=lambda one: one[1].rate, reverse=True
    )
    if len(names) < 2:
        return []
    (best, most), (worst, least) = shares[0], shares[-1]
    cells = []
    for mine in names:
        row = [rung.against(label, mine, theirs) for theirs in names]
        cells.append([share.rate if share.total else None for share in row])
    return [
        Figure(
            question=f"Which {label} wins?",
            answer=f"{best} wins most ({most}), {worst} least ({least}). {standing(study, rung, label)}",
            caveat=f"Against all others, in every seat. {PLAYERS}",
            bars=bars(shares),
            mark=fair_share(study),
        ),
        Figure(
            question=f"Which {label} beats which?",
            answer="How often the row wins when it meets the column, in per cent.",
            caveat="Few matches stand behind each of these figures: look for what is far from fair.",
            grid=Grid(names, cells, fair_share(study) or 0.5),
        ),
    ]


def _facts(study: Study, rungs: Sequence[Rung]) -> list[tuple[str, str]]:
    """What was played, so that it can be played again."""
    game, _ = study.table
    content = (study.content or game.content).hash
    return [
        ("game", f"{game.id}, rules {game.version}, cards {content}"),
        ("house rules", spelled(study.options.items())),
        ("seats", str(study.seats)),
        ("players", ", ".join(f"{rung.player} ({rung.tally.matches} matches)" for rung in rungs)),
        ("seed", str(study.seed)),
        ("random first decisions", study.openings_told),
        ("version", f"{innkeeper.__version__}, build {build_of(game)}"),
    ]


def _again(study: Study, rungs: Sequence[Rung], matches: int) -> str:
    game, _ = study.table
    words = [
        *("innkeeper", "study", study.game, "-n", str(matches)),
        *("--players", ",".join(rung.player for rung in rungs), "--seats", str(study.seats)),
        *house_rules(study.options),
        *("--seed", str(study.seed)),
        *(["--content", "FOLDER"] if study.content not in (None, shipped(game.folder / "content")) else []),
        *study.opening_words,
    ]
    return shlex.join(words)
