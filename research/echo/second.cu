// What a rival wins that strays in turn 2, exactly, on many nodes: `benchmarks/echo_second.py` for an accelerator, or for every
// core. One seat plays as it does at the inn; whatever the other does in turn 2, turn 3 is solved as that seat would, and the
// best answer to all of it is found.
//
//   second RULES FIELDS KNOWLEDGE nodes FILE SECONDS THREADS WAY...   nodes by lines "seed c0 e0 n0 c1 e1 n1"; prints each
//   second RULES FIELDS KNOWLEDGE battles THREADS WARY EVEN     reads "seed c0 e0 n0 c1 e1 n1 rival c0 e0 n0 c1 e1 n1" lines: a
//                                                                  first and a second battle; prints what the rival's hands win
//   WAY: wary,even,rare,gift,strict,passes,draws. In the environment MEANS=FILE writes what the rival's hands had in every state,
//   for `values.py`; CLOSER=1 tells where a rival's gain comes from.
// KNOWLEDGE: a folder with first, second-0 … and third-0 …, unpacked. c, e, n: creature, edict, name (-1: none) of both seats.
#include <array>
#include <memory>
#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>
#include "known.h"

static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Did { int creature, edict, name; };   // what a seat does in a battle
struct Fought { Did side[2]; };
static Fight sight(const Fought& f, int seat) { const Did &a = f.side[seat], &b = f.side[1 - seat]; return {a.creature, a.edict, a.name, b.creature, b.edict, b.name}; }
static Public after(const Rules* r, int battle, const Public& p, const Fought& f) {
  const Did &a = f.side[0], &b = f.side[1]; return next(r, battle, p, a.creature, b.creature, a.edict, b.edict, (a.name == b.creature) | (b.name == a.creature) << 1);
}

struct Play {   // how the hands of a seat play a battle, as shares that add up to 1
  struct Share { int committed, edict; double share; };
  const Table* table = nullptr; std::map<int, std::vector<Share>> shares;
  void make(const Table* t, const std::vector<int>& hands) {
    table = t;
    for (int hand : hands) {
      const int start = t ? t->start(hand) : -1; std::vector<Share>& found = shares[hand]; double total = 0;
      if (start < 0) continue;   // nothing is known of this hand, which never comes here
      for (int committed : hands_among(hand, t->sees ? 2 : 1)) for (size_t e = 0; e < t->edicts.size(); e++) {
        const double share = t->play(start, t->act_of(hand, committed), e); total += share; if (share > 0) found.push_back({committed, t->edicts[e], share});
      }
      for (Share& x : found) x.share /= total;
    }
  }
  double likelihood(int hand, const Fight& f) const {
    const auto known = shares.find(hand); double found = 0; if (known == shares.end()) return 0;
    for (const Share& x : known->second) if (x.edict == f.edict && x.committed >> f.creature & 1) {
      double share = x.share; const int start = table->start(hand);
      if (f.name >= 0) {
        if (hand >> f.name & 1) continue;
        const int act = table->act_of(hand, x.committed), across = table->place_across(f.across), names = popcount(table->live & ~hand); double total = 0;
        for (int k = 0; k < names; k++) total += table->name(start, act, across, k);
        share *= total > 0 ? table->name(start, act, across, rank_in(table->live & ~hand, f.name)) / total : 0;
      }
      if (share > 0) found += share * (table->sees ? table->fights(start, hand, x.committed, f) : 1);
    }
    return found;
  }
};

struct Child { Fought fought; double mass; std::vector<int> hands; std::vector<double> values, met, rates; };   // by hand of the rival: its value, how often it is faced, what it has elsewhere

struct Node {   // turn 2 after a first battle, with every hand that either seat may have
  int seed, drawn = 1; Fought first; Public p; int named[2]; std::unique_ptr<Table> table[2]; Play plays[2]; std::vector<int> hands[2]; std::map<int, double> reach[2];
  std::vector<Child> children[2]; std::vector<std::pair<int, int>> jobs; std::atomic<int> left{1}; int solved = 0; double unknown[2], won[2], rounds = 0, gains = 0;   // by rival
};

static void look(Node& n, const Rules* r, const Known& known) {
  const Public root{2047, r->all_edicts, r->all_edicts, 0, 0, 0}; n.p = after(r, 0, root, n.first);
  for (int k = 0; k < 2; k++) {
    const Fight f = sight(n.first, k); Play opened; n.named[k] = f.name < 0 ? 0 : 1 << f.name; n.hands[k] = hands_among(n.p.live & ~n.named[k], 4);
    std::vector<int> before; for (int hand : n.hands[k]) before.push_back(hand | 1 << f.creature);
    opened.make(known.first.get(), before); n.table[k] = known.second(n.p, k, f); n.plays[k].make(n.table[k].get(), n.hands[k]);
    for (int hand : n.hands[k]) { const double x = opened.likelihood(hand | 1 << f.creature, f); if (x > 0) n.reach[k][hand] = x; }
  }
}

