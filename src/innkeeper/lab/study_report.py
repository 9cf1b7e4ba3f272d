"""What a study has found, for people and for programs: each figure with its question, and with its caveat."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from innkeeper.engine.events import AT_FIRST, BY_CHANCE, BY_CHOICE
from innkeeper.lab.evidence import ERROR, normal
from innkeeper.lab.figures import figure_name, seat_name
from innkeeper.lab.ladder import MOVES, OPEN, RESTS, mirrors, movements, responds, rival_of, strongest
from innkeeper.lab.lift import ROLES, Lift, headline, lifts_of
from innkeeper.lab.study import Rung, Study
from innkeeper.lab.summary import Share

if TYPE_CHECKING:
    from rich.console import Console

    from innkeeper.engine.action import Verb

LISTED = 12  # names in one line


def show(study: Study, rungs: Sequence[Rung]) -> None:
    """Tables and sentences on the terminal."""
    from rich.console import Console

    console = Console()
    _ladder(console, study, rungs)
    best = strongest(rungs)
    summary = best.summary(study.seats)
    console.print(f"\n[bold]How does a match of {best.player} go?[/bold]")
    for reason, share in summary.reasons.items():
        console.print(f"  ended by {figure_name(reason)}: {share}", highlight=False)
    for name in ("decisions", "rounds", "turns"):
        if name in summary.spreads:
            console.print(f"  {name}: {summary.spreads[name]}", highlight=False)
    for label in best.met:
        _matrix(console, best, label)
        console.print(standing(study, best, label), highlight=False, soft_wrap=True, markup=False)
    _cards(console, study, best)
    for heading, lines in (
        ("Is it exciting?", tension(best)),
        ("Is there anything to decide?", choices(best)),
    ):
        console.print(f"\n[bold]{heading}[/bold]")
        for line in lines:
            console.print(f"  {line}", highlight=False, soft_wrap=True, markup=False)
    console.print("\n[bold]What is never used?[/bold]")
    for line in unused(study, best):
        console.print(f"  {line}", highlight=False, soft_wrap=True, markup=False)
    if summary.distinct < summary.matches:
        console.print(
            f"  Only {summary.distinct} of {summary.matches} matches differ; --opening 4 makes more."
        )


def _ladder(console: Console, study: Study, rungs: Sequence[Rung]) -> None:
    from rich.table import Table

    table = Table(title=f"{study.game}: is it fair to every seat?", title_justify="left")
    table.add_column("players")
    for seat in range(study.seats):
        table.add_column(f"wins of the {seat_name(seat).lower()}")
    table.add_column("draws")
    table.add_column("decisions")
    for rung in rungs:
        summary = rung.summary(study.seats)
        length = summary.spreads["decisions"]
        table.add_row(
            rung.player, *map(str, summary.seats), f"{100 * summary.draws.rate:.1f} %", f"{length.at(0.5):g}"
        )
    console.print(table)
    for line in [verdict(study, rungs), *moving(study, rungs)]:
        console.print(line, highlight=False, soft_wrap=True, markup=False)


def verdict(study: Study, rungs: Sequence[Rung]) -> str:
    """What the ladder says of the first seat, and whether it has settled."""
    best = strongest(rungs)
    share, fair = best.summary(study.seats).seats[0], 1 / study.seats
    told = "No interval can be given: all matches are one."
    if share.interval is not None:
        low, high = share.interval
        together = study.table[0].together(study.resolved(study.line_ups[0]))
        if together:
            told = f"Between {best.player} the first seat wins {share}; several may win together."
        elif low <= fair <= high:
            told = f"Between {best.player} the first seat is as good as any other, as far as this can tell."
        else:
            better = "better" if share.rate > fair else "worse"
            told = f"Between {best.player} the first seat is {better} than the others."
    if len(mirrors(rungs)) < 2:
        return told
    between = f"from {mirrors(rungs)[-2].player} to {best.player}"
    return (
        told
        + {
            RESTS: f" The figure stays where it is {between}.",
            MOVES: f" The figure still moves {between}: stronger players may say otherwise.",
            OPEN: f" Whether the figure still moves {between} is not known: -n with more matches would tell.",
        }[movements(rungs, study.seats)[0].verdict]
    )


def settled(study: Study, rungs: Sequence[Rung]) -> bool | None:
    """Has the first seat's share come to rest? None: that cannot be said."""
    return {RESTS: True, MOVES: False, OPEN: None}[movements(rungs, study.seats)[0].verdict]


