/* MagicDuel by hand in C: how fast the rules can be on this machine.
 *
 * It follows the rulebook clause by clause, with every option but the coin, and plays the same
 * games as the kernel for the same seeds. limit.py compiles it (-O3 -march=native) and calls it.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUBBLE, SPECTER };
enum { TICK, ON_HIT };                                     /* burn_mode */
enum { TIE, HIGHER_HP };                                   /* limit_result */
enum { RUNNING, ATTACK, BURN, STORM, REPETITION, LIMIT };  /* reason */
/* Kinds of move (MD-8.1), in the order of the legal list; STRIKE is a Specter's attack. */
enum { NORMAL, PIERCE, HEAL, MAGIC, CAST_BUBBLE, CAST_SPECTER, SHIELD, FIERY, STRIKE };

enum {
    PLAYER = -1, /* a target that is no minion; for a cast: a new minion */
    SLOTS = 2,   /* MD-7.1 */
    BOLT = 3, NEEDLE = 5, MEND = 5, CHARGE = 4,
    MAX_TURNS = 1000, /* round_limit is at most 500 */
    MAX_LEGAL = 224,
};

/* Section 4 of the rules, in its order; limit.py has the same list. */
typedef struct {
    int32_t max_hp, moves_per_turn, first_turn_moves, first_player, starting_magic, second_magic,
        distinct_moves, heal_limit, shield_max_cast, shield_cap, shield_armour, magic_cap,
        burn_mode, burn_cap, burn_fade, bubble_fuse, bubble_final_drip, summoning_sickness,
        attack_minions, shield_move, fiery_shield, storm_round, round_limit, limit_result,
        repetition_limit;
} Options;

typedef struct { int32_t uid, kind, hp, attack, age, ready; } Minion;
typedef struct { int32_t hp, magic, burn, shield, count; Minion minions[SLOTS]; } Player;
typedef struct { int32_t seat, moves_left; Player players[2]; } Position; /* MD-9.5, uids 0 */
typedef struct { uint64_t hash; Position position; } Past;
_Static_assert(sizeof(Position) % 8 == 0, "hash_of reads two numbers at a time");

typedef struct {
    Player players[2];
    int32_t active, round, turn, moves_left, used, heals_used, aiming, next_uid, reason, winner;
    int32_t seen;         /* positions recorded so far */
    Past past[MAX_TURNS]; /* a copy takes only those seen */
} State;

typedef uint32_t Action; /* kind, target + 1, amount: a byte each, so that lists are quick to write */

static inline Action action(int kind, int target, int amount) { return kind | (target + 1) << 8 | amount << 16; }
static inline int kind_of(Action a) { return a & 255; }
static inline int target_of(Action a) { return (int)(a >> 8 & 255) - 1; }
static inline int amount_of(Action a) { return a >> 16; }

/* ---- FastChance: sfc32 on 32-bit words ---- */

typedef struct { uint32_t a, b, c, counter; } Chance;

static inline uint32_t word(Chance *r) {
    uint32_t t = r->a + r->b + r->counter++;
    r->a = r->b ^ (r->b >> 9);
    r->b = r->c + (r->c << 3);
    r->c = ((r->c << 21) | (r->c >> 11)) + t;
    return t;
}

static Chance seeded(uint64_t seed) {
    Chance r = {0x9E3779B9u, (uint32_t)seed, (uint32_t)(seed >> 32), 1};
    for (int i = 0; i < 12; i++) word(&r);
    return r;
}

static inline uint32_t below(Chance *r, uint32_t n) {
    uint64_t x = (uint64_t)word(r) * n;
    if ((uint32_t)x < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)x < threshold) x = (uint64_t)word(r) * n;
    }
    return x >> 32;
}

static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

/* ---- Section 6: what is legal, in the order of the rules ---- */

static inline Action *per_target(Action *out, int kind, int first, int count) {
    for (int i = first; i < count; i++) *out++ = action(kind, i, 0);
    return out;
}

static inline Action *per_amount(Action *out, int kind, int most_amount) {
    for (int i = 0; i <= most_amount; i++) out[i] = action(kind, PLAYER, i);
    return out + most_amount + 1;
}

static inline Action *casts(Action *out, const Player *me, int kind, int minion, int cost) {
    if (me->magic < cost) return out;
    if (me->count < SLOTS) { *out++ = action(kind, PLAYER, 0); return out; }
    for (int i = 0; i < SLOTS; i++)
        if (me->minions[i].kind == minion) *out++ = action(kind, i, 0);
    return out;
}