// How likely a seat comes out of a battle with each hand.
static std::map<int, double> going(const Node& n, int seat, const Fought& fought) {
  const Fight f = sight(fought, seat); std::map<int, double> found;
  for (const auto& [hand, reach] : n.reach[seat]) if (hand >> f.creature & 1 && !(hand >> f.faced & 1)) {
    const double x = reach * n.plays[seat].likelihood(hand, f); if (x > 0) found[hand & ~(1 << f.creature)] = x;
  }
  return found;
}

static int named_by(const Node& n, int seat, const Fought& f) { return n.named[seat] | (f.side[seat].name < 0 ? 0 : 1 << f.side[seat].name); }

// Are there hands with which both seats could have fought so?
static bool possible(const Node& n, const Fought& f) {
  int taken = 1 << f.side[0].creature | 1 << f.side[1].creature;
  for (int k = 0; k < 2; k++) {
    int left = n.p.live & ~taken & ~named_by(n, k, f), hand = 0; const int avoids = named_by(n, 1 - k, f);
    for (int part = 0; part < 2; part++) for (int c = 0; c < CARDS; c++) if (left >> c & 1 && (avoids >> c & 1) == 1 - part && popcount(hand) < 3) hand |= 1 << c;
    if (popcount(hand) < 3) return false;
    taken |= hand;
  }
  return true;
}

struct Way { double wary, even, rare, gift, strict; int passes, draws; };   // how the player doubts, what is not solved, and how far what is elsewhere is evened out

// What the player is told of the hands after a second battle, and of what the rival's have elsewhere.
static Asked ask(const Node& n, int rival, const Child& c, const Rules* r, const Known& known, const Way& way) {
  const Fought& f = c.fought;
  Asked x; const int player = 1 - rival; x.strict = way.strict; x.p = after(r, 1, n.p, f); x.player = player; std::vector<double> told[2], once;
  for (int k = 0; k < 2; k++) {
    x.named[k] = named_by(n, k, f); x.hands[k] = hands_among(x.p.live & ~x.named[k], 3); const Fight one = sight(n.first, k), two = sight(f, k); double most = 0, first = 0; std::vector<double> before;
    for (int hand : x.hands[k]) {
      const int four = hand | 1 << two.creature; const double opened = likelihood(*known.first, four | 1 << one.creature, one), reach = opened * (n.table[k] ? likelihood(*n.table[k], four, two) : 1);
      before.push_back(opened); told[k].push_back(reach); most = std::max(most, reach); first = std::max(first, opened);
    }
    for (double& v : told[k]) v /= most;
    for (double& v : before) v /= first;
    if (k == rival) once = before;
  }
  const std::vector<double> elsewhere = way.wary == 0 ? std::vector<double>() : way.gift >= 0 ? c.rates : known.expected(x.p, rival, x.hands[rival]);
  if (elsewhere.empty()) for (int k = 0; k < 2; k++) x.root[k] = blend(told[k], way.even);
  else {
    x.doubted = rival; x.root[player] = told[player]; x.root[rival].assign(x.hands[rival].size(), 0); x.sure = whole_of(told[rival], 1 - way.wary); x.unsure = whole_of(once, way.wary);
    for (size_t h = 0; h < x.hands[rival].size(); h++) {
      double facing = 0; for (size_t g = 0; g < x.hands[player].size(); g++) if (!(x.hands[player][g] & x.hands[rival][h])) facing += told[player][g];
      x.elsewhere.push_back(elsewhere[h] * facing);
    }
  }
  const std::map<int, double> goes = going(n, player, f); for (int hand : x.hands[player]) { const auto at = goes.find(hand); x.going.push_back(at == goes.end() ? 0 : at->second); }
  return x;
}

