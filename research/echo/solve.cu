// The whole game of one line-up. Turns 1 and 2 know everything that was seen; turns 3 and 4 know what is public (living
// creatures, edicts, statuses, lead) and forget how it came about: in play they are worked out anew.
//
//   solve RULES FIELDS OUT SECONDS ROUNDS   the whole game, until either is reached; writes OUT/*
//   solve RULES FIELDS third KEY ROUNDS     one state before turn 3, every deal alike likely; prints its value to seat 0
//   solve RULES FIELDS check                reads "battle key c0 c1 e0 e1 hits" lines and prints the key that follows
// FIELDS: the numbers of four battlefields, as 1,2,3,5
#include "last.h"
#include "first.h"
#include <chrono>
#include <fstream>
#include <iostream>

typedef Deck<3> Deck3;
static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Blend { float *to; const float* from; float rate; BOTH void operator()(long i) const { to[i] += (from[i] - to[i]) * rate; } };
struct Sum { const float *a; const float* b; double* out; BOTH void operator()(long i) const { const double x = b ? (double)a[i] * b[i] : a[i]; if (x != 0) add(out, x); } };
struct Best1 { FirstLevel l; double *top, *mean; BOTH void operator()(long h) const {
  float t = -1e30f, m = 0; for (int k = 0; k < 25; k++) { t = fmaxf(t, l.Q[h * 25 + k]); m += l.S[h * 25 + k] * l.Q[h * 25 + k]; } add(top, t); add(mean, m); } };
struct Own2 { Level<Deck2> l; const float* best; float *mass, *gain;   // by node: how likely it is, and what the best answer wins there
  BOTH void operator()(long n) const { double m = 0, g = 0; const Node x = l.nodes[n];
    for (int h = 0; h < Deck2::HANDS; h++) { float own = 0; double v = 0;
      for (int k = 0; k < Deck2::N; k++) { const long d = n * Deck2::DEALS + h * Deck2::N + k; m += l.J[d].x; v += l.J[d].y * l.U[d]; own = fmaxf(own, l.J[(long)x.mirror * Deck2::DEALS + l.g->mirror[h * Deck2::N + k]].y); }
      g += own * (best[n * Deck2::HANDS + h] - v); }
    mass[n] = m; gain[n] = g; } };
struct Mass3 { Level<Deck3> l; float* mass; BOTH void operator()(long n) const { double m = 0; for (int d = 0; d < Deck3::DEALS; d++) m += l.J[n * Deck3::DEALS + d].x; mass[n] = m; } };
struct Value3 { Level<Deck3> l; const float* U; float *value, *weight;   // what a hand expects, and how likely seat 1 lets it come
  BOTH void operator()(long i) const { const long n = i / Deck3::HANDS; const int h = i % Deck3::HANDS; const Node x = l.nodes[n]; float v = 0, c = 0;
    for (int k = 0; k < Deck3::N; k++) {
      const int deal = h * Deck3::N + k; const float2 j = l.J[n * Deck3::DEALS + deal]; const float mine = l.J[(long)x.mirror * Deck3::DEALS + l.g->mirror[deal]].y;
      const float w = mine > 0 ? j.x / mine : j.y; v += w * U[n * Deck3::DEALS + deal]; c += w;
    }
    value[i] = c > 0 ? v / c : 0; weight[i] = c; } };

template <class T> void save(const std::string& path, const T* device, size_t n) {
  std::ofstream f(path, std::ios::binary); std::vector<T> part; const size_t room = 64 << 20;
  for (size_t at = 0; at < n; at += room) { part.resize(std::min(room, n - at)); get(part.data(), device + at, part.size()); f.write((const char*)part.data(), part.size() * sizeof(T)); }
}
template <class T> void save_host(const std::string& path, const std::vector<T>& v) { std::ofstream f(path, std::ios::binary); f.write((const char*)v.data(), v.size() * sizeof(T)); }

