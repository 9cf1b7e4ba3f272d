"""The book: every class, weather, card and the Boss made native, and the actions over them."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action, Domain, Verb, Verbs
from innkeeper.engine.dice import Dice
from innkeeper.games.micah.clauses import Clause, Effect, touched
from innkeeper.games.micah.terms import COINS, INTENTIONS, LADDER, TOP_DIE

MOST_OFFERS: Final = 100_000  # ten offers a turn, six seats, two hundred rounds, and some to spare
SEATS: Final = Domain("seat", numbers=6)
SLOTS: Final = Domain("slot", ["weapon", "clothing"])
OFFERS: Final = Domain("offer", numbers=MOST_OFFERS, first=1)


@final
class Job:
    """A class: maximum HP (original, balanced) and the base level of every stat (MG-1.2)."""

    def __init__(
        self, number: i64, id: str, name: str, hp: list[i64], levels: list[i64], flavour: str
    ) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.hp: Final = hp
        self.levels: Final = levels
        self.flavour: Final = flavour


@final
class Weather:
    """A weather: what it does while felt, at the start of a turn, and when it breaks out."""

    def __init__(self, number: i64, id: str, name: str, clauses: list[Clause], flavour: str) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.clauses: Final = clauses
        self.flavour: Final = flavour
        self.whiles: Final = [clause for clause in clauses if clause.trigger == "while"]
        self.turns: Final = [clause for clause in clauses if clause.trigger == "turn"]
        self.storms: Final = [clause for clause in clauses if clause.trigger == "storm"]
        self.touches: i64 = touched(self.whiles)


@final
class Face:
    """What a charmed card shows in the Dock (MG-7.2)."""

    def __init__(self, id: str, name: str, attack: Dice, defense: Dice, clauses: list[Clause]) -> None:
        self.id: Final = id
        self.name: Final = name
        self.attack: Final = attack
        self.defense: Final = defense
        self.clauses: Final = clauses
        self.whiles: Final = [clause for clause in clauses if clause.trigger == "while"]
        self.comps: Final = [clause for clause in clauses if clause.trigger == "comp"]
        self.turns: Final = [clause for clause in clauses if clause.trigger == "turn"]
        self.kills: Final = [clause for clause in clauses if clause.trigger == "kill"]
        self.abilities: Final = [clause for clause in clauses if clause.trigger == "prep"]
        self.touches: i64 = touched(self.whiles)
        self.comp_touches: i64 = touched(self.comps)


@final
class Encounter:
    """An Encounter card. `numbers` are Defense, Charm and Escape; None is a dash."""

    def __init__(
        self,
        number: i64,
        id: str,
        name: str,
        kind: i64,
        tags: i64,
        tag_ids: list[str],
        copies: i64,
        numbers: list[Dice | None],
        strike: Dice,
        bounty: list[Effect],
        bounty_text: str,
        clauses: list[Clause],
        face: Face | None,
        flavour: str,
    ) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.kind: i64 = kind
        self.tags: i64 = tags
        self.tag_ids: Final = tag_ids
        self.copies: i64 = copies
        self.numbers: Final = numbers
        self.strike: Final = strike
        self.bounty: Final = bounty
        self.bounty_text: Final = bounty_text
        self.clauses: Final = clauses
        self.face: Final = face
        self.flavour: Final = flavour
        self.reveals: Final = [clause for clause in clauses if clause.trigger == "reveal"]
        self.always: Final = [clause for clause in clauses if clause.trigger == "always"]
        self.touches: i64 = touched(self.always)
        # By Intention: how it is decided, what paying costs, what success and failure do.
        self.resolvers: Final = [resolving(clauses, name, False) for name in INTENTIONS]
        self.prices: Final = [resolving(clauses, name, True) for name in INTENTIONS]
        self.success: Final = [outcome_clauses(clauses, name, ".ok") for name in INTENTIONS]
        self.failure: Final = [outcome_clauses(clauses, name, ".fail") for name in INTENTIONS]


def resolving(clauses: list[Clause], intention: str, paying: bool) -> list[Clause]:
    """The clauses that decide an Intention, or those that set its price."""
    found: list[Clause] = []
    for clause in clauses:
        if clause.trigger == intention and (clause.price > 0) == paying:
            found.append(clause)
    return found


def outcome_clauses(clauses: list[Clause], intention: str, suffix: str) -> list[Clause]:
    """The clauses that follow an Intention's success or failure, in printed order."""
    return [
        clause
        for clause in clauses
        if clause.trigger == intention + suffix or clause.trigger == "any" + suffix
    ]


