// Hands and deals of a turn, and the little that is needed to run the same code on a GPU and in plain loops.
#pragma once
#include "rules.h"

#ifdef __CUDACC__
#include <thrust/device_ptr.h>
#include <thrust/sort.h>
#include <thrust/unique.h>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
template <class F> __global__ void run(F f, long n) { long i = blockIdx.x * (long)blockDim.x + threadIdx.x; if (i < n) f(i); }
template <class F> void each(long n, F f, int block = 128) {
  if (n == 0) return;
  run<<<(unsigned)((n + block - 1) / block), block>>>(f, n);
  CHECK(cudaGetLastError());
}
inline void wait() { CHECK(cudaDeviceSynchronize()); }
template <class T> T* take(size_t n) { T* p; CHECK(cudaMalloc(&p, std::max<size_t>(n, 1) * sizeof(T))); CHECK(cudaMemset(p, 0, std::max<size_t>(n, 1) * sizeof(T))); return p; }
template <class T> void clear(T* p, size_t n) { CHECK(cudaMemset(p, 0, n * sizeof(T))); }
template <class T> void give(T* p) { CHECK(cudaFree(p)); }
template <class T> void put(T* to, const T* from, size_t n) { CHECK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyHostToDevice)); }
template <class T> void get(T* to, const T* from, size_t n) { CHECK(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToHost)); }
BOTH void add(float2* to, float x, float y) {
#ifdef __CUDA_ARCH__
  atomicAdd(to, float2{x, y});
#endif
}
BOTH void add(double* to, double x) {
#ifdef __CUDA_ARCH__
  atomicAdd(to, x);
#endif
}
inline long distinct(uint64_t* keys, long n) {
  thrust::device_ptr<uint64_t> p(keys); thrust::sort(p, p + n); return thrust::unique(p, p + n) - p;
}
#else
template <class F> void each(long n, F f, int = 0) { for (long i = 0; i < n; i++) f(i); }
inline void wait() {}
template <class T> T* take(size_t n) { return (T*)calloc(std::max<size_t>(n, 1), sizeof(T)); }
template <class T> void clear(T* p, size_t n) { memset((void*)p, 0, n * sizeof(T)); }
template <class T> void give(T* p) { free(p); }
template <class T> void put(T* to, const T* from, size_t n) { memcpy((void*)to, from, n * sizeof(T)); }
template <class T> void get(T* to, const T* from, size_t n) { memcpy((void*)to, from, n * sizeof(T)); }
inline void add(float2* to, float x, float y) { to->x += x; to->y += y; }
inline void add(double* to, double x) { *to += x; }
inline long distinct(uint64_t* keys, long n) { std::sort(keys, keys + n); return std::unique(keys, keys + n) - keys; }
#endif
template <class T> T* upload(const std::vector<T>& v) { T* p = take<T>(v.size()); put(p, v.data(), v.size()); return p; }

constexpr int choose(int n, int k) { int t = 1; for (int i = 0; i < k; i++) t = t * (n - i) / (i + 1); return t; }

// The cards of a turn: hands of H out of 2H + 1, numbered by their masks among the living.
// A deal is a hand of seat 0 and which of the cards that it leaves is the overseer.
template <int H_> struct Deck {
  static constexpr int H = H_, L = 2 * H + 1, N = H + 1, HANDS = choose(L, H), DEALS = HANDS * N, PAIRS = H * (H - 1) / 2;
  static constexpr int CHILD = H > 1 ? choose(L - 2, H - 1) * H : 1;
  int16_t mask[HANDS], opp[DEALS], mirror[DEALS], child[DEALS][H][H];  // child: deal left when these places were played
  int8_t card[HANDS][H], rank[HANDS][L], pair[PAIRS][2], pair_of[H][H];  // rank: place among the cards not held
  void make() {
    std::vector<int> at(1 << L, -1), kid(1 << (L - 2), -1);
    int n = 0;
    for (int m = 0; m < 1 << L; m++) if (popcount(m) == H) { mask[n] = m; at[m] = n++; }
    n = 0;
    for (int m = 0; m < 1 << (L - 2); m++) if (popcount(m) == H - 1) kid[m] = n++;
    n = 0;
    for (int a = 0; a < H; a++) for (int b = a + 1; b < H; b++) { pair[n][0] = a; pair[n][1] = b; pair_of[a][b] = pair_of[b][a] = n++; }
    for (int h = 0; h < HANDS; h++) {
      int k = 0, a = 0;
      for (int c = 0; c < L; c++) if (mask[h] >> c & 1) { card[h][a++] = c; rank[h][c] = -1; } else rank[h][c] = k++;
    }
    const int all = (1 << L) - 1;
    for (int h = 0; h < HANDS; h++) for (int k = 0; k < N; k++) {
      const int over = nth(all & ~mask[h], k), other = at[all & ~mask[h] & ~(1 << over)], deal = h * N + k;
      opp[deal] = other; mirror[deal] = other * N + rank[other][over];
      for (int a = 0; a < H; a++) for (int b = 0; b < H; b++) {
        int place = 0, own = 0, r = 0, hidden = 0;
        for (int c = 0; c < L; c++) {
          if (c == card[h][a] || c == card[other][b]) continue;
          if (mask[h] >> c & 1) own |= 1 << place; else { if (c == over) r = hidden; hidden++; }
          place++;
        }
        child[deal][a][b] = H > 1 ? kid[own] * H + r : 0;
      }
    }
  }
};
template <class D> const D* deck() {
  static D* p = nullptr;
  if (!p) { D* d = new D; d->make(); p = take<D>(1); put(p, d, 1); delete d; }
  return p;
}

struct Step { float up, down, keep; };   // discounts of regrets above and below 0, and of what was counted before
inline Step step_of(int round) {
  const double x = std::pow((double)round, 1.5), y = (double)(round - 1) / round;
  return {(float)(x / (x + 1)), 0.5f, (float)(y * y)};
}
BOTH void regret(float* r, float more, const Step& s) { const float x = *r; *r = x * (x > 0 ? s.up : s.down) + more; }
BOTH void follow(const float* r, float* s, int n, int stride) {   // each as often as it is regretted
  float total = 0;
  for (int k = 0; k < n; k++) total += fmaxf(r[k * stride], 0.f);
  for (int k = 0; k < n; k++) s[k * stride] = total > 0 ? fmaxf(r[k * stride], 0.f) / total : 1.f / n;
}
