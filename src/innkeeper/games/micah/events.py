"""What can happen on the road: every kind of event, its clause, and its sentence."""

from __future__ import annotations

from typing import Final

from innkeeper.engine.events import (
    BY_CHANCE,
    BY_CHOICE,
    PAIRS,
    Kind,
    Kinds,
    by_seat,
    data,
    flag,
    number,
    seat,
    seats,
)

ALL: Final = Kinds()

# MG-1 to MG-3

GAME_STARTED: Final = ALL.add(
    "game_started",
    "MG-1.9",
    "The road is open for {seats}; {first} sets out first.",
    [data("options"), number("seats"), seat("first")],
)
CLASS_PICKED: Final = ALL.add("class_picked", "MG-1.3", "{seat} travels as the {class}.", [data("class")])
TURN_STARTED: Final = ALL.add(
    "turn_started",
    "MG-3.1",
    "Round {round}: {seat}'s turn. Felt weather: {felt}.",
    [number("round"), data("felt")],
)
TURN_ENDED: Final = ALL.add("turn_ended", "MG-2.3", "{seat}'s turn is over.")

# MG-20.3: one sentence for each verb

_EFFECT: Final = [
    data("source"),
    data("verb"),
    data("trigger"),
    data("cards"),
    seat("target"),
    number("amount"),
    number("value"),
]


def _effect(text: str) -> Kind:
    return ALL.add("effect_applied", "MG-20.3", text, _EFFECT)


HP_GAINED: Final = _effect("{source}: {target} gains {amount} HP (now {value}).")
HP_LOST: Final = _effect("{source}: {target} loses {amount:size} HP (now {value}).")
COIN_GAINED: Final = _effect("{source}: {target} gains {amount} Coin (now {value}).")
COIN_LOST: Final = _effect("{source}: {target} loses {amount:size} Coin (now {value}).")
TREASURE_GAINED: Final = _effect("{source}: {target} finds {cards}.")
ANOTHER_DRAWN: Final = _effect("{source}: {target} has to draw another Encounter.")
BURIED: Final = _effect("{source}: the top Encounter card goes to the bottom, unseen.")
OMEN_LAID: Final = _effect("{source}: an omen of {amount} hangs over {target} (now {value}).")
BOSS_RECOVERED: Final = _effect("{source} recovers {amount} HP (now {value}).")
HP_CAPPED: Final = ALL.add(
    "effect_applied", "MG-4.10", "{target}'s HP drop to the new maximum of {value}.", _EFFECT
)

# MG-4, MG-8, MG-11: Preparation

BOUGHT: Final = ALL.add(
    "bought",
    "MG-11.2",
    "{seat} buys {card} for {price} Coin; the Merchant puts out {replacement}.",
    [data("card"), number("price"), number("slot"), data("replacement")],
    roles={"card": BY_CHOICE},
)
SOLD: Final = ALL.add(
    "sold", "MG-11.4", "{seat} sells {card} for {price} Coin.", [data("card"), number("price")]
)
EQUIPPED: Final = ALL.add(
    "equipped", "MG-4.5", "{seat} equips {card}.", [data("card")], roles={"card": BY_CHOICE}
)
UNEQUIPPED: Final = ALL.add("unequipped", "MG-4.5", "{seat} puts {card} back into the pack.", [data("card")])
APPLIED: Final = ALL.add(
    "applied", "MG-4.6", "{seat} applies {card} for good.", [data("card")], roles={"card": BY_CHOICE}
)
ITEM_USED: Final = ALL.add(
    "item_used", "MG-4.7", "{seat} uses {card}.", [data("card")], roles={"card": BY_CHOICE}
)
COMPANION_SET: Final = ALL.add(
    "companion_set", "MG-8.2", "{seat} walks with {creature} from now on.", [data("creature")]
)
COMPANION_LEFT: Final = ALL.add(
    "companion_set", "MG-8.2", "{seat} walks alone from now on.", [data("creature")]
)
CREATURE_RELEASED: Final = ALL.add(
    "creature_released", "MG-8.7", "{seat} sets {creature} free.", [data("creature")]
)
ABILITY_USED: Final = ALL.add(
    "ability_used", "MG-4.1", "{seat} asks {creature} for a favour.", [data("creature")]
)

