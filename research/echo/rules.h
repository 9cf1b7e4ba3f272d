// The rules as tables. `rules.py` writes them from the game's own cards and battles.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <vector>
#include <string>
#include <algorithm>

#ifdef __CUDACC__
#define BOTH __host__ __device__ __forceinline__
#else
#define BOTH inline
struct float2 { float x, y; };
#endif

enum { CARDS = 11, EDICTS = 5, BATTLES = 4, FIELDS = 6, STATUSES = 128, CLASHES = CARDS * CARDS * EDICTS * EDICTS * 16 };

template <int FOUGHT> struct Tables {
  uint32_t words[FOUGHT][CLASHES];    // what a clash decides: instant or tied, strengths, worth
  uint32_t after[FOUGHT][CLASHES];     // what it leaves behind: who takes edicts back, what creatures grant
  int32_t strength[STATUSES], points[STATUSES];  // of a mask of statuses
  int32_t rousing[CARDS];             // the statuses that wake a creature
  int32_t winner_grants[FOUGHT], both_grant[FOUGHT];
  int32_t angers, barbarian, seeing, naming, all_edicts;
};

typedef Tables<FIELDS> Printed;   // by field
typedef Tables<BATTLES> Rules;    // by battle

inline void line_up(const Printed& from, const int* fields, Rules& to) {
  for (int b = 0; b < BATTLES; b++) {
    memcpy(to.words[b], from.words[fields[b]], sizeof to.words[b]); memcpy(to.after[b], from.after[fields[b]], sizeof to.after[b]);
    to.winner_grants[b] = from.winner_grants[fields[b]]; to.both_grant[b] = from.both_grant[fields[b]];
  }
  memcpy(to.strength, from.strength, sizeof to.strength); memcpy(to.points, from.points, sizeof to.points); memcpy(to.rousing, from.rousing, sizeof to.rousing);
  to.angers = from.angers; to.barbarian = from.barbarian; to.seeing = from.seeing; to.naming = from.naming; to.all_edicts = from.all_edicts;
}

struct Outcome { int winner, points0, points1; };

BOTH int roused(const Rules* r, int c0, int c1, int s0, int s1) {
  return (r->rousing[c0] & s0 ? 4 : 0) | (r->rousing[c1] & s1 ? 8 : 0);
}
BOTH int clash_at(int c0, int c1, int e0, int e1, int flags) {
  return (((c0 * CARDS + c1) * EDICTS + e0) * EDICTS + e1) * 16 + flags;
}

// EC-6.6 to EC-6.10. `stronger`: seat 0's statuses less seat 1's; worth0, worth1: what they add to a victory.
BOTH Outcome decide(uint32_t word, int stronger, int worth0, int worth1) {
  const int kind = word & 3, difference = (int)(word >> 2 & 63) - 32 + stronger;
  const int gambler = (int)(word >> 8 & 3) - 1, value = (int)(word >> 10 & 31) - 8;
  Outcome o{-1, 0, 0};
  if (kind < 2) o.winner = kind;
  else {
    if (kind == 3) o.winner = difference > 0 ? 0 : difference < 0 ? 1 : -1;
    if (o.winner < 0 && gambler >= 0) o.winner = 1 - gambler;
  }
  if (o.winner == 0) o.points0 = value + worth0 > 0 ? value + worth0 : 0;
  if (o.winner == 1) o.points1 = value + worth1 > 0 ? value + worth1 : 0;
  if (o.winner != 0) o.points1 += word >> 15 & 3;
  if (o.winner != 1) o.points0 += word >> 17 & 3;
  return o;
}

// What is public before a battle.
struct Public { int live, e0, e1, s0, s1, lead; };

BOTH uint64_t key_of(const Public& p) {
  return (uint64_t)p.live << 31 | (uint64_t)p.e0 << 26 | (uint64_t)p.e1 << 21 | (uint64_t)p.s0 << 14 | (uint64_t)p.s1 << 7 |
         (uint64_t)(p.lead + 64);
}
BOTH Public unkey(uint64_t k) {
  return {(int)(k >> 31 & 2047), (int)(k >> 26 & 31), (int)(k >> 21 & 31), (int)(k >> 14 & 127), (int)(k >> 7 & 127),
          (int)(k & 127) - 64};
}
BOTH Public mirrored(const Public& p) { return {p.live, p.e1, p.e0, p.s1, p.s0, -p.lead}; }

// EC-6: what is public after a battle.
BOTH Public next(const Rules* r, int battle, const Public& p, int c0, int c1, int e0, int e1, int hits) {
  const int at = clash_at(c0, c1, e0, e1, hits | roused(r, c0, c1, p.s0, p.s1));
  const uint32_t left = r->after[battle][at];
  const Outcome o = decide(r->words[battle][at], r->strength[p.s0] - r->strength[p.s1], r->points[p.s0], r->points[p.s1]);
  Public n;
  n.live = p.live & ~(1 << c0 | 1 << c1);
  n.e0 = left & 1 ? r->all_edicts : p.e0 & ~(1 << e0);
  n.e1 = left & 2 ? r->all_edicts : p.e1 & ~(1 << e1);
  const int angry = n.live >> r->barbarian & 1 ? r->angers : 0;
  n.s0 = (left >> 2 & 127) | r->both_grant[battle] | (o.winner == 0 ? r->winner_grants[battle] : o.winner == 1 ? angry : 0);
  n.s1 = (left >> 9 & 127) | r->both_grant[battle] | (o.winner == 1 ? r->winner_grants[battle] : o.winner == 0 ? angry : 0);
  n.lead = p.lead + o.points0 - o.points1;
  return n;
}

BOTH int popcount(int x) { int n = 0; for (; x; x &= x - 1) n++; return n; }
BOTH int nth(int mask, int place) { while (place--) mask &= mask - 1; int c = 0; while (!(mask >> c & 1)) c++; return c; }
// Held edicts in order, the one that names last.
BOTH int edict_at(int held, int place, int naming) {
  for (int e = 0; e < EDICTS; e++) if (e != naming && held >> e & 1) { if (place == 0) return e; place--; }
  return naming;
}
