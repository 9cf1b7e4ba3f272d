// Turns 2 and 3. Only seat 0's play is kept, for every node: seat 1's is that of the mirrored node.
#pragma once
#include "cards.h"

struct Node {
  Public p; int ne[2], sab[2], seer, mirror;
  long trans, at, names, returns, end;   // where its transitions and its numbers begin
};
inline Node node_of(const Rules* r, const Public& p) {
  Node x{}; x.p = p; x.ne[0] = popcount(p.e0); x.ne[1] = popcount(p.e1);
  x.sab[0] = p.e0 >> r->naming & 1; x.sab[1] = p.e1 >> r->naming & 1;
  x.seer = p.s0 & r->seeing ? 0 : p.s1 & r->seeing ? 1 : -1;
  return x;
}

template <class D> struct Places {   // where a node's numbers lie
  BOTH static int acts(const Node& x) { return x.seer == 0 ? D::PAIRS : D::H; }
  BOTH static long main(const Node& x, int h, int a, int e) { return x.at + (long)(h * acts(x) + a) * x.ne[0] + e; }
  BOTH static long name(const Node& x, int f, int h, int a) { return x.names + ((long)(f * D::HANDS + h) * acts(x) + a) * D::N; }
  // A seer's return. own: it named right; theirs: which of its two was named (2: neither); k: the creature it faces.
  BOTH static long back(const Node& x, int e, int f, int own, int theirs, int h, int pr, int k) {
    const long row = (long)(e + own) * (x.ne[1] + 2 * x.sab[1]) + f + (theirs == 2 ? 0 : 1 + theirs);
    return x.returns + (((row * D::HANDS + h) * D::PAIRS + pr) * D::N + k) * 2;
  }
  static void lay(Node& x, long& at, long& trans) {
    x.at = at; x.names = at + (long)D::HANDS * acts(x) * x.ne[0];
    x.returns = x.names + (x.sab[0] ? (long)x.ne[1] * D::HANDS * acts(x) * D::N : 0);
    x.end = x.returns + (x.seer == 0 ? (long)(x.ne[0] + x.sab[0]) * (x.ne[1] + 2 * x.sab[1]) * D::HANDS * D::PAIRS * D::N * 2 : 0);
    at = x.end; x.trans = trans; trans += (long)(x.ne[0] + x.sab[0]) * (x.ne[1] + x.sab[1]) * D::L * (D::L - 1);
  }
  BOTH static long trans(const Node& x, int i, int j, int c0, int c1, int y0, int y1) {   // edicts, creatures, right names
    const int row = i + y0, col = j + y1;
    return x.trans + ((long)row * (x.ne[1] + x.sab[1]) + col) * (D::L * (D::L - 1)) + c0 * (D::L - 1) + c1 - (c1 > c0);
  }
  BOTH static bool names(const Node& x, int seat, int place) { return x.sab[seat] && place == x.ne[seat] - 1; }
};

template <class D> struct Level {   // pointers only: it travels to the device by value
  const D* g; const Node* nodes; const int* tr;
  float2* J;         // by node and deal: how likely by both seats' play, and by seat 1's alone
  float* U;          // its value to seat 0
  float *R, *S, *A;  // regrets, play, and what was played on average (turn 2 alone)
  float2* childJ; const float* childU;
  int merged;
};

template <class D> struct Mix {   // what each hand plays now
  Level<D> l;
  BOTH void operator()(long i) const {
    typedef Places<D> P; const Node x = l.nodes[i / D::HANDS]; const int h = i % D::HANDS, A = P::acts(x);
    long at = P::main(x, h, 0, 0); follow(l.R + at, l.S + at, A * x.ne[0], 1);
    if (x.sab[0]) for (int f = 0; f < x.ne[1]; f++) for (int a = 0; a < A; a++) { at = P::name(x, f, h, a); follow(l.R + at, l.S + at, D::N, 1); }
    if (x.seer == 0) for (int e = 0; e < x.ne[0]; e++) for (int f = 0; f < x.ne[1]; f++)
      for (int y = 0; y <= P::names(x, 0, e); y++) for (int z = P::names(x, 1, f) ? 0 : 2; z < 3; z++)
        for (int a = 0; a < A; a++) for (int k = 0; k < D::N; k++) { at = P::back(x, e, f, y, z, h, a, k); follow(l.R + at, l.S + at, 2, 1); }
  }
};

