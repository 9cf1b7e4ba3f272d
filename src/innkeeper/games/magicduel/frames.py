"""The turn of MagicDuel, from top to bottom as in MD-3."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from innkeeper.engine.action import Action
from innkeeper.engine.chance import Chance
from innkeeper.engine.events import Log
from innkeeper.engine.frame import Frame
from innkeeper.games.magicduel import events
from innkeeper.games.magicduel.book import AT_PLAYER, SPARK_AND_TARGET, WARD, Book
from innkeeper.games.magicduel.effects import Cast, charge, hit, ignite, lose_health
from innkeeper.games.magicduel.legal import moves_of
from innkeeper.games.magicduel.refusals import why_not, why_not_aim
from innkeeper.games.magicduel.state import Duel, Duelist, Minion, Rules


def start(book: Book, rules: Rules, first_player: str, chance: Chance, log: Log | None) -> Duel:
    """MD-1, MD-2: set up the table, toss the coin if there is one, and open the first turn."""
    s = Duel(book, rules, [Duelist(rules.max_hp, 0, 0, 0, []), Duelist(rules.max_hp, 0, 0, 0, [])])
    s.chance = chance
    s.log = log
    roll: i64 = 0
    if first_player == "coin":
        roll = chance.die(2)
        s.first = roll - 1
    elif first_player == "seat1":
        s.first = 1
    s.active = s.first
    charge(s, s.first, rules.starting_magic)
    charge(s, 1 - s.first, rules.starting_magic + rules.second_magic)
    if s.log is not None:
        s.tell_data(events.GAME_STARTED, -1, {"options": dict(rules.options)}, s.first)
        if roll > 0:
            s.tell(events.COIN_TOSSED, -1, roll, s.first)
    s.stack = [START_TURN]
    return s


@final
class StartTurn(Frame[Duel]):
    """MD-3.2 to MD-3.6: decay, burn, ageing, drip, burst."""

    def proceed(self, s: Duel) -> bool:
        rules = s.rules
        me = s.duelists[s.active]
        s.moves_left = rules.first_turn_moves if s.turn == 1 else rules.moves_per_turn
        s.used = 0
        s.aimed = 0
        s.tell(events.TURN_STARTED, s.active, s.moves_left)
        if me.shield > 0:
            me.shield -= 1
            s.tell(events.SHIELD_DECAYED, s.active, me.shield)
        if rules.burn_ticks and me.burn > 0:
            burn(s, me)
            if s.check_fallen("burn"):
                return False
        if len(me.minions) > 0:
            tend_minions(s, me)
        if rules.repetition_limit > 0:
            s.open_position()
            position = s.position
            if position is not None and position.times >= rules.repetition_limit:
                s.tie("repetition", "MD-9.5")
                return False
        s.stack[-1] = MOVES_DOWN_TO_ONE if rules.may_leave_one else MOVES
        return False


def burn(s: Duel, me: Duelist) -> None:
    """MD-3.3: burn costs health and stays, less what fades."""
    amount = me.burn
    me.burn = max(0, me.burn - s.rules.burn_fade)
    s.tell(events.BURN_TICKED, s.active, amount, me.hp - amount, me.burn)
    lose_health(s, s.active, amount, events.BY_BURN)


def tend_minions(s: Duel, me: Duelist) -> None:
    """MD-3.4 to MD-3.6: all grow older, then all Bubbles drip, then the old ones burst."""
    fuse = s.rules.bubble_fuse
    for minion in me.minions:
        minion.age += 1
        minion.ready = True
    for minion in me.minions:
        drip = minion.card.drip
        if drip > 0 and (s.rules.bubble_final_drip or not minion.card.bursts or minion.age < fuse):
            gained = charge(s, s.active, drip)
            s.tell(events.BUBBLE_DRIPPED, s.active, minion.uid, gained, me.magic, drip - gained)
    staying: list[Minion] = []
    for minion in me.minions:
        if minion.card.bursts and minion.age >= fuse:
            gained = charge(s, s.active, minion.hp)
            s.tell(events.BUBBLE_BURST, s.active, minion.uid, gained, me.magic, minion.hp - gained)
        else:
            staying.append(minion)
    me.minions = staying


@final
class Moves(Frame[Duel]):
    """MD-3.7: the active seat makes its moves, one at a time."""

    def proceed(self, s: Duel) -> bool:
        if s.moves_left > 0:
            return True
        s.stack[-1] = SPECTERS
        return False

    def deciders(self, s: Duel) -> i64:
        return 1 << s.active

    def actions(self, s: Duel, seat: i64) -> list[Action]:
        return moves_of(s, seat)

    def apply(self, s: Duel, seat: i64, action: Action) -> None:
        move = s.book.moves[action.verb.tag]
        s.moves_left -= 1
        s.used = (s.used << 4) | (move.number + 1)
        asks = move.asks
        if asks == SPARK_AND_TARGET:
            cast = Cast(seat, action.a, action.b, 0)
        elif asks == WARD:
            cast = Cast(seat, 0, AT_PLAYER, action.a)
        else:
            cast = Cast(seat, 0, action.a, 0)
        for effect in move.effects:
            effect.do(s, cast)
        s.check_fallen("attack")

    def timeout(self, s: Duel, seat: i64) -> Action:
        legal = s.actions(seat)
        for wanted in (
            "magic",
            f"heal:{s.rules.shield_max_cast}",
            "attack:pierce:player",
            "attack:normal:2:player",
        ):
            for action in legal:
                if action.id == wanted:
                    return action
        return legal[0]

    def refusal(self, s: Duel, seat: i64, text: str) -> tuple[str, str] | None:
        return why_not(s, seat, text)


@final
class Specters(Frame[Duel]):
    """MD-3.8: each ready Specter attacks; its target is chosen just before."""

    def proceed(self, s: Duel) -> bool:
        if s.specter() is not None:
            return True
        s.stack[-1] = END_TURN
        return False

    def deciders(self, s: Duel) -> i64:
        return 1 << s.active

    def actions(self, s: Duel, seat: i64) -> list[Action]:
        specter = s.specter()
        assert specter is not None
        aim = s.book.aim
        found = [aim.at2(specter.uid, AT_PLAYER)]
        for minion in s.duelists[1 - seat].minions:
            found.append(aim.at2(specter.uid, minion.uid))
        return found

    def apply(self, s: Duel, seat: i64, action: Action) -> None:
        specter = s.duelists[seat].minion(action.a)
        target = action.b
        s.aimed = specter.uid
        unasked = len(s.duelists[1 - seat].minions) == 0
        s.tell(events.SPECTER_ATTACKED, seat, specter.uid, target, specter.attack, 1 if unasked else 0)
        lost = hit(s, seat, target, specter.attack, events.BY_SPECTER)
        if target == AT_PLAYER:
            ignite(s, seat, specter.card.burn, lost)
        s.check_fallen("attack")

    def refusal(self, s: Duel, seat: i64, text: str) -> tuple[str, str] | None:
        return why_not_aim(s, seat)


@final
class EndTurn(Frame[Duel]):
    """MD-3.9: the turn ends; after the second player's turn, so does the round."""

    def proceed(self, s: Duel) -> bool:
        if s.active != s.first:
            end_round(s)
            if s.over:
                return False
            s.round += 1
        s.turn += 1
        s.active = 1 - s.active
        s.stack[-1] = START_TURN
        return False


def end_round(s: Duel) -> None:
    """The storm (MD-8.6), then the round limit (MD-9.6)."""
    storm = storm_of(s)
    players = s.duelists
    if storm > 0:
        if s.log is not None:
            s.tell_data(events.STORM_STRUCK, -1, {"amount": storm, "hp": [d.hp - storm for d in players]})
        lose_health(s, 0, storm, events.BY_STORM)
        lose_health(s, 1, storm, events.BY_STORM)
        if s.check_fallen("storm"):
            return
    if s.round >= s.rules.round_limit:
        if s.rules.higher_hp_wins and players[0].hp != players[1].hp:
            s.win(0 if players[0].hp > players[1].hp else 1, "limit", "MD-9.6")
        else:
            s.tie("limit", "MD-9.6")


def storm_of(s: Duel) -> i64:
    """What the storm takes at the end of this round."""
    first = s.rules.storm_round
    return s.round - first + 1 if 0 < first <= s.round else 0


START_TURN: Final = StartTurn("start")
MOVES: Final = Moves("move")
MOVES_DOWN_TO_ONE: Final = Moves("move", auto=True)
SPECTERS: Final = Specters("specter", auto=True)
END_TURN: Final = EndTurn("end")
