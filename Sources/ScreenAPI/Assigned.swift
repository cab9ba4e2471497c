import Assignment
import HTTPWire
import JSONText
import Screens

/// What the experiments of a screen decide for a request.
struct Assigned {
  /// The place of the arm, as ``ArmSpace`` has it.
  private(set) var arm = 0
  /// The experiments whose variant the unit's hash decided, a bit each, the first one's lowest: a screen has fewer than
  /// eight. Who was forced to a variant, or asked for it, is no part of what an experiment measures.
  private(set) var exposed: UInt8 = 0

  mutating func add(_ decision: Decision, ofExperiment number: Int, in space: ArmSpace) {
    arm += space.step(variant: decision.variant, ofExperiment: number)
    if decision.reason == .assigned { exposed |= Self.bit(number) }
  }

  /// The same of one experiment alone; nil for one that exposes nothing.
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
  /// The arm for a unit that comes with no other attributes.
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

  /// The arm for a unit that is among the attributes.
  /// - Parameter overrides: the variants that the request names, by the place of their experiment.
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
