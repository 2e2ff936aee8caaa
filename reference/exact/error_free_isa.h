// Sums and products of doubles with their rounding errors, for files that CMake compiles once for each
// instruction set: included within such a file's own namespace, since the linker would keep one copy of an
// inline function for all sets. Hence no #pragma once, and no namespace here.
// Knuth's two-sum; Dekker, "A floating-point technique for extending the available precision" (1971).

struct Pair {
  double high, low;
};

[[gnu::always_inline]] inline Pair two_sum(double a, double b) {
  const double s = a + b, of_b = s - a;
  return {s, (a - (s - of_b)) + (b - of_b)};
}

[[gnu::always_inline]] inline Pair two_product(double a, double b) {
  const double p = a * b;
#ifdef __FMA__
  return {p, __builtin_fma(a, b, -p)};
#else
  // Veltkamp's splitting, Dekker's product: exact where nothing overflows or underflows.
  constexpr double splitter = 0x1p27 + 1;
  const double ca = splitter * a, cb = splitter * b;
  const double ah = ca - (ca - a), bh = cb - (cb - b);
  const double al = a - ah, bl = b - bh;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
#endif
}
