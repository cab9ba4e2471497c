import Foundation
import HTTPWire
import SocketServer
import Telemetry

extension Span {
  /// The span of a request; nil for a malformed request, and for a trace that the client does not sample.
  init?(_ record: AccessRecord) {
    guard let request = record.request, request.trace?.isSampled ?? true else { return nil }
    let end = UInt64(max(0, Date().timeIntervalSince1970 * 1_000_000_000))
    self.init(
      parent: request.trace, method: request.method, target: request.target, status: record.status,
      client: record.client, userAgent: request.userAgent, bytes: record.bytes,
      start: end - min(end, record.nanoseconds), end: end)
  }
}