static int legal(const Options *o, const State *s, Action *list) {
    const Player *me = &s->players[s->active];
    const int foes = s->players[1 - s->active].count;
    Action *out = list;
    if (!s->moves_left) return per_target(out, STRIKE, PLAYER, foes) - list;
    const int targets = o->attack_minions ? foes : 0;
    const int barred = o->distinct_moves ? s->used : 0;
    if (!(barred >> NORMAL & 1)) {
        out = per_amount(out, NORMAL, 2);
        out = per_target(out, NORMAL, 0, targets);
    }
    if (!(barred >> PIERCE & 1)) out = per_target(out, PIERCE, PLAYER, targets);
    if (!(barred >> HEAL & 1) && !(o->heal_limit && s->heals_used >= o->heal_limit))
        out = per_amount(out, HEAL, o->shield_max_cast);
    if (!(barred >> MAGIC & 1)) *out++ = action(MAGIC, PLAYER, 0);
    if (!(barred >> CAST_BUBBLE & 1)) out = casts(out, me, CAST_BUBBLE, BUBBLE, 2);
    if (!(barred >> CAST_SPECTER & 1)) out = casts(out, me, CAST_SPECTER, SPECTER, 5);
    if (o->shield_move && !(barred >> SHIELD & 1)) out = per_amount(out, SHIELD, o->shield_max_cast);
    if (o->fiery_shield && me->magic >= 1 && !(barred >> FIERY & 1)) *out++ = action(FIERY, PLAYER, 0);
    return out - list;
}

/* ---- Section 9: the verbs ---- */

static inline void charge(const Options *o, Player *p, int n) { p->magic = least(o->magic_cap, p->magic + n); }
static inline void ward(const Options *o, Player *p, int n) { p->shield = least(o->shield_cap, p->shield + n); }

static inline void over(State *s, int reason, int winner) { s->reason = reason; s->winner = winner; }

static inline void remove_minion(Player *p, int i) {
    if (i == 0) p->minions[0] = p->minions[1];
    p->count--;
}

/* MD-4.9 */
static inline void wound(Player *p, int i, int damage) {
    if ((p->minions[i].hp -= damage) <= 0) remove_minion(p, i);
}

/* MD-4.4 to MD-4.7, MD-4.10 */
static inline void hit(const Options *o, Player *p, int damage, int burn) {
    int absorbed = least(p->shield, damage);
    if (!o->shield_armour) p->shield -= absorbed;
    if (damage == absorbed) return;
    p->hp -= damage - absorbed;
    p->burn = least(o->burn_cap, p->burn + burn);
    if (o->burn_mode == ON_HIT) p->hp -= p->burn;
}

/* MD-7.2 to MD-7.5 */
static inline void cast(const Options *o, State *s, Player *p, int kind, int slot) {
    p->magic -= kind == BUBBLE ? 2 : 5;
    if (slot == PLAYER) {
        p->minions[p->count++] = kind == BUBBLE
            ? (Minion){s->next_uid++, BUBBLE, 6, 0, 0, !o->summoning_sickness}
            : (Minion){s->next_uid++, SPECTER, 10, 1, 0, !o->summoning_sickness};
    } else if (kind == BUBBLE) {
        p->minions[slot].hp += 2;
    } else {
        p->minions[slot].hp += 1;
        p->minions[slot].attack += 1;
    }
}

/* ---- MD-3: the turn ---- */

static inline uint64_t hash_of(const Position *p) {
    uint64_t h = 0x9E3779B97F4A7C15u, two;
    for (size_t i = 0; i < sizeof *p; i += sizeof two) {
        memcpy(&two, (const char *)p + i, sizeof two);
        h = (h ^ two) * 0xD6E8FEB86659FD93u;
        h ^= h >> 32;
    }
    return h;
}

/* MD-9.5 */
static void record_position(const Options *o, State *s) {
    Past *now = &s->past[s->seen];
    memset(&now->position, 0, sizeof now->position);
    now->position.seat = s->active;
    now->position.moves_left = s->moves_left;
    for (int seat = 0; seat < 2; seat++) {
        const Player *p = &s->players[seat];
        Player *q = &now->position.players[seat];
        memcpy(q, p, offsetof(Player, minions) + p->count * sizeof(Minion));
        for (int i = 0; i < p->count; i++) q->minions[i].uid = 0;
    }
    now->hash = hash_of(&now->position);
    int times = 1;
    for (int i = s->seen++ - 1; i >= 0; i--)
        times += s->past[i].hash == now->hash
            && !memcmp(&s->past[i].position, &now->position, sizeof now->position);
    if (times >= o->repetition_limit) over(s, REPETITION, -1);
}

