/// Evaluates the preconditions of a request in the order of RFC 9110 §13.2.2.
package enum Precondition {
  package enum Outcome: Sendable, Equatable {
    case proceed
    /// 304: the client already has the representation.
    case notModified
    /// 412.
    case failed
  }

  /// Evaluates the preconditions against the current representation.
  /// - Parameters:
  ///   - tag: its entity tag as in an ETag field; nil if there is no representation.
  ///   - modified: its modification time in seconds since 1970; nil ignores the conditions with dates.
  ///   - isRead: whether the method is GET or HEAD.
  package static func evaluate(
    _ request: borrowing HTTPRequest, tag: Bytes?, modified: Int? = nil, isRead: Bool
  ) -> Outcome {
    if request.field(.ifMatch) != nil {
      if !anyLine(.ifMatch, of: request, names: tag, .strong) { return .failed }
    } else if let modified, let limit = date(.ifUnmodifiedSince, of: request, now: modified) {
      if modified > limit { return .failed }
    }
    if request.field(.ifNoneMatch) != nil {
      if anyLine(.ifNoneMatch, of: request, names: tag, .weak) { return isRead ? .notModified : .failed }
    } else if isRead, let modified, let limit = date(.ifModifiedSince, of: request, now: modified),
      modified <= limit
    {
      return .notModified
    }
    return .proceed
  }

  /// The date in a field; nil if the field is missing, repeated or malformed (RFC 9110 §13.1.3, §13.1.4).
  private static func date(_ field: KnownField, of request: borrowing HTTPRequest, now: Int) -> Int? {
    guard let value = request.field(field), !request.isRepeated(field) else { return nil }
    return HTTPDate.parse(String(decoding: value), now: now)
  }

  private static func anyLine(
    _ field: KnownField, of request: borrowing HTTPRequest, names tag: Bytes?,
    _ comparison: EntityTagList.Comparison
  ) -> Bool {
    var found = false
    request.forEachValue(of: field) { line in
      if EntityTagList.matches(line, tag, comparison) { found = true }
    }
    return found
  }
}
