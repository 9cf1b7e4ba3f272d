// Turns 3 and 4 as they are played at the inn: the rounds of `ending.py` and `lastbattle.py`, step by step, for many endings at
// once. A team works at one ending: on an accelerator the threads of a block, elsewhere one thread with wide registers. Battles
// of one shape lie side by side in tiles, and a step does the same for all of a tile.
#pragma once
#include "rules.h"

#ifdef __CUDACC__
#define STEP __device__ inline
#define EACH(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)
#define EACH_TILE(i, n) for (int i = threadIdx.x / 32; i < (n); i += blockDim.x / 32)
#define TOGETHER() __syncthreads()
typedef float real;
typedef float Lane;
typedef bool Mask;
typedef int Codes;
enum { WIDE = 32 };
STEP Lane at(const real* p) { return p[threadIdx.x % 32]; }
STEP void set(real* p, Mask m, Lane v) { if (m) p[threadIdx.x % 32] = v; }
STEP bool some(Mask m) { return __any_sync(~0u, m); }
STEP Mask holds(const int* p) { return p[threadIdx.x % 32] >= 0; }
STEP Codes codes_at(const uint16_t* p) { return p[threadIdx.x % 32]; }
STEP Lane bring(Codes c, int k) { return __int_as_float(0x4B000000 | (c >> 2 * k & 3)) - 8388609.f; }
STEP Lane wide(real x) { return x; }
#else
#define STEP inline
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define EACH_TILE EACH
#define TOGETHER()
#ifndef REAL
#define REAL double
#endif
typedef REAL real;
enum { WIDE = 64 / sizeof(real) };
typedef real Lane __attribute__((vector_size(64)));
typedef decltype(Lane{} != Lane{}) Mask;
typedef Mask Codes;
typedef uint16_t Shorts __attribute__((vector_size(2 * WIDE)));
typedef int Ints __attribute__((vector_size(4 * WIDE)));
STEP Lane at(const real* p) { return *(const Lane*)p; }
STEP void set(real* p, Mask m, Lane v) { *(Lane*)p = m ? v : *(Lane*)p; }
STEP bool some(Mask m) { uint64_t x[8]; memcpy(x, &m, 64); return x[0] | x[1] | x[2] | x[3] | x[4] | x[5] | x[6] | x[7]; }
STEP Mask holds(const int* p) { return __builtin_convertvector(*(const Ints*)p, Mask) >= 0; }
STEP Codes codes_at(const uint16_t* p) { return __builtin_convertvector(*(const Shorts*)p, Codes); }
STEP Lane bring(Codes c, int k) { return __builtin_convertvector(c >> 2 * k & 3, Lane) - (real)1; }
STEP Lane wide(real x) { return Lane{} + x; }
#endif
STEP Lane more(Lane a, Lane b) { return a > b ? a : b; }
STEP Lane less(Lane a, Lane b) { return a < b ? a : b; }
STEP Lane gain(Lane x) { return more(x, wide(0)); }

enum { PAIRS5 = 10, LEAVES = 3, HELD = 3, HANDS3 = 35, NAMES3 = 4, OFTEN = 15, LONG = 60, LATEST = 75, MOST = 360, RESTING = 3 };

// The hands of two among five: what they leave, whom they may face, and where their cards stand among what those leave.
struct Charts { int8_t one[PAIRS5], two[PAIRS5], left[PAIRS5][3], faced[PAIRS5][3], first[PAIRS5][3], second[PAIRS5][3]; };
constexpr int hand_of(int one, int two) { return two * (two - 1) / 2 + one; }
constexpr Charts charts() {
  Charts c{};
  for (int two = 0; two < 5; two++) for (int one = 0; one < two; one++) {
    const int h = hand_of(one, two); int n = 0; c.one[h] = one; c.two[h] = two;
    for (int card = 0; card < 5; card++) if (card != one && card != two) c.left[h][n++] = card;
    c.faced[h][0] = hand_of(c.left[h][0], c.left[h][1]); c.faced[h][1] = hand_of(c.left[h][0], c.left[h][2]); c.faced[h][2] = hand_of(c.left[h][1], c.left[h][2]);
  }
  for (int h = 0; h < PAIRS5; h++) for (int k = 0; k < 3; k++) for (int place = 0; place < 3; place++) {
    if (c.left[c.faced[h][k]][place] == c.one[h]) c.first[h][k] = place;
    if (c.left[c.faced[h][k]][place] == c.two[h]) c.second[h][k] = place;
  }
  return c;
}
#ifdef __CUDACC__
__constant__
#endif
static const constexpr Charts CHARTS = charts();

