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
  func allows(_ version: Int?) -> Bool { allows(tag: version.map { String($0) }) }

  /// The same, given what the current entity tag holds between its quotes.
  func allows(tag: String?) -> Bool {
    if let ifMatch, !Self.matches(ifMatch, tag, .strong) { return false }
    if let ifNoneMatch, Self.matches(ifNoneMatch, tag, .weak) { return false }
    return true
  }

  /// The same, of something that is known by several tags.
  func allows(anyOf tags: [String]) -> Bool {
    if let ifMatch, !tags.contains(where: { Self.matches(ifMatch, $0, .strong) }) { return false }
    if let ifNoneMatch, tags.contains(where: { Self.matches(ifNoneMatch, $0, .weak) }) { return false }
    return true
  }

  private static func matches(_ list: String, _ tag: String?, _ comparison: EntityTagList.Comparison) -> Bool
  {
    guard let tag else { return false }
    let quotedTag = Array("\"\(tag)\"".utf8)
    return Array(list.utf8).withBytes { list in
      quotedTag.withBytes { EntityTagList.matches(list, $0, comparison) }
    }
  }
}