template <class D> struct Spread {   // from a deal to the deals of the next turn
  Level<D> l; float stray;           // so often anybody does anything
  BOTH float some(float share, int n) const { return (1 - stray) * share + stray / n; }
  BOTH void operator()(long it) const {
    typedef Places<D> P; const long n = it / D::DEALS; const int deal = it % D::DEALS; const float2 w = l.J[it];
    if (w.x == 0 && w.y == 0) return;
    const Node x = l.nodes[n], y = l.nodes[x.mirror];
    if (x.seer >= 0) { seen(x, y, deal, w); return; }
    const int h0 = deal / D::N, h1 = l.g->opp[deal];
    for (int i = 0; i < x.ne[0]; i++) for (int a = 0; a < D::H; a++) {
      const int c0 = l.g->card[h0][a]; const bool s0 = P::names(x, 0, i);
      const float p0 = some(l.S[P::main(x, h0, a, i)], D::H * x.ne[0]);
      for (int j = 0; j < x.ne[1]; j++) for (int b = 0; b < D::H; b++) {
        const int c1 = l.g->card[h1][b]; const bool s1 = P::names(x, 1, j);
        const float p1 = some(l.S[P::main(y, h1, b, j)], D::H * x.ne[1]);
        const float m0 = s0 ? some(l.S[P::name(x, j, h0, a) + l.g->rank[h0][c1]], D::N) : 0;
        const float m1 = s1 ? some(l.S[P::name(y, i, h1, b) + l.g->rank[h1][c0]], D::N) : 0;
        const int to = l.g->child[deal][a][b];
        for (int y0 = 0; y0 <= s0; y0++) for (int y1 = 0; y1 <= s1; y1++) {
          const float q0 = p0 * (y0 ? m0 : 1 - m0), q1 = p1 * (y1 ? m1 : 1 - m1);
          add(l.childJ + (long)l.tr[P::trans(x, i, j, c0, c1, y0, y1)] * D::CHILD + to, w.x * q0 * q1, w.y * q1);
        }
      }
    }
  }
  // One seat commits two. `theirs` names one of them, or another card; several of its names lead to one node.
  BOTH void seen(const Node& x, const Node& y, int deal, float2 w) const {
    typedef Places<D> P; const int p = x.seer, hs = p ? l.g->opp[deal] : deal / D::N, hq = p ? deal / D::N : l.g->opp[deal];
    const Node &sn = p ? y : x, &qn = p ? x : y;
    for (int e = 0; e < sn.ne[0]; e++) for (int pr = 0; pr < D::PAIRS; pr++) {
      const float ps = some(l.S[P::main(sn, hs, pr, e)], D::PAIRS * sn.ne[0]); const bool ss = P::names(sn, 0, e);
      for (int f = 0; f < qn.ne[0]; f++) for (int b = 0; b < D::H; b++) {
        const float pq = some(l.S[P::main(qn, hq, b, f)], D::H * qn.ne[0]); const bool sq = P::names(qn, 0, f);
        const int cq = l.g->card[hq][b], k = l.g->rank[hs][cq];
        const float right = ss ? some(l.S[P::name(sn, f, hs, pr) + k], D::N) : 0;
        float said[3] = {0, 0, 1};
        if (sq) {
          for (int z = 0; z < 2; z++) said[z] = some(l.S[P::name(qn, e, hq, b) + l.g->rank[hq][l.g->card[hs][l.g->pair[pr][z]]]], D::N);
          said[2] = fmaxf(0.f, 1 - said[0] - said[1]);
        }
        for (int z = 0; z < 2; z++) {
          const int a = l.g->pair[pr][z], cs = l.g->card[hs][a], c0 = p ? cq : cs, c1 = p ? cs : cq;
          const int to = p ? l.g->child[deal][b][a] : l.g->child[deal][a][b];
          for (int ys = 0; ys <= ss; ys++) for (int yq = 0; yq <= sq; yq++) {
            float both = 0, seer = 0, other = 0; int ways = 0;
            for (int c = sq ? 0 : 2; c < 3; c++) if ((c == z) == (yq == 1)) {
              const float stays = some(l.S[P::back(sn, e, f, ys, c, hs, pr, k) + z], 2);
              both += said[c] * stays; seer += stays; other += said[c]; ways++;
            }
            const float n = ss ? (ys ? right : 1 - right) : 1, joint = w.x * ps * pq * n * both;
            const float alone = p ? w.y * ps * n * seer / ways : w.y * pq * other / (D::H - 1);
            const int i = p ? f : e, j = p ? e : f;
            add(l.childJ + (long)l.tr[P::trans(x, i, j, c0, c1, p ? yq : ys, p ? ys : yq)] * D::CHILD + to, joint, alone);
          }
        }
      }
    }
  }
};