# MG-12: trading

_OFFER: Final = [number("offer"), seat("from"), seat("to"), data("give"), data("get")]
OFFER_MADE: Final = ALL.add(
    "offer_made", "MG-12.1", "Offer {offer}: {from} gives {to} {give} for {get}.", _OFFER
)


def _closed(clause: str) -> Kind:
    return ALL.add("offer_closed", clause, "Offer {offer} is {result}.", [*_OFFER, data("result")])


OFFER_ANSWERED: Final = _closed("MG-12.7")
OFFER_VOID: Final = _closed("MG-12.8")

# MG-5 to MG-7, MG-10: the Encounter

ENCOUNTER_DRAWN: Final = ALL.add(
    "encounter_drawn",
    "MG-5.1",
    "{seat} meets {card}. Cards to go: {cards_left}.",
    [data("card"), data("numbers"), number("cards_left")],
    roles={"card": BY_CHANCE},
)


def _weather(clause: str, text: str) -> Kind:
    return ALL.add("weather_changed", clause, text, [data("from"), data("to"), data("felt")])


WEATHER_CHANGED: Final = _weather("MG-10.1", "The weather turns from {from} to {to}; felt for now: {felt}.")
STORM_BROKE: Final = _weather("MG-10.3", "{to} breaks out, and it is felt at once.")


def _chosen(text: str) -> Kind:
    return ALL.add("intention_chosen", "MG-5.4", text, [data("intention"), flag("pay")])


INTENTION_CHOSEN: Final = _chosen("{seat} chooses to {intention}.")
PAYING_CHOSEN: Final = _chosen("{seat} pays to {intention}.")

_ROLL: Final = [
    data("purpose"),
    data("dice", die=PAIRS),
    data("throw"),
    data("target"),
    number("modifier"),
    number("total"),
]


def _rolled(clause: str, text: str) -> Kind:
    return ALL.add("rolled", clause, text, _ROLL)


_AGAINST: Final = "{seat} rolls {throw}{modifier:plus} to {purpose}: {total} against {target}."
ROLLED_CHECK: Final = _rolled("MG-6.1", _AGAINST)
ROLLED_CARD: Final = _rolled("MG-6.6", _AGAINST)
ROLLED_STAT: Final = _rolled("MG-6.1", "{seat} rolls {throw}{modifier:plus} to {purpose}: {total}.")
ROLLED_PATTERN: Final = _rolled("MG-6.6", "{seat} rolls {throw} to {purpose}.")
_SUM: Final = " {total}: {throw}{modifier:plus}."
ROLLED_DICE: Final = {
    "amount": _rolled("MG-6.4", "The amount is" + _SUM),
    "boss": _rolled("MG-6.4", "The Boss's attack is" + _SUM),
    "companion_defense": _rolled("MG-6.4", "The Companion's Defense is" + _SUM),
    "loot": _rolled("MG-6.4", "The loot is" + _SUM),
    "odds": _rolled("MG-6.4", "A throw decides: {throw}{modifier:plus}."),
    "recover": _rolled("MG-6.4", "The Boss's recovery is" + _SUM),
    "strike": _rolled("MG-6.4", "The strike is" + _SUM),
    "target": _rolled("MG-6.4", "The total to reach is" + _SUM),
    "weather": _rolled("MG-6.4", "A throw decides about the weather: {throw}."),
}


def _resolved(clause: str, text: str) -> Kind:
    return ALL.add(
        "intention_resolved",
        clause,
        text,
        [data("card"), data("destination"), data("creature"), flag("success")],
    )


