import JSONText
import ScreenChaos
import Screens

/// The effects that a request asks for, by preferences or by query parameters.
///
/// `Prefer: delay=800, status=503` and `?__delay=800&__status=503` mean the same.
package struct MockPreferences {
  private(set) var effect = MockEffect()
  /// The seed of random choices; nil for other choices each time.
  package private(set) var seed: UInt64?
  /// The preferences that the mock applies, such as `delay=800`.
  package private(set) var applied: [String] = []
  package var isEmpty: Bool { effect.isNone }

  /// The prefix of query parameters.
  package static let parameterPrefix = "__"

  private static let names = ["delay", "bytes-per-second", "status", "fault", "chaos", "seed", "scenario"]

  /// Why a query parameter is invalid.
  package struct SyntaxError: Error {
    package let name: String
    package let detail: String
  }

  /// No preferences.
  init() {}

  /// - Parameters:
  ///   - preferences: names and values, in order. Unknown and invalid ones are ignored, as RFC 7240 §2 requires.
  ///   - parameters: names and values of the query. Those without the prefix are ignored.
  ///   - scenarios: the names of all scenarios.
  /// - Throws: ``SyntaxError`` for an invalid parameter.
  package init(
    preferences: [(name: String, value: String)], parameters: [(name: String, value: String)],
    scenarios: @autoclosure () -> [String]
  ) throws(SyntaxError) {
    var seen: Set<String> = []
    for (name, value) in preferences where Self.names.contains(name) {
      // Only the first preference of a name counts (RFC 7240 §2).
      guard seen.insert(name).inserted, (try? set(name, value, shown: name, scenarios)) != nil else {
        continue
      }
      applied.append("\(name)=\(value)")
    }
    for parameter in parameters where parameter.name.utf8.starts(with: Self.parameterPrefix.utf8) {
      // By scalars: an underscore followed by a combining character is one `Character`.
      let name = String(parameter.name.unicodeScalars.dropFirst(Self.parameterPrefix.unicodeScalars.count))
      guard Self.names.contains(name) else {
        // Apps may use the prefix for parameters of their own, but a similar name is probably a typing error.
        guard let nearest = NearestName.to(name, among: Self.names) else { continue }
        throw SyntaxError(
          name: parameter.name,
          detail: "the mock has no parameter \(quoted(parameter.name)); did you mean __\(nearest)?")
      }
      try set(name, parameter.value, shown: parameter.name, scenarios)
    }
  }

  private mutating func set(
    _ name: String, _ value: String, shown: String, _ scenarios: () -> [String]
  ) throws(SyntaxError) {
    func invalid(_ rule: String) -> SyntaxError {
      SyntaxError(name: shown, detail: "\(quoted(shown)) cannot be \(quoted(value)): \(rule)")
    }
    switch name {
    case "delay":
      guard let delay = MockDelay(value) else { throw invalid(MockDelay.rule) }
      effect.delay = delay
    case "bytes-per-second":
      guard let rate = Int(value), rate > 0 else { throw invalid("a whole number from 1") }
      effect.bytesPerSecond = rate
    case "chaos":
      guard let kind = ChaosKind(rawValue: value) else {
        let names = ChaosKind.allCases.map(\.rawValue)
        throw invalid(NearestName.hint(for: value, among: names) ?? names.joined(separator: ", "))
      }
      effect.chaos = kind
    case "scenario":
      let known = scenarios()
      guard known.contains(where: { $0.hasSameScalars(as: value) }) else {
        throw invalid(
          "there is no such scenario"
            + (NearestName.hint(for: value, among: known).map { "; " + $0 } ?? ""))
      }
      effect.scenario = value
    case "seed":
      guard let number = UInt64(value) else { throw invalid("a whole number from 0") }
      seed = number
    case "status":
      guard let status = Int(value), MockEffect.statuses.contains(status) else {
        throw invalid("a number from 200 to 599")
      }
      effect.status = status
    default:
      guard let fault = MockFault.named(value) else {
        throw invalid(MockFault.all.map(\.name).joined(separator: ", "))
      }
      effect.fault = fault
    }
  }
}