/* MD-3.2 to MD-3.6 */
static void begin_turn(const Options *o, State *s) {
    Player *p = &s->players[s->active];
    s->moves_left = s->turn++ ? o->moves_per_turn : o->first_turn_moves;
    s->used = s->heals_used = s->aiming = 0;
    p->shield = most(p->shield - 1, 0);
    if (o->burn_mode == TICK) {
        p->hp -= p->burn;
        p->burn = most(p->burn - o->burn_fade, 0);
        if (p->hp <= 0) { over(s, BURN, 1 - s->active); return; }
    }
    for (int i = 0; i < p->count; i++) {
        Minion *m = &p->minions[i];
        m->age++;
        m->ready = 1;
        if (m->kind == BUBBLE && (o->bubble_final_drip || m->age < o->bubble_fuse)) charge(o, p, 1);
    }
    for (int i = 0; i < p->count;) {
        Minion *m = &p->minions[i];
        if (m->kind == BUBBLE && m->age >= o->bubble_fuse) {
            charge(o, p, m->hp);
            remove_minion(p, i);
        } else i++;
    }
    if (o->repetition_limit && !o->storm_round) record_position(o, s);
}

/* MD-3.9, MD-8.6, MD-9.6 */
static void end_turn(const Options *o, State *s) {
    if (s->active != o->first_player) {
        int32_t *first = &s->players[0].hp, *second = &s->players[1].hp;
        if (o->storm_round && s->round >= o->storm_round) {
            int force = s->round - o->storm_round + 1;
            *first -= force;
            *second -= force;
            if (*first <= 0 || *second <= 0) {
                over(s, STORM, *first > 0 ? 0 : *second > 0 ? 1 : -1);
                return;
            }
        }
        if (s->round >= o->round_limit) {
            int tie = o->limit_result == TIE || *first == *second;
            over(s, LIMIT, tie ? -1 : *first < *second);
            return;
        }
        s->round++;
    }
    s->active = 1 - s->active;
    begin_turn(o, s);
}

/* MD-7.10 */
static inline void strike(const Options *o, State *s, int target) {
    Player *me = &s->players[s->active], *foe = &s->players[1 - s->active];
    int damage = me->minions[s->aiming++].attack;
    if (target == PLAYER) hit(o, foe, damage, 1);
    else wound(foe, target, damage);
    if (foe->hp <= 0) over(s, ATTACK, s->active);
}

/* MD-3.8: on to the next Specter that is ready, or else to the end of the turn. */
static void aim_or_end(const Options *o, State *s) {
    const Player *me = &s->players[s->active];
    for (; s->aiming < me->count; s->aiming++) {
        const Minion *m = &me->minions[s->aiming];
        if (m->kind == SPECTER && m->ready) return;
    }
    end_turn(o, s);
}

static void act(const Options *o, State *s, Action a) {
    Player *me = &s->players[s->active], *foe = &s->players[1 - s->active];
    if (kind_of(a) == STRIKE) {
        strike(o, s, target_of(a));
        if (!s->reason) aim_or_end(o, s);
        return;
    }
    s->used |= 1 << kind_of(a);
    switch (kind_of(a)) {
    case NORMAL: {
        int damage = BOLT + me->magic;
        me->magic = 0;
        if (target_of(a) == PLAYER) hit(o, foe, damage, amount_of(a));
        else wound(foe, target_of(a), damage);
        break;
    }
    case PIERCE:
        if (target_of(a) == PLAYER) foe->hp -= NEEDLE;
        else wound(foe, target_of(a), NEEDLE);
        break;
    case HEAL:
        s->heals_used++;
        me->hp = least(o->max_hp, me->hp + MEND);
        me->burn = 0;
        ward(o, me, amount_of(a));
        break;
    case MAGIC: charge(o, me, CHARGE); break;
    case CAST_BUBBLE: cast(o, s, me, BUBBLE, target_of(a)); break;
    case CAST_SPECTER: cast(o, s, me, SPECTER, target_of(a)); break;
    case SHIELD: ward(o, me, amount_of(a)); break;
    case FIERY: {
        int spent = me->magic;
        me->magic = 0;
        ward(o, me, spent + 3);
        break;
    }
    }
    if (foe->hp <= 0) { over(s, ATTACK, s->active); return; }
    if (!--s->moves_left) aim_or_end(o, s);
}

static void start(const Options *o, State *s) {
    memset(s, 0, offsetof(State, past));
    for (int seat = 0; seat < 2; seat++) {
        s->players[seat].hp = o->max_hp;
        int magic = o->starting_magic + (seat != o->first_player ? o->second_magic : 0);
        s->players[seat].magic = least(o->magic_cap, magic);
    }
    s->active = o->first_player;
    s->round = s->next_uid = 1;
    s->winner = -1;
    begin_turn(o, s);
}

/* Section 6: lists the answers to the next question, 0 when the game is over. What has only one
   answer is not asked. */
