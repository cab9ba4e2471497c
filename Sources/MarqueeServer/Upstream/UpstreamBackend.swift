import Dispatch
import Foundation
import Logging
import OutgoingHTTP
import Prometheus
import ScreenAPI
import Synchronization

/// The real backend of an app, by its URL.
final class UpstreamBackend: Upstream {
  let name = "marquee-" + String(UInt64.random(in: .min ... .max), radix: 36)
  let origin: String
  let recorder: (any UpstreamRecorder)?

  /// The path of the URL, before that of each request.
  private let path: String
  private let client: OutgoingClient
  private let lanes = WorkLanes("marquee.upstream", width: UpstreamLimits.requests, maximumWaiting: 0)
  /// The requests that run, until their entries are in the recording.
  private let running = DispatchGroup()
  private let counts = Mutex(Counts())

  private struct Counts {
    var answered: UInt64 = 0
    var failed: UInt64 = 0
    var timedOut: UInt64 = 0
    var refused: UInt64 = 0
    var running: UInt64 = 0
    /// The bytes of the bodies of running requests.
    var heldBytes = 0
  }

  /// Nil for a configuration without a real backend.
  /// - Throws: ``StartError`` if the recording cannot be written.
  init?(_ configuration: Marquee.Configuration) throws(StartError) {
    guard let url = configuration.upstream, let host = url.host() else { return nil }
    let plainHost = String(host.filter { $0 != "[" && $0 != "]" })
    let shownHost = plainHost.contains(":") ? "[\(plainHost)]" : plainHost
    origin = "\(url.scheme ?? "http")://\(shownHost)" + (url.port.map { ":\($0)" } ?? "")
    path = String(url.path(percentEncoded: true).reversed().drop { $0 == "/" }.reversed())
    client = OutgoingClient(
      addresses: AddressRule(host: plainHost), maximumBytes: UpstreamLimits.bodyBytes,
      timeout: UpstreamLimits.milliseconds, stallTimeout: UpstreamLimits.stallSeconds)
    let logger = configuration.logger
    recorder =
      if let file = configuration.upstreamRecording {
        try RecordingFile(file, version: Marquee.version) { logger.warning("\($0)") }
      } else { nil }
  }

  func run(holding bytes: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
    let hasRoom = counts.withLock { counts in
      guard counts.heldBytes + bytes <= UpstreamLimits.heldBytes else { return false }
      counts.heldBytes += bytes
      counts.running += 1
      return true
    }
    if hasRoom { running.enter() }
    let isTaken =
      hasRoom
      && lanes.add { [self] in
        work()
        end(holding: bytes)
      }
    if hasRoom, !isTaken { end(holding: bytes) }
    if !isTaken { counts.withLock { $0.refused += 1 } }
    return isTaken
  }

  private func end(holding bytes: Int) {
    counts.withLock { counts in
      counts.heldBytes -= bytes
      counts.running -= 1
    }
    running.leave()
  }

  func send(_ request: UpstreamRequest, to receiver: some UpstreamReceiver) throws(UpstreamFailure) {
    let outgoing = OutgoingRequest(
      method: request.method, url: origin + path + request.target, fields: request.fields,
      body: request.body)
    do throws(OutgoingError) {
      try client.send(outgoing, to: PassingReceiver(receiver: receiver))
    } catch {
      counts.withLock { if error.isTimeout { $0.timedOut += 1 } else { $0.failed += 1 } }
      throw UpstreamFailure(error.message, isTimeout: error.isTimeout)
    }
    counts.withLock { $0.answered += 1 }
  }

  /// Ends running requests within a second, and waits until their entries are in the recording, at most 10 s: a disk that
  /// does not answer must not keep the server from stopping. Every later request fails.
  func stop() async {
    client.cancel()
    // An entry is written after its response, so its client may have stopped the server meanwhile.
    await withCheckedContinuation { continuation in
      // Not on a thread of tasks, which must not block.
      DispatchQueue.global().async { [running] in
        _ = running.wait(timeout: .now() + .seconds(10))
        continuation.resume()
      }
    }
  }

  func add(to text: inout PrometheusText) {
    let counts = counts.withLock { $0 }
    text.add(
      "marquee_upstream_requests_total", .counter, "Requests for the real backend by their outcome.",
      [
        .init([("outcome", "answered")], counts.answered), .init([("outcome", "failed")], counts.failed),
        .init([("outcome", "timeout")], counts.timedOut), .init([("outcome", "refused")], counts.refused),
      ])
    text.add(
      "marquee_upstream_requests_running", .gauge, "Requests that wait for the real backend.",
      [.init([], counts.running)])
  }
}

/// Passes a response from the client of the backend to the API.
private struct PassingReceiver<Receiver: UpstreamReceiver>: ResponseReceiver {
  let receiver: Receiver

  func begin(status: Int, fields: [(name: String, value: String)]) -> Bool {
    receiver.begin(status: status, fields: fields)
  }

  func receive(_ part: [UInt8]) -> Bool { receiver.receive(part) }
}
