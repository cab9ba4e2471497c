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
      preferences: request.list(.prefer).map { PreferField.preferences(in: $0) } ?? [],
      parameters: QueryParameters.parse(request.query ?? .empty).map { ($0.name, $0.value) },
      scenarios: scenarios())
  }
}