// One seat's questions in the third battle. A way is a place in rows of numbers: hands first, then what is committed and the
// edict, then names, then a seer's returns, then what a seer may have fought with.
struct Side {
  int hands, edicts, across, names, named, sees;   // names: 1 + the place of the edict that names among mine, or 0; named: theirs
  int main, name, back, fought, ways, questions, rows, leaf, leaves;
  int row[EDICTS][EDICTS];                         // a seer's rows by edicts, then by both names
  int16_t mask[HANDS3];
};
BOTH int main_of(const Side& s, int h, int a, int e) { return s.main + (h * HELD + a) * s.edicts + e; }
BOTH int name_of(const Side& s, int h, int a, int j, int k) { return s.name + ((h * HELD + a) * s.across + j) * NAMES3 + k; }
BOTH int called(const Side& s, int e) { return e == s.names - 1 ? NAMES3 : 1; }
BOTH int calls(const Side& s, int j) { return j == s.named - 1 ? 6 : 1; }
// A seer's question; the same number for what it fought with, by the place of the fighter.
BOTH int row_of(const Side& s, int h, int a, int e, int j, int k, int t, int c) { return ((h * HELD + a) * s.rows + s.row[e][j] + k * calls(s, j) + t) * 4 + c; }

struct Tile { int edicts[2], names[2], sees, hits, settled, codes[2], at[2]; };   // names: as above; codes, at: where its numbers begin, in tiles

BOTH int plays(const Tile& t, int p) { return (t.sees == p ? 1 : 2) * t.edicts[p]; }
BOTH int block(const Tile& t, int p) { return plays(t, p) + (t.names[p] ? (t.sees == p ? 1 : 2) * t.edicts[1 - p] * LEAVES : 0); }

// An ending as it is handed over: this head, then what it points to.
struct Plan {
  Side side[2];
  int tiles, player, doubted;                     // doubted: the seat whose hands have the choice to come, or -1
  long tile, place, code[2], start[2], item[2];   // bytes from the head
  long bytes, reals, numbers[2];                  // in all; what it needs to work with; of the battles
  double deals; real strict;                       // strict: how much of what is enough in play is enough here
  real root[2][HANDS3], sure[HANDS3], unsure[HANDS3], elsewhere[HANDS3], going[HANDS3];
};

struct Hands { real *reach, *value, *share, *regret, *total, *asked, *came, *kept, *plays, *regrets, *counted; };   // of one seat

struct Work {   // a team's pointers and what it has found
  const Plan* plan; const Tile* tile; const int* place; const uint16_t* code[2]; const int *start[2], *item[2];
  Hands seat[2]; real *brought, *comes, *stayed, *coming, *counted; real counts, gain; int rounds, look;
};

STEP void open(Work& w, const Plan* plan, real* r) {
  const char* base = (const char*)plan; w.plan = plan; w.tile = (const Tile*)(base + plan->tile); w.place = (const int*)(base + plan->place);
  const long lanes = (long)plan->tiles * PAIRS5 * WIDE;
  for (int p = 0; p < 2; p++) {
    const Side& s = plan->side[p]; Hands& x = w.seat[p]; const long ways = (s.ways + WIDE - 1) / WIDE * WIDE, asked = (s.questions + WIDE - 1) / WIDE * WIDE;
    w.code[p] = (const uint16_t*)(base + plan->code[p]); w.start[p] = (const int*)(base + plan->start[p]); w.item[p] = (const int*)(base + plan->item[p]);
    x.reach = r; r += ways; x.value = r; r += ways; x.share = r; r += ways; x.regret = r; r += ways; x.total = r; r += ways; x.asked = r; r += asked;
    x.came = r; r += lanes; x.kept = r; r += lanes; x.plays = r; r += plan->numbers[p]; x.regrets = r; r += plan->numbers[p]; x.counted = r; r += plan->numbers[p];
  }
  w.brought = r; r += lanes; w.comes = r; w.stayed = r + 48; w.coming = r + 96; w.counted = r + 144; w.counts = 0; w.rounds = 0; w.look = OFTEN;
}
inline long reals_of(const Plan& plan) {
  long n = 192 + (long)plan.tiles * PAIRS5 * WIDE * 5;
  for (int p = 0; p < 2; p++) n += 5l * ((plan.side[p].ways + WIDE - 1) / WIDE * WIDE) + (plan.side[p].questions + WIDE - 1) / WIDE * WIDE + 3 * plan.numbers[p];
  return n;
}

