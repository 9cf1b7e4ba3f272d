// What the package knows of a line-up, as `knowledge.py` and `belief.py` read it: how turns 1 and 2 are played, what that says
// of the hands, and what each hand may expect before turn 3. Files are unpacked (`xz -d`).
#pragma once
#include "plan.h"
#include <fstream>
#include <array>
#include <map>
#include <memory>

typedef std::vector<uint8_t> Bytes;
inline Bytes read_all(const std::string& path) { std::ifstream f(path, std::ios::binary); return Bytes(std::istreambuf_iterator<char>(f), {}); }

struct Fight { int creature, edict, name, faced, across, their_name; };   // as one seat sees it; names: -1 for none

class Table {   // how every hand plays one battle
  const uint8_t* data; std::vector<int> starts; std::vector<int> at_mask;
  int names_at(int start, int act) const {
    int at = start + acts * (int)edicts.size();
    if (names) for (int b = 0; b < act; b++) if (data[start + b * edicts.size() + edicts.size() - 1]) at += across.size() * (held + 1);
    return at;
  }
  int rows(int edict) const { return names && edict == (int)edicts.size() - 1 ? 2 : 1; }
  int width() const { return ((int)across.size() + (named ? 2 : 0)) * (held + 1); }
  int returns_size(int start, int act, int edict) const {
    if (!sees) return 0;
    int found = 0; for (int k = 0; k < act * (int)edicts.size() + edict; k++) if (data[start + k]) found += rows(k % edicts.size()) * width();
    return found;
  }

 public:
  int live, held, acts; bool sees, names, named; std::vector<int> edicts, across;
  Table(const Rules* r, int living, int mine, int theirs, bool seer, const uint8_t* bytes, int size, bool numbered) : data(bytes), live(living), sees(seer) {
    for (int k = 0; k < popcount(mine); k++) edicts.push_back(edict_at(mine, k, r->naming));
    for (int k = 0; k < popcount(theirs); k++) across.push_back(edict_at(theirs, k, r->naming));
    names = edicts.back() == r->naming; named = across.back() == r->naming;
    held = (popcount(live) - 1) / 2; acts = sees ? held * (held - 1) / 2 : held;
    const std::vector<int> all = hands_among((1 << (2 * held + 1)) - 1, held); at_mask.assign(1 << (2 * held + 1), -1); starts.assign(all.size(), -1);
    for (size_t k = 0; k < all.size(); k++) at_mask[all[k]] = k;
    int at = 0, place = 0;
    while (at < size) {
      if (numbered) place = data[at++];
      starts[place] = at; at = names_at(at, acts) + returns_size(at, acts, 0); place++;
    }
    if (at != size) { fprintf(stderr, "a table is damaged\n"); exit(1); }
  }
  int start(int hand) const { int local = 0, k = 0; for (int c = 0; c < CARDS; c++) if (live >> c & 1) { local |= (hand >> c & 1) << k; k++; } return starts[at_mask[local]]; }
  int place(int edict) const { return std::find(edicts.begin(), edicts.end(), edict) - edicts.begin(); }
  int place_across(int edict) const { return std::find(across.begin(), across.end(), edict) - across.begin(); }
  double play(int start, int act, int edict) const { return data[start + act * edicts.size() + edict] / 255.0; }
  double name(int start, int act, int across_at, int rank) const { return data[names_at(start, act) + across_at * (held + 1) + rank] / 255.0; }
  double stays(int start, int act, int edict, int row, int across_at, int theirs, int rank) const {
    const int at = names_at(start, acts) + returns_size(start, act, edict), column = across_at + (theirs == 2 ? 0 : 1 + theirs);
    return data[at + row * width() + column * (held + 1) + rank] / 255.0;
  }
  int act_of(int hand, int committed) const {
    int place = 0;
    for (int a = 0; a < CARDS; a++) if (hand >> a & 1) {
      if (!sees) { if (committed == 1 << a) return place; place++; continue; }
      for (int b = a + 1; b < CARDS; b++) if (hand >> b & 1) { if (committed == (1 << a | 1 << b)) return place; place++; }
    }
    return -1;
  }
  // How often a seer's creature stays that fought, all else shown.
  double fights(int start, int hand, int committed, const Fight& f) const {
    const int one = nth(committed, 0), two = nth(committed, 1), which = f.their_name == one ? 0 : f.their_name == two ? 1 : 2;
    const double s = stays(start, act_of(hand, committed), place(f.edict), f.name == f.faced ? 1 : 0, place_across(f.across), which, rank_in(live & ~hand, f.faced));
    return f.creature == one ? s : 1.0 - s;
  }
};