// What the rival's hands have elsewhere, evened out: whatever a hand does in turn 2, it has as much in all as by playing it as it
// should. What is missing at one play is spread over the battles that may follow; where nothing is known the mean is taken.
static void even_out(Node& n, int rival, const Rules* r, const Known& known, double gift, bool solved) {
  std::vector<Child>& all = n.children[rival]; std::map<std::array<int, 4>, std::vector<int>> by; const int player = 1 - rival;
  std::vector<std::vector<double>> values;
  for (size_t k = 0; k < all.size(); k++) {
    const Did &mine = all[k].fought.side[rival], &theirs = all[k].fought.side[player]; by[{mine.creature, mine.edict, theirs.edict, mine.name}].push_back(k);
    values.push_back(solved ? all[k].values : known.expected(after(r, 1, n.p, all[k].fought), rival, all[k].hands)); all[k].rates.assign(all[k].hands.size(), 0);
    if (solved) for (size_t h = 0; h < values[k].size(); h++) values[k][h] = all[k].met[h] > 0 ? values[k][h] / all[k].met[h] : 0;
  }
  const int mine = rival ? n.p.e1 : n.p.e0, theirs = rival ? n.p.e0 : n.p.e1; const bool sees = (rival ? n.p.s1 : n.p.s0) & r->seeing;
  for (int hand : n.hands[rival]) {
    struct Play1 { double worth, faced, mean; std::map<std::pair<int, int>, std::pair<double, double>> named; };
    std::map<std::pair<int, int>, Play1> plays; double top = -1e30, mixed = 0, total = 0;
    for (int x = 0; x < CARDS; x++) if (hand >> x & 1) for (int e = 0; e < EDICTS; e++) if (mine >> e & 1) {
      Play1& p = plays[{x, e}]; const int left = hand & ~(1 << x); double sum = 0, weight = 0;
      auto each = [&](int j, int name, auto f) {
        const auto at = by.find({x, e, j, name}); if (at == by.end()) return;
        for (int k : at->second) { const auto h = std::lower_bound(all[k].hands.begin(), all[k].hands.end(), left); if (h != all[k].hands.end() && *h == left && !(hand >> all[k].fought.side[player].creature & 1)) f(k, h - all[k].hands.begin()); }
      };
      auto names = [&](auto f) { if (e != r->naming) f(-1); else for (int c = 0; c < CARDS; c++) if (n.p.live & ~hand & 1 << c) f(c); };
      for (int j = 0; j < EDICTS; j++) if (theirs >> j & 1) names([&](int name) { each(j, name, [&](int k, int h) { if (!values[k].empty()) sum += values[k][h] * all[k].met[h], weight += all[k].met[h]; }); });
      p.mean = weight > 0 ? sum / weight : 0; p.worth = p.faced = 0;
      for (int j = 0; j < EDICTS; j++) if (theirs >> j & 1) {
        double best = -1e30, met = 0;
        names([&](int name) {
          double worth = 0, faced = 0; each(j, name, [&](int k, int h) { worth += (values[k].empty() ? p.mean : values[k][h]) * all[k].met[h]; faced += all[k].met[h]; });
          p.named[{j, name}] = {worth, faced}; if (worth > best) best = worth, met = faced;
        });
        p.worth += best; p.faced += met;
      }
      top = std::max(top, p.worth);
    }
    const auto known_plays = n.plays[rival].shares.find(hand);
    if (!sees && known_plays != n.plays[rival].shares.end()) for (const auto& s : known_plays->second) { mixed += s.share * plays[{nth(s.committed, 0), s.edict}].worth; total += s.share; }
    const double value = total > 0 ? mixed : top;
    for (auto& [what, p] : plays) for (int j = 0; j < EDICTS; j++) if (theirs >> j & 1) {
      double best = -1e30; for (auto& [named, v] : p.named) if (named.first == j) best = std::max(best, v.first);
      for (auto& [named, v] : p.named) if (named.first == j) {
        const double more = sees ? 0 : gift * ((p.faced > 0 ? (value - p.worth) / p.faced : 0) + (v.second > 0 ? (best - v.first) / v.second : 0));
        const auto at = by.find({what.first, what.second, j, named.second}); if (at == by.end()) continue;
        const int left = hand & ~(1 << what.first);
        for (int k : at->second) { const auto h = std::lower_bound(all[k].hands.begin(), all[k].hands.end(), left); if (h == all[k].hands.end() || *h != left) continue; const int q = h - all[k].hands.begin();
          all[k].rates[q] = std::max(-1.0, std::min(1.0, (values[k].empty() ? p.mean : values[k][q]) + more)); }
      }
    }
  }
}

struct Mean { double worth[35] = {0}, weight[35] = {0}; };
typedef std::map<uint64_t, Mean> Means;   // by public state: what each hand has there, over all ways to it

