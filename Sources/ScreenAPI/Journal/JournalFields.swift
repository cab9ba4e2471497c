import HTTPWire
import ScreenMock

/// The fields of a request that affect its response. A replay that sends them gets the same response.
///
/// One array of bytes keeps recording cheap. ``WireLimits/fieldBytes`` bounds its size.
struct JournalFields: Sendable {
  /// The fields as lines `Name: value`, each with CR LF.
  private(set) var lines: [UInt8] = []

  /// The recorded fields and the beginnings of their lines. Fields with credentials are never recorded.
  private static let kept: [(field: KnownField, beginning: [UInt8])] = [
    (.host, "Host"), (.accept, "Accept"), (.acceptEncoding, "Accept-Encoding"),
    (.acceptLanguage, "Accept-Language"), (.acceptViewTypes, "Accept-View-Types"),
    (.clientRelease, "Client-Release"), (.screenUser, "Screen-User"),
    (.prefer, "Prefer"), (.acceptIM, "A-IM"), (.ifNoneMatch, "If-None-Match"), (.ifMatch, "If-Match"),
  ].map { ($0, Array(($1 + ": ").utf8)) }

  init() {}

  init(_ request: borrowing HTTPRequest) {
    lines.reserveCapacity(128)
    for (field, beginning) in Self.kept {
      request.forEachValue(of: field) { value in
        lines += beginning
        lines += value
        lines += [0x0D, 0x0A]
      }
    }
  }

  /// All fields of a request for an endpoint, with `…` for those that are secrets.
  init(all fields: [(name: String, value: String)]) {
    for (name, value) in fields {
      lines += Array("\(name): \(SecretName.isSecret(name[...]) ? "…" : value)\r\n".utf8)
    }
  }

  /// The fields without secrets.
  var described: [HTTPField] {
    String(decoding: lines, as: UTF8.self).split(separator: "\r\n").compactMap { line in
      // By bytes, because a space and a combining character after it form one `Character`.
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = String(line.utf8[line.utf8.index(after: colon)...].dropFirst()) ?? ""
      return HTTPField(String(line[..<colon]), SecretRedaction.redacted(fieldValue: value))
    }
  }
}