static inline int ask(const Options *o, State *s, Action *list) {
    while (!s->reason) {
        int size = legal(o, s, list);
        if (size != 1) return size;
        act(o, s, list[0]);
    }
    return 0;
}

/* ---- What limit.py calls ---- */

/* COUNT games of random play from seed FIRST on; the checksum covers how every game ended. */
void magicduel_playouts(const Options *o, uint64_t first, uint64_t count, int64_t *steps, uint32_t *checksum) {
    static State s;
    Action list[MAX_LEGAL];
    *steps = 0;
    *checksum = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        Chance chance = seeded(seed);
        start(o, &s);
        for (int size; (size = ask(o, &s, list)); ++*steps) act(o, &s, list[below(&chance, size)]);
        for (int seat = 0; seat < 2; seat++) {
            const Player *p = &s.players[seat];
            *checksum = *checksum * 31 + p->hp + 7 * p->magic + 13 * p->burn + 17 * p->shield;
        }
        *checksum = *checksum * 31 + s.turn + 1000 * s.reason;
    }
}

static int write_target(char *out, const Player *foe, int target) {
    return target == PLAYER ? sprintf(out, "player") : sprintf(out, "%d", foe->minions[target].uid);
}

static int write_action(char *out, const State *s, Action a) {
    static const char *const minion[] = {"bubble", "specter"};
    const Player *me = &s->players[s->active], *foe = &s->players[1 - s->active];
    int n;
    switch (kind_of(a)) {
    case NORMAL: n = sprintf(out, "attack:normal:%d:", amount_of(a)); return n + write_target(out + n, foe, target_of(a));
    case PIERCE: n = sprintf(out, "attack:pierce:"); return n + write_target(out + n, foe, target_of(a));
    case STRIKE: n = sprintf(out, "specter:%d:", me->minions[s->aiming].uid); return n + write_target(out + n, foe, target_of(a));
    case HEAL: return sprintf(out, "heal:%d", amount_of(a));
    case SHIELD: return sprintf(out, "shield:%d", amount_of(a));
    case MAGIC: return sprintf(out, "magic");
    case FIERY: return sprintf(out, "fiery");
    default:
        if (target_of(a) == PLAYER) return sprintf(out, "summon:%s", minion[kind_of(a) - CAST_BUBBLE]);
        return sprintf(out, "buff:%s:%d", minion[kind_of(a) - CAST_BUBBLE], me->minions[target_of(a)].uid);
    }
}

/* One game as text: "index/size action" per decision, then how it ended. Returns the length. */
int64_t magicduel_trace(const Options *o, uint64_t seed, char *out, int64_t room) {
    static const char *const reason[] = {"running", "attack", "burn", "storm", "repetition", "limit"};
    static State s;
    Action list[MAX_LEGAL];
    Chance chance = seeded(seed);
    char *const begin = out, *const last = out + room - 512;
    start(o, &s);
    for (int size; out < last && (size = ask(o, &s, list)); ) {
        int index = below(&chance, size);
        out += sprintf(out, "%d/%d ", index, size);
        out += write_action(out, &s, list[index]);
        *out++ = '\n';
        act(o, &s, list[index]);
    }
    for (int seat = 0; seat < 2; seat++) {
        const Player *p = &s.players[seat];
        out += sprintf(out, "hp %d magic %d burn %d shield %d", p->hp, p->magic, p->burn, p->shield);
        for (int i = 0; i < p->count; i++) {
            const Minion *m = &p->minions[i];
            out += sprintf(out, " %s:%d:%d:%d:%d", m->kind == BUBBLE ? "bubble" : "specter", m->uid, m->hp, m->attack, m->age);
        }
        *out++ = '\n';
    }
    out += sprintf(out, "round %d turn %d winner %d %s\n", s.round, s.turn, s.winner, reason[s.reason]);
    return out - begin;
}

/* COUNT copies, each in memory of its own, of the state after STEPS decisions of the game of SEED. */
int64_t magicduel_copies(const Options *o, uint64_t seed, int64_t steps, int64_t count) {
    static State s;
    Action list[MAX_LEGAL];
    Chance chance = seeded(seed);
    int64_t sum = 0;
    start(o, &s);
    for (int size; (size = ask(o, &s, list)) && steps--; ) act(o, &s, list[below(&chance, size)]);
    const size_t size = offsetof(State, past) + s.seen * sizeof(Past);
    for (int64_t i = 0; i < count; i++) {
        State *copy = malloc(size);
        memcpy(copy, &s, size);
        __asm__ volatile("" ::"r"(copy) : "memory");
        sum += copy->turn;
        free(copy);
    }
    return sum;
}