// Adds what the rival's hands win by their best answers, evened out; a way counts as often as it is met if the rival does anything.
static void tell(Node& n, int rival, const Rules* r, const Known& known, Means& means, std::mutex& lock) {
  even_out(n, rival, r, known, 1, true); const std::vector<int> threes = hands_among(127, 3); double all = 0, mine = 0;
  for (const auto& [hand, x] : n.reach[1 - rival]) all += x;
  for (const auto& [hand, x] : n.reach[rival]) mine += x;
  std::lock_guard<std::mutex> held(lock);
  for (const Child& c : n.children[rival]) {
    if (c.mass < 0.002) continue;
    const Public p = after(r, 1, n.p, c.fought); Mean& m = means[key_of(rival ? mirrored(p) : p)];
    for (size_t h = 0; h < c.hands.size(); h++) {
      int local = 0; for (int k = 0; k < CARDS; k++) if (c.hands[h] >> k & 1) local |= 1 << rank_in(p.live, k);
      const int at = std::lower_bound(threes.begin(), threes.end(), local) - threes.begin(); const auto before = n.reach[rival].find(c.hands[h] | 1 << c.fought.side[rival].creature);
      const double w = n.drawn * c.met[h] / all * (1e-4 + (before == n.reach[rival].end() ? 0 : before->second / mine)); m.worth[at] += w * c.rates[h]; m.weight[at] += w;
    }
  }
}
static void write_means(const Means& means, const std::string& path) {   // its number, how much it is met, a byte for each hand (255: unknown)
  std::ofstream f(path, std::ios::binary);
  for (const auto& [key, m] : means) {
    float weight = 0; uint8_t bytes[35]; for (int k = 0; k < 35; k++) { weight += m.weight[k]; bytes[k] = m.weight[k] > 0 ? (uint8_t)std::lround(32 * (1 + std::max(-1.0, std::min(1.0, m.worth[k] / m.weight[k])))) : 255; }
    f.write((const char*)&key, 8); f.write((const char*)&weight, 4); f.write((const char*)bytes, 35);
  }
}

struct Job { Node* node; int rival, child; };

// All second battles to which the player comes; those that are solved.
static void prepare(Node& n, const Rules* r, const Known& known, const Way& way) {
  look(n, r, known);
  for (int rival = 0; rival < 2; rival++) {
    const int player = 1 - rival; double mass = 0, missing = 0, total = 0, unknown = 0;
    for (const auto& [hand, reach] : n.reach[player]) { mass += reach; if (n.plays[player].shares[hand].empty()) missing += reach; }
    auto names = [&](int edict, int creature) { std::vector<int> found; if (edict != r->naming) found.push_back(-1); else for (int c = 0; c < CARDS; c++) if (n.p.live >> c & 1 && c != creature) found.push_back(c); return found; };
    for (int e0 = 0; e0 < EDICTS; e0++) if (n.p.e0 >> e0 & 1) for (int e1 = 0; e1 < EDICTS; e1++) if (n.p.e1 >> e1 & 1)
      for (int c0 = 0; c0 < CARDS; c0++) if (n.p.live >> c0 & 1) for (int c1 = 0; c1 < CARDS; c1++) if (c0 != c1 && n.p.live >> c1 & 1)
        for (int n0 : names(e0, c0)) for (int n1 : names(e1, c1)) {
          Child c; c.fought = {{{c0, e0, n0}, {c1, e1, n1}}}; const Fought& f = c.fought; const std::map<int, double> goes = going(n, player, f); c.mass = 0;
          for (const auto& [hand, x] : goes) c.mass += x;
          c.mass /= mass; if (c.mass == 0 || !possible(n, f)) continue;
          total += c.mass; const Public p = after(r, 1, n.p, f); c.hands = hands_among(p.live & ~named_by(n, rival, f), 3);
          for (int hand : c.hands) { double facing = 0; for (const auto& [other, x] : goes) if (!(other & hand)) facing += x; c.met.push_back(facing); }
          if (c.mass >= way.rare) { n.jobs.push_back({rival, (int)n.children[rival].size()}); }
          else {
            c.values = known.expected(p, rival, c.hands); if (c.values.empty()) unknown += c.mass;
            for (size_t h = 0; h < c.values.size(); h++) c.values[h] *= c.met[h];
          }
          n.children[rival].push_back(c);
        }
    if (way.gift >= 0) even_out(n, rival, r, known, way.gift, false);
    n.unknown[rival] = missing / mass + unknown / total;
  }
}

