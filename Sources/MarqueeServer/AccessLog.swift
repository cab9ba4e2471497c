import HTTPWire
import Logging
import ScreenAPI
import SocketServer

/// Logs a line for each response. It leaves out secrets in the request target.
struct AccessLog: Sendable {
  let logger: Logger

  func callAsFunction(_ record: AccessRecord) {
    var metadata: Logger.Metadata = [
      "bytes": .stringConvertible(record.bytes),
      "milliseconds": .stringConvertible(Double(record.nanoseconds / 1000) / 1000),
    ]
    if let status = record.status { metadata["status"] = .stringConvertible(status) }
    if let client = record.client { metadata["client"] = .string(client) }
    guard let request = record.request else {
      logger.info("malformed request", metadata: metadata)
      return
    }
    if let trace = request.trace { metadata["trace"] = .string(trace.traceID) }
    if let agent = request.userAgent { metadata["agent"] = .string(agent) }
    let target = SecretRedaction.redacted(target: request.target)
    logger.info("\(request.method) \(target)", metadata: metadata)
  }
}
