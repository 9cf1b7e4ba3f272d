// Turn 1, and turn 2 by what was seen of turn 1: creatures, edicts and names. Nothing is merged here.
#pragma once
#include "middle.h"

typedef Deck<5> Deck1;
typedef Deck<4> Deck2;
enum { MAIN1 = 462 * 25, NAMES1 = 462 * 25 * 6, NUMBERS1 = MAIN1 + NAMES1 };

struct Seen { int8_t i, j, c0, c1, n0, n1; };   // places of the edicts, creatures, names (-1: none)

struct FirstLevel {
  const Deck1* g; const Deck2* g2; const Seen* seen; const int* from;  // from: by c0, c1 and deal of turn 2 the deal of turn 1
  const int* at;      // by i, j, c0, c1, n0 + 1, n1 + 1 the node of turn 2
  float2* J; const float* U; float *R, *S, *A, *Q;
};
BOTH int main1(int h, int a, int e) { return (h * 5 + a) * 5 + e; }
BOTH int name1(int f, int h, int a) { return MAIN1 + ((f * 462 + h) * 5 + a) * 6; }
BOTH int at1(int i, int j, int c0, int c1, int n0, int n1) { return ((((i * 5 + j) * 11 + c0) * 11 + c1) * 12 + n0 + 1) * 12 + n1 + 1; }
BOTH int place_of(const Deck1* g, int h, int card) { int a = 0; while (g->card[h][a] != card) a++; return a; }

struct FirstMix { FirstLevel l;
  BOTH void operator()(long h) const {
    follow(l.R + main1(h, 0, 0), l.S + main1(h, 0, 0), 25, 1);
    for (int f = 0; f < 5; f++) for (int a = 0; a < 5; a++) follow(l.R + name1(f, h, a), l.S + name1(f, h, a), 6, 1);
  } };

struct FirstSpread { FirstLevel l; float stray;
  BOTH void operator()(long it) const {
    const long n = it / Deck2::DEALS; const Seen s = l.seen[n]; const int deal = l.from[(s.c0 * 11 + s.c1) * Deck2::DEALS + it % Deck2::DEALS], h0 = deal / 6, h1 = l.g->opp[deal];
    const float p0 = reach(h0, s.c0, s.i, s.j, s.n0), p1 = reach(h1, s.c1, s.j, s.i, s.n1);
    l.J[it] = float2{p0 * p1, p1};
  }
  BOTH float reach(int h, int card, int mine, int theirs, int name) const {
    if (name >= 0 && l.g->rank[h][name] < 0) return 0;
    const int a = place_of(l.g, h, card);
    float p = (1 - stray) * l.S[main1(h, a, mine)] + stray / 25;
    if (name >= 0) p *= (1 - stray) * l.S[name1(theirs, h, a) + l.g->rank[h][name]] + stray / 6;
    return p;
  } };

// By hand, creature and edict: what it brings. `best`: by node and hand of turn 2, already weighed; null: U.
struct FirstGather { FirstLevel l; Step step; bool learn, freely; const float* best;   // freely: the best name
  BOTH void operator()(long it) const {
    const int h = it / 25, a = it / 5 % 5, i = it % 5, c0 = l.g->card[h][a]; float q = 0;
    for (int j = 0; j < 5; j++) {
      const bool os = i == 4, xs = j == 4; float v[6] = {0, 0, 0, 0, 0, 0};
      for (int c1 = 0; c1 < 11; c1++) if (l.g->rank[h][c1] >= 0)
        for (int n = 0; n < (os ? 6 : 1); n++) { const int name = os ? nth(2047 & ~l.g->mask[h], n) : -1;
          for (int n1 = xs ? 0 : -1; n1 < (xs ? 11 : 0); n1++) { if (n1 == c1) continue;
            const int node = l.at[at1(i, j, c0, c1, name, n1)]; v[n] += best ? bests(node, h, c0, c1) : plain(node, h, a, i, j, c0, c1, n1);
          } }
      if (!os) { q += v[0]; continue; }
      const float* said = l.S + name1(j, h, a); float value = 0, top = -1e30f;
      for (int n = 0; n < 6; n++) { value += said[n] * v[n]; top = fmaxf(top, v[n]); }
      if (learn) for (int n = 0; n < 6; n++) regret(l.R + name1(j, h, a) + n, v[n] - value, step);
      q += freely ? top : value;
    }
    l.Q[it] = q;
  }
  // The hand that is left, once for every creature that may be faced.
  BOTH float bests(int node, int h, int c0, int c1) const {
    int own = 0, place = 0;
    for (int c = 0; c < 11; c++) if (c != c0 && c != c1) { if (l.g->mask[h] >> c & 1) own |= 1 << place; place++; }
    int at = 0; while (l.g2->mask[at] != own) at++;
    return best[(long)node * Deck2::HANDS + at];
  }
  BOTH float plain(int node, int h, int a, int i, int j, int c0, int c1, int n1) const {
    float sum = 0;
    for (int k = 0; k < 6; k++) {
      const int deal = h * 6 + k, h1 = l.g->opp[deal]; if (!(l.g->mask[h1] >> c1 & 1)) continue;
      const int b = place_of(l.g, h1, c1); float p = l.S[main1(h1, b, j)];
      if (n1 >= 0) { const int r = l.g->rank[h1][n1]; p *= r < 0 ? 0 : l.S[name1(i, h1, b) + r]; }
      if (p > 0) sum += p * l.U[(long)node * Deck2::DEALS + l.g->child[deal][a][b]];
    }
    return sum;
  } };