// What every hand of seat 0 gets against seat 1's play. LEARN: regrets move. Otherwise play is taken as it is (S); with
// `best`, the value of the best answer of each hand is written instead.
template <class D, bool LEARN> struct Gather {
  Level<D> l; Step step; float* best;
  typedef Places<D> P;
  BOTH void operator()(long it) const {
    const long n = it / D::HANDS; const int h = it % D::HANDS; const Node x = l.nodes[n], y = l.nodes[x.mirror];
    float w[D::N], u[D::N], own = 0, any = 0;
    for (int k = 0; k < D::N; k++) {
      const float2 j = l.J[n * D::DEALS + h * D::N + k]; const float mine = l.J[(long)x.mirror * D::DEALS + l.g->mirror[h * D::N + k]].y;
      w[k] = l.merged && mine > 0 ? j.x / mine : j.y; own = fmaxf(own, mine); u[k] = 0; any += w[k];
    }
    if (any == 0 && own == 0) { for (int k = 0; k < D::N; k++) l.U[n * D::DEALS + h * D::N + k] = 0; if (best) best[it] = 0; return; }
    float Q[D::H * EDICTS > D::PAIRS * EDICTS ? D::H * EDICTS : D::PAIRS * EDICTS];
    const int A = P::acts(x);
    for (int i = 0; i < x.ne[0]; i++) for (int a = 0; a < A; a++) {
      const float share = l.S[P::main(x, h, a, i)]; float q = 0;
      for (int j = 0; j < x.ne[1]; j++) {
        float base = 0, more[D::N];
        for (int k = 0; k < D::N; k++) more[k] = 0;
        const float* said = P::names(x, 0, i) ? l.S + P::name(x, j, h, a) : nullptr;
        if (best && x.seer == 0) sees_best(x, y, h, i, j, a, w, said, base, more);
        else for (int k = 0; k < D::N; k++) {
          if (x.seer == 0) sees(x, y, h, k, i, j, a, share, w[k], said, base, more, u);
          else if (x.seer == 1) is_seen(x, y, h, k, i, j, a, share, w[k], said, base, more, u);
          else plain(x, y, h, k, i, j, a, share, w[k], said, base, more, u);
        }
        if (!said) { q += base; continue; }
        float value = 0, top = -1e30f;
        for (int k = 0; k < D::N; k++) { value += said[k] * (base + more[k]); top = fmaxf(top, base + more[k]); }
        if (LEARN) { float* r = l.R + P::name(x, j, h, a); for (int k = 0; k < D::N; k++) regret(r + k, base + more[k] - value, step); }
        q += best ? top : value;
      }
      Q[a * x.ne[0] + i] = q;
    }
    float value = 0, top = -1e30f;
    const long at = P::main(x, h, 0, 0);
    for (int k = 0; k < A * x.ne[0]; k++) { value += l.S[at + k] * Q[k]; top = fmaxf(top, Q[k]); }
    if (LEARN) {
      for (int k = 0; k < A * x.ne[0]; k++) regret(l.R + at + k, Q[k] - value, step);
      if (l.A) count(x, h, own);
    }
    if (best) best[it] = top;
    for (int k = 0; k < D::N; k++) l.U[n * D::DEALS + h * D::N + k] = u[k];
  }
  BOTH void count(const Node& x, int h, float own) const {   // what was played on average, as likely as it came here
    const int A = P::acts(x); const long at = P::main(x, h, 0, 0);
    for (int k = 0; k < A * x.ne[0]; k++) l.A[at + k] = l.A[at + k] * step.keep + own * l.S[at + k];
    if (x.sab[0]) for (int f = 0; f < x.ne[1]; f++) for (int a = 0; a < A; a++) {
      const long z = P::name(x, f, h, a); const float p = own * l.S[P::main(x, h, a, x.ne[0] - 1)];
      for (int k = 0; k < D::N; k++) l.A[z + k] = l.A[z + k] * step.keep + p * l.S[z + k];
    }
    if (x.seer == 0) for (int e = 0; e < x.ne[0]; e++) for (int f = 0; f < x.ne[1]; f++)
      for (int y = 0; y <= P::names(x, 0, e); y++) for (int z = P::names(x, 1, f) ? 0 : 2; z < 3; z++)
        for (int a = 0; a < A; a++) for (int k = 0; k < D::N; k++) {
          const long b = P::back(x, e, f, y, z, h, a, k); const float p = own * l.S[P::main(x, h, a, e)];
          for (int t = 0; t < 2; t++) l.A[b + t] = l.A[b + t] * step.keep + p * l.S[b + t];
        }
  }
  BOTH float child(const Node& x, int deal, int i, int j, int a, int b, int c0, int c1, int y0, int y1) const {
    return l.childU[(long)l.tr[P::trans(x, i, j, c0, c1, y0, y1)] * D::CHILD + l.g->child[deal][a][b]];
  }
  BOTH void plain(const Node& x, const Node& y, int h, int k, int i, int j, int a, float share, float w, const float* said, float& base, float* more, float* u) const {
    const int deal = h * D::N + k, h1 = l.g->opp[deal], c0 = l.g->card[h][a]; const bool s1 = P::names(x, 1, j);
    for (int b = 0; b < D::H; b++) {
      const float p = l.S[P::main(y, h1, b, j)];
      if (p == 0) continue;
      const int c1 = l.g->card[h1][b];
      const float m = s1 ? l.S[P::name(y, i, h1, b) + l.g->rank[h1][c0]] : 0;
      float v = child(x, deal, i, j, a, b, c0, c1, 0, 0);
      if (s1) v += m * (child(x, deal, i, j, a, b, c0, c1, 0, 1) - v);
      base += w * p * v; u[k] += share * p * v;
      if (said) {
        float v1 = child(x, deal, i, j, a, b, c0, c1, 1, 0);
        if (s1) v1 += m * (child(x, deal, i, j, a, b, c0, c1, 1, 1) - v1);
        const int r = l.g->rank[h][c1]; more[r] += w * p * (v1 - v); u[k] += share * p * said[r] * (v1 - v);
      }
    }
  }
  BOTH void sees(const Node& x, const Node& y, int h, int k, int i, int j, int pr, float share, float w, const float* said, float& base, float* more, float* u) const {
    const int deal = h * D::N + k, h1 = l.g->opp[deal], a[2] = {l.g->pair[pr][0], l.g->pair[pr][1]}, c[2] = {l.g->card[h][a[0]], l.g->card[h][a[1]]};
    const bool s1 = P::names(x, 1, j);
    for (int b = 0; b < D::H; b++) {
      const float p = l.S[P::main(y, h1, b, j)];
      if (p == 0) continue;
      const int c1 = l.g->card[h1][b], r = l.g->rank[h][c1];
      float named[3] = {0, 0, 1};
      if (s1) { for (int z = 0; z < 2; z++) named[z] = l.S[P::name(y, i, h1, b) + l.g->rank[h1][c[z]]]; named[2] = fmaxf(0.f, 1 - named[0] - named[1]); }
      float v[2] = {0, 0};
      for (int own = 0; own <= (said ? 1 : 0); own++) for (int t = s1 ? 0 : 2; t < 3; t++) {
        const long at = P::back(x, i, j, own, t, h, pr, r);
        const float one = child(x, deal, i, j, a[0], b, c[0], c1, own, t == 0), two = child(x, deal, i, j, a[1], b, c[1], c1, own, t == 1);
        const float stays = l.S[at], mean = stays * one + (1 - stays) * two;
        v[own] += named[t] * mean;
        // Asked after several deals: these regrets fade once a round (`Fade`) and only grow here.
        if (LEARN) { const float q = w * p * named[t]; l.R[at] += q * (one - mean); l.R[at + 1] += q * (two - mean); }
      }
      base += w * p * v[0]; u[k] += share * p * v[0];
      if (said) { more[r] += w * p * (v[1] - v[0]); u[k] += share * p * said[r] * (v[1] - v[0]); }
    }
  }
  // The best returns: whoever it faces, the better of its two over all deals that it cannot tell apart.
  BOTH void sees_best(const Node& x, const Node& y, int h, int i, int j, int pr, const float* w, const float* said, float& base, float* more) const {
    const int a[2] = {l.g->pair[pr][0], l.g->pair[pr][1]}, c[2] = {l.g->card[h][a[0]], l.g->card[h][a[1]]}; const bool s1 = P::names(x, 1, j);
    for (int card = 0; card < D::L; card++) {
      const int r = l.g->rank[h][card];
      if (r < 0) continue;
      float v[2] = {0, 0};
      for (int own = 0; own <= (said ? 1 : 0); own++) for (int t = s1 ? 0 : 2; t < 3; t++) {
        float one = 0, two = 0;
        for (int k = 0; k < D::N; k++) {
          const int deal = h * D::N + k, h1 = l.g->opp[deal];
          for (int b = 0; b < D::H; b++) if (l.g->card[h1][b] == card) {
            float q = w[k] * l.S[P::main(y, h1, b, j)];
            if (s1) {
              const long at = P::name(y, i, h1, b); const float first = l.S[at + l.g->rank[h1][c[0]]], second = l.S[at + l.g->rank[h1][c[1]]];
              q *= t == 0 ? first : t == 1 ? second : fmaxf(0.f, 1 - first - second);
            }
            one += q * child(x, deal, i, j, a[0], b, c[0], card, own, t == 0); two += q * child(x, deal, i, j, a[1], b, c[1], card, own, t == 1);
          }
        }
        v[own] += fmaxf(one, two);
      }
      base += v[0];
      if (said) more[r] += v[1] - v[0];
    }
  }
  BOTH void is_seen(const Node& x, const Node& y, int h, int k, int i, int j, int a, float share, float w, const float* said, float& base, float* more, float* u) const {
    const int deal = h * D::N + k, h1 = l.g->opp[deal], c0 = l.g->card[h][a]; const bool s1 = P::names(x, 1, j);
    for (int pr = 0; pr < D::PAIRS; pr++) {
      const float p = l.S[P::main(y, h1, pr, j)];
      if (p == 0) continue;
      const int faced = l.g->rank[h1][c0];
      const float m = s1 ? l.S[P::name(y, i, h1, pr) + faced] : 0;
      // v[t]: I named its first, its second, neither.
      float v[3];
      for (int t = said ? 0 : 2; t < 3; t++) {
        v[t] = 0;
        for (int right = 0; right <= s1; right++) {
          const float q = s1 ? (right ? m : 1 - m) : 1, stays = l.S[P::back(y, j, i, right, t, h1, pr, faced)];
          const int b0 = l.g->pair[pr][0], b1 = l.g->pair[pr][1];
          v[t] += q * (stays * child(x, deal, i, j, a, b0, c0, l.g->card[h1][b0], t == 0, right) + (1 - stays) * child(x, deal, i, j, a, b1, c0, l.g->card[h1][b1], t == 1, right));
        }
      }
      base += w * p * v[2]; u[k] += share * p * v[2];
      if (said) for (int t = 0; t < 2; t++) {
        const int r = l.g->rank[h][l.g->card[h1][l.g->pair[pr][t]]];
        more[r] += w * p * (v[t] - v[2]); u[k] += share * p * said[r] * (v[t] - v[2]);
      }
    }
  }
};

