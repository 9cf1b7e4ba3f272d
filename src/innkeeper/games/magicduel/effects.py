"""What moves can do: the vocabulary of MagicDuel's content.

An effect is made once from TOML and carried out with `do`. `Cast` carries what the player named
and what earlier effects of the same move left behind. A new word is a class and a line of `WORDS`, here
and nowhere else. Bots try a move on a copy and look at the position, so no word has to say its worth.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.engine.events import Kind
from innkeeper.engine.words import Vocabulary, card_of, one_of, whole
from innkeeper.games.magicduel import events
from innkeeper.games.magicduel.book import AT_PLAYER, MOST_MINIONS, WARD, MinionCard, Move
from innkeeper.games.magicduel.state import Duel, Duelist, Minion


@mypyc_attr(free_list_len=1)
@final
class Cast:
    """One use of a move."""

    def __init__(self, seat: i64, spark: i64, target: i64, ward: i64) -> None:
        self.seat: i64 = seat
        self.spark: i64 = spark  # the named burn
        self.target: i64 = target  # a uid, or AT_PLAYER
        self.ward: i64 = ward  # the named shield
        self.spent: i64 = 0  # magic paid by `pay_all`
        self.lost: i64 = 0  # health the rival lost to `hit`
        self.mended: i64 = 0  # health gained by `mend`
        self.cleared: i64 = 0  # burn put out by `cleanse`


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One thing a move does. `amount` comes from the content."""

    def __init__(self, amount: i64 = 0) -> None:
        self.word: str = ""
        self.amount: i64 = amount
        self.more: str = ""  # on the card, where magic that the move spends makes it stronger

    def join(self, move: Move) -> None:
        """Learn what else the move does, once all of it is known."""
        if move.does("pay_all"):
            self.more = ", and 1 more for each magic"

    def do(self, s: Duel, cast: Cast) -> None:
        raise NotImplementedError


@final
class Pay(Effect):
    """Magic - n; the move is not offered to those who have less."""

    def do(self, s: Duel, cast: Cast) -> None:
        s.duelists[cast.seat].magic -= self.amount


@final
class PayAll(Effect):
    """Spend all magic; later effects of the move add what was spent (MD-4.2)."""

    def do(self, s: Duel, cast: Cast) -> None:
        me = s.duelists[cast.seat]
        cast.spent = me.magic
        me.magic = 0


@final
class Hit(Effect):
    """Normal damage, plus what was spent: the shield first if it is a player."""

    def do(self, s: Duel, cast: Cast) -> None:
        damage: i64 = self.amount + cast.spent
        s.tell(events.ATTACKED[0], cast.seat, events.BY_NORMAL, cast.target, damage, cast.spent, cast.spark)
        cast.lost = hit(s, cast.seat, cast.target, damage, events.BY_NORMAL)


@final
class Ignite(Effect):
    """The named burn, if the hit cost the rival health (MD-4.6)."""

    def do(self, s: Duel, cast: Cast) -> None:
        if cast.target == AT_PLAYER:
            ignite(s, cast.seat, cast.spark, cast.lost)


@final
class Pierce(Effect):
    """Damage that ignores shields (MD-4.8)."""

    def do(self, s: Duel, cast: Cast) -> None:
        s.tell(events.ATTACKED[1], cast.seat, events.BY_PIERCE, cast.target, self.amount, 0, 0)
        if cast.target == AT_PLAYER:
            lose_health(s, 1 - cast.seat, self.amount, events.BY_PIERCE)
        else:
            hit_minion(s, 1 - cast.seat, cast.target, self.amount)


