import Foundation
import JSONText

/// An entry of the log, formatted as one line. Control characters are escaped, so that no value can start another line
/// or send commands to a terminal.
struct LogLine {
  /// Seconds since 1970 UTC.
  let time: Double
  let level: String
  let label: String
  let message: String
  let members: [(name: String, value: JSONValue)]

  func bytes(_ format: LogFormat) -> [UInt8] {
    switch format {
    case .text: text
    case .json: json
    }
  }

  private var text: [UInt8] {
    var line = "\(timestamp) \(level) \(Self.escaped(message))"
    for (name, value) in members { line += " \(name)=\(Self.plain(value))" }
    return Array(line.utf8)
  }

  private var json: [UInt8] {
    var object: JSONObject = [
      "time": .string(timestamp), "level": .string(level), "logger": .string(label),
      "message": .string(message),
    ]
    for (name, value) in members where object[name] == nil { object[name] = value }
    return JSONValue.object(object).serialized()
  }

  /// The time in RFC 3339, with milliseconds.
  private var timestamp: String {
    Date(timeIntervalSince1970: time).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// The value after `key=`: a JSON string if it is empty or contains spaces, quotes, `=` or control characters.
  private static func plain(_ value: JSONValue) -> String {
    guard let text = value.stringValue else { return value.text }
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0.value > 0x20 && $0.value != 0x7F && $0 != "\"" && $0 != "=" && !$0.properties.isWhitespace
          && !isControl($0)
      }
    return isPlain ? text : escaped(value.text)
  }

  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        escaped.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