template <class D> struct Fade {   // discount the regrets of returns, which are added to piece by piece
  Level<D> l; Step step;
  BOTH void operator()(long i) const {
    const Node x = l.nodes[i / D::HANDS]; if (x.seer != 0) return;
    const long n = (x.end - x.returns) / D::HANDS, from = x.returns + (i % D::HANDS) * n;
    for (long k = from; k < from + n; k++) l.R[k] *= l.R[k] > 0 ? step.up : step.down;
  }
};

template <class D> struct Keys {   // of all that can follow a node
  const Node* nodes; const Rules* rules; int battle; uint64_t* out; long first;
  BOTH void operator()(long n) const {
    typedef Places<D> P; const Node x = nodes[n]; const long at = x.trans - first;
    for (int i = 0; i < x.ne[0]; i++) for (int j = 0; j < x.ne[1]; j++) {
      const int e0 = edict_at(x.p.e0, i, rules->naming), e1 = edict_at(x.p.e1, j, rules->naming);
      for (int c0 = 0; c0 < D::L; c0++) for (int c1 = 0; c1 < D::L; c1++) if (c0 != c1)
        for (int y0 = 0; y0 <= P::names(x, 0, i); y0++) for (int y1 = 0; y1 <= P::names(x, 1, j); y1++)
          out[P::trans(x, i, j, c0, c1, y0, y1) - x.trans + at] = key_of(next(rules, battle, x.p, nth(x.p.live, c0), nth(x.p.live, c1), e0, e1, y0 | y1 << 1));
    }
  }
};
struct Find { const uint64_t *keys, *known; long n; int* out;
  BOTH void operator()(long i) const { long a = 0, b = n; while (a < b) { const long m = (a + b) / 2; if (known[m] < keys[i]) a = m + 1; else b = m; } out[i] = (int)a; } };
