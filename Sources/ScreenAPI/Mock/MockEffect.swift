import HTTPWire
import ScreenChaos

/// What becomes of an answer on its way out.
struct MockEffect: Sendable, Equatable {
  /// What goes wrong on the wire.
  enum Fault: String, Sendable, CaseIterable {
    /// The connection is cut off without an answer.
    case reset
    /// The connection ends in order, without an answer.
    case empty
    /// Half of the body, then the end of the connection.
    case half
    /// Bytes that are no HTTP.
    case garbage
  }

  var delay: MockDelay?
  var bytesPerSecond: Int?
  var status: HTTPStatus?
  var fault: Fault?
  /// What is broken in the screen itself.
  var chaos: ChaosKind?

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
    return all
  }

  /// Statuses that can be asked for: final ones.
  static func status(_ number: Int) -> HTTPStatus? {
    (200...599).contains(number) ? HTTPStatus(rawValue: number) : nil
  }
}
