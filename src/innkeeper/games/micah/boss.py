"""MG-16: the Final Boss, fought in sealed rounds by whoever dares."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.dice import Dice
from innkeeper.engine.events import Kind
from innkeeper.engine.frame import Frame, Sealed, seats_of
from innkeeper.games.micah import ending, events
from innkeeper.games.micah.book import Mood
from innkeeper.games.micah.clauses import Deed, run
from innkeeper.games.micah.encounter import consume, suffer
from innkeeper.games.micah.rolls import roll_dice, roll_stat
from innkeeper.games.micah.state import Micah
from innkeeper.games.micah.terms import (
    ATTACK,
    AUTO,
    BEST,
    BOSS_FIGHTS,
    CHALLENGERS,
    CHARISMA,
    DIE,
    ESCAPE,
    MOD,
    SPEED,
    WARD,
)

STRIKE: Final = 0
DISTRACT: Final = 1
GUARD: Final = 2
RETREAT: Final = 3
ROLLS: Final = [ATTACK, CHARISMA, SPEED, SPEED]  # the stat each choice rolls


# The challenge


def challenge(s: Micah) -> None:
    """MG-16.1, MG-16.2: the active player challenges; the others decide secretly whether to join."""
    s.stack.pop()
    s.tell(events.BOSS_CHALLENGED, s.active, s.active)
    others = ending.living_mask(s) & ~(1 << s.active)
    if others == 0:
        form_team(s, 1 << s.active)
    else:
        s.ask_sealed(BOSS_JOIN, others)


@final
class BossJoin(Sealed[Micah]):
    """MG-16.2: join or decline, sealed."""

    def actions(self, s: Micah, seat: i64) -> list[Action]:
        return [s.book.join.at(), s.book.stay.at()]

    def answered(self, s: Micah, seat: i64, action: Action) -> None:
        s.tell(events.JOIN_SEALED, seat)

    def reveal(self, s: Micah, choices: list[Action | None]) -> None:
        s.stack.pop()
        team: i64 = 1 << s.active
        for seat in range(s.seats):
            choice = choices[seat]
            if choice is not None and choice.verb is s.book.join:
                team |= 1 << seat
        form_team(s, team)

    def timeout(self, s: Micah, seat: i64) -> Action:
        return s.book.stay.at()

    def refusal(self, s: Micah, seat: i64, text: str) -> tuple[str, str] | None:
        if (s.owing >> seat) & 1 == 0:
            return "the others still decide whether to face the Boss", "MG-16.2"
        return f"seat {s.active} challenges the Boss: join or decline", "MG-16.2"


def form_team(s: Micah, team: i64) -> None:
    """MG-16.3: the Boss's HP grow with the number of challengers."""
    boss = s.book.boss
    count: i64 = len(seats_of(team))
    s.fighters = team
    s.boss_most = max(boss.hp_least, boss.hp_base + s.rules.boss_hp * count)
    s.boss_hp = s.boss_most
    s.boss_defense = boss.defense
    s.boss_round = 0
    s.tally[BOSS_FIGHTS] += 1
    s.tally[CHALLENGERS] += count
    if s.log is not None:
        s.tell_data(events.BOSS_TEAM_FORMED, s.active, {"challengers": seats_of(team)}, s.boss_most)
    s.stack.append(BOSS_FIGHT)


def temper_of(s: Micah) -> i64:
    """MG-16.11: from the sixth boss round on, every attack gets worse."""
    boss = s.book.boss
    return max(0, boss.temper * (s.boss_round - boss.temper_from + 1))


# The fight


@final
class BossFight(Frame[Micah]):
    """MG-16.4: round after round, a mood and then everybody's choice."""

    def proceed(self, s: Micah) -> bool:
        boss = s.book.boss
        if s.boss_round >= boss.last_round:
            end_fight(s, "asleep")
            return False
        s.boss_round += 1
        s.boss_mood = s.chance.die(len(boss.moods)) - 1
        mood = boss.moods[s.boss_mood]
        s.boss_defense = boss.defense + mood.defense
        temper = temper_of(s)
        if s.log is not None:
            kind = events.BOSS_TEMPER_ROLLED if temper > 0 else events.BOSS_MOOD_ROLLED
            s.tell_data(kind, -1, {"mood": mood.id}, s.boss_round, b=s.boss_defense, c=temper)
        s.ask_sealed(BOSS_ROUND, s.fighters)
        return False


