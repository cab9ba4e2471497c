import HTTPWire
import JSONText
import Screens

/// A recorded request for a screen, reduced to the parts that decide its response.
struct RecordedScreenRequest: Sendable {
  /// The request line and the fields, as HTTP/1.1 writes them.
  let message: [UInt8]

  /// The fields that decide which content a response has.
  private static let fields: Set<String> = [
    "accept", "accept-view-types", "client-release", "screen-user",
  ]
  private static let prefix = Array("/screens/".utf8)

  /// A request of the journal.
  init(_ entry: JournalEntry) {
    let target = "/screens/" + entry.route
    let query = entry.query.isEmpty ? [] : [UInt8(ascii: "?")] + entry.query
    message = Self.message(Array(target.utf8) + query, entry.fields.lines)
  }

  /// An entry of an HTTP Archive; nil for one that does not get a screen.
  init?(_ entry: JSONValue) {
    guard let request = entry["request"], let url = request["url"]?.stringValue,
      request["method"]?.stringValue ?? "GET" == "GET"
    else { return nil }
    let bytes = Array(url.prefix { $0 != "#" }.utf8)
    let path = Array(bytes.prefix { $0 != UInt8(ascii: "?") })
    guard let start = path.firstIndex(of: Self.prefix), !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }),
      !path[..<start].ends(with: "/admin"), !Self.isOther(path[start...])
    else { return nil }
    // HTTP/1.1 requires the field (RFC 9112 §3.2). A comparison does not depend on its value.
    var lines = Array("Host: replay\r\n".utf8)
    for header in request["headers"]?.arrayValue ?? [] {
      guard let name = header["name"]?.stringValue, Self.fields.contains(name.lowercased()),
        let value = header["value"]?.stringValue, !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
      else { continue }
      lines += Array("\(name): \(value)\r\n".utf8)
    }
    message = Self.message(Array(bytes[start...]), lines)
  }

  /// Whether a path is one of those below a screen, such as its events.
  private static func isOther(_ path: ArraySlice<UInt8>) -> Bool {
    let last = path.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    return last.map { Route.reservedWords.contains($0) } ?? true
  }

  private static func message(_ target: [UInt8], _ lines: [UInt8]) -> [UInt8] {
    Array("GET ".utf8) + target + Array(" HTTP/1.1\r\n".utf8) + lines + Array("\r\n".utf8)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}

extension [UInt8] {
  /// The index of the first occurrence of other bytes.
  fileprivate func firstIndex(of other: [UInt8]) -> Int? {
    guard count >= other.count else { return nil }
    return (0...(count - other.count)).first { self[$0...].starts(with: other) }
  }
}