// The fourth battle

struct Camp {   // one seat's part of a tile
  const real *share; real *regret, *play; int size, plays, edicts, across, each;   // each: plays of an edict
  STEP int names_at(int h, int across_at, int second, int k) const { return (h * size + plays + (across_at * each + second) * LEAVES + k) * WIDE; }
  STEP int play_at(int h, int e, int second) const { return (h * size + e * each + second) * WIDE; }
};
STEP Camp camp_of(const Work& w, const Tile& t, int p) {
  const long at = (long)t.at[p] * WIDE; const int each = t.sees == p ? 1 : 2;
  return {w.seat[p].plays + at, w.seat[p].regrets + at, w.seat[p].plays + at, block(t, p), plays(t, p), t.edicts[p], t.edicts[1 - p], each};
}

// The value of three names; unless it is the best, their mix moves, where there was anything to learn.
STEP Lane named(const Camp& c, int at_, Mask met, Lane x, Lane y, Lane z, bool best) {
  if (best) return more(x, more(y, z));
  const Lane a = at(c.share + at_), b = at(c.share + at_ + WIDE), d = at(c.share + at_ + 2 * WIDE), value = a * x + b * y + d * z;
  x -= value; y -= value; z -= value;
  const Lane for_x = gain(at(c.regret + at_) + x), for_y = gain(at(c.regret + at_ + WIDE) + y), for_z = gain(at(c.regret + at_ + 2 * WIDE) + z);
  set(c.regret + at_, met, for_x); set(c.regret + at_ + WIDE, met, for_y); set(c.regret + at_ + 2 * WIDE, met, for_z);
  x = gain(for_x + x); y = gain(for_y + y); z = gain(for_z + z);
  const Lane total = x + y + z; met = met & (total > 0);
  set(c.play + at_, met, x / total); set(c.play + at_ + WIDE, met, y / total); set(c.play + at_ + 2 * WIDE, met, z / total);
  return value;
}

struct Six { Lane v[6]; };   // what a and b bring against x, y and z
STEP Six six(const uint16_t* code) { const Codes c = codes_at(code); Six s; for (int k = 0; k < 6; k++) s.v[k] = bring(c, k); return s; }
STEP Lane seen(const Six& free, const Six& struck, int k, Lane facing, Lane by_a, Lane by_b) {
  const Lane a = free.v[k], b = free.v[k + 3];
  return (facing - by_a - by_b) * more(a, b) + by_a * more(struck.v[k], b) + by_b * more(a, struck.v[k + 3]);
}
STEP Lane worse(Lane one, Lane two, Lane hit_one, Lane hit_two, Lane weight, Lane by) { return (weight - by) * less(one, two) + by * less(hit_one, hit_two); }
// What a creature brings against a seer's hands xy, xz and yz, each so likely to name it; `called`: I named x, y, z or (3) none.
STEP Lane met_by(const Six& low, const Six& hit, const Six& high, const Six& both, int from, int called, const Lane* w, const Lane* by) {
  const Lane x = called == 0 ? high.v[from] : low.v[from], y = called == 1 ? high.v[from + 1] : low.v[from + 1], z = called == 2 ? high.v[from + 2] : low.v[from + 2];
  const Lane hx = called == 0 ? both.v[from] : hit.v[from], hy = called == 1 ? both.v[from + 1] : hit.v[from + 1], hz = called == 2 ? both.v[from + 2] : hit.v[from + 2];
  return worse(x, y, hx, hy, w[0], by[0]) + worse(x, z, hx, hz, w[1], by[1]) + worse(y, z, hy, hz, w[2], by[2]);
}