// What the rival wins by its best answer from turn 2 on.
static double best_answer(const Node& n, int rival, const Rules* r) {
  const int player = 1 - rival; const std::vector<Child>& children = n.children[rival]; std::vector<float> dense(children.size() * 2048, NAN); std::map<std::array<int, 4>, std::vector<int>> by;
  for (size_t k = 0; k < children.size(); k++) {
    const Did &mine = children[k].fought.side[rival], &theirs = children[k].fought.side[player]; by[{mine.creature, mine.edict, mine.name, theirs.edict}].push_back(k);
    for (size_t h = 0; h < children[k].values.size(); h++) dense[k * 2048 + children[k].hands[h]] = children[k].values[h];
  }
  const int mine = rival ? n.p.e1 : n.p.e0, theirs = rival ? n.p.e0 : n.p.e1; const bool sees = (rival ? n.p.s1 : n.p.s0) & r->seeing; double sum = 0;
  for (const auto& [hand, reach] : n.reach[rival]) {
    double top = -1e30;
    for (int committed : hands_among(hand, sees ? 2 : 1)) for (int edict = 0; edict < EDICTS; edict++) if (mine >> edict & 1) {
      double worth = 0;
      for (int across = 0; across < EDICTS; across++) if (theirs >> across & 1) {
        double best = -1e30;
        for (int name = edict == r->naming ? 0 : -1; name < (edict == r->naming ? CARDS : 0); name++) {
          if (name >= 0 && !(n.p.live & ~hand & 1 << name)) continue;
          double found[CARDS * (CARDS + 1)]; for (double& x : found) x = -1e30;   // by what the other seat does: whichever creature is better
          for (int creature = 0; creature < CARDS; creature++) if (committed >> creature & 1) {
            const auto at = by.find({creature, edict, name, across}); if (at == by.end()) continue;
            for (int k : at->second) {
              const Did& d = children[k].fought.side[player]; const float v = dense[k * 2048l + (hand & ~(1 << creature))]; double& x = found[d.creature * (CARDS + 1) + d.name + 1];
              if (v == v && !(hand >> d.creature & 1)) x = std::max(x, (double)v);
            }
          }
          double total = 0; for (double x : found) if (x > -1e29) total += x;
          best = std::max(best, total);
        }
        worth += best;
      }
      top = std::max(top, worth);
    }
    sum += reach * top;
  }
  double deals = 0; for (const auto& [a, x] : n.reach[0]) for (const auto& [b, y] : n.reach[1]) if (!(a & b)) deals += x * y;
  return sum / deals;
}

// For looking closer: what the rival's hands win if they choose by one row of values and are paid by another; straight: they play
// turn 2 as they should.
static double paid(const Node& n, int rival, const Rules* r, const std::vector<float>& by_, const std::vector<float>& dense, bool straight) {
  const int player = 1 - rival; const std::vector<Child>& children = n.children[rival]; std::map<std::array<int, 4>, std::vector<int>> by;
  for (size_t k = 0; k < children.size(); k++) { const Did &mine = children[k].fought.side[rival], &theirs = children[k].fought.side[player]; by[{mine.creature, mine.edict, mine.name, theirs.edict}].push_back(k); }
  const int mine = rival ? n.p.e1 : n.p.e0, theirs = rival ? n.p.e0 : n.p.e1; double sum = 0; const Play& play = n.plays[rival];
  for (const auto& [hand, reach] : n.reach[rival]) {
    double top = -1e30, got = 0, mixed = 0, total = 0; const auto known = play.shares.find(hand);
    for (int creature = 0; creature < CARDS; creature++) if (hand >> creature & 1) for (int edict = 0; edict < EDICTS; edict++) if (mine >> edict & 1) {
      double decide = 0, count = 0, mean = 0, share = 0;
      if (known != play.shares.end()) for (const auto& x : known->second) if (x.committed == 1 << creature && x.edict == edict) share += x.share;
      for (int across = 0; across < EDICTS; across++) if (theirs >> across & 1) {
        double best = -1e30, worth = 0, weighed = 0, names = 0;
        for (int name = edict == r->naming ? 0 : -1; name < (edict == r->naming ? CARDS : 0); name++) {
          if (name >= 0 && !(n.p.live & ~hand & 1 << name)) continue;
          double a = 0, b = 0; const auto at = by.find({creature, edict, name, across});
          if (at != by.end()) for (int k : at->second) if (!(hand >> children[k].fought.side[player].creature & 1)) {
            const float v = by_[k * 2048l + (hand & ~(1 << creature))], u = dense[k * 2048l + (hand & ~(1 << creature))]; if (v == v) a += v; if (u == u) b += u;
          }
          if (a > best) best = a, worth = b;
          double q = 1; if (name >= 0 && share > 0) q = play.table->name(play.table->start(hand), play.table->act_of(hand, 1 << creature), play.table->place_across(across), rank_in(n.p.live & ~hand, name));
          weighed += q * b; names += q;
        }
        decide += best; count += worth; mean += names > 0 ? weighed / names : 0;
      }
      if (decide > top) top = decide, got = count;
      mixed += share * mean; total += share;
    }
    sum += reach * (straight && total > 0 ? mixed / total : got);
  }
  double deals = 0; for (const auto& [a, x] : n.reach[0]) for (const auto& [b, y] : n.reach[1]) if (!(a & b)) deals += x * y;
  return sum / deals;
}
static void look_closer(const Node& n, int rival, const Rules* r, const Known& known, const Way& way) {
  if ((rival ? n.p.s1 : n.p.s0) & r->seeing) { printf("  rival %d sees\n", rival); return; }
  const std::vector<Child>& c = n.children[rival]; std::vector<float> solved(c.size() * 2048, NAN), else_ = solved; double rare = 0, none = 0;
  for (size_t k = 0; k < c.size(); k++) {
    std::vector<double> e = way.gift >= 0 ? c[k].rates : known.expected(after(r, 1, n.p, c[k].fought), rival, c[k].hands);
    rare += c[k].mass < way.rare ? c[k].mass : 0; none += e.empty() ? c[k].mass : 0;
    for (size_t h = 0; h < c[k].values.size(); h++) { solved[k * 2048 + c[k].hands[h]] = c[k].values[h]; else_[k * 2048 + c[k].hands[h]] = e.empty() ? c[k].values[h] : e[h] * c[k].met[h]; }
  }
  const double S = paid(n, rival, r, solved, solved, true), B = paid(n, rival, r, solved, solved, false), ES = paid(n, rival, r, else_, else_, true), EB = paid(n, rival, r, solved, else_, false), EE = paid(n, rival, r, else_, else_, false), BE = paid(n, rival, r, else_, solved, false);
  printf("  rival %d: straight %.4f best %.4f gain %.4f | elsewhere: straight %.4f, at the best %.4f, its own best %.4f (which wins %.4f) | rare %.3f, without values %.3f\n", rival, S, B, B - S, ES, EB, EE, BE, rare, none);
}