class Healing(Effect):
    """What a move mends and puts out is told as one thing (MD-5.1), by the last effect that does either."""

    def __init__(self, amount: i64 = 0) -> None:
        super().__init__(amount)
        self.told: Kind | None = None

    def join(self, move: Move) -> None:
        if self is [effect for effect in move.effects if isinstance(effect, Healing)][-1]:
            both = events.HEALED if move.does("mend") else events.CLEANSED
            self.told = both if move.does("cleanse") else events.MENDED

    def tell(self, s: Duel, cast: Cast) -> None:
        if self.told is not None and s.log is not None:
            s.tell(self.told, cast.seat, cast.mended, s.duelists[cast.seat].hp, cast.cleared)


@final
class Mend(Healing):
    """Health + n, up to the maximum."""

    def do(self, s: Duel, cast: Cast) -> None:
        me = s.duelists[cast.seat]
        before = me.hp
        me.hp = min(s.rules.max_hp, me.hp + self.amount)
        cast.mended += me.hp - before
        self.tell(s, cast)


@final
class Cleanse(Healing):
    """Remove every negative effect; burn is the only one there is (MD-5.4)."""

    def do(self, s: Duel, cast: Cast) -> None:
        me = s.duelists[cast.seat]
        cast.cleared += me.burn
        me.burn = 0
        self.tell(s, cast)


@final
class Ward(Effect):
    """Shield + n, plus what was named and what was spent, up to the cap (MD-5.3)."""

    def __init__(self, amount: i64, gained: Kind) -> None:
        super().__init__(amount)
        self.gained: Final = gained
        self.of: str = str(amount)  # on the card

    def join(self, move: Move) -> None:
        super().join(move)
        if move.asks == WARD:
            self.of = f"your choice and {self.of}" if self.amount > 0 else "your choice"

    def do(self, s: Duel, cast: Cast) -> None:
        me = s.duelists[cast.seat]
        before = me.shield
        me.shield = min(s.rules.shield_cap, me.shield + self.amount + cast.ward + cast.spent)
        s.tell(self.gained, cast.seat, me.shield - before, me.shield)


@final
class Charge(Effect):
    """Magic + n, up to the cap (MD-2.4)."""

    def do(self, s: Duel, cast: Cast) -> None:
        gained = charge(s, cast.seat, self.amount)
        s.tell(events.MAGIC_GAINED, cast.seat, gained, s.duelists[cast.seat].magic, self.amount - gained)


@final
class Call(Effect):
    """A new minion or, with two minions, strength for the one named (MD-7.2 to MD-7.5)."""

    def __init__(self, minion: MinionCard) -> None:
        super().__init__()
        self.minion: Final = minion
        self.cost: i64 = 0
        self.text: Final = f"Calls one, or feeds one when both places are taken. {minion.text}"

    def join(self, move: Move) -> None:
        self.cost = move.cost

    def do(self, s: Duel, cast: Cast) -> None:
        me = s.duelists[cast.seat]
        card = self.minion
        if len(me.minions) < MOST_MINIONS:
            uid = s.next_uid
            s.next_uid += 1
            me.minions.append(Minion(uid, card, card.hp, card.attack, 0, not s.rules.summoning_sickness))
            s.tell(events.SUMMONED[card.number], cast.seat, uid, card.number, self.cost, me.magic)
        else:
            minion = me.minion(cast.target)
            minion.hp += card.buff_hp
            minion.attack += card.buff_attack
            s.tell(
                events.BUFFED[card.number],
                cast.seat,
                minion.uid,
                card.number,
                minion.hp,
                minion.attack,
                self.cost,
                me.magic,
            )


AMOUNT: Final = whole("amount", 0, 999)
SOME: Final = whole("amount", 0, 999, default=0)
CLAUSE: Final = one_of("clause", events.SHIELD_GAINED)
MINION: Final = card_of("minion", "an entry of minions.toml", lambda minions: minions)

