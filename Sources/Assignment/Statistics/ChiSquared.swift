#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The probability that a chi-squared variable is at least as large as the statistic. 1 for a statistic of 0 or
/// below and for fewer than 1 degree of freedom; 0 for an infinite statistic.
package func chiSquaredPValue(statistic: Double, degreesOfFreedom: Int) -> Double {
  guard degreesOfFreedom > 0, statistic > 0 else { return 1 }
  return upperRegularizedGamma(Double(degreesOfFreedom) / 2, statistic / 2)
}

/// The regularized upper incomplete gamma function Q(a, x), for a > 0 and x ≥ 0 (NIST Digital Library of
/// Mathematical Functions, DLMF, §8.2).
package func upperRegularizedGamma(_ a: Double, _ x: Double) -> Double {
  guard a > 0, x > 0 else { return 1 }
  guard x.isFinite else { return 0 }
  // x^a e^-x / Γ(a), by logarithms, which do not overflow.
  let scale = exp(a * log(x) - x - logGamma(a))
  // The series converges quickly below a + 1, the fraction above.
  let result = x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x)
  return min(1, max(0, result))
}

/// The largest number of terms; enough for a < 1,000,000.
private let termLimit = 10_000

/// The sum of x^n / (a (a+1) … (a+n)): DLMF 8.7.1.
private func lowerSeries(_ a: Double, _ x: Double) -> Double {
  var term = 1 / a
  var sum = term
  for n in 1...termLimit {
    term *= x / (a + Double(n))
    sum += term
    if term < sum * 1e-17 { break }
  }
  return sum
}

/// The even part of the continued fraction DLMF 8.9.2, evaluated forwards by Lentz's method (DLMF §3.10(iii)).
private func upperFraction(_ a: Double, _ x: Double) -> Double {
  let tiny = 1e-300
  var b = x + 1 - a
  var c = 1 / tiny
  var d = 1 / b
  var fraction = d
  for n in 1...termLimit {
    let numerator = -Double(n) * (Double(n) - a)
    b += 2
    d = numerator * d + b
    if abs(d) < tiny { d = tiny }
    c = b + numerator / c
    if abs(c) < tiny { c = tiny }
    d = 1 / d
    let factor = d * c
    fraction *= factor
    if abs(factor - 1) < 1e-16 { break }
  }
  return fraction
}

/// The natural logarithm of the gamma function, for a > 0.
func logGamma(_ a: Double) -> Double { lgamma(a).0 }