// Solves whatever is handed out; `give` is told what came of a job.
typedef std::function<bool(Asked&, Job&)> Take;
typedef std::function<void(const Job&, const real*)> Give;
#ifdef __CUDACC__
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
enum { TEAM = 256, TEAMS = 24, OUTS = 40 };
struct Ask { long plan, memory; };
__global__ void __launch_bounds__(TEAM, 3) solve_all(const char* plans, const Ask* asks, real* memory, real* out) {
  __shared__ Work w; const Ask a = asks[blockIdx.x]; solve(w, (const Plan*)(plans + a.plan), memory + a.memory, out + blockIdx.x * OUTS);
}
struct Slot {   // a batch on its way
  static constexpr long ROOM = 64l << 20, MEMORY = 256l << 20;   // bytes of plans, numbers to work with
  cudaStream_t stream; char *plans, *there; real *memory, *out, *outs; Ask *asks, *asked; std::vector<Job> jobs; long bytes, reals;
  Slot() {
    CHECK(cudaStreamCreate(&stream)); CHECK(cudaMallocHost(&plans, ROOM)); CHECK(cudaMalloc(&there, ROOM)); CHECK(cudaMalloc(&memory, MEMORY * sizeof(real)));
    CHECK(cudaMalloc(&out, TEAMS * OUTS * sizeof(real))); CHECK(cudaMallocHost(&outs, TEAMS * OUTS * sizeof(real))); CHECK(cudaMallocHost(&asks, TEAMS * sizeof(Ask))); CHECK(cudaMalloc(&asked, TEAMS * sizeof(Ask)));
  }
};
static std::mutex slots_lock; static std::vector<Slot*> idle;   // slots live as long as the program
static Slot* a_slot() { std::lock_guard<std::mutex> held(slots_lock); if (idle.empty()) return new Slot; Slot* s = idle.back(); idle.pop_back(); return s; }
static void work(const Rules* rules, const Take& take, const Give& give) {
  Planner planner(rules); Slot* slots[2] = {a_slot(), a_slot()}; Asked x; Job job; bool waits = false, over = false;   // waits: one is asked that found no room
  for (int k = 0;; k = 1 - k) {
    Slot& s = *slots[k];
    if (!s.jobs.empty()) { CHECK(cudaStreamSynchronize(s.stream)); for (size_t i = 0; i < s.jobs.size(); i++) give(s.jobs[i], s.outs + i * OUTS); s.jobs.clear(); }
    s.bytes = s.reals = 0;
    while (!over && s.jobs.size() < TEAMS) {
      if (!waits && !take(x, job)) { over = true; break; }
      const Plan* plan = planner.lay(x, [&](long n) { waits = s.bytes + n > Slot::ROOM; return waits ? nullptr : s.plans + s.bytes; });
      if (plan && s.reals + plan->reals > Slot::MEMORY) { waits = true; plan = nullptr; }
      if (!plan) { if (s.jobs.empty()) { fprintf(stderr, "an ending is too large\n"); exit(1); } break; }
      waits = false; s.asks[s.jobs.size()] = {s.bytes, s.reals}; s.bytes += plan->bytes; s.reals += plan->reals; s.jobs.push_back(job);
    }
    if (s.jobs.empty()) { if (slots[1 - k]->jobs.empty()) break; continue; }
    CHECK(cudaMemcpyAsync(s.there, s.plans, s.bytes, cudaMemcpyHostToDevice, s.stream)); CHECK(cudaMemcpyAsync(s.asked, s.asks, s.jobs.size() * sizeof(Ask), cudaMemcpyHostToDevice, s.stream));
    solve_all<<<s.jobs.size(), TEAM, 0, s.stream>>>(s.there, s.asked, s.memory, s.out); CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(s.outs, s.out, s.jobs.size() * OUTS * sizeof(real), cudaMemcpyDeviceToHost, s.stream));
  }
  std::lock_guard<std::mutex> held(slots_lock); for (Slot* s : slots) idle.push_back(s);
}
#else
static void work(const Rules* rules, const Take& take, const Give& give) {
  Planner planner(rules); Asked x; Job job; std::vector<Lane> plan, memory; real out[40];
  while (take(x, job)) {
    const Plan* p = planner.lay(x, [&](long n) { if ((long)plan.size() * 64 < n) plan.resize(n / 64 + 1); return (char*)plan.data(); });
    if ((long)memory.size() * WIDE < p->reals) memory.resize(p->reals / WIDE + 1);
    Work w; solve(w, p, (real*)memory.data(), out); give(job, out);
  }
}
#endif