// What every play of a hand brings (by edict, then creature), as likely as the other seat comes with each hand that it may face.
STEP void meet(const Tile& t, const Camp& c, const Camp& o, const uint16_t* codes, int h, int p, const Lane* comes, Mask todo, bool best, Lane* values) {
  const Charts& ch = CHARTS; const int f0 = ch.faced[h][0], f1 = ch.faced[h][1], f2 = ch.faced[h][2];
  const bool sees = t.sees == p, seen_ = t.sees == 1 - p;
  for (int k = 0; k < c.plays; k++) values[k] = wide(0);
  for (int e = 0; e < o.edicts; e++) {
    const bool names = e == t.names[1 - p] - 1;
    Lane w[6];   // xy, xz, yz with their first creature, then with their second
    for (int s = 0; s < o.each; s++) {
      w[3 * s] = comes[0] * at(o.share + o.play_at(f0, e, s)); w[3 * s + 1] = comes[1] * at(o.share + o.play_at(f1, e, s)); w[3 * s + 2] = comes[2] * at(o.share + o.play_at(f2, e, s));
    }
    Lane x, y, z;
    if (seen_) x = w[0], y = w[1], z = w[2]; else x = w[0] + w[1], y = w[3] + w[2], z = w[4] + w[5];
    const Mask met = todo & (x + y + z != 0);
    if (!some(met)) continue;
    for (int mine = 0; mine < c.edicts; mine++) {
      const bool call = mine == t.names[p] - 1;
      const uint16_t* code = codes + ((h * c.edicts + mine) * c.across + e) * t.hits * WIDE;
      Lane by_a[3], by_b[3];   // how likely it fights with x, y, z (or has xy, xz, yz, a seer) and has named my first or second
      if (names) for (int s = 0; s < 2; s++) {
        const int8_t* place = s ? ch.second[h] : ch.first[h]; Lane* by = s ? by_b : by_a; const int one = place[0], two = place[1], three = place[2];
        const Lane a0 = w[0] * at(o.share + o.names_at(f0, mine, 0, one)), a1 = w[1] * at(o.share + o.names_at(f1, mine, 0, two)), a2 = w[2] * at(o.share + o.names_at(f2, mine, 0, three));
        if (seen_) { by[0] = a0; by[1] = a1; by[2] = a2; continue; }
        const Lane b0 = w[3] * at(o.share + o.names_at(f0, mine, 1, one)), b1 = w[4] * at(o.share + o.names_at(f1, mine, 1, two)), b2 = w[5] * at(o.share + o.names_at(f2, mine, 1, three));
        by[0] = a0 + a1; by[1] = b0 + a2; by[2] = b1 + b2;
      } else for (int k = 0; k < 3; k++) by_a[k] = by_b[k] = wide(0);
      const Six free = six(code), struck = names ? six(code + 2 * WIDE) : free;
      const Six right = call ? six(code + WIDE) : free, both = call ? (names ? six(code + 3 * WIDE) : right) : free;
      if (sees) {
        Lane v[3], total;
        v[0] = seen(free, struck, 0, x, by_a[0], by_b[0]); v[1] = seen(free, struck, 1, y, by_a[1], by_b[1]); v[2] = seen(free, struck, 2, z, by_a[2], by_b[2]);
        total = v[0] + v[1] + v[2];
        if (!call) { values[mine] += total; continue; }
        const Lane nx = seen(right, both, 0, x, by_a[0], by_b[0]) - v[0], ny = seen(right, both, 1, y, by_a[1], by_b[1]) - v[1], nz = seen(right, both, 2, z, by_a[2], by_b[2]) - v[2];
        values[mine] += named(c, c.names_at(h, e, 0, 0), met, total + nx, total + ny, total + nz, best);
      } else if (seen_) {
        for (int s = 0; s < 2; s++) {
          const Lane* by = s ? by_b : by_a; Lane v[4];
          for (int k = call ? 0 : 3; k < 4; k++) v[k] = met_by(free, struck, right, both, 3 * s, k, w, by);
          values[2 * mine + s] += call ? named(c, c.names_at(h, e, s, 0), met, v[0], v[1], v[2], best) : v[3];
        }
      } else {
        for (int s = 0; s < 2; s++) {
          const Lane* by = s ? by_b : by_a; const int k = 3 * s;
          const Lane vx = x * free.v[k] + by[0] * (struck.v[k] - free.v[k]), vy = y * free.v[k + 1] + by[1] * (struck.v[k + 1] - free.v[k + 1]), vz = z * free.v[k + 2] + by[2] * (struck.v[k + 2] - free.v[k + 2]);
          const Lane total = vx + vy + vz;
          if (!call) { values[2 * mine + s] += total; continue; }
          const Lane nx = x * right.v[k] - vx + by[0] * (both.v[k] - right.v[k]), ny = y * right.v[k + 1] - vy + by[1] * (both.v[k + 1] - right.v[k + 1]), nz = z * right.v[k + 2] - vz + by[2] * (both.v[k + 2] - right.v[k + 2]);
          values[2 * mine + s] += named(c, c.names_at(h, e, s, 0), met, total + nx, total + ny, total + nz, best);
        }
      }
    }
  }
}

