// Turn 4: who wins follows from the cards. As before only seat 0's play is kept.
#pragma once
#include "middle.h"

typedef Deck<2> Deck4;

struct Last { Public p; int mirror; int settled; long at; };   // settled: 1 if nobody can change the result any more

BOTH long last_size(const Public& p, const Rules* r) {
  const int n0 = popcount(p.e0), n1 = popcount(p.e1), c = p.s0 & r->seeing ? 1 : 2;
  return 10l * c * n0 + (p.e0 >> r->naming & 1 ? 30l * c * n1 : 0);
}

struct Payer {   // who wins the match
  const uint32_t* words; const Rules* r; Public p; int stronger, worth0, worth1;
  BOTH Payer(const Rules* rules, const Public& q) : words(rules->words[3]), r(rules), p(q), stronger(rules->strength[q.s0] - rules->strength[q.s1]), worth0(rules->points[q.s0]), worth1(rules->points[q.s1]) {}
  BOTH float operator()(int c0, int c1, int e0, int e1, int hits) const {
    const Outcome o = decide(words[clash_at(c0, c1, e0, e1, hits | roused(r, c0, c1, p.s0, p.s1))], stronger, worth0, worth1);
    const int lead = p.lead + o.points0 - o.points1;
    return lead > 0 ? 1.f : lead < 0 ? -1.f : 0.f;
  }
};

struct Settle { const uint64_t* keys; const Rules* r; Last* out; long* size;
  BOTH void operator()(long i) const {
    Last x{}; x.p = unkey(keys[i]); const Payer pay(r, x.p); int seen = 0;
    for (int e0 = 0; e0 < EDICTS; e0++) if (x.p.e0 >> e0 & 1) for (int e1 = 0; e1 < EDICTS; e1++) if (x.p.e1 >> e1 & 1)
      for (int a = 0; a < 5 && popcount(seen) < 2; a++) for (int b = 0; b < 5; b++) if (a != b)
        for (int hits = 0; hits < 4; hits++) {
          if ((hits & 1 && e0 != r->naming) || (hits & 2 && e1 != r->naming)) continue;
          seen |= 1 << (int)(pay(nth(x.p.live, a), nth(x.p.live, b), e0, e1, hits) + 1);
        }
    x.settled = popcount(seen) == 1; out[i] = x; size[i] = x.settled ? 0 : last_size(x.p, r);
  } };

struct LastLevel { const Deck4* g; const Rules* r; const Last* nodes; float2* J; float *U, *R, *S; };

struct LastMix { LastLevel l;
  BOTH void operator()(long i) const {
    const Last x = l.nodes[i / 10]; const int h = i % 10;
    if (x.settled) return;
    const int n0 = popcount(x.p.e0), n1 = popcount(x.p.e1), c = x.p.s0 & l.r->seeing ? 1 : 2;
    long at = x.at + (long)h * c * n0; follow(l.R + at, l.S + at, c * n0, 1);
    if (x.p.e0 >> l.r->naming & 1) for (int f = 0; f < n1; f++) for (int a = 0; a < c; a++) { at = x.at + 10l * c * n0 + ((f * 10 + h) * c + a) * 3; follow(l.R + at, l.S + at, 3, 1); }
  } };