struct Mirror { uint64_t* keys; BOTH void operator()(long i) const { keys[i] = key_of(mirrored(unkey(keys[i]))); } };

template <class D> struct Turn {   // a level with its memory
  Level<D> l{}; long n = 0, transitions = 0, numbers = 0; std::vector<Node> nodes; int battle;
  long make(const Rules* host, const std::vector<Public>& states, const std::vector<int>& mirrors, int fought, bool average, bool merged) {
    n = states.size(); battle = fought; nodes.resize(n); long at = 0;
    for (long k = 0; k < n; k++) { nodes[k] = node_of(host, states[k]); nodes[k].mirror = mirrors[k]; Places<D>::lay(nodes[k], at, transitions); }
    numbers = at; l.g = deck<D>(); l.nodes = upload(nodes); l.merged = merged;
    l.J = take<float2>(n * D::DEALS); l.U = take<float>(n * D::DEALS); l.R = take<float>(at); l.S = take<float>(at); l.A = average ? take<float>(at) : nullptr;
    return n * (long)sizeof(Node) + n * D::DEALS * 12l + at * (average ? 12l : 8l);
  }
  // The states that follow, each once and sorted.
  std::vector<uint64_t> follow_up(const Rules* rules) {
    std::vector<uint64_t> all; const long room = 200000000; long from = 0;
    uint64_t* keys = take<uint64_t>(std::min(room, transitions) + 8);
    while (from < n) {
      long to = from, size = 0;
      while (to < n) { const long more = (to + 1 < n ? nodes[to + 1].trans : transitions) - nodes[to].trans; if (size + more > room) break; size += more; to++; }
      Keys<D> k{l.nodes + from, rules, battle, keys, nodes[from].trans}; each(to - from, k, 64); wait();
      const long m = distinct(keys, size); const size_t had = all.size(); all.resize(had + m); get(all.data() + had, keys, m); from = to;
    }
    give(keys); std::sort(all.begin(), all.end()); all.erase(std::unique(all.begin(), all.end()), all.end()); return all;
  }
  long link(const Rules* rules, const std::vector<uint64_t>& known) {
    int* tr = take<int>(transitions); uint64_t* u = upload(known); const long room = 200000000; long from = 0;
    uint64_t* keys = take<uint64_t>(std::min(room, transitions) + 8);
    while (from < n) {
      long to = from, size = 0;
      while (to < n) { const long more = (to + 1 < n ? nodes[to + 1].trans : transitions) - nodes[to].trans; if (size + more > room) break; size += more; to++; }
      each(to - from, Keys<D>{l.nodes + from, rules, battle, keys, nodes[from].trans}, 64); each(size, Find{keys, u, (long)known.size(), tr + nodes[from].trans}); wait(); from = to;
    }
    give(keys); give(u); l.tr = tr; return transitions * 4l;
  }
  void mix() { each(n * D::HANDS, Mix<D>{l}); }
  void spread(long children, float stray) { clear(l.childJ, children * D::CHILD); each(n * D::DEALS, Spread<D>{l, stray}); }
  void learn(const Step& s) { each(n * D::HANDS, Fade<D>{l, s}); each(n * D::HANDS, Gather<D, true>{l, s, nullptr}); }
};
inline std::vector<int> mirrors_of(const std::vector<uint64_t>& keys) {
  uint64_t *u = upload(keys), *m = upload(keys); int* out = take<int>(keys.size()); std::vector<int> found(keys.size());
  each(keys.size(), Mirror{m}); each(keys.size(), Find{m, u, (long)keys.size(), out}); wait(); get(found.data(), out, keys.size()); give(u); give(m); give(out); return found;
}