// The value of a hand's mix; then the mix moves towards what would have been better, as if that came once more.
STEP Lane learn(const Camp& c, int h, Mask todo, Lane* values) {
  const int from = h * c.size * WIDE; Lane value = wide(0), total = wide(0);
  for (int k = 0; k < c.plays; k++) value += at(c.share + from + k * WIDE) * values[k];
  for (int k = 0; k < c.plays; k++) {
    const Lane g = values[k] - value, r = gain(at(c.regret + from + k * WIDE) + g);
    set(c.regret + from + k * WIDE, todo, r); values[k] = gain(r + g); total += values[k];
  }
  const Mask moves = todo & (total > 0);
  for (int k = 0; k < c.plays; k++) set(c.play + from + k * WIDE, moves, values[k] / total);
  return value;
}

// A hand of a seat in all battles of a tile: the other seat's same hand is counted, this one learns or answers best of all.
STEP void fight(const Work& w, int n, int h, int p, real weight, bool best, bool rests) {
  const Tile& t = w.tile[n]; const int x = 1 - p; const long first = (long)n * PAIRS5 * WIDE, own = first + h * WIDE;
  const Charts& ch = CHARTS;
  Lane comes[3]; for (int k = 0; k < 3; k++) comes[k] = at(w.seat[x].came + first + ch.faced[h][k] * WIDE);
  const Mask have = holds(w.place + (2l * n + p) * PAIRS5 * WIDE + h * WIDE);
  if (t.settled) {
    const Lane result = bring(codes_at(w.code[0] + (long)t.codes[0] * WIDE), 0) * (real)(p ? -1 : 1);
    set(w.brought + own, have, result * (comes[0] + comes[1] + comes[2])); return;
  }
  const Camp c = camp_of(w, t, p), o = camp_of(w, t, x);
  if (weight > 0) {
    const Lane coming = at(w.seat[x].came + own); const Mask counts = coming > 0;
    if (some(counts)) {
      real* to = w.seat[x].counted + (long)t.at[x] * WIDE;
      for (int k = 0; k < o.plays; k++) {
        const int q = (h * o.size + k) * WIDE; const Lane playing = coming * at(o.share + q) * weight; set(to + q, counts, at(to + q) + playing);
        if (k / o.each != t.names[x] - 1) continue;
        for (int j = 0; j < o.across; j++) for (int m = 0; m < LEAVES; m++) { const int r = o.names_at(h, j, k % o.each, m); set(to + r, counts, at(to + r) + playing * at(o.share + r)); }
      }
    }
  }
  const Mask meets = (comes[0] != 0) | (comes[1] != 0) | (comes[2] != 0), idle = have & !meets; Mask todo = have & meets;
  const Lane kept = at(w.seat[p].kept + own); Lane found = todo ? kept : wide(0);
  if (some(idle & (kept != 0))) {
    Lane lively = wide(0); for (int k = 0; k < PAIRS5; k++) lively += at(w.seat[x].came + first + k * WIDE);
    set(w.seat[p].kept + own, idle & (lively != 0), wide(0));
  }
  if (rests) todo = todo & (at(w.seat[p].came + own) != 0);
  if (some(todo)) {
    Lane values[2 * EDICTS]; meet(t, c, o, w.code[p] + (long)t.codes[p] * WIDE, h, p, comes, todo, best, values);
    Lane v;
    if (best) { v = values[0]; for (int k = 1; k < c.plays; k++) v = more(v, values[k]); } else { v = learn(c, h, todo, values); set(w.seat[p].kept + own, todo, v); }
    found = todo ? v : found;
  }
  set(w.brought + own, have, found);
}

