import Assignment
import HTTPWire
import JSONText
import Screens

/// The combination that a screen's experiments assign to a request.
struct Assigned {
  /// The index of the combination in its ``CombinationSpace``.
  private(set) var combination = 0
  /// The experiments whose variant the unit's hash decided, a bit for each, lowest bit first: a screen has fewer than
  /// eight experiments. A variant that was forced or requested is not measured, so its bit is 0.
  private(set) var exposed: UInt8 = 0

  mutating func add(_ decision: Decision, ofExperiment number: Int, in space: CombinationSpace) {
    combination += space.step(variant: decision.variant, ofExperiment: number)
    if decision.reason == .assigned { exposed |= Self.bit(number) }
  }

  /// The assignment with the exposure of one experiment alone; nil if that experiment exposes nothing.
  func only(_ number: Int) -> Assigned? {
    guard exposes(number) else { return nil }
    var one = self
    one.exposed = Self.bit(number)
    return one
  }

  func exposes(_ number: Int) -> Bool { exposed & Self.bit(number) != 0 }

  private static func bit(_ number: Int) -> UInt8 { number < UInt8.bitWidth ? 1 << UInt8(number) : 0 }
}

extension PreparedScreen {
  /// The combination for a unit without other attributes.
  func assign(unit: Bytes) -> Assigned {
    if experiments.isEmpty { return Assigned() }
    if needsAttributes {
      return assign(ScreenQuery.empty.attributes(user: String(decoding: unit)))
    }
    return unit.withSpan { unit in
      var assigned = Assigned()
      for number in experiments.indices {
        assigned.add(experiments[number].decide(unit: unit), ofExperiment: number, in: space)
      }
      return assigned
    }
  }

  /// The combination for attributes, which contain the unit.
  /// - Parameter overrides: the variants that the request names, by the indices of their experiments.
  func assign(_ attributes: Attributes, overrides: [Int: Int] = [:]) -> Assigned {
    var assigned = Assigned()
    for (number, experiment) in experiments.enumerated() {
      assigned.add(
        experiment.decide(attributes: attributes, override: overrides[number]), ofExperiment: number,
        in: space)
    }
    return assigned
  }
}