def moving(study: Study, rungs: Sequence[Rung]) -> list[str]:
    """What else moves with the players, and what somebody wins who knows the last of them."""
    lines = []
    if len(mirrors(rungs)) > 1:
        found = movements(rungs, study.seats)
        for verdict, words in ((MOVES, "still move"), (OPEN, "may still move"), (RESTS, "have come to rest")):
            named = [one for one in found if one.verdict == verdict]
            if named:
                told = [
                    figure_name(one.figure) + (f" ({_path(one.shares)})" if verdict == MOVES else "")
                    for one in named
                ]
                lines.append(f"{len(named)} of {len(found)} shares {words}{_some(told)}")
    return lines + [line for rung in rungs if responds(rung.player) for line in response(study, rung)]


def response(study: Study, rung: Rung) -> list[str]:
    """What a best response wins, in all seats and for all seats."""
    summary, rival = rung.summary(study.seats), rival_of(rung.player)
    share, fair = summary.players[rung.player], 1 / study.seats
    low, high = share.interval or (0.0, 1.0)
    found = (
        f"{rival} can be beaten by who knows it, so what holds between {rival} may be a habit of theirs"
        if low > fair
        else f"no more than its share: nothing was found that {rival} does wrong"
        if high < fair + 0.1
        else "which says little"
    )
    return [
        f"A quick best response ({rung.player}) wins {share} against {rival}, in every seat in turn "
        f"(a fair share would be {100 * fair:.1f} %): {found}.",
        f"In those matches the first seat wins {summary.seats[0]}.",
    ]


def fair_share(study: Study) -> float | None:
    """What every seat should win; nothing where several win together."""
    game, _ = study.table
    return None if game.together(study.resolved(study.line_ups[0])) else 1 / study.seats


def standing(study: Study, rung: Rung, label: str) -> str:
    """Which decks or classes win more or less than their share, further than chance explains."""
    fair, names = fair_share(study), sorted({mine for mine, _ in rung.met[label]})
    z = normal(ERROR / max(len(names), 1))  # one of them stands out by accident in 1 of 20 studies at most
    reaches = {name: rung.against(label, name).within(z) for name in names}
    if fair is None or len(names) < 2:
        return ""
    above = [name for name, reach in reaches.items() if reach is not None and reach[0] > fair]
    below = [name for name, reach in reaches.items() if reach is not None and reach[1] < fair]
    share = f"its share of {100 * fair:.0f} %"
    if not above and not below:
        return (
            f"No {label} wins more or less than {share}, as far as this can tell: of {len(names)} looked at "
            "together, one may lie a little farther off by accident."
        )
    parts = [
        f"{way} than {share} wins {', '.join(found)}"
        for way, found in (("More", above), ("Less", below))
        if found
    ]
    return f"{'. '.join(parts)}."


def _path(shares: Sequence[Share]) -> str:
    return " → ".join(f"{100 * share.rate:.0f} %" for share in shares)


def _matrix(console: Console, rung: Rung, label: str) -> None:
    from rich.table import Table

    names = sorted({mine for mine, _ in rung.met[label]})
    table = Table(title=f"Which {label} wins? In per cent, row against column", title_justify="left")
    table.add_column(label)
    table.add_column("against all")
    for place, _ in enumerate(names, 1):
        table.add_column(str(place))
    for place, mine in enumerate(names, 1):
        cells = ["–" if mine == theirs else _percent(rung.against(label, mine, theirs)) for theirs in names]
        table.add_row(f"{place} {mine}", str(rung.against(label, mine)), *cells)
    console.print(table)


def _percent(share: Share) -> str:
    return f"{100 * share.rate:.0f}" if share.total else ""