struct FirstLearn { FirstLevel l; Step step;
  BOTH void operator()(long h) const {
    float value = 0; float *s = l.S + main1(h, 0, 0), *r = l.R + main1(h, 0, 0), *q = l.Q + h * 25, *c = l.A + main1(h, 0, 0);
    for (int k = 0; k < 25; k++) value += s[k] * q[k];
    for (int k = 0; k < 25; k++) { regret(r + k, q[k] - value, step); c[k] = c[k] * step.keep + s[k]; }
    for (int f = 0; f < 5; f++) for (int a = 0; a < 5; a++) for (int k = 0; k < 6; k++) { const int at = name1(f, h, a) + k; l.A[at] = l.A[at] * step.keep + s[a * 5 + 4] * l.S[at]; }
  } };

struct FirstTurn {
  FirstLevel l{}; std::vector<Seen> seen; std::vector<Public> states; std::vector<int> mirrors;
  void make(const Rules* host) {
    const Public root{2047, host->all_edicts, host->all_edicts, 0, 0, 0}; std::vector<int> at(25 * 121 * 144, -1);
    for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) for (int c0 = 0; c0 < 11; c0++) for (int c1 = 0; c1 < 11; c1++) if (c0 != c1)
      for (int n0 = i == 4 ? 0 : -1; n0 < (i == 4 ? 11 : 0); n0++) for (int n1 = j == 4 ? 0 : -1; n1 < (j == 4 ? 11 : 0); n1++) {
        if ((n0 >= 0 && n0 == c0) || (n1 >= 0 && n1 == c1)) continue;
        at[at1(i, j, c0, c1, n0, n1)] = seen.size(); seen.push_back({(int8_t)i, (int8_t)j, (int8_t)c0, (int8_t)c1, (int8_t)n0, (int8_t)n1});
        states.push_back(next(host, 0, root, c0, c1, edict_at(31, i, host->naming), edict_at(31, j, host->naming), (n0 == c1) | (n1 == c0) << 1));
      }
    for (const Seen& s : seen) mirrors.push_back(at[at1(s.j, s.i, s.c1, s.c0, s.n1, s.n0)]);
    auto* d = new Deck1; d->make(); std::vector<int> from(121 * Deck2::DEALS, 0);
    for (int deal = 0; deal < Deck1::DEALS; deal++) { const int h0 = deal / 6, h1 = d->opp[deal];
      for (int a = 0; a < 5; a++) for (int b = 0; b < 5; b++) from[(d->card[h0][a] * 11 + d->card[h1][b]) * Deck2::DEALS + d->child[deal][a][b]] = deal; }
    delete d;
    l.g = deck<Deck1>(); l.g2 = deck<Deck2>(); l.seen = upload(seen); l.at = upload(at); l.from = upload(from);
    l.R = take<float>(NUMBERS1); l.S = take<float>(NUMBERS1); l.A = take<float>(NUMBERS1); l.Q = take<float>(MAIN1);
  }
  void mix() { each(462, FirstMix{l}, 32); }
  void spread(float stray) { each((long)seen.size() * Deck2::DEALS, FirstSpread{l, stray}); }
  void learn(const Step& s) { each(MAIN1, FirstGather{l, s, true, false, nullptr}, 64); each(462, FirstLearn{l, s}, 32); }
};