@final
class Treasure:
    """A Treasure card."""

    def __init__(
        self,
        number: i64,
        id: str,
        name: str,
        type: i64,
        copies: i64,
        reserve: i64,
        price: i64,
        sells: i64,
        clauses: list[Clause],
        flavour: str,
    ) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.type: i64 = type
        self.copies: i64 = copies
        self.reserve: i64 = reserve
        self.price: i64 = price
        self.sells: i64 = sells
        self.clauses: Final = clauses
        self.flavour: Final = flavour
        self.whiles: Final = [clause for clause in clauses if clause.trigger == "while"]
        self.turns: Final = [clause for clause in clauses if clause.trigger == "turn"]
        self.kills: Final = [clause for clause in clauses if clause.trigger == "kill"]
        self.uses: Final = [clause for clause in clauses if clause.trigger == "use"]
        self.battles: Final = [clause for clause in clauses if clause.trigger == "battle"]
        self.applies: Final = [clause for clause in clauses if clause.trigger == "apply"]
        self.touches: i64 = touched(self.whiles)
        self.battle_touches: i64 = touched(self.battles)
        self.battle_heals: bool = any(clause.heals for clause in self.battles)


@final
class GhostCard:
    """A Ghost card (MG-18)."""

    def __init__(
        self, number: i64, id: str, name: str, aimed: bool, copies: i64, clauses: list[Clause], flavour: str
    ) -> None:
        self.number: i64 = number
        self.id: Final = id
        self.name: Final = name
        self.aimed: bool = aimed  # played on a player, not on the table
        self.copies: i64 = copies
        self.clauses: Final = clauses
        self.flavour: Final = flavour