// Play each as often as these numbers say, where they say anything.
STEP void follow_tile(const Work& w, int n, int h, int p, bool average) {
  const Tile& t = w.tile[n]; if (t.settled) return;
  const Camp c = camp_of(w, t, p); const real* from = (average ? w.seat[p].counted : w.seat[p].regrets) + (long)t.at[p] * WIDE;
  const int begin = h * c.size * WIDE, size = c.size - c.plays; Lane total = wide(0);
  for (int k = 0; k < c.plays; k++) total += at(from + begin + k * WIDE);
  if (some(total > 0)) for (int k = 0; k < c.plays; k++) set(c.play + begin + k * WIDE, total > 0, at(from + begin + k * WIDE) / total);
  for (int k = 0; k < size; k += LEAVES) {
    const int q = begin + (c.plays + k) * WIDE; const Lane a = at(from + q), b = at(from + q + WIDE), d = at(from + q + 2 * WIDE), sum = a + b + d; const Mask m = sum > 0;
    if (some(m)) { set(c.play + q, m, a / sum); set(c.play + q + WIDE, m, b / sum); set(c.play + q + 2 * WIDE, m, d / sum); }
  }
}

// The third battle

STEP void follow(const real* numbers, real* share, int begin, int n) {
  real total = 0; for (int k = begin; k < begin + n; k++) total += numbers[k];
  if (total > 0) for (int k = begin; k < begin + n; k++) share[k] = numbers[k] / total;
}
STEP real answer(const Hands& x, int begin, int n, bool best) {   // of a question whose answers have their values
  real found = x.value[begin];
  if (best) { for (int k = begin; k < begin + n; k++) found = found > x.value[k] ? found : x.value[k]; return found; }
  found = 0; for (int k = begin; k < begin + n; k++) found += x.share[k] * x.value[k];
  for (int k = begin; k < begin + n; k++) { const real r = x.regret[k] + x.value[k] - found; x.regret[k] = r > 0 ? r : 0; }
  follow(x.regret, x.share, begin, n);
  return found;
}
STEP real asked(const Side& s, const Hands& x, int h, int a, int e, int j, int k, real v) {   // what a seer's questions came to
  for (int c = 3; c >= 0; c--) for (int t = calls(s, j) - 1; t >= 0; t--) v += x.asked[row_of(s, h, a, e, j, k, t, c)];
  return v;
}
STEP real reach_of(const Work& w, int p, int h) { return w.plan->doubted == p ? w.plan->sure[h] + w.plan->unsure[h] * w.comes[h] : w.seat[p].reach[h]; }
STEP void resume_doubt(Work& w, int h) { const real total = w.coming[h] + w.stayed[h]; if (total > 0) w.comes[h] = w.coming[h] / total; }

// How likely a seat comes to the fourth battles by now; it counts so much for the average.
STEP void spread(Work& w, int p, real weight) {
  const Side& s = w.plan->side[p]; const Hands& x = w.seat[p];
  if (w.plan->doubted == p) { EACH(h, s.hands) x.reach[h] = reach_of(w, p, h); TOGETHER(); }
  EACH(i, s.hands * HELD * s.edicts) {
    const int h = i / (HELD * s.edicts), a = i / s.edicts % HELD, e = i % s.edicts, way = s.main + i; const real going = x.reach[h] * x.share[way];
    x.reach[way] = going; x.total[way] += weight * going;
    if (called(s, e) > 1) for (int k = name_of(s, h, a, 0, 0); k < name_of(s, h, a, s.across, 0); k++) { const real q = going * x.share[k]; x.reach[k] = q; x.total[k] += weight * q; }
  }
  TOGETHER();
  if (s.sees) {
    EACH(i, s.questions) {   // what may have fought, from the two pairs that have it
      const int h = i / (HELD * s.rows * 4), f = i / (s.rows * 4) % HELD, rest = i % (s.rows * 4), r = rest / 4; int e = 0, j = 0;
      for (int k = 0; k < s.edicts * s.across; k++) if (s.row[k / s.across][k % s.across] <= r) e = k / s.across, j = k % s.across;
      const int name = (r - s.row[e][j]) / calls(s, j); real coming = 0;
      for (int z = 0; z < 2; z++) {
        const int a = f == 0 ? z : f == 1 ? 2 * z : 1 + z, side = f == 0 ? 0 : f == 1 ? 1 - z : 1;   // the pair, and its place there
        const int way = s.back + ((h * HELD + a) * s.rows * 4 + rest) * 2 + side;
        const real going = x.reach[called(s, e) > 1 ? name_of(s, h, a, j, name) : main_of(s, h, a, e)] * x.share[way];
        x.reach[way] = going; x.total[way] += weight * going; coming += going;
      }
      x.reach[s.fought + i] = coming;
    }
    TOGETHER();
  }
  EACH(i, w.plan->tiles * PAIRS5 * WIDE) {
    const int n = i / (PAIRS5 * WIDE), way = w.place[(2l * n + p) * PAIRS5 * WIDE + i % (PAIRS5 * WIDE)]; x.came[i] = way < 0 ? 0 : x.reach[way];
  }
  TOGETHER();
}