RESOLVED: Final = [
    _resolved("MG-7.1", "{seat} beats {card}; it goes to the {destination}."),
    _resolved("MG-7.2", "{seat} charms {card}; {creature} moves into the {destination}."),
    _resolved("MG-7.3", "{seat} escapes {card}; it goes to the {destination}."),
]
FAILED: Final = _resolved("MG-7.4", "{seat} fails; {card} goes to the {destination}.")
REDIRECTED: Final = _resolved("MG-7.5", "{card} goes to the {destination}, as the card says.")


def _bounty(text: str) -> Kind:
    return ALL.add("bounty_paid", "MG-7.1", text, [data("cards"), number("coin")], roles={"cards": BY_CHANCE})


BOUNTY_PAID: Final = _bounty("{seat} collects the Bounty: {coin} Coin and {cards}.")
BOUNTY_COIN: Final = _bounty("{seat} collects the Bounty: {coin} Coin.")
BOUNTY_CARDS: Final = _bounty("{seat} collects the Bounty: {cards}.")


def _struck(clause: str, text: str) -> Kind:
    return ALL.add(
        "struck", clause, text, [number("value"), number("before"), number("after"), flag("warded")]
    )


STRUCK: Final = _struck("MG-7.6", "{seat} is struck for {value}: HP {before} to {after}.")
WARDED: Final = _struck("MG-7.7", "The strike does not touch {seat} at all.")
COMPANION_DIED: Final = ALL.add(
    "companion_died",
    "MG-8.5",
    "{seat}'s Companion {creature} falls: {value} against Defense {defense}.",
    [data("creature"), number("value"), number("defense")],
)
ITEMS_LOST: Final = ALL.add("items_lost", "MG-20.2", "{seat} loses {cards}.", [data("cards")])
PEEKED: Final = ALL.add(
    "peeked",
    "MG-5.8",
    "{seat} looks at {count} Encounter cards from the top: {cards}.",
    [data("cards"), number("count")],
    ["cards"],
    "{seat} looks at {count} Encounter cards from the top.",
)


def _shuffled(clause: str) -> Kind:
    return ALL.add(
        "deck_shuffled", clause, "The {deck} deck is shuffled ({size} cards).", [data("deck"), number("size")]
    )


ENCOUNTERS_SHUFFLED: Final = _shuffled("MG-7.11")
TREASURES_SHUFFLED: Final = _shuffled("MG-11.6")
GHOSTS_SHUFFLED: Final = _shuffled("MG-18.3")

# MG-14: defeat and leaving

_BELONGINGS: Final = [data("cause"), data("cards"), data("creatures")]
PLAYER_DEFEATED: Final = ALL.add(
    "player_defeated",
    "MG-14.1",
    "{seat} is defeated ({cause}). To the Merchant: {cards}. Set free: {creatures}.",
    _BELONGINGS,
)
PLAYER_LEFT: Final = ALL.add(
    "player_left",
    "MG-14.4",
    "{seat} leaves the adventure. To the Merchant: {cards}. Set free: {creatures}.",
    _BELONGINGS,
)
GHOST_LEFT: Final = ALL.add(
    "player_left", "MG-14.9", "{seat}'s ghost moves on. Left behind: {cards}.", _BELONGINGS
)

# MG-16: the Final Boss

JOIN_SEALED: Final = ALL.add("choice_sealed", "MG-16.2", "{seat} has decided whether to join.")
CHOICE_SEALED: Final = ALL.add("choice_sealed", "MG-16.4", "{seat} has chosen.")
BOSS_CHALLENGED: Final = ALL.add(
    "boss_challenged", "MG-16.1", "{challenger} challenges the Final Boss!", [seat("challenger")]
)
BOSS_TEAM_FORMED: Final = ALL.add(
    "boss_team_formed",
    "MG-16.3",
    "{challengers} against the Boss, who has {hp} HP.",
    [seats("challengers"), number("hp")],
)


