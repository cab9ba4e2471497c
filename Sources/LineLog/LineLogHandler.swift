import Foundation
import JSONText
package import Logging

/// A log handler that writes each entry as a line of text or JSON to a ``LineSink``.
package struct LineLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  private let label: String
  private let format: LogFormat
  private let sink: LineSink
  /// Seconds since 1970 UTC.
  private let clock: @Sendable () -> Double

  /// - Parameters:
  ///   - label: the name of the logger, the member `logger` in JSON.
  ///   - clock: returns the seconds since 1970 UTC.
  package init(
    label: String, format: LogFormat, level: Logger.Level, sink: LineSink,
    clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) {
    self.label = label
    self.format = format
    self.sink = sink
    self.clock = clock
    logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var merged = metadata
    if let provided = metadataProvider?.get() { merged.merge(provided) { $1 } }
    if let own = event.metadata { merged.merge(own) { $1 } }
    if let error = event.error { merged["error"] = "\(error)" }
    sink.write(
      LogLine(
        time: clock(), level: event.level.rawValue, label: label, message: event.message.description,
        members: merged.map { ($0.key, Self.json($0.value)) }.sorted { $0.0 < $1.0 }
      ).bytes(format))
  }

  private static func json(_ value: Logger.MetadataValue) -> JSONValue {
    switch value {
    case .string(let text): .string(text)
    case .stringConvertible(let value as Int): .number(JSONNumber(value))
    case .stringConvertible(let value as Double):
      JSONNumber(value).map { .number($0) } ?? .string("\(value)")
    case .stringConvertible(let value as Bool): .bool(value)
    case .stringConvertible(let value): .string(value.description)
    case .array(let values): .array(values.map(json))
    case .dictionary(let values): object(values)
    }
  }

  private static func object(_ values: Logger.Metadata) -> JSONValue {
    var object = JSONObject()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { object[name] = json(value) }
    return .object(object)
  }
}