@final
class BossRound(Sealed[Micah]):
    """MG-16.5: strike, distract, guard or retreat, with at most one battle item, sealed."""

    def actions(self, s: Micah, seat: i64) -> list[Action]:
        book = s.book
        hero = s.heroes[seat]
        last: i64 = RETREAT if s.rules.boss_retreat else GUARD
        found: list[Action] = []
        for choice in range(last + 1):
            found.append(book.choices[choice].at())
        for choice in range(last + 1):
            for place in range(len(hero.pack)):
                item = hero.pack[place]
                if hero.pack.index(item) == place and helps(s, seat, item, choice):
                    found.append(book.choices_with[choice].at1(item))
        return found

    def answered(self, s: Micah, seat: i64, action: Action) -> None:
        s.tell(events.CHOICE_SEALED, seat)

    def reveal(self, s: Micah, choices: list[Action | None]) -> None:
        s.stack.pop()
        tell_choices(s, choices)
        use_items(s, choices)
        play_round(s, [choice_of(s, action) for action in choices])
        for hero in s.heroes:
            if len(hero.items) > 0:
                hero.items = []

    def timeout(self, s: Micah, seat: i64) -> Action:
        return s.book.choices[GUARD].at()

    def refusal(self, s: Micah, seat: i64, text: str) -> tuple[str, str] | None:
        if (s.fighters >> seat) & 1 == 0:
            return "you are not in the boss fight", "MG-16.4"
        if (s.owing >> seat) & 1 == 0:
            return "your choice is sealed; the others still choose", "MG-16.4"
        if text.partition(":")[0] == "retreat" and not s.rules.boss_retreat:
            return "at this table nobody retreats from the Boss", "MG-16.6"
        return "strike, distract, guard or retreat, with at most one battle item that helps", "MG-16.5"


def helps(s: Micah, seat: i64, item: i64, choice: i64) -> bool:
    """Is this battle item offered with that choice?"""
    stat: i64 = ROLLS[choice]
    useful: i64 = 1 << BEST | 1 << WARD | 1 << (DIE + stat) | 1 << (MOD + stat)
    if choice == RETREAT:
        useful |= 1 << (AUTO + ESCAPE)
    for clause in s.book.treasures[item].battles:
        if (clause.heals or clause.touches & useful != 0) and clause.holds(s, seat):
            return True
    return False


def choice_of(s: Micah, action: Action | None) -> i64:
    """Which of the four an answer was; -1 for seats that gave none."""
    if action is None:
        return -1
    for choice in range(4):
        if action.verb is s.book.choices[choice] or action.verb is s.book.choices_with[choice]:
            return choice
    return -1


def tell_choices(s: Micah, choices: list[Action | None]) -> None:
    if s.log is not None:
        shown: dict[str, object] = {}
        for seat in range(s.seats):
            action = choices[seat]
            if action is not None:
                shown[str(seat)] = action.id
        if len(shown) > 0:  # the last challenger may have left
            s.tell_data(events.BOSS_CHOICES_REVEALED, -1, {"choices": shown})


def use_items(s: Micah, choices: list[Action | None]) -> None:
    """MG-16.5: items are used up at the reveal and work for this round only."""
    for seat in range(s.seats):
        action = choices[seat]
        if action is not None and len(action.verb.domains) > 0:
            card = s.book.treasures[action.a]
            consume(s, seat, action.a)
            s.heroes[seat].items = [action.a]
            run(s, card.battles, Deed(seat, card.id, "MG-16.5", seat))


def play_round(s: Micah, choices: list[i64]) -> None:
    """MG-16.4: the six stages, each in seat order; the end is checked after every one."""
    if ended(s):
        return
    for seat in range(s.seats):
        if choices[seat] == RETREAT and in_fight(s, seat):
            retreat(s, seat)
    if ended(s):
        return
    for seat in range(s.seats):
        if choices[seat] == DISTRACT and in_fight(s, seat):
            distract(s, seat)
    for seat in range(s.seats):
        if choices[seat] == STRIKE and in_fight(s, seat):
            strike_boss(s, seat)
            if s.over:
                return
    guarded: i64 = 0
    for seat in range(s.seats):
        if choices[seat] == GUARD and in_fight(s, seat) and guard(s, seat):
            guarded |= 1 << seat
    boss_acts(s, s.book.boss.moods[s.boss_mood], guarded)
    ended(s)


def in_fight(s: Micah, seat: i64) -> bool:
    return (s.fighters >> seat) & 1 == 1


def ended(s: Micah) -> bool:
    """MG-16.13: nobody is left to fight him, or the whole game is over."""
    if s.check(s.book.boss.id):
        return True
    if s.fighters == 0:
        end_fight(s, "nobody_left")
        return True
    return False