def _mood(clause: str) -> Kind:
    return ALL.add(
        "boss_mood_rolled",
        clause,
        "Boss round {round}: {mood}. Defense {defense}, temper {temper}.",
        [data("mood"), number("round"), number("defense"), number("temper")],
    )


BOSS_MOOD_ROLLED: Final = _mood("MG-16.4")
BOSS_TEMPER_ROLLED: Final = _mood("MG-16.11")
BOSS_CHOICES_REVEALED: Final = ALL.add(
    "boss_choices_revealed", "MG-16.4", "The choices are revealed: {choices}.", [by_seat("choices")]
)
# each in vain, and with success
BOSS_RETREATED: Final = [
    ALL.add("boss_retreated", "MG-16.6", text, [flag("success")])
    for text in ("{seat} tries to retreat, in vain.", "{seat} retreats from the fight.")
]
BOSS_DISTRACTED: Final = [
    ALL.add("boss_distracted", "MG-16.7", text, [flag("success"), number("defense")])
    for text in (
        "{seat} tries to distract him, in vain: his Defense stays at {defense}.",
        "{seat} distracts him: his Defense falls to {defense}.",
    )
]
BOSS_GUARDED: Final = [
    ALL.add("boss_guarded", "MG-16.9", text, [flag("success")])
    for text in ("{seat} guards too late.", "{seat} guards in time.")
]
BOSS_HIT: Final = ALL.add(
    "boss_hit", "MG-16.8", "{seat} hits him for {value} ({hp} HP left).", [number("value"), number("hp")]
)
BOSS_ATTACKED: Final = ALL.add(
    "boss_attacked",
    "MG-16.10",
    "The Boss attacks {targets} with {value}.",
    [seats("targets"), number("value")],
)
BOSS_FIGHT_ENDED: Final = ALL.add("boss_fight_ended", "MG-16.13", "The fight is over: {why}.", [data("why")])

# MG-17: duels

DUEL_STARTED: Final = ALL.add(
    "duel_started",
    "MG-17.1",
    "{challenger} challenges {defender} to a duel.",
    [seat("challenger"), seat("defender")],
)


def _duel(clause: str, text: str) -> Kind:
    return ALL.add(
        "duel_resolved",
        clause,
        text,
        [data("reply"), data("totals"), seat("winner"), number("damage"), number("coin")],
    )


DUEL_STOOD: Final = _duel("MG-17.3", "The duel is level ({totals}): nobody wins it.")
DUEL_FLED: Final = _duel("MG-17.4", "There is no duel: who was challenged got away ({totals}).")
DUEL_WON: Final = _duel("MG-17.5", "{winner} wins the duel ({totals}): {damage} damage and {coin} Coin.")

# MG-18: ghosts

GHOST_DREW: Final = ALL.add(
    "ghost_drew",
    "MG-18.2",
    "{seat}'s ghost draws {card}.",
    [data("card"), number("count")],
    ["card"],
    "{seat}'s ghost draws a card.",
    {"card": BY_CHANCE},
)
GHOST_PLAYED: Final = ALL.add(
    "ghost_played",
    "MG-18.2",
    "{seat}'s ghost plays {card} (on {target}).",
    [data("card"), seat("target")],
    roles={"card": BY_CHOICE},
)
GHOST_PASSED: Final = ALL.add("ghost_passed", "MG-18.2", "{seat}'s ghost rests.")

# MG-15: the end


def _over(clause: str) -> Kind:
    return ALL.add(
        "game_over",
        clause,
        "The adventure is over. Winners: {winners}.",
        [seats("winners"), data("draw"), data("reason"), data("places"), data("renown")],
    )


GAME_OVER: Final = {clause: _over(clause) for clause in ("MG-15.2", "MG-15.4", "MG-15.5")}
