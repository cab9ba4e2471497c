import JSONText

/// The search for a number.
extension WitnessSearch {
  /// The largest number of multiples of the common step that are tried.
  private static let maximumMultiples = 2_000

  mutating func meetNumber(_ demands: Demands, _ goal: Goal) -> Outcome {
    let number = demands.number
    if let low = number.minimum, let high = number.maximum {
      let order = low.value.compare(to: high.value)
      if order > 0 || (order == 0 && (low.isExclusive || high.isExclusive)) { return .never }
      if order == 0 {
        return KindSet(of: .number(low.value)) == demands.kinds ? checked(.number(low.value), goal) : .never
      }
    }
    let bounds = [number.minimum?.value, number.maximum?.value].compactMap(\.self)
    if let value = firstSuitable(bounds, demands, goal) { return verified(.number(value), goal) }
    let involved = bounds + number.divisors + number.nonDivisors
    let scales = involved.map { ScaledDecimal.scale(of: $0) }
    guard !scales.contains(where: { $0 == nil }) else { return guessed(demands, goal) }
    let scale = scales.compactMap(\.self).max() ?? 0
    let steps = number.divisors.map { ScaledDecimal.units(of: $0, scale: scale) }
    let low = number.minimum.map { ScaledDecimal.units(of: $0.value, scale: scale) }
    let high = number.maximum.map { ScaledDecimal.units(of: $0.value, scale: scale) }
    let one = ScaledDecimal.units(of: JSONNumber(1), scale: scale)
    guard !steps.contains(nil), low != .some(nil), high != .some(nil), let one else {
      return guessed(demands, goal)
    }
    var step: Int128? = demands.kinds == .integer ? one : nil
    for other in steps.compactMap(\.self) where other != 0 {
      guard let known = step else {
        step = abs(other)
        continue
      }
      let least = known / Self.greatestCommonDivisor(known, abs(other)) * abs(other)
      guard least <= ScaledDecimal.bound else { return guessed(demands, goal) }
      step = least
    }
    guard let step else { return guessed(demands, goal) }
    let from = (low ?? nil).map {
      Self.firstMultiple(of: step, from: $0, isExclusive: number.minimum?.isExclusive ?? false)
    }
    let to = (high ?? nil).map {
      -Self.firstMultiple(of: step, from: -$0, isExclusive: number.maximum?.isExclusive ?? false)
    }
    return meetMultiples(of: step, from: from, to: to, scale: scale, demands, goal)
  }

  /// The smallest k for which k·step is at least the bound, or above it if the bound is exclusive.
  private static func firstMultiple(of step: Int128, from bound: Int128, isExclusive: Bool) -> Int128 {
    var quotient = bound / step
    if quotient * step < bound { quotient += 1 }
    if isExclusive, quotient * step == bound { quotient += 1 }
    return quotient
  }

  private static func greatestCommonDivisor(_ one: Int128, _ other: Int128) -> Int128 {
    var (a, b) = (one, other)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }

  private mutating func meetMultiples(
    of step: Int128, from: Int128?, to: Int128?, scale: Int, _ demands: Demands, _ goal: Goal
  ) -> Outcome {
    if let from, let to, from > to { return .never }
    // No multiple is suitable if all are whole numbers, or multiples of a forbidden divisor.
    if demands.kinds == .fraction,
      let one = ScaledDecimal.units(of: JSONNumber(1), scale: scale), step % one == 0
    {
      return .never
    }
    for divisor in demands.number.nonDivisors {
      if let units = ScaledDecimal.units(of: divisor, scale: scale), units != 0, step % units == 0 {
        return .never
      }
    }
    let center = min(max(0, from ?? 0), to ?? Int128(Int64.max))
    let start = max(from ?? Int128.min, center - Int128(Self.maximumMultiples))
    let end = min(to ?? Int128.max, center + Int128(Self.maximumMultiples))
    // Numbers near the center come first: small numbers are better examples.
    var offset: Int128 = 0
    while center + offset <= end || center - offset >= start {
      for multiple in offset == 0 ? [center] : [center + offset, center - offset]
      where multiple >= start && multiple <= end {
        guard spend() else { return .unknown }
        guard let value = ScaledDecimal.number(multiple * step, scale: scale) else { continue }
        if isSuitable(value, demands) {
          let outcome = checked(.number(value), goal)
          if !outcome.isNone { return outcome }
        }
      }
      offset += 1
    }
    if start == from, end == to { return .never }
    return .unknown
  }

  /// Whether a number meets the demands.
  private func isSuitable(_ value: JSONNumber, _ demands: Demands) -> Bool {
    let number = demands.number
    if KindSet(of: .number(value)) != demands.kinds { return false }
    if let low = number.minimum {
      let order = value.compare(to: low.value)
      if low.isExclusive ? order <= 0 : order < 0 { return false }
    }
    if let high = number.maximum {
      let order = value.compare(to: high.value)
      if high.isExclusive ? order >= 0 : order > 0 { return false }
    }
    return number.divisors.allSatisfy { value.isMultiple(of: $0) }
      && !number.nonDivisors.contains { value.isMultiple(of: $0) }
      && !demands.excludes(.number(value))
  }

  private mutating func firstSuitable(_ values: [JSONNumber], _ demands: Demands, _ goal: Goal) -> JSONNumber?
  {
    values.first { value in
      isSuitable(value, demands) && spend() && !checked(.number(value), goal).isNone
    }
  }

  /// Tries some numbers when the bounds are beyond exact arithmetic.
  private mutating func guessed(_ demands: Demands, _ goal: Goal) -> Outcome {
    var guesses: [Double] = [0.5, 1.5, -0.5, 0.25, 0.125, 0, 1, -1, 2, 10, 0.01, 1e15, 1e-9]
    let bounds = [demands.number.minimum?.value, demands.number.maximum?.value].compactMap(\.self)
    for bound in bounds {
      for distance in [0.5, 0.25, 0.001, 1, 1e-9] {
        guesses += [bound.doubleValue + distance, bound.doubleValue - distance]
      }
    }
    if bounds.count == 2 {
      let (low, high) = (bounds[0].doubleValue, bounds[1].doubleValue)
      for part in [0.5, 0.25, 0.125, 0.3, 0.7, 0.01] { guesses.append(low + (high - low) * part) }
    }
    for divisor in demands.number.divisors { guesses += [divisor.doubleValue, divisor.doubleValue * 3] }
    let values = guesses.compactMap { JSONNumber($0) }
    return firstSuitable(values, demands, goal).map { verified(.number($0), goal) } ?? .unknown
  }
}