@final
class Mood:
    """What the Boss feels like this round, and does in stage 5."""

    def __init__(
        self,
        id: str,
        name: str,
        attack: Dice | None,
        strongest: bool,
        defense: i64,
        recover: Dice | None,
        collect: i64,
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.attack: Final = attack
        self.strongest: bool = strongest  # only the challenger with the most HP is hit
        self.defense: i64 = defense
        self.recover: Final = recover
        self.collect: i64 = collect  # per cent of everybody's Coin


@final
class Boss:
    """The Final Boss (MG-16.3)."""

    def __init__(
        self, id: str, name: str, tags: i64, numbers: dict[str, int], moods: list[Mood], flavour: str
    ) -> None:
        self.id: Final = id
        self.name: Final = name
        self.tags: i64 = tags
        self.moods: Final = moods
        self.flavour: Final = flavour
        self.hp_base: i64 = numbers["hp_base"]
        self.hp_least: i64 = numbers["hp_least"]
        self.defense: i64 = numbers["defense"]
        self.retreat: i64 = numbers["retreat"]
        self.distract: i64 = numbers["distract"]
        self.distracted: i64 = numbers["distracted"]
        self.guard: i64 = numbers["guard"]
        self.temper_from: i64 = numbers["temper_from"]
        self.temper: i64 = numbers["temper"]
        self.last_round: i64 = numbers["last_round"]


@final
class Book:
    """Everything that comes from the content files, and the actions over it."""

    def __init__(
        self,
        jobs: list[Job],
        weathers: list[Weather],
        wild_weathers: list[Weather],
        encounters: list[Encounter],
        treasures: list[Treasure],
        ghosts: list[GhostCard],
        boss: Boss,
        tags: list[str],
    ) -> None:
        self.jobs: Final = jobs
        self.weathers: Final = weathers
        self.wild_weathers: Final = wild_weathers  # the same under the house rule class_weather
        self.encounters: Final = encounters
        self.treasures: Final = treasures
        self.ghosts: Final = ghosts
        self.boss: Final = boss
        self.tags: Final = tags
        self.job_domain: Final = Domain("class", [c.id for c in jobs], [c.name for c in jobs])
        self.encounter_domain: Final = Domain(
            "encounter", [c.id for c in encounters], [c.name for c in encounters]
        )
        faces = [face_id(c) for c in encounters]
        face_names = [face_name(c) for c in encounters]
        self.face_domain: Final = Domain("creature", faces, face_names)
        companions = Domain("companion", [*faces, "none"], [*face_names, "nobody"])
        self.treasure_domain: Final = Domain(
            "treasure", [c.id for c in treasures], [c.name for c in treasures]
        )
        self.ghost_domain: Final = Domain("ghost", [c.id for c in ghosts], [c.name for c in ghosts])
        self.thing_domain: Final = things(treasures, faces, face_names)
        self.first_card: i64 = 1 + len(COINS)  # things: nothing, Coin, cards, creatures
        self.first_creature: i64 = self.first_card + len(treasures)
        self.clear: i64 = place_of([w.id for w in weathers], "clear")
        self.house_bread: i64 = place_of([c.id for c in treasures], "travel-bread")
        self.pools: Final[list[list[int]]] = []  # by level: in how many ways a pool shows each sum

        verbs = Verbs()
        self.verbs: Final = verbs
        card, face, ghost = self.treasure_domain, self.face_domain, self.ghost_domain
        self.pick: Final[Verb] = verbs.add("pick", "MG-1.3", "Play the {0}", [self.job_domain])
        self.draw: Final[Verb] = verbs.add("draw", "MG-5.1", "Draw an Encounter")
        self.challenge: Final[Verb] = verbs.add("challenge", "MG-16.1", f"Challenge {boss.name}")
        self.duel: Final[Verb] = verbs.add("duel", "MG-17.1", "Challenge seat {0} to a duel", [SEATS])
        self.buy: Final[Verb] = verbs.add("buy", "MG-11.2", "Buy {0}", [card])
        self.sell: Final[Verb] = verbs.add("sell", "MG-11.4", "Sell {0}", [card])
        self.equip: Final[Verb] = verbs.add("equip", "MG-4.5", "Equip {0}", [card])
        self.unequip: Final[Verb] = verbs.add("unequip", "MG-4.5", "Take off your {0}", [SLOTS])
        self.apply: Final[Verb] = verbs.add("apply", "MG-4.6", "Apply {0}", [card])
        self.use: Final[Verb] = verbs.add("use", "MG-4.7", "Use {0}", [card])
        self.companion: Final[Verb] = verbs.add("companion", "MG-8.2", "Walk with {0}", [companions])
        self.release: Final[Verb] = verbs.add("release", "MG-8.7", "Release {0}", [face])
        self.ability: Final[Verb] = verbs.add("ability", "MG-4.1", "Ask {0} for a favour", [face])
        self.intend: Final[list[Verb]] = [
            verbs.add("attack", "MG-5.4", "Attack it"),
            verbs.add("charm", "MG-5.4", "Charm it"),
            verbs.add("escape", "MG-5.4", "Escape it"),
        ]
        self.pay: Final[list[Verb]] = [
            verbs.add("attack:pay", "MG-6.6", "Attack by paying"),
            verbs.add("charm:pay", "MG-6.6", "Charm by paying"),
            verbs.add("escape:pay", "MG-6.6", "Escape by paying"),
        ]
        self.join: Final[Verb] = verbs.add("join", "MG-16.2", "Join the challenge")
        self.stay: Final[Verb] = verbs.add("decline", "MG-16.2", "Stay out of it")
        self.choices: Final[list[Verb]] = [
            verbs.add("strike", "MG-16.8", "Strike"),
            verbs.add("distract", "MG-16.7", "Distract him"),
            verbs.add("guard", "MG-16.9", "Guard yourself"),
            verbs.add("retreat", "MG-16.6", "Retreat"),
        ]
        self.choices_with: Final[list[Verb]] = [
            verbs.add("strike", "MG-16.5", "Strike, with {0}", [card]),
            verbs.add("distract", "MG-16.5", "Distract him, with {0}", [card]),
            verbs.add("guard", "MG-16.5", "Guard yourself, with {0}", [card]),
            verbs.add("retreat", "MG-16.5", "Retreat, with {0}", [card]),
        ]
        self.stand: Final[Verb] = verbs.add("stand", "MG-17.2", "Stand and fight")
        self.flee: Final[Verb] = verbs.add("flee", "MG-17.2", "Flee")
        self.haunt: Final[Verb] = verbs.add("play", "MG-18.2", "Play {0} on seat {1}", [ghost, SEATS])
        self.haunt_table: Final[Verb] = verbs.add("play", "MG-18.2", "Play {0}", [ghost])
        self.rest: Final[Verb] = verbs.add("pass", "MG-18.2", "Rest in peace for a moment")
        thing = self.thing_domain
        self.offer: Final[Verb] = verbs.add(
            "offer", "MG-12.1", "Offer seat {0} {1} for {2}", [SEATS, thing, thing]
        )
        self.accept: Final[Verb] = verbs.add("accept", "MG-12.7", "Accept offer {0}", [OFFERS])
        self.decline: Final[Verb] = verbs.add("decline", "MG-12.7", "Decline offer {0}", [OFFERS])
        self.cancel: Final[Verb] = verbs.add("cancel", "MG-12.7", "Cancel offer {0}", [OFFERS])
        self.nobody: Final[Action] = self.companion.at1(len(faces))
        self.no_companion: i64 = len(faces)

    def face(self, card: i64) -> Face:
        """The Dock face of a card that has one."""
        face = self.encounters[card].face
        assert face is not None
        return face

    def pool_ways(self, level: i64) -> list[int]:
        """MG-9.2: in how many ways the dice of a level show each sum; index 0 is the sum 0."""
        while len(self.pools) <= level:
            next_level: i64 = len(self.pools)
            sides = LADDER[next_level % 6]
            if next_level < 6:
                self.pools.append(thrown([1], sides))
            else:
                whole: i64 = 6 * (next_level // 6) - 1  # all the D20s below
                self.pools.append(thrown(self.pools[whole], sides))
        return self.pools[level]


def thrown(ways: list[int], sides: i64) -> list[int]:
    """The ways of a throw after one more die."""
    more = [0] * (len(ways) + sides)
    for total in range(len(ways)):
        count = ways[total]
        if count > 0:
            for face in range(1, sides + 1):
                more[total + face] += count
    return more


def dice_of(level: i64) -> list[i64]:
    """MG-9.2: the dice of a level, the largest first."""
    dice: list[i64] = []
    for _ in range(level // 6):
        dice.append(TOP_DIE)
    dice.append(LADDER[level % 6])
    return dice


def face_id(card: Encounter) -> str:
    face = card.face
    return card.id if face is None else face.id


def face_name(card: Encounter) -> str:
    face = card.face
    return card.name if face is None else face.name


def things(treasures: list[Treasure], faces: list[str], face_names: list[str]) -> Domain:
    """What an offer can name (MG-12.1): nothing, Coin, a card, a creature."""
    ids = ["none"]
    labels = ["nothing"]
    for coins in COINS:
        ids.append(f"coin-{coins}")
        labels.append(f"{coins} Coin")
    for card in treasures:
        ids.append(card.id)
        labels.append(card.name)
    for place in range(len(faces)):
        ids.append("creature-" + faces[place])
        labels.append(face_names[place])
    return Domain("thing", ids, labels)


def place_of(ids: list[str], id: str) -> i64:
    """Where an id stands in its table; the content check has made sure that it does."""
    for place in range(len(ids)):
        if ids[place] == id:
            return place
    raise KeyError(id)