struct Known {
  const Rules* r; Bytes first_bytes, seconds, thirds[4]; std::unique_ptr<Table> first; std::map<std::array<uint8_t, 6>, std::pair<int, int>> nodes;
  std::map<std::array<uint8_t, 6>, std::unique_ptr<Table>> made;

  Known(const Rules* rules, const std::string& folder) : r(rules) {
    first_bytes = read_all(folder + "/first"); first.reset(new Table(r, 2047, r->all_edicts, r->all_edicts, false, first_bytes.data(), first_bytes.size(), false));
    for (int c = 0; c < CARDS; c++) { const Bytes part = read_all(folder + "/second-" + std::to_string(c)); seconds.insert(seconds.end(), part.begin(), part.end()); }
    for (size_t at = 0; at < seconds.size();) {
      std::array<uint8_t, 6> seen; memcpy(seen.data(), &seconds[at], 6); uint32_t size; memcpy(&size, &seconds[at + 6], 4); nodes[seen] = {(int)at + 10, (int)size}; at += 10 + size;
    }
    for (int k = 0; k < 4; k++) thirds[k] = read_all(folder + "/third-" + std::to_string(k));
    if (first_bytes.empty() || nodes.empty() || thirds[0].empty()) { fprintf(stderr, "%s holds no knowledge\n", folder.c_str()); exit(1); }
  }
  // How a seat plays turn 2 after a first battle as it saw it; none: too unlikely to be kept.
  std::unique_ptr<Table> second(const Public& p, int seat, const Fight& f) const {
    std::array<uint8_t, 6> seen = {(uint8_t)first->place(f.edict), (uint8_t)first->place(f.across), (uint8_t)f.creature, (uint8_t)f.faced, (uint8_t)f.name, (uint8_t)f.their_name};
    const auto found = nodes.find(seen); if (found == nodes.end()) return nullptr;
    const int mine = seat ? p.e1 : p.e0, theirs = seat ? p.e0 : p.e1;
    return std::unique_ptr<Table>(new Table(r, p.live, mine, theirs, ((seat ? p.s1 : p.s0) & r->seeing) != 0, &seconds[found->second.first], found->second.second, true));
  }
  // What each hand of a seat may expect before turn 3; none: nobody knows.
  std::vector<double> expected(const Public& p, int seat, const std::vector<int>& hands) const {
    const uint64_t number = key_of(seat ? mirrored(p) : p); const Bytes& data = thirds[number % 4]; const long states = data.size() / 41; long low = 0, high = states;
    auto read = [&](long k) { uint64_t x = 0; for (int b = 0; b < 6; b++) x = x << 8 | data[k * 6 + b]; return x; };
    while (low < high) { const long m = (low + high) / 2; if (read(m) < number) low = m + 1; else high = m; }
    std::vector<double> found; if (low == states || read(low) != number) return found;
    static const std::vector<int> threes = hands_among(127, 3);
    for (int hand : hands) {
      int local = 0; for (int c = 0; c < CARDS; c++) if (hand >> c & 1) local |= 1 << rank_in(p.live, c);
      found.push_back(data[states * 6 + low * 35 + (std::lower_bound(threes.begin(), threes.end(), local) - threes.begin())] / 32.0 - 1.0);
    }
    return found;
  }
};

// How likely a hand fights a battle so, as the player takes it: no play is taken to be rarer than so.
const double RARELY = 0.002;
inline double played(const Table& t, int start, int hand, int committed, const Fight& f) {
  const int act = t.act_of(hand, committed); const double share = t.play(start, act, t.place(f.edict));
  return f.name < 0 || share == 0 ? share : share * t.name(start, act, t.place_across(f.across), rank_in(t.live & ~hand, f.name));
}
inline double likelihood(const Table& t, int hand, const Fight& f) {
  const int start = t.start(hand); if (start < 0) return RARELY;
  if (!t.sees) return std::max(RARELY, played(t, start, hand, 1 << f.creature, f));
  double found = 0;
  for (int other = 0; other < CARDS; other++) if (other != f.creature && hand >> other & 1) {
    const int committed = 1 << f.creature | 1 << other; const double share = played(t, start, hand, committed, f);
    if (share > 0) found += share * t.fights(start, hand, committed, f);
  }
  return std::max(RARELY, found);
}
inline std::vector<double> whole_of(std::vector<double> told, double whole) { double total = 0; for (double x : told) total += x; for (double& x : told) x = whole * x / total; return told; }
inline std::vector<double> blend(std::vector<double> told, double even) {
  double total = 0; for (double x : told) total += x;
  for (double& x : told) x = (1 - even) * x + even * (total / told.size());
  return told;
}
