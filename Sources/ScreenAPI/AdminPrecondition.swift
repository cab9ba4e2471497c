import HTTPWire

/// `If-Match` and `If-None-Match` of a write (RFC 9110 §13.1), taken off the request so that they can be asked
/// when it is known which version is current.
struct AdminPrecondition: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?

  init(_ request: borrowing HTTPRequest) {
    ifMatch = request.list(.ifMatch)
    ifNoneMatch = request.list(.ifNoneMatch)
  }

  /// Whether a write may go on, given the current version.
  func allows(_ version: Int?) -> Bool {
    if let ifMatch, !Self.matches(ifMatch, version, .strong) { return false }
    if let ifNoneMatch, Self.matches(ifNoneMatch, version, .weak) { return false }
    return true
  }

  private static func matches(_ list: String, _ version: Int?, _ comparison: EntityTagList.Comparison) -> Bool
  {
    guard let version else { return false }
    let tag = Array("\"\(version)\"".utf8)
    return Array(list.utf8).withBytes { list in
      tag.withBytes { EntityTagList.matches(list, $0, comparison) }
    }
  }
}