struct LastLearn { LastLevel l; Step step; bool learn;
  BOTH void operator()(long it) const {
    const long n = it / 10; const int h = it % 10; const Last x = l.nodes[n]; float* U = l.U + n * 30 + h * 3;
    const Payer pay(l.r, x.p);
    if (x.settled) { const float v = pay(nth(x.p.live, 0), nth(x.p.live, 1), edict_at(x.p.e0, 0, l.r->naming), edict_at(x.p.e1, 0, l.r->naming), 0); U[0] = U[1] = U[2] = v; return; }
    const Last y = l.nodes[x.mirror]; const int naming = l.r->naming, n0 = popcount(x.p.e0), n1 = popcount(x.p.e1);
    const bool sees = x.p.s0 & l.r->seeing, seen = x.p.s1 & l.r->seeing, sab0 = x.p.e0 >> naming & 1, sab1 = x.p.e1 >> naming & 1;
    const int c = sees ? 1 : 2, cx = seen ? 1 : 2;
    const float *S = l.S + x.at, *X = l.S + y.at;
    int live[5]; { int m = 0; for (int k = 0; k < CARDS; k++) if (x.p.live >> k & 1) live[m++] = k; }
    const int own[2] = {l.g->card[h][0], l.g->card[h][1]}; float w[3], u[3] = {0, 0, 0}; int opp[3];
    for (int k = 0; k < 3; k++) {
      const float2 j = l.J[n * 30 + h * 3 + k]; const float mine = l.J[(long)x.mirror * 30 + l.g->mirror[h * 3 + k]].y;
      w[k] = mine > 0 ? j.x / mine : j.y; opp[k] = l.g->opp[h * 3 + k];
    }
    float Q[10];
    for (int i = 0; i < n0; i++) { const int e0 = edict_at(x.p.e0, i, naming); const bool os = sab0 && i == n0 - 1;
      for (int a = 0; a < c; a++) {
        const float share = S[(h * c + a) * n0 + i]; float q = 0;
        for (int j = 0; j < n1; j++) { const int e1 = edict_at(x.p.e1, j, naming); const bool xs = sab1 && j == n1 - 1;
          const float* said = os ? S + 10 * c * n0 + ((j * 10 + h) * c + a) * 3 : nullptr; float base = 0, more[3] = {0, 0, 0};
          for (int k = 0; k < 3; k++) { const int h1 = opp[k];
            for (int b = 0; b < cx; b++) {
              const float p = X[(h1 * cx + b) * n1 + j]; if (p == 0) continue;
              const float* named = xs ? X + 10 * cx * n1 + ((i * 10 + h1) * cx + b) * 3 : nullptr;
              const int foe[2] = {l.g->card[h1][seen ? 0 : b], l.g->card[h1][1]};   // whom I face, or may face
              // v[t]: I named the first I may face, the second, neither.
              float v[3];
              for (int t = said ? 0 : 2; t < 3; t++) {
                if (t == 1 && !seen) continue;
                float total = 0;
                const float ma = named ? named[l.g->rank[h1][own[0]]] : 0, mb = named ? named[l.g->rank[h1][own[1]]] : 0;
                // z: it named my first, my second, neither
                for (int z = named ? 0 : 2; z < 3; z++) {
                  const float q1 = z == 0 ? ma : z == 1 ? mb : fmaxf(0.f, 1 - ma - mb); if (q1 == 0) continue;
                  float value;
                  if (sees) value = fmaxf(pay(live[own[0]], live[foe[0]], e0, e1, (t == 0) | (z == 0) << 1), pay(live[own[1]], live[foe[0]], e0, e1, (t == 0) | (z == 1) << 1));
                  else if (seen) value = fminf(pay(live[own[a]], live[foe[0]], e0, e1, (t == 0) | (z == a) << 1), pay(live[own[a]], live[foe[1]], e0, e1, (t == 1) | (z == a) << 1));
                  else value = pay(live[own[a]], live[foe[0]], e0, e1, (t == 0) | (z == a) << 1);
                  total += q1 * value;
                }
                v[t] = total;
              }
              base += w[k] * p * v[2]; u[k] += share * p * v[2];
              if (said) for (int t = 0; t < (seen ? 2 : 1); t++) { const int r = l.g->rank[h][foe[t]]; more[r] += w[k] * p * (v[t] - v[2]); u[k] += share * p * said[r] * (v[t] - v[2]); }
            } }
          if (!said) { q += base; continue; }
          float value = 0; for (int k = 0; k < 3; k++) value += said[k] * (base + more[k]);
          if (learn) { float* r = l.R + x.at + 10 * c * n0 + ((j * 10 + h) * c + a) * 3; for (int k = 0; k < 3; k++) regret(r + k, base + more[k] - value, step); }
          q += value;
        }
        Q[a * n0 + i] = q;
      } }
    float value = 0; for (int k = 0; k < c * n0; k++) value += S[h * c * n0 + k] * Q[k];
    if (learn) for (int k = 0; k < c * n0; k++) regret(l.R + x.at + h * c * n0 + k, Q[k] - value, step);
    for (int k = 0; k < 3; k++) U[k] = u[k];
  } };

struct LastTurn {
  LastLevel l{}; long n = 0, numbers = 0, settled = 0;
  long make(const Rules* rules, const std::vector<uint64_t>& keys) {
    n = keys.size(); uint64_t* k = upload(keys); Last* nodes = take<Last>(n); long* size = take<long>(n); each(n, Settle{k, rules, nodes, size}); wait();
    std::vector<Last> host(n); std::vector<long> sizes(n); get(host.data(), nodes, n); get(sizes.data(), size, n); give(k); give(size);
    const std::vector<int> mirrors = mirrors_of(keys);
    for (long i = 0; i < n; i++) { host[i].mirror = mirrors[i]; host[i].at = numbers; numbers += sizes[i]; settled += host[i].settled; }
    put(nodes, host.data(), n);
    l.g = deck<Deck4>(); l.r = rules; l.nodes = nodes; l.J = take<float2>(n * 30); l.U = take<float>(n * 30); l.R = take<float>(numbers); l.S = take<float>(numbers);
    return n * (long)sizeof(Last) + n * 360l + numbers * 8l;
  }
  void mix() { each(n * 10, LastMix{l}); }
  void learn(const Step& s) { each(n * 10, LastLearn{l, s, true}); }
};