def retreat(s: Micah, seat: i64) -> None:
    """MG-16.6: fast enough, or hidden by smoke."""
    success = False
    for item in s.heroes[seat].items:
        success = success or (s.book.treasures[item].battle_touches >> (AUTO + ESCAPE)) & 1 == 1
    if not success:
        needed = s.book.boss.retreat
        success = roll_stat(s, seat, SPEED, False, "retreat", needed, events.ROLLED_CHECK) >= needed
    if success:
        s.fighters &= ~(1 << seat)
    s.tell(events.BOSS_RETREATED[success], seat, 1 if success else 0)


def distract(s: Micah, seat: i64) -> None:
    """MG-16.7: his Defense drops for this round."""
    needed = s.book.boss.distract
    success = roll_stat(s, seat, CHARISMA, False, "distract", needed, events.ROLLED_CHECK) >= needed
    if success:
        s.boss_defense -= s.book.boss.distracted
    s.tell(events.BOSS_DISTRACTED[success], seat, 1 if success else 0, s.boss_defense)


def strike_boss(s: Micah, seat: i64) -> None:
    """MG-16.8: a total that reaches his Defense takes that much HP."""
    target: i64 = max(0, s.boss_defense)
    total = roll_stat(s, seat, ATTACK, True, "strike", target, events.ROLLED_CHECK)
    if total < s.boss_defense:
        return
    s.boss_hp = max(0, s.boss_hp - total)
    s.tell(events.BOSS_HIT, seat, total, s.boss_hp)
    if s.boss_hp == 0:
        s.tell_data(events.BOSS_FIGHT_ENDED, -1, {"why": "slain"})
        winners = ending.living_mask(s) if s.rules.bystanders_share else s.fighters
        ending.finish(s, winners, "boss_slain", "MG-15.4")


def guard(s: Micah, seat: i64) -> bool:
    """MG-16.9: his attack misses those who are quick enough."""
    needed = s.book.boss.guard
    success = roll_stat(s, seat, SPEED, False, "guard", needed, events.ROLLED_CHECK) >= needed
    s.tell(events.BOSS_GUARDED[success], seat, 1 if success else 0)
    return success


def boss_acts(s: Micah, mood: Mood, guarded: i64) -> None:
    """MG-16.10: what his mood makes him do; one roll for all whom he attacks."""
    if mood.collect > 0:
        for seat in range(s.seats):
            if in_fight(s, seat):
                hero = s.heroes[seat]
                taken: i64 = hero.coin * mood.collect // 100
                hero.coin -= taken
                tell_boss_effect(s, "coin", events.COIN_LOST, seat, -taken, hero.coin)
    recover = mood.recover
    if recover is not None:
        before = s.boss_hp
        s.boss_hp = min(s.boss_most, before + roll_dice(s, -1, recover, "recover"))
        tell_boss_effect(s, "recover", events.BOSS_RECOVERED, -1, s.boss_hp - before, s.boss_hp)
    attack = mood.attack
    if attack is None:
        return
    value = roll_dice(s, -1, Dice(attack.sides, attack.plus + temper_of(s)), "boss")
    targets = strongest(s) if mood.strongest else s.fighters
    if s.log is not None:
        s.tell_data(events.BOSS_ATTACKED, -1, {"targets": seats_of(targets)}, value)
    for seat in range(s.seats):
        if (targets >> seat) & 1 == 1 and (guarded >> seat) & 1 == 0:
            if s.change(seat, WARD) > 0:
                hp = s.heroes[seat].hp
                s.tell(events.WARDED, seat, value, hp, hp, 1)
            else:
                suffer(s, seat, value)
                s.cap_hp(seat)


def strongest(s: Micah) -> i64:
    """The challenger with the most HP, the lowest seat among equals, as a mask."""
    best: i64 = -1
    for seat in range(s.seats):
        if in_fight(s, seat) and (best < 0 or s.heroes[seat].hp > s.heroes[best].hp):
            best = seat
    return 1 << best


def tell_boss_effect(s: Micah, verb: str, kind: Kind, seat: i64, amount: i64, value: i64) -> None:
    if s.log is not None:
        about: dict[str, object] = {
            "source": s.book.boss.id,
            "verb": verb,
            "trigger": "MG-16.10",
            "cards": [],
        }
        s.tell_data(kind, -1, about, seat, b=amount, c=value)


def end_fight(s: Micah, why: str) -> None:
    """MG-16.13: the Boss goes back to his business, at full health; the turn ends."""
    if s.log is not None:
        s.tell_data(events.BOSS_FIGHT_ENDED, -1, {"why": why})
    s.fighters = 0
    s.boss_hp = 0
    s.boss_most = 0
    s.boss_round = 0
    s.boss_mood = 0
    s.boss_defense = 0
    s.stack.pop()


BOSS_JOIN: Final = BossJoin("boss_join")
BOSS_FIGHT: Final = BossFight("boss_fight")
BOSS_ROUND: Final = BossRound("boss_round")