// A seat plays every fourth battle against the other's mix, then the third; its hands' values are left at their ways.
STEP void play(Work& w, int p, real weight, bool best) {
  const Side& s = w.plan->side[p]; const Hands& x = w.seat[p]; const bool rests = !best && (w.rounds - 1) % RESTING != 0;
  EACH_TILE(i, w.plan->tiles * PAIRS5) fight(w, i / PAIRS5, i % PAIRS5, p, weight, best, rests);
  TOGETHER();
  EACH(i, s.leaves) { real v = 0; for (int k = w.start[p][i]; k < w.start[p][i + 1]; k++) v += w.brought[w.item[p][k]]; x.value[s.leaf + i] = v; }
  TOGETHER();
  if (s.sees) {
    EACH(i, s.questions) {
      const int way = s.back + 2 * i, h = i / (HELD * s.rows * 4), a = i / (s.rows * 4) % HELD, rest = i % (s.rows * 4);
      const int from = s.fought + h * HELD * s.rows * 4 + rest, one = a == 2 ? 1 : 0, two = a == 0 ? 1 : 2;
      x.value[way] = x.value[from + one * s.rows * 4]; x.value[way + 1] = x.value[from + two * s.rows * 4]; x.asked[i] = answer(x, way, 2, best);
    }
    TOGETHER();
  }
  EACH(i, s.hands * HELD * s.edicts) {
    const int h = i / (HELD * s.edicts), a = i / s.edicts % HELD, e = i % s.edicts; real v = 0;
    if (called(s, e) == 1) {
      if (!s.sees) continue;
      for (int j = s.across - 1; j >= 0; j--) v = asked(s, x, h, a, e, j, 0, v);
    } else for (int j = s.across - 1; j >= 0; j--) {
      const int names = name_of(s, h, a, j, 0);
      if (s.sees) for (int k = 0; k < NAMES3; k++) x.value[names + k] = asked(s, x, h, a, e, j, k, 0);
      v += answer(x, names, NAMES3, best);
    }
    x.value[s.main + i] = v;
  }
  TOGETHER();
  EACH(h, s.hands) {
    const real here = x.value[h] = answer(x, main_of(s, h, 0, 0), HELD * s.edicts, best);
    if (best || w.plan->doubted != p) continue;
    const real there = w.plan->elsewhere[h], mean = w.comes[h] * here + (1 - w.comes[h]) * there;   // who has the choice learns too
    const real come = w.coming[h] + here - mean, stay = w.stayed[h] + there - mean;
    w.coming[h] = come > 0 ? come : 0; w.stayed[h] = stay > 0 ? stay : 0; resume_doubt(w, h);
    w.counted[h] += (real)w.rounds * w.rounds * w.comes[h];
  }
  TOGETHER();
}

STEP void follow_all(Work& w, bool average) {
  for (int p = 0; p < 2; p++) {
    const Side& s = w.plan->side[p]; const Hands& x = w.seat[p]; const real* from = average ? x.total : x.regret;
    EACH(h, s.hands) {
      follow(from, x.share, main_of(s, h, 0, 0), HELD * s.edicts);
      if (w.plan->doubted != p) continue;
      if (!average) resume_doubt(w, h); else if (w.counts > 0) w.comes[h] = w.counted[h] / w.counts;
    }
    if (s.names) EACH(i, s.hands * HELD * s.across) follow(from, x.share, s.name + i * NAMES3, NAMES3);
    EACH(i, s.questions) follow(from, x.share, s.back + 2 * i, 2);
    TOGETHER();
    spread(w, p, 0);
  }
  EACH_TILE(i, w.plan->tiles * PAIRS5 * 2) follow_tile(w, i / (2 * PAIRS5), i / 2 % PAIRS5, i % 2, average);
  TOGETHER();
}