struct Whole {
  const Rules* rules; FirstTurn one; Turn<Deck2> two; Turn<Deck3> three; LastTurn four; std::vector<uint64_t> keys3; float *U3, *best2, *mass, *gain; double* sums; int rounds = 0; long bytes = 0;
  double spent[8] = {0};
  void make(const Rules* host, const Rules* device) {
    rules = device; one.make(host); bytes += two.make(host, one.states, one.mirrors, 1, true, false);
    keys3 = two.follow_up(rules); bytes += two.link(rules, keys3);
    std::vector<Public> states; for (uint64_t k : keys3) states.push_back(unkey(k));
    bytes += three.make(host, states, mirrors_of(keys3), 2, false, true);
    { const std::vector<uint64_t> keys4 = three.follow_up(rules); bytes += three.link(rules, keys4); bytes += four.make(rules, keys4); }
    one.l.J = two.l.J; one.l.U = two.l.U; two.l.childJ = three.l.J; two.l.childU = three.l.U; three.l.childJ = four.l.J; three.l.childU = four.l.U;
    U3 = take<float>(three.n * Deck3::DEALS); best2 = take<float>(two.n * Deck2::HANDS); mass = take<float>(two.n); gain = take<float>(two.n); sums = take<double>(8);
  }
  void round(bool timed) {
    const Step s = step_of(++rounds); double from = now();
    auto lap = [&](int k) { if (timed) { wait(); const double t = now(); spent[k] += t - from; from = t; } };
    one.mix(); one.spread(1e-3f); two.mix(); two.spread(three.n, 1e-3f); lap(0);
    three.mix(); lap(1);
    if (rounds < 8 || rounds % 2 == 0) three.spread(four.n, 1e-3f);
    lap(2); four.mix(); four.learn(s); lap(3); three.learn(s); each(three.n * Deck3::DEALS, Blend{U3, three.l.U, 3.f / (rounds + 2)}); lap(4);
    two.learn(s); lap(5); one.learn(s); lap(6);
  }
  // Take what was played on average in turns 1 and 2, and the mean values of turn 3.
  void settle(float stray) {
    FirstLevel f = one.l; f.R = f.A; each(462, FirstMix{f}, 32); one.spread(stray);
    Level<Deck2> l = two.l; l.R = l.A; each(two.n * Deck2::HANDS, Mix<Deck2>{l});
  }
  void report(double seconds) {
    settle(0); Level<Deck2> l = two.l; l.childU = U3; const Step none{1, 1, 1};
    each(two.n * Deck2::HANDS, Gather<Deck2, false>{l, none, nullptr}); clear(sums, 8);
    each(MAIN1, FirstGather{one.l, none, false, true, nullptr}, 64); each(462, Best1{one.l, sums, sums + 1}, 32);
    each(MAIN1, FirstGather{one.l, none, false, false, nullptr}, 64); each(462, Best1{one.l, sums + 2, sums + 3}, 32);
    each(two.n * Deck2::HANDS, Gather<Deck2, false>{l, none, best2});
    // the best answers leave nothing in U for hands of a seer: the means once more
    each(two.n * Deck2::HANDS, Gather<Deck2, false>{l, none, nullptr});
    each(MAIN1, FirstGather{one.l, none, false, true, best2}, 64); each(462, Best1{one.l, sums + 4, sums + 5}, 32);
    each(two.n, Own2{l, best2, mass, gain}); each(two.n, Sum{gain, nullptr, sums + 6}); each(two.n, Sum{mass, nullptr, sums + 7}); wait();
    double v[8]; get(v, sums, 8);
    std::vector<float> m(two.n); get(m.data(), mass, two.n); std::sort(m.rbegin(), m.rend()); double sum = 0; long carry[3] = {0, 0, 0}; const double part[3] = {0.9, 0.99, 0.999};
    for (size_t k = 0; k < m.size(); k++) { for (int p = 0; p < 3; p++) if (sum < part[p] * v[7]) carry[p]++; sum += m[k]; }
    printf("round %d, %.1f s: value %+.5f, deviating in turn 1 %.5f, in turn 2 %.5f, in both %.5f; mass %.4f; nodes that carry 90/99/99.9 %%: %ld %ld %ld\n", rounds, seconds, v[3] / 2772, (v[0] - v[3]) / 2772, v[6] / 2772, (v[4] - v[3]) / 2772, v[7] / 2772, carry[0], carry[1], carry[2]);
    fflush(stdout);
  }
  void write(const std::string& out) {
    settle(0); save(out + "/turn1.f32", one.l.S, NUMBERS1); save(out + "/mass2.f32", mass, two.n); save(out + "/turn2.f32", two.l.S, two.numbers);
    save_host(out + "/seen2.i8", one.seen); std::vector<long> at; std::vector<uint64_t> keys; for (const Node& x : two.nodes) { at.push_back(x.at); at.push_back(x.names); at.push_back(x.returns); at.push_back(x.end); keys.push_back(key_of(x.p)); }
    save_host(out + "/at2.i64", at); save_host(out + "/keys2.u64", keys); save_host(out + "/keys3.u64", keys3);
    float *value = take<float>(three.n * Deck3::HANDS), *weight = take<float>(three.n * Deck3::HANDS), *mass3 = take<float>(three.n);
    // What a hand may expect before turn 3, where its seat may have done anything in turn 2;
    two.spread(three.n, 1e-3f); each(three.n * Deck3::HANDS, Value3{three.l, U3, value, weight}); wait(); save(out + "/value3.f32", value, three.n * Deck3::HANDS); save(out + "/weight3.f32", weight, three.n * Deck3::HANDS);
    // and how often a state is met if each seat does anything in three of ten times.
    two.spread(three.n, 0.3f); each(three.n, Mass3{three.l, mass3}); wait(); save(out + "/mass3.f32", mass3, three.n); give(value); give(weight); give(mass3);
  }
};

