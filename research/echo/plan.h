// An ending laid out for `ending.h`: its questions, the battles that can follow, and what each brings to every hand.
#pragma once
#include "ending.h"

BOTH int rank_in(int mask, int card) { return popcount(mask & ((1 << card) - 1)); }

struct Asked {   // what is asked: a position before turn 3, how likely hands are, and who answers best of all
  Public p; int named[2], player, doubted = -1; double strict = 1;
  std::vector<int> hands[2]; std::vector<double> root[2], sure, unsure, elsewhere, going;   // elsewhere: as `Doubt` has it; doubted alone
};

inline std::vector<int> hands_among(int pool, int held) {
  std::vector<int> found;
  for (int mask = 1; mask <= pool; mask++) if ((mask & pool) == mask && __builtin_popcount(mask) == held) found.push_back(mask);
  return found;
}

struct Ground { int shape, settled; std::vector<uint16_t> codes[2]; };   // settled: 1 + the result, or 0

class Planner {
  const Rules* r; int index[2][2048];

  static int shape_of(int n0, int n1, int m0, int m1, int sees) { return (((n0 * 6 + n1) * 6 + m0) * 6 + m1) * 3 + sees + 1; }

  int naming_at(int edicts) const { return edicts >> r->naming & 1 ? 1 + rank_in(edicts, r->naming) : 0; }

  Ground ground(const Public& q) const {   // before the fourth battle
    Ground g; const int n[2] = {popcount(q.e0), popcount(q.e1)}, m[2] = {naming_at(q.e0), naming_at(q.e1)};
    const int sees = q.s0 & r->seeing ? 0 : q.s1 & r->seeing ? 1 : -1, hits = m[0] || m[1] ? 4 : 1;
    const int stronger = r->strength[q.s0] - r->strength[q.s1], worth0 = r->points[q.s0], worth1 = r->points[q.s1];
    int card[5], woken[5][5]; for (int k = 0; k < 5; k++) card[k] = nth(q.live, k);
    for (int a = 0; a < 5; a++) for (int b = 0; b < 5; b++) woken[a][b] = a == b ? 0 : roused(r, card[a], card[b], q.s0, q.s1);
    int8_t table[EDICTS][EDICTS][4][25]; int seen = 0;
    for (int i = 0; i < n[0]; i++) for (int j = 0; j < n[1]; j++) {
      const int e0 = nth(q.e0, i), e1 = nth(q.e1, j), told = (e0 == r->naming) | (e1 == r->naming) << 1;
      for (int z = 0; z < hits; z++) {
        if ((z & told) != z) { memcpy(table[i][j][z], table[i][j][z & told], 25); continue; }
        for (int a = 0; a < 5; a++) for (int b = 0; b < 5; b++) {
          if (a == b) { table[i][j][z][a * 5 + b] = 0; continue; }
          const Outcome o = decide(r->words[3][clash_at(card[a], card[b], e0, e1, z | woken[a][b])], stronger, worth0, worth1);
          const int lead = q.lead + o.points0 - o.points1, won = (lead > 0) - (lead < 0); table[i][j][z][a * 5 + b] = won; seen |= 1 << (won + 1);
        }
      }
    }
    g.settled = __builtin_popcount(seen) == 1 ? 1 + __builtin_ctz(seen) : 0; g.shape = g.settled ? -1 : shape_of(n[0], n[1], m[0], m[1], sees);
    if (g.settled) { g.codes[0] = {(uint16_t)(g.settled - 1)}; return g; }
    for (int p = 0; p < 2; p++) for (int h = 0; h < PAIRS5; h++) for (int i = 0; i < n[p]; i++) for (int j = 0; j < n[1 - p]; j++) for (int z = 0; z < hits; z++) {
      const int8_t* t = p ? table[j][i][(z & 1) << 1 | z >> 1] : table[i][j][z]; int code = 0;
      for (int a = 0; a < 2; a++) for (int k = 0; k < 3; k++) {
        const int mine = a ? CHARTS_.two[h] : CHARTS_.one[h], theirs = CHARTS_.left[h][k]; code |= (p ? 1 - t[theirs * 5 + mine] : 1 + t[mine * 5 + theirs]) << 2 * (3 * a + k);
      }
      g.codes[p].push_back(code);
    }
    return g;
  }

  static constexpr Charts CHARTS_ = charts();