WORDS: Final = Vocabulary("Effects of a move", Effect, ["do"], "effect")
WORDS.add("pay", Pay, [AMOUNT], "Costs {it.amount} magic.", "takes magic; not offered to those who have less")
WORDS.add("pay_all", PayAll, [], "Takes all your magic.", "takes all magic, for `hit` and `ward` to add")
WORDS.add("hit", Hit, [AMOUNT], "{it.amount} damage{it.more}. Shields take it first.", "normal damage")
WORDS.add("ignite", Ignite, [], "Up to 2 burn if health is lost.", "the spark named, if `hit` cost health")
WORDS.add("pierce", Pierce, [AMOUNT], "{it.amount} damage, straight through shields.", "damage past shields")
WORDS.add("mend", Mend, [AMOUNT], "{it.amount} health back.", "health back, up to `max_hp`")
WORDS.add("cleanse", Cleanse, [], "All burn is out.", "puts out all burn")
WORDS.add("ward", Ward, [SOME, CLAUSE], "A shield of {it.of}{it.more}.", "a shield, and the ward named")
WORDS.add("charge", Charge, [AMOUNT], "{it.amount} magic.", "magic, up to `magic_cap`")
WORDS.add("call", Call, [MINION], "{it.text}", "a new minion, or strength for one when both places are taken")


def charge(s: Duel, seat: i64, amount: i64) -> i64:
    """Gain magic; what lies above the cap is lost (MD-2.4). Returns what was really gained."""
    me = s.duelists[seat]
    gained: i64 = min(amount, s.rules.magic_cap - me.magic)
    if gained < 0:
        gained = 0
    me.magic += gained
    return gained


def lose_health(s: Duel, victim: i64, amount: i64, cause: i64) -> None:
    """Health goes down, whatever the shield."""
    duelist = s.duelists[victim]
    duelist.hp -= amount
    s.tell(
        events.HP_LOST[cause], -1 if cause == events.BY_STORM else s.active, victim, amount, duelist.hp, cause
    )


def hit(s: Duel, attacker: i64, target: i64, damage: i64, cause: i64) -> i64:
    """Normal damage to the rival or one of the rival's minions; the health the rival lost."""
    victim = 1 - attacker
    if target != AT_PLAYER:
        hit_minion(s, victim, target, damage)
        return 0
    duelist = s.duelists[victim]
    absorbed = min(duelist.shield, damage)
    if absorbed > 0:
        if not s.rules.shield_armour:
            duelist.shield -= absorbed
        s.tell(events.ABSORBED, attacker, victim, absorbed, duelist.shield)
    through = damage - absorbed
    if through > 0:
        lose_health(s, victim, through, cause)
    return through


def ignite(s: Duel, attacker: i64, burn: i64, lost: i64) -> None:
    """After a hit on the player: add burn if it cost health, and let it flare (MD-4.6, MD-4.7, MD-4.10)."""
    victim = 1 - attacker
    duelist = s.duelists[victim]
    if lost <= 0:
        if burn > 0:
            s.tell(events.BURN_BLOCKED, attacker, victim)
        return
    if burn > 0:
        before = duelist.burn
        duelist.burn = min(s.rules.burn_cap, before + burn)
        s.tell(events.BURN_ADDED, attacker, victim, duelist.burn - before, duelist.burn)
    if not s.rules.burn_ticks and duelist.burn > 0:
        duelist.hp -= duelist.burn
        s.tell(events.BURN_FLARED, attacker, victim, duelist.burn, duelist.hp)
        s.tell(events.HP_LOST_FLARE, attacker, victim, duelist.burn, duelist.hp, events.BY_BURN)


def hit_minion(s: Duel, owner: i64, uid: i64, damage: i64) -> None:
    """Damage comes straight off a minion's HP; excess is lost (MD-4.9)."""
    keeper: Duelist = s.duelists[owner]
    minion = keeper.minion(uid)
    minion.hp -= damage
    s.tell(events.MINION_HIT, 1 - owner, owner, uid, damage, minion.hp)
    if minion.hp <= 0:
        keeper.minions.remove(minion)
        s.tell(events.MINION_DIED, 1 - owner, owner, uid, minion.card.number)
