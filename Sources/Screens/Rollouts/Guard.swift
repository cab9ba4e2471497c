internal import Assignment
package import JSONText

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The rule by which a new version reaches everybody: the steps, and what stops it.
package struct Guard: Sendable, Equatable {
  /// What the guard does when the new version is worse.
  package enum Response: String, Sendable, CaseIterable {
    case rollback, hold
  }

  /// The maximum number of steps.
  static let maximumSteps = 20
  /// The largest share that a side serves, in per cent: a 100 % step would leave nothing to compare with.
  static let largestShare = 99.0

  /// The shares of units that get the new version, in per cent, rising.
  package let steps: [Double]
  /// The least duration of a step, in seconds.
  package let hold: Double
  package let onHarm: Response
  /// The ratio of an event's frequencies, new to old, that is no harm.
  package let tolerate: Double
  /// The largest probability of a stop without harm.
  package let alpha: Double
  /// The seconds after which a delayed event counts in the test.
  package let settle: Double
  /// The rate of an event, 0…1, below which it does not keep a rollout from advancing.
  package let floor: Double
  package let events: [GuardEvent]

  /// A guard with all other members as they are by default.
  init(steps: [Double]) {
    self.steps = steps
    hold = 600
    onHarm = .rollback
    tolerate = 1.25
    alpha = 0.01
    settle = 60
    floor = 0.005
    events = GuardEvent.builtIn
  }

  /// Reads `1,10,50,100`; nil for another text.
  package init?(steps text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let steps = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E } ? Double(part) : nil
    }
    guard steps.count == parts.count, Self.areSteps(steps) else { return nil }
    self.init(steps: steps)
  }

  /// What the texts of steps must be.
  package static let rule =
    "rising shares in per cent from 0.01 to 100, at most \(maximumSteps) of them, such as 1,10,50,100"

  private static func areSteps(_ steps: [Double]) -> Bool {
    !steps.isEmpty && steps.count <= maximumSteps && zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 }
      && steps.allSatisfy { $0 >= 0.01 && $0 <= 100 && ($0 * 100).rounded() / 100 == $0 }
  }

  /// The nominal share of units on the new side at a step, 0…1.
  func share(atStep step: Int) -> Double {
    steps.indices.contains(step) ? min(steps[step], Self.largestShare) / 100 : 0
  }

  /// The number of the 10,000 buckets that get the new version at a step.
  func threshold(atStep step: Int) -> Int { Int((share(atStep: step) * 10_000).rounded()) }

  /// The weight of each event in the test.
  var weight: Double { events.isEmpty ? 0 : 1 / Double(events.count) }

  /// The natural logarithm of the evidence from which on there is harm.
  package var limit: Double { log(1 / alpha) }

  package var json: JSONValue {
    [
      "steps": .array(steps.map { .double($0) }), "hold": .string(Self.text(of: hold)),
      "onHarm": .string(onHarm.rawValue), "tolerate": .double(tolerate), "alpha": .double(alpha),
      "settle": .string(Self.text(of: settle)), "floor": .double(floor),
      "events": .array(
        events.map { GuardEvent.builtIn(named: $0.name) == nil ? $0.json : .string($0.name) }),
    ]
  }

  // MARK: Durations

  private static let units: [(letter: Character, seconds: Double)] = [
    ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  /// The seconds of `90s`, `10m`, `2h` or `1d`; nil for another text.
  static func seconds(_ text: String) -> Double? {
    guard let unit = units.first(where: { $0.letter == text.last }) else { return nil }
    let digits = text.dropLast()
    guard digits.first?.isNumber ?? false, let count = Double(digits), count.isFinite else { return nil }
    return count * unit.seconds
  }

  /// Seconds as a text that ``seconds(_:)`` reads.
  package static func text(of seconds: Double) -> String {
    for unit in units where seconds >= unit.seconds {
      let count = seconds / unit.seconds
      if count == count.rounded(), count < 1e9 { return "\(Int(count))\(unit.letter)" }
    }
    return JSONValue.double(seconds).text + "s"
  }
}

extension Guard {
  private static let members = [
    "steps", "hold", "onHarm", "tolerate", "alpha", "settle", "floor", "events",
  ]

  /// The probabilities of a stop without harm that a guard can have.
  package static let alphas = 1e-9...0.5

  /// Reads a document: `{"steps": [1, 10, 50, 100], "hold": "10m", …}`.
  package init(_ document: JSONDocument) throws(InvalidDocument) {
    var diagnostics = Diagnostics()
    let noun = "a guard"
    let members = MemberReader(
      document.value, at: .root, named: noun, allowed: Self.members, isDocument: true, &diagnostics)
    _ = members?.required("steps", of: noun, &diagnostics)
    let steps = members?.array("steps", &diagnostics)?.compactMap { $0.numberValue?.doubleValue }
    if let count = members?.object["steps"]?.arrayValue?.count,
      steps?.count != count || !Self.areSteps(steps ?? [])
    {
      diagnostics.add(
        Diagnostic(
          .invalidValue, at: JSONPointer(tokens: ["steps"]), "these are not the steps of a rollout",
          hint: Self.rule))
    }
    let standard = Guard(steps: steps ?? [])
    self.steps = standard.steps
    hold = members?.duration("hold", in: 0...30 * 86_400, &diagnostics) ?? standard.hold
    let names = Response.allCases.map(\.rawValue)
    onHarm =
      members?.choice("onHarm", of: names, &diagnostics).flatMap(Response.init(rawValue:))
      ?? standard.onHarm
    tolerate =
      members?.real("tolerate", "from 1 up to 100, without it", { $0 >= 1 && $0 < 100 }, &diagnostics)
      ?? standard.tolerate
    alpha =
      members?.real("alpha", "from 1e-9 to 0.5", { Self.alphas.contains($0) }, &diagnostics)
      ?? standard.alpha
    settle = members?.duration("settle", in: 0...86_400, &diagnostics) ?? standard.settle
    floor =
      members?.real("floor", "from 0 up to 1, without it", { $0 >= 0 && $0 < 1 }, &diagnostics)
      ?? standard.floor
    events = members?.events(of: "a guard", &diagnostics) ?? standard.events
    guard diagnostics.isEmpty else { throw InvalidDocument(diagnostics.located(in: document)) }
  }

  /// Reads a stored guard, which was valid.
  init?(stored json: JSONValue) {
    guard let document = try? JSONDocument(of: json), let stored = try? Guard(document) else { return nil }
    self = stored
  }
}

extension MemberReader {
  fileprivate func duration(
    _ name: String, in range: ClosedRange<Double>, _ diagnostics: inout Diagnostics
  ) -> Double? {
    guard let text = string(name, &diagnostics) else { return nil }
    if let seconds = Guard.seconds(text), range.contains(seconds) { return seconds }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: pointer.appending(name), "\(quoted(name)) cannot be \(quoted(text))",
        hint: "a number with s, m, h or d, such as \"10m\", up to \(Guard.text(of: range.upperBound))"))
    return nil
  }

  fileprivate func real(
    _ name: String, _ rule: String, _ isAllowed: (Double) -> Bool, _ diagnostics: inout Diagnostics
  ) -> Double? {
    guard let number = number(name, &diagnostics) else { return nil }
    if isAllowed(number.doubleValue) { return number.doubleValue }
    diagnostics.add(
      Diagnostic(
        .invalidValue, at: pointer.appending(name), "\(quoted(name)) cannot be \(number.text)",
        hint: "write a number \(rule)"))
    return nil
  }
}
