package import ScreenChaos

/// The changes that the mock makes to one response.
package struct MockEffect: Sendable, Equatable {
  package var delay: MockDelay?
  package var bytesPerSecond: Int?
  /// The status in place of the response's own, one of ``statuses``.
  package var status: Int?
  package var fault: MockFault?
  /// The kind of damage to the screen itself.
  package var chaos: ChaosKind?
  /// The name of the scenario that the screen comes from.
  package var scenario: String?

  package init() {}

  /// The statuses of final responses.
  package static let statuses = 200...599

  var isNone: Bool { self == MockEffect() }

  /// This effect, with members that are nil taken from another one.
  func merged(with other: MockEffect) -> MockEffect {
    var merged = self
    merged.delay = delay ?? other.delay
    merged.bytesPerSecond = bytesPerSecond ?? other.bytesPerSecond
    // Status and fault go together: an effect with a status does not take the other's fault.
    if status == nil, fault == nil {
      merged.status = other.status
      merged.fault = other.fault
    }
    merged.chaos = chaos ?? other.chaos
    merged.scenario = scenario ?? other.scenario
    return merged
  }
}