def _cards(console: Console, study: Study, rung: Rung) -> None:
    from rich.table import Table

    lifts = lifts_of(rung.watched)
    lead = headline(lifts)
    console.print("\n[bold]Which cards help?[/bold]")
    for line in cards_in_words(study, lifts):
        console.print(f"  {line}", highlight=False, soft_wrap=True, markup=False)
    if lead is None or not any(one.left for one in lifts[lead].values()):
        return
    names = names_in(study)
    table = Table(title="Points of 100 by which owners win more often", title_justify="left")
    roles = [role for role in ROLES if lifts[role]]
    for heading in ("card", *(ROLE_HEADINGS[role] for role in roles), "owners"):
        table.add_column(heading)
    for one in telling(lifts[lead]):
        cells = [str(lifts[role][one.card]) if one.card in lifts[role] else "" for role in roles]
        table.add_row(names[one.card], *cells, f"{one.owners:,}")
    console.print(table)


ROLE_HEADINGS = {
    AT_FIRST: "in the opening hand",
    BY_CHANCE: "when drawn",
    BY_CHOICE: "when played (correlation)",
}


def telling(lifts: Mapping[str, Lift]) -> list[Lift]:
    """The best cards and the worst, the best first."""
    ordered = sorted(lifts.values(), key=lambda one: (-one.shrunk, one.card))
    return ordered if len(ordered) <= LISTED else [*ordered[: LISTED // 2], *ordered[-LISTED // 2 :]]


def cards_in_words(study: Study, lifts: Mapping[str, Mapping[str, Lift]]) -> list[str]:
    """What the lifts say, and what they cannot say."""
    lead = headline(lifts)
    if lead is None:
        return ["Nobody can say: chance gives no cards to players here, or too few came in these matches."]
    found, names = lifts[lead], names_in(study)
    if not any(one.left for one in found.values()):  # shrunk to nothing, all of them
        which = "the one card that came often" if len(found) == 1 else f"any of {len(found)} cards"
        return [f"These matches do not tell {which} from the others: all of it may be chance."]
    good = [one.card for one in found.values() if one.interval[0] > 0]
    bad = [one.card for one in found.values() if one.interval[1] < 0]
    who = "is dealt one" if lead == AT_FIRST else "draws one"
    likelier, less = (_some(_best(found, cards, names)) for cards in (good, bad))
    return [
        f"{len(good)} of {len(found)} cards {_make(good)} it likelier to win for whoever {who}{likelier}",
        f"{len(bad)} {_make(bad)} it less likely{less}",
        "(They come by chance, so this is what they do, in the same seat, with the same deck or class; it is "
        "shrunk towards none where little is known. What is played is chosen, and who is winning plays more: "
        "a correlation.)",
    ]


def _make(cards: Sequence[str]) -> str:
    return "makes" if len(cards) == 1 else "make"


def _best(found: Mapping[str, Lift], cards: Sequence[str], names: Mapping[str, str]) -> list[str]:
    return [names[card] for card in sorted(cards, key=lambda card: -abs(found[card].shrunk))]


def names_in(study: Study) -> dict[str, str]:
    """What the cards of a study are called."""
    game, _ = study.table
    return game.names_of(study.content or game.content)


def tension(rung: Rung) -> list[str]:
    """Who is ahead when, by the game's own judgement of positions."""
    seen = rung.watched
    if not seen.led:
        return [
            "Nothing is known of who is ahead: the game has no judgement of positions, or no single winners."
        ]
    return [
        f"The lead changes {seen.lead_changes / seen.led:.1f} times in a match.",
        f"The winner is ahead for good after {100 * seen.decided / seen.led:.0f} % of it.",
        f"{Share(seen.comebacks, seen.led)} of the winners were behind at half-time.",
        "(Ahead is who a bot of this game thinks is; it may be wrong.)",
    ]


def choices(rung: Rung) -> list[str]:
    """How many answers there are, and how varied those are that players give."""
    seen = rung.watched
    allowed, forced = seen.options / max(seen.decisions, 1), seen.forced / max(seen.decisions, 1)
    lines = [f"{allowed:.1f} answers are allowed in a decision; in {100 * forced:.0f} % of them only one."]
    for phase, kinds in seen.variety().items():
        question = figure_name(phase)
        lines.append(f"{question}: the answers are as varied as {kinds:.1f} kinds, given equally often.")
    return lines


def unused(study: Study, rung: Rung) -> list[str]:
    """Answers that were often possible and never given; cards that never turned up."""
    names = names_in(study)
    verbs = study.table[1].verbs.all
    never = [answer_name(kind, verbs) for kind in rung.watched.never_taken()]
    met = {names[id] for id in rung.watched.seen if id in names}  # under one of the ids of a name
    every = set(names.values())
    absent = sorted(every - met, key=lambda name: (name[:1].isdigit(), name))  # amounts last
    return [
        f"{_kinds(len(never))} possible 30 times or more and never given{_some(never)}",
        f"{len(absent)} of {len(every)} named things never turned up{_some(absent)}",
        f"(In {rung.watched.matches} matches between {rung.player}; others may use them.)",
    ]


def answer_name(kind: str, verbs: Sequence[Verb]) -> str:
    """A kind of answers as people read it: `attack:pierce player` is Piercing Attack on the rival.

    What changes from moment to moment is left open. Where several answers share a name, it is told as it is.
    """
    name, *words = kind.split(" ")
    fits = {_said(verb, words) for verb in verbs if verb.name == name} - {None}
    return kind if len(fits) != 1 else str(fits.pop())


def _said(verb: Verb, words: Sequence[str]) -> str | None:
    """What a verb says with these words; None: they are not for it."""
    left, told = list(words), []
    for domain in verb.domains:
        fits = bool(left) and left[0] in domain.places
        told.append(domain.label(domain.places[left.pop(0)]) if fits else "…")
    return None if left else verb.template.format(*told)


def _kinds(count: int) -> str:
    return "1 kind of answers was" if count == 1 else f"{count} kinds of answers were"


def _some(names: Sequence[str]) -> str:
    if not names:
        return "."
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return f": {', '.join(names[:LISTED])}{more}."


def show_json(study: Study, rungs: Sequence[Rung]) -> None:
    """The same as one JSON object."""
    print(
        json.dumps(
            {
                "game": study.game,
                "seats": study.seats,
                "verdict": verdict(study, rungs),
                "settled": settled(study, rungs),
                "moving": {one.figure: one.verdict for one in movements(rungs, study.seats)},
                "rungs": [_told(study, rung) for rung in rungs],
            },
            indent=1,
        )
    )


def _told(study: Study, rung: Rung) -> dict[str, Any]:
    summary, seen = rung.summary(study.seats), rung.watched
    names, lifts = names_in(study), lifts_of(rung.watched)
    return {
        "player": rung.player,
        "wins": _share(summary.players[rung.player]) if responds(rung.player) else None,
        "matches": summary.matches,
        "distinct": summary.distinct,
        "seats": [_share(share) for share in summary.seats],
        "draws": _share(summary.draws),
        "reasons": {reason: _share(share) for reason, share in summary.reasons.items()},
        "decisions": {"median": summary.spreads["decisions"].at(0.5)},
        "labels": {
            label: {mine: _share(rung.against(label, mine)) for mine in sorted({one for one, _ in met})}
            for label, met in rung.met.items()
        },
        "lead_changes": seen.lead_changes / seen.led if seen.led else None,
        "decided_after": seen.decided / seen.led if seen.led else None,
        "comebacks": seen.comebacks / seen.led if seen.led else None,
        "options_per_decision": seen.options / max(seen.decisions, 1),
        "forced": seen.forced / max(seen.decisions, 1),
        "variety": seen.variety(),
        "never_taken": seen.never_taken(),
        "never_seen": sorted(set(names) - seen.seen),
        "headline": headline(lifts),
        "cards": {
            role: {one.card: _lift(one) for one in sorted(found.values(), key=lambda one: -one.shrunk)}
            for role, found in lifts.items()
        },
    }


def _share(share: Share) -> dict[str, object]:
    return {"count": share.count, "rate": share.rate, "interval": share.interval and list(share.interval)}


def _lift(one: Lift) -> dict[str, object]:
    told = {"owners": one.owners, "raw": one.raw, "error": one.error, "lift": one.shrunk}
    return {**told, "interval": list(one.interval)}
