import HTTPWire
import ScreenMock
import Screens

/// The parts of a request that the mock reads: the field `Prefer` and query parameters.
extension Mock {
  /// Whether the mock can change the response. It is fast: it reads a flag, looks for a field and scans the query.
  @inline(__always)
  func mayApply(_ request: borrowing HTTPRequest) -> Bool {
    guard !isOff else { return false }
    if isActive || request.field(.prefer) != nil { return true }
    guard let query = request.query, query.count > 2 else { return false }
    return Self.hasParameterPrefix(query)
  }

  /// Whether a query contains `__`, percent-encoded or not.
  private static func hasParameterPrefix(_ query: Bytes) -> Bool {
    query.withSpan { query in
      var isAfterUnderscore = false
      var index = 0
      while index < query.count {
        var isUnderscore = query[index] == UInt8(ascii: "_")
        if query[index] == UInt8(ascii: "%"), index + 2 < query.count, query[index + 1] == UInt8(ascii: "5"),
          query[index + 2] | 0x20 == UInt8(ascii: "f")
        {
          isUnderscore = true
          index += 2
        }
        if isUnderscore, isAfterUnderscore { return true }
        isAfterUnderscore = isUnderscore
        index += 1
      }
      return false
    }
  }
}

extension MockPreferences {
  /// - Parameter scenarios: the names of all scenarios.
  /// - Throws: ``SyntaxError`` for an invalid query parameter.
  init(_ request: borrowing HTTPRequest, scenarios: @autoclosure () -> [String]) throws(SyntaxError) {
    try self.init(
      preferences: request.list(.prefer).map { Self.preferences(in: $0) } ?? [],
      parameters: QueryParameters.parse(request.query ?? .empty).map { ($0.name, $0.value) },
      scenarios: scenarios())
  }

  /// Parses the field `Prefer` (RFC 7240 §2): names in lower case, values as tokens or quoted strings. Drops parameters
  /// of preferences.
  static func preferences(in field: String) -> [(name: String, value: String)] {
    FieldList.elements(of: field).compactMap { element in
      guard let first = FieldList.elements(of: element, separator: 0x3B).first(where: { !$0.isEmpty }) else {
        return nil
      }
      let bytes = Array(first.utf8)
      let equals = bytes.firstIndex(of: 0x3D) ?? bytes.count
      return bytes.withBytes { bytes in
        let name = String(decoding: bytes[0..<equals].trimmed).lowercased()
        let value = FieldList.unquoted(bytes[equals + 1..<max(bytes.count, equals + 1)].trimmed)
        return name.isEmpty ? nil : (name, String(decoding: value, as: UTF8.self))
      }
    }
  }
}