#ifdef __CUDACC__
#define ALONE if (threadIdx.x == 0)
#else
#define ALONE
#endif

// What a best answer to the settled play wins, the mean of both seats.
STEP void exploit(Work& w) {
  play(w, 0, 0, true); play(w, 1, 0, true);
  ALONE {
    real total = 0;
    for (int p = 0; p < 2; p++) for (int h = 0; h < w.plan->side[p].hands; h++) {
      const real here = w.seat[p].value[h];
      if (w.plan->doubted != p) { total += w.seat[p].reach[h] * here; continue; }
      const real there = w.plan->elsewhere[h], unsure = w.plan->unsure[h];
      total += w.plan->sure[h] * here + unsure * (here > there ? here : there) - unsure * (1 - w.comes[h]) * there;
    }
    w.gain = total / (real)w.plan->deals / 2;
  }
  TOGETHER();
}

STEP real enough(int rounds) { return rounds < LONG ? (real)0.004 : rounds < LATEST ? (real)0.0075 : (real)0.015; }

// Round after round until no answer wins more than is enough; then what the rival's hands win by a best answer is written.
STEP void solve(Work& w, const Plan* plan, real* memory, real* out) {
  ALONE open(w, plan, memory);
  TOGETHER();
  for (int p = 0; p < 2; p++) {
    const Side& s = plan->side[p]; const Hands& x = w.seat[p];
    EACH(i, s.ways) { x.regret[i] = x.total[i] = x.reach[i] = x.value[i] = 0; x.share[i] = i < s.name ? (real)1 / (HELD * s.edicts) : i < s.back ? (real)1 / NAMES3 : (real)0.5; }
    TOGETHER();
    EACH(h, s.hands) x.reach[h] = plan->root[p][h];
    EACH(i, plan->tiles * PAIRS5 * WIDE) x.kept[i] = x.came[i] = w.brought[i] = 0;
    EACH(i, (int)plan->numbers[p]) x.regrets[i] = x.counted[i] = 0;
    EACH_TILE(i, plan->tiles * PAIRS5) {
      const Tile& t = w.tile[i / PAIRS5]; if (t.settled) continue;
      const Camp c = camp_of(w, t, p); const int h = i % PAIRS5;
      for (int k = 0; k < c.size; k++) set(c.play + (h * c.size + k) * WIDE, wide(0) == 0, wide(k < c.plays ? (real)1 / c.plays : (real)1 / LEAVES));
    }
  }
  EACH(h, HANDS3) { w.comes[h] = 1; w.stayed[h] = w.coming[h] = w.counted[h] = 0; }
  TOGETHER();
  spread(w, 0, 0); spread(w, 1, 0);
  bool settled = false;
  while (w.rounds < MOST) {
    const real before = (real)w.rounds * w.rounds, weight = (real)(w.rounds + 1) * (w.rounds + 1);
    TOGETHER();
    ALONE { w.rounds++; w.counts += weight; }
    TOGETHER();
    play(w, 0, before, false); spread(w, 0, weight); play(w, 1, weight, false); spread(w, 1, weight);
    if (w.rounds < w.look) continue;
    follow_all(w, true); exploit(w);
    if (w.gain <= plan->strict * enough(w.rounds)) { settled = true; break; }
    const int needed = (int)(w.rounds * (sqrt(w.gain / plan->strict / enough(w.rounds)) - 1)), longer = needed < 3 * w.rounds ? needed : 3 * w.rounds, after = w.rounds + (longer > OFTEN ? longer : OFTEN);
    TOGETHER();
    ALONE w.look = w.rounds < LATEST && LATEST < after ? LATEST : after;
    follow_all(w, false);
  }
  if (!settled) { follow_all(w, true); exploit(w); }
  const int rival = 1 - plan->player;
  EACH(h, plan->side[plan->player].hands) w.seat[plan->player].reach[h] = plan->going[h];
  TOGETHER();
  spread(w, plan->player, 0); play(w, rival, 0, true);
  EACH(h, HANDS3) out[h] = h < plan->side[rival].hands ? w.seat[rival].value[h] : 0;
  ALONE { out[HANDS3] = w.gain; out[HANDS3 + 1] = w.rounds; }
  TOGETHER();
}
