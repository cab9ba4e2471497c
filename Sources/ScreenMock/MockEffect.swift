package import HTTPWire
package import ScreenChaos

/// What becomes of an answer on its way out.
package struct MockEffect: Sendable, Equatable {
  /// What goes wrong on the wire.
  package enum Fault: String, Sendable, CaseIterable {
    /// The connection is cut off without an answer.
    case reset
    /// The connection ends in order, without an answer.
    case empty
    /// Half of the body, then the end of the connection.
    case half
    /// Bytes that are no HTTP.
    case garbage
  }

  package var delay: MockDelay?
  package var bytesPerSecond: Int?
  package var status: HTTPStatus?
  package var fault: Fault?
  /// What is broken in the screen itself.
  package var chaos: ChaosKind?
  /// The scenario that the screen comes from.
  package var scenario: String?

  var isNone: Bool { self == MockEffect() }

  /// The same, with what is open filled in by another one.
  func filled(by other: MockEffect) -> MockEffect {
    var all = self
    all.delay = delay ?? other.delay
    all.bytesPerSecond = bytesPerSecond ?? other.bytesPerSecond
    // Who asks for a status does not get another's fault.
    if status == nil, fault == nil {
      all.status = other.status
      all.fault = other.fault
    }
    all.chaos = chaos ?? other.chaos
    all.scenario = scenario ?? other.scenario
    return all
  }

  /// Statuses that can be asked for: final ones.
  static func status(_ number: Int) -> HTTPStatus? {
    (200...599).contains(number) ? HTTPStatus(rawValue: number) : nil
  }
}