static void third(const Rules* host, const Rules* rules, uint64_t key, int rounds) {
  const Public p = unkey(key), q = mirrored(p); std::vector<Public> states{p}; std::vector<int> mirrors{0};
  if (key_of(q) != key) { states.push_back(q); mirrors = {1, 0}; }
  Turn<Deck3> three; LastTurn four; three.make(host, states, mirrors, 2, false, true); const std::vector<uint64_t> keys = three.follow_up(rules); three.link(rules, keys); four.make(rules, keys);
  three.l.childJ = four.l.J; three.l.childU = four.l.U; std::vector<float2> ones(states.size() * Deck3::DEALS, float2{1, 1}); put(three.l.J, ones.data(), ones.size());
  float* mean = take<float>(Deck3::DEALS);
  for (int t = 1; t <= rounds; t++) { const Step s = step_of(t); three.mix(); three.spread(four.n, 1e-4f); four.mix(); four.learn(s); three.learn(s); each(Deck3::DEALS, Blend{mean, three.l.U, 3.f / (t + 2)}); }
  wait(); std::vector<float> u(Deck3::DEALS); get(u.data(), mean, u.size()); double v = 0; for (float x : u) v += x;
  printf("%ld states before turn 4, value %+.5f\n", four.n, v / Deck3::DEALS);
}

int main(int argc, char** argv) {
  int fields[BATTLES]; bool known = argc > 3 && sscanf(argv[2], "%d,%d,%d,%d", fields, fields + 1, fields + 2, fields + 3) == 4;
  for (int b = 0; known && b < BATTLES; b++) known = fields[b] >= 0 && fields[b] < FIELDS;
  if (!known) { fprintf(stderr, "usage: see the head of solve.cu\n"); return 2; }
  static Printed printed; static Rules host; std::ifstream f(argv[1], std::ios::binary); f.read((char*)&printed, sizeof printed);
  if (!f || f.peek() != EOF) { fprintf(stderr, "%s holds no rules\n", argv[1]); return 2; }
  line_up(printed, fields, host);
  const std::string what = argv[3];
  if (what == "check") {
    int battle, c0, c1, e0, e1, hits; unsigned long long key;
    while (std::cin >> battle >> key >> c0 >> c1 >> e0 >> e1 >> hits) printf("%llu\n", (unsigned long long)key_of(next(&host, battle, unkey(key), c0, c1, e0, e1, hits)));
    return 0;
  }
  Rules* rules = take<Rules>(1); put(rules, &host, 1);
  if (argc < 6) { fprintf(stderr, "usage: see the head of solve.cu\n"); return 2; }
  if (what == "third") { third(&host, rules, strtoull(argv[4], nullptr, 10), atoi(argv[5])); return 0; }
  const double limit = atof(argv[4]), begin = now(); const int most = atoi(argv[5]); Whole w; w.make(&host, rules);
  printf("nodes 1 %ld %ld %ld (%ld settled), %.1f GB, made in %.1f s\n", w.two.n, w.three.n, w.four.n, w.four.settled, w.bytes / 1e9, now() - begin); fflush(stdout);
  w.round(false); wait(); for (int k = 0; k < 2; k++) w.round(true);
  printf("seconds a round: turns 1 and 2 forward %.3f, mix 3 %.3f, forward 3 %.3f, turn 4 %.3f, turn 3 %.3f, turn 2 %.3f, turn 1 %.3f\n", w.spent[0] / 2, w.spent[1] / 2, w.spent[2] / 2, w.spent[3] / 2, w.spent[4] / 2, w.spent[5] / 2, w.spent[6] / 2); fflush(stdout);
  double told = now();
  while (w.rounds < most && now() - begin < limit) { w.round(false); wait(); if (now() - told > 40) { w.report(now() - begin); told = now(); } }
  w.report(now() - begin); w.write(what); printf("written after %.1f s\n", now() - begin);
  return 0;
}
