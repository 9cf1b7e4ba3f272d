"""What moves can do: the vocabulary of MagicDuel's content.

An effect is made once from TOML and carried out with `do`. `Cast` carries what the player named
and what earlier effects of the same move left behind.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from innkeeper.games.magicduel import events
from innkeeper.games.magicduel.book import AT_PLAYER, MinionCard
from innkeeper.games.magicduel.state import MOST_MINIONS, Duel, Duelist, Minion


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


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One thing a move does. `amount` comes from the content."""

    def __init__(self, amount: i64 = 0) -> None:
        self.amount: i64 = amount

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


@final
class Mend(Effect):
    """Health + n, up to the maximum."""

    def do(self, s: Duel, cast: Cast) -> None:
        me = s.duelists[cast.seat]
        before = me.hp
        me.hp = min(s.rules.max_hp, me.hp + self.amount)
        s.tell(events.HEALED, cast.seat, me.hp - before, me.hp, me.burn)


@final
class Cleanse(Effect):
    """Remove every negative effect; burn is the only one there is (MD-5.4)."""

    def do(self, s: Duel, cast: Cast) -> None:
        s.duelists[cast.seat].burn = 0


@final
class Ward(Effect):
    """Shield + n, plus what was named and what was spent, up to the cap (MD-5.3)."""

    def __init__(self, amount: i64, clause: str) -> None:
        super().__init__(amount)
        self.gained: Final = events.SHIELD_GAINED[clause]

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

    def __init__(self, minion: MinionCard, cost: i64) -> None:
        super().__init__()
        self.minion: Final = minion
        self.cost: i64 = cost

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