  // How a hand came to have fought so: its way, or -1. `k`: the seat; live: before the battle.
  int way_to(const Side& s, int k, int named, int live, int hand, int fighter, int e, int j, int name, int their_name, int theirs) const {
    if (hand & named || (name >= 0 && hand >> name & 1)) return -1;
    const int h = index[k][hand], a = rank_in(hand, fighter), rank = name < 0 ? 0 : rank_in(live & ~hand, name);
    if (!s.sees) return name < 0 ? main_of(s, h, a, e) : name_of(s, h, a, j, rank);
    return s.fought + row_of(s, h, a, e, j, rank, their_name < 0 ? 0 : rank_in(live & ~(1 << theirs), their_name), rank_in(live & ~hand, theirs));
  }

 public:
  explicit Planner(const Rules* rules) : r(rules) {}

  // Everything in one row of bytes, for which memory(bytes) makes room; null if it has none.
  template <class F> const Plan* lay(const Asked& x, F memory) {
    Plan plan; memset((void*)&plan, 0, sizeof plan); const Public& p = x.p; const int e[2] = {p.e0, p.e1}, statuses[2] = {p.s0, p.s1};
    for (int k = 0; k < 2; k++) {
      Side& s = plan.side[k]; s.hands = x.hands[k].size(); s.edicts = popcount(e[k]); s.across = popcount(e[1 - k]);
      s.names = naming_at(e[k]); s.named = naming_at(e[1 - k]); s.sees = (statuses[k] & r->seeing) != 0;
      for (int i = 0; i < s.edicts; i++) for (int j = 0; j < s.across; j++) { s.row[i][j] = s.rows; s.rows += called(s, i) * calls(s, j); }
      s.questions = s.sees ? s.hands * HELD * s.rows * 4 : 0;
      s.main = s.hands; s.name = s.main + s.hands * HELD * s.edicts; s.back = s.name + (s.names ? s.hands * HELD * s.across * NAMES3 : 0);
      s.fought = s.back + 2 * s.questions; s.ways = s.fought + s.questions;
      s.leaf = s.sees ? s.fought : s.main; s.leaves = s.sees ? s.questions : s.back - s.main;
      memset(index[k], -1, sizeof index[k]);
      for (int h = 0; h < s.hands; h++) { s.mask[h] = x.hands[k][h]; index[k][x.hands[k][h]] = h; plan.root[k][h] = x.root[k][h]; }
    }
    plan.player = x.player; plan.strict = x.strict; plan.doubted = x.doubted;
    for (size_t h = 0; h < x.sure.size(); h++) { plan.sure[h] = x.sure[h]; plan.unsure[h] = x.unsure[h]; plan.elsewhere[h] = x.elsewhere[h]; }
    for (size_t h = 0; h < x.going.size(); h++) plan.going[h] = x.going[h];
    for (size_t a = 0; a < x.hands[0].size(); a++) for (size_t b = 0; b < x.hands[1].size(); b++) if (!(x.hands[0][a] & x.hands[1][b]))
      plan.deals += (x.doubted == 0 ? x.sure[a] + x.unsure[a] : x.root[0][a]) * (x.doubted == 1 ? x.sure[b] + x.unsure[b] : x.root[1][b]);

    struct Fought { int shape, ground, way[2][PAIRS5]; };
    std::vector<Fought> all; std::vector<Ground> grounds; const Side &s0 = plan.side[0], &s1 = plan.side[1];
    for (int i = 0; i < s0.edicts; i++) for (int j = 0; j < s1.edicts; j++) for (int c0 = 0; c0 < CARDS; c0++) for (int c1 = 0; c1 < CARDS; c1++) {
      if (c0 == c1 || !(p.live >> c0 & 1) || !(p.live >> c1 & 1)) continue;
      const int rest = p.live & ~(1 << c0 | 1 << c1), e0 = nth(p.e0, i), e1 = nth(p.e1, j); int known[4] = {-1, -1, -1, -1}, card[5];
      for (int k = 0; k < 5; k++) card[k] = nth(rest, k);
      for (int n0 = e0 == r->naming ? 0 : -1; n0 < (e0 == r->naming ? CARDS : 0); n0++) { if (n0 >= 0 && (n0 == c0 || !(p.live >> n0 & 1))) continue;
        for (int n1 = e1 == r->naming ? 0 : -1; n1 < (e1 == r->naming ? CARDS : 0); n1++) { if (n1 >= 0 && (n1 == c1 || !(p.live >> n1 & 1))) continue;
          Fought f; bool some[2] = {false, false};
          for (int h = 0; h < PAIRS5; h++) {
            const int kept = 1 << card[(int)CHARTS_.one[h]] | 1 << card[(int)CHARTS_.two[h]];
            f.way[0][h] = way_to(s0, 0, x.named[0], p.live, kept | 1 << c0, c0, i, j, n0, n1, c1); f.way[1][h] = way_to(s1, 1, x.named[1], p.live, kept | 1 << c1, c1, j, i, n1, n0, c0);
            some[0] |= f.way[0][h] >= 0; some[1] |= f.way[1][h] >= 0;
          }
          if (!some[0] || !some[1]) continue;   // nobody can hold what it takes
          const int hits = (n0 == c1) | (n1 == c0) << 1;
          if (known[hits] < 0) { known[hits] = grounds.size(); grounds.push_back(ground(next(r, 2, p, c0, c1, e0, e1, hits))); }
          f.ground = known[hits]; f.shape = grounds[f.ground].shape; all.push_back(f);
        } }
    }
    std::vector<int> order(all.size()); for (size_t k = 0; k < all.size(); k++) order[k] = k;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return all[a].shape < all[b].shape; });
    std::vector<Tile> tiles; std::vector<std::pair<int, int>> spot(all.size());   // by battle: tile and lane
    int codes[2] = {0, 0};
    for (size_t at = 0; at < order.size();) {
      const int shape = all[order[at]].shape; Tile t; memset((void*)&t, 0, sizeof t); t.settled = shape < 0; t.hits = 1; t.sees = -1;
      if (!t.settled) { t.sees = shape % 3 - 1; t.names[1] = shape / 3 % 6; t.names[0] = shape / 18 % 6; t.edicts[1] = shape / 108 % 6; t.edicts[0] = shape / 648; t.hits = t.names[0] || t.names[1] ? 4 : 1; }
      for (int k = 0; k < 2; k++) {
        t.codes[k] = codes[k]; t.at[k] = plan.numbers[k] / WIDE;
        codes[k] += t.settled ? 1 : PAIRS5 * t.edicts[0] * t.edicts[1] * t.hits; plan.numbers[k] += t.settled ? 0 : (long)PAIRS5 * block(t, k) * WIDE;
      }
      for (int lane = 0; lane < WIDE && at < order.size() && all[order[at]].shape == shape; lane++) spot[order[at++]] = {(int)tiles.size(), lane};
      tiles.push_back(t);
    }
    plan.tiles = tiles.size(); long size = (sizeof plan + 63) / 64 * 64;
    auto room = [&](long bytes) { const long from = size; size += (bytes + 63) / 64 * 64; return from; };
    plan.tile = room(tiles.size() * sizeof(Tile)); plan.place = room(tiles.size() * 2 * PAIRS5 * WIDE * 4);
    for (int k = 0; k < 2; k++) plan.code[k] = room((long)codes[k] * WIDE * 2);
    std::vector<int> begin[2]; long items[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
      begin[k].assign(plan.side[k].leaves + 1, 0);
      for (const Fought& f : all) for (int h = 0; h < PAIRS5; h++) if (f.way[k][h] >= 0) { begin[k][f.way[k][h] - plan.side[k].leaf + 1]++; items[k]++; }
      for (int l = 0; l < plan.side[k].leaves; l++) begin[k][l + 1] += begin[k][l];
      plan.start[k] = room(begin[k].size() * 4); plan.item[k] = room(items[k] * 4);
    }
    plan.bytes = size; plan.reals = reals_of(plan); char* base = memory(size);
    if (!base) return nullptr;
    memset(base, 0, size);
    memcpy(base, &plan, sizeof plan); memcpy(base + plan.tile, tiles.data(), tiles.size() * sizeof(Tile));
    int* place = (int*)(base + plan.place); std::fill(place, place + tiles.size() * 2 * PAIRS5 * WIDE, -1);
    for (int k = 0; k < 2; k++) {
      memcpy(base + plan.start[k], begin[k].data(), begin[k].size() * 4);
      int* item = (int*)(base + plan.item[k]); uint16_t* code = (uint16_t*)(base + plan.code[k]);
      for (size_t n = 0; n < all.size(); n++) {
        const Fought& f = all[n]; const auto [tile, lane] = spot[n];
        for (int h = 0; h < PAIRS5; h++) if (f.way[k][h] >= 0) { place[((2l * tile + k) * PAIRS5 + h) * WIDE + lane] = f.way[k][h]; item[begin[k][f.way[k][h] - plan.side[k].leaf]++] = (tile * PAIRS5 + h) * WIDE + lane; }
        const std::vector<uint16_t>& c = grounds[f.ground].codes[k]; uint16_t* to = code + (long)tiles[tile].codes[k] * WIDE + lane;
        for (size_t q = 0; q < c.size(); q++) to[q * WIDE] = c[q];
      }
    }
    return (const Plan*)base;
  }
};