static void run(int threads, const Rules* rules, const Take& take, const Give& give) {
  std::vector<std::thread> all; for (int k = 0; k < threads; k++) all.emplace_back([&] { work(rules, take, give); });
  for (std::thread& t : all) t.join();
}

static bool read_fought(std::istream& in, Fought& f) { for (Did& d : f.side) in >> d.creature >> d.edict >> d.name; return (bool)in; }

int main(int argc, char** argv) {
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1);   // streams that do not wait for each other
  int fields[BATTLES]; bool known_ = argc > 6 && sscanf(argv[2], "%d,%d,%d,%d", fields, fields + 1, fields + 2, fields + 3) == 4;
  for (int b = 0; known_ && b < BATTLES; b++) known_ = fields[b] >= 0 && fields[b] < FIELDS;
  const std::string what = known_ ? argv[4] : "";
  if (!(what == "nodes" && argc > 8) && !(what == "battles" && argc == 8)) { fprintf(stderr, "usage: see the head of second.cu\n"); return 2; }
  static Printed printed; static Rules rules; std::ifstream f(argv[1], std::ios::binary); f.read((char*)&printed, sizeof printed);
  if (!f || f.peek() != EOF) { fprintf(stderr, "%s holds no rules\n", argv[1]); return 2; }
  line_up(printed, fields, rules);
  const Known known(&rules, argv[3]); std::mutex lock; std::vector<std::unique_ptr<Node>> nodes; std::vector<Job> jobs; size_t next_job = 0;
  if (what == "battles") {
    const Way way{atof(argv[6]), atof(argv[7]), 0, -1, 1, 1, 1}; std::vector<std::string> lines; std::string line;
    while (std::getline(std::cin, line)) {
      std::istringstream in(line); nodes.emplace_back(new Node); Node& n = *nodes.back(); Job j{&n, 0, 0}; Child c; in >> n.seed; read_fought(in, n.first); in >> j.rival; read_fought(in, c.fought);
      if (!in) { fprintf(stderr, "not a battle: %s\n", line.c_str()); return 2; }
      look(n, &rules, known); n.children[j.rival].push_back(c); jobs.push_back(j);
    }
    lines.resize(jobs.size());
    run(atoi(argv[5]), &rules, [&](Asked& x, Job& j) {
      { std::lock_guard<std::mutex> held(lock); if (next_job == jobs.size()) return false; j = jobs[next_job++]; }
      x = ask(*j.node, j.rival, j.node->children[j.rival][0], &rules, known, way); return true;
    }, [&](const Job& j, const real* out) {
      std::string& to = lines[std::find_if(nodes.begin(), nodes.end(), [&](const auto& n) { return n.get() == j.node; }) - nodes.begin()]; char text[40];
      snprintf(text, 40, "%d %.12g", (int)out[HANDS3 + 1], (double)out[HANDS3]); to = text;
      const Asked x = ask(*j.node, j.rival, j.node->children[j.rival][0], &rules, known, way); for (size_t h = 0; h < x.hands[j.rival].size(); h++) { snprintf(text, 40, " %d:%.12g", x.hands[j.rival][h], (double)out[h]); to += text; }
    });
    for (const std::string& text : lines) puts(text.c_str());
    return 0;
  }
  const double begin = now(), limit = atof(argv[6]); std::vector<std::pair<int, Fought>> list; { std::ifstream file(argv[5]); int seed; Fought first; while (file >> seed && read_fought(file, first)) list.push_back({seed, first}); }
  Means means; std::mutex means_lock;
  for (int v = 8; v < argc; v++) {
    Way way; if (sscanf(argv[v], "%lf,%lf,%lf,%lf,%lf,%d,%d", &way.wary, &way.even, &way.rare, &way.gift, &way.strict, &way.passes, &way.draws) != 7) { fprintf(stderr, "no way to play: %s\n", argv[v]); return 2; }
    // A node that is drawn again is solved once, and so is one that is another seen from the other side.
    std::map<std::array<int, 6>, Node*> drawn; nodes.clear();
    for (int k = 0; k < way.draws && k < (int)list.size(); k++) {
      const auto& [seed, first] = list[k]; const Did &a = first.side[0], &b = first.side[1];
      Node*& known_as = drawn[std::min(std::array<int, 6>{a.creature, a.edict, a.name, b.creature, b.edict, b.name}, std::array<int, 6>{b.creature, b.edict, b.name, a.creature, a.edict, a.name})];
      if (known_as) { known_as->drawn++; continue; }
      nodes.emplace_back(new Node); known_as = nodes.back().get(); known_as->seed = seed; known_as->first = first;
    }
    for (int pass = 0; pass < way.passes && now() - begin < limit; pass++) {
      size_t prepared = 0; long done = 0; double draws = 0, sum = 0, squares = 0; const double from = now(); jobs.clear(); next_job = 0;
      auto finish = [&](Node& n) {
        for (int rival = 0; rival < 2; rival++) { n.won[rival] = best_answer(n, rival, &rules); if (getenv("CLOSER")) look_closer(n, rival, &rules, known, way); if (getenv("MEANS") && pass + 1 == way.passes) tell(n, rival, &rules, known, means, means_lock); if (pass + 1 == way.passes) n.children[rival].clear(); }
        std::lock_guard<std::mutex> held(lock); const double won = (n.won[0] + n.won[1]) / 2; draws += n.drawn; sum += n.drawn * won; squares += n.drawn * won * won; const double mean = sum / draws;
        printf("%s pass %d node %d, drawn %d times: %.4f (%+.4f, %+.4f); %.4f of the mass unknown; %zu solutions, %.1f rounds, exploitability %.4f; after %.0f s: %ld, mean of %.0f nodes %.4f ± %.4f\n", argv[v], pass, n.seed, n.drawn, won, n.won[0], n.won[1],
               (n.unknown[0] + n.unknown[1]) / 2, n.jobs.size(), n.rounds / n.jobs.size(), n.gains / n.jobs.size(), now() - from, done, draws, mean, draws > 1 ? 1.96 * std::sqrt(std::max(0.0, squares / draws - mean * mean) / (draws - 1)) : 0);
        fflush(stdout);
      };
      run(atoi(argv[7]), &rules, [&](Asked& x, Job& j) {
        while (true) {
          size_t at;
          { std::lock_guard<std::mutex> held(lock);
            if (now() - begin > limit) return false;
            if (next_job < jobs.size()) { j = jobs[next_job++]; break; }
            if (prepared == nodes.size()) return false;
            at = prepared++; }
          Node& n = *nodes[at]; n.rounds = n.gains = 0;
          if (pass == 0) prepare(n, &rules, known, way); else for (int rival = 0; rival < 2; rival++) even_out(n, rival, &rules, known, way.gift, true);
          n.left = 1 + n.jobs.size();
          { std::lock_guard<std::mutex> held(lock); for (const auto& [rival, child] : n.jobs) jobs.push_back({&n, rival, child}); }
          if (!--n.left) finish(n);
        }
        x = ask(*j.node, j.rival, j.node->children[j.rival][j.child], &rules, known, way); return true;
      }, [&](const Job& j, const real* out) {
        Node& n = *j.node; Child& c = n.children[j.rival][j.child]; c.values.resize(c.hands.size()); for (size_t h = 0; h < c.hands.size(); h++) c.values[h] = out[h];
        { std::lock_guard<std::mutex> held(lock); n.rounds += out[HANDS3 + 1]; n.gains += out[HANDS3]; done++; }
        if (!--n.left) finish(n);
      });
      printf("%s pass %d: %.4f ± %.4f at %.0f nodes, %zu of them others, %ld solutions in %.1f s\n", argv[v], pass, sum / draws, 1.96 * std::sqrt(std::max(0.0, squares / draws - sum * sum / draws / draws) / (draws - 1)), draws, nodes.size(), done, now() - from);
      fflush(stdout);
    }
  }
  if (getenv("MEANS")) write_means(means, getenv("MEANS"));
  return 0;
}
