import Assignment
import HTTPWire
import ScreenChaos
import ScreenMock
import Screens

/// One response with the effects of the mock.
struct MockOutcome: Sendable {
  let effect: MockEffect
  private let fields: [HTTPField]
  private let delay: Int
  private let isHead: Bool
  /// The place among the slow responses of clients without a token; nil if this one needs none.
  var slot: SlowResponses.Slot?

  /// The pause between two writes of a throttled body, in milliseconds.
  private static let writeInterval = 50

  init(_ applied: Mock.Applied, preferences: [String], isHead: Bool) {
    var random = applied.random
    var effect = applied.effect
    if effect.chaos != nil { effect.bytesPerSecond = nil }
    self.effect = effect
    delay = applied.effect.delay.map { $0.milliseconds(&random) } ?? 0
    self.isHead = isHead
    fields = Self.fields(applied: applied.names, preferences: preferences)
  }

  /// The response fields that name the rules and preferences that were applied.
  /// - Parameter preferences: the preferences of the field `Prefer` that were applied.
  static func fields(applied names: [String], preferences: [String]) -> [HTTPField] {
    var fields: [HTTPField] = []
    if !names.isEmpty {
      fields.append(HTTPField("Mock-Applied", cleaning: names.joined(separator: ", ")))
    }
    if !preferences.isEmpty {
      fields.append(HTTPField("Preference-Applied", cleaning: preferences.joined(separator: ", ")))
      // RFC 7240 §2.
      fields.append(HTTPField("Vary", "Prefer"))
    }
    return fields
  }

  /// Whether the connection stays open longer than sending the response takes.
  var isSlow: Bool { delay > 0 || effect.bytesPerSecond != nil }

  /// The response, if it does not contain the screen.
  var withoutScreen: Responder.Outcome? {
    switch effect.fault?.outcome {
    case .reset: return .reset
    case .bytes(let bytes): return .raw(bytes)
    case .truncatedBody, nil: break
    }
    guard let status = effect.status.map({ HTTPStatus(rawValue: $0) }) else { return nil }
    // 205 has no body either, though it has a length (RFC 9110 §15.3.6).
    if status.isBodiless || status == 205 {
      return .response(HTTPResponse(status, fields: Rendition.common()))
    }
    return .response(
      Problem(status, "mock", status.reason, "the mock was asked for this status").screenResponse)
  }

  /// Sends a response after the delay.
  func send(
    _ outcome: Responder.Outcome, to responder: Responder, _ environment: APIEnvironment
  ) {
    afterDelay(responder, environment) { sendNow(outcome, to: responder, environment.later) }
  }

  /// Runs work after the delay, or as soon as the client has closed its side of the connection.
  func afterDelay(
    _ responder: Responder, _ environment: APIEnvironment, _ work: @escaping @Sendable () -> Void
  ) {
    guard delay > 0 else { return work() }
    let pending = PendingWork(work)
    let cancel = environment.later(delay) { pending.run() }
    // A client that has closed its side may still read. The response ends the connection of one that does not.
    responder.watch.onClose {
      // Otherwise clients that come and go would leave timers for up to two minutes.
      cancel()
      environment.offload { pending.run() }
    }
  }

  func sendNow(
    _ outcome: Responder.Outcome, to responder: Responder,
    _ later: @escaping APIEnvironment.Later
  ) {
    var response: HTTPResponse
    // All responses share the bytes.
    let body: [UInt8]
    switch outcome {
    case .response(let known): (response, body) = (known, known.body)
    case .prepared(let known): (response, body) = (known.head, known.body)
    case .raw(let bytes):
      responder.end(with: bytes)
      return
    case .reset:
      responder.reset()
      return
    case .stream, .none:
      // There is no whole body to change.
      responder.forward(outcome)
      return
    }
    response.fields += fields
    let isTruncated = effect.fault?.outcome == .truncatedBody
    let isWhole = !isTruncated && effect.bytesPerSecond == nil
    guard !isHead, !response.status.isBodiless, !body.isEmpty, !isWhole else {
      response.body = body
      responder.respond(response)
      return
    }
    let sent = isTruncated ? body.count / 2 : body.count
    response.body = []
    guard let writer = responder.stream(response, length: body.count) else { return }
    write(body.prefix(sent), to: writer, rate(ofBytes: body.count), later)
  }

  /// Bytes per second; nil for no limit. A body that would take longer than the longest delay is sent faster.
  private func rate(ofBytes count: Int) -> Int? {
    effect.bytesPerSecond.map { max($0, count * 1000 / MockDelay.maximum + 1) }
  }

  /// Writes the rest of a body, all of it or piece by piece. If bytes are missing at the end, the connection is closed.
  private func write(
    _ rest: ArraySlice<UInt8>, to writer: StreamWriter, _ bytesPerSecond: Int?,
    _ later: @escaping APIEnvironment.Later
  ) {
    guard writer.isOpen else { return }
    guard !rest.isEmpty else { return writer.finish() }
    // Below one byte per interval, the pause is longer.
    let rate = bytesPerSecond ?? rest.count
    let (size, pause): (Int, Int)
    if bytesPerSecond == nil {
      (size, pause) = (min(rest.count, 65_536), 0)
    } else if rate >= 1000 / Self.writeInterval {
      (size, pause) = (min(rate / (1000 / Self.writeInterval), 65_536), Self.writeInterval)
    } else {
      (size, pause) = (1, 1000 / max(rate, 1))
    }
    let piece = rest.prefix(size)
    let left = writer.write(Array(piece)) ? rest.dropFirst(piece.count) : rest
    guard !left.isEmpty else { return writer.finish() }
    _ = later(max(pause, left.count == rest.count ? Self.writeInterval : 0)) {
      write(left, to: writer, bytesPerSecond, later)
    }
  }
}
