import AdminModel
import HTTPWire
import JSONText
import Screens

/// `If-Match` and `If-None-Match` of a write (RFC 9110 §13.1). They outlive the request, because the current version is
/// known only when the write is executed.
struct AdminPrecondition: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?

  init(ifMatch: String?, ifNoneMatch: String?) {
    self.ifMatch = ifMatch
    self.ifNoneMatch = ifNoneMatch
  }

  /// Whether to execute a write, given the current version; nil for no version.
  func allows(_ version: Int?) -> Bool { allows(tag: version.map { String($0) }) }

  /// Whether to execute a write, given the current entity tag without its quotes.
  func allows(tag: String?) -> Bool {
    if let ifMatch, !Self.matches(ifMatch, tag, .strong) { return false }
    if let ifNoneMatch, Self.matches(ifNoneMatch, tag, .weak) { return false }
    return true
  }

  /// Whether to execute a write of a resource that has several entity tags, given without quotes.
  func allows(anyOf tags: [String]) -> Bool {
    if let ifMatch, !tags.contains(where: { Self.matches(ifMatch, $0, .strong) }) { return false }
    if let ifNoneMatch, tags.contains(where: { Self.matches(ifNoneMatch, $0, .weak) }) { return false }
    return true
  }

  /// Whether to execute a write of a resource that is one JSON document, given the present one; nil for none. Such a
  /// resource has an entity tag for each content coding.
  func allows(_ document: JSONValue?) -> Bool {
    guard let document else { return allows(tag: nil) }
    let tag = EntityTag.of(document.serialized()).dropFirst().dropLast()
    return allows(anyOf: [String(tag), "\(tag)-gzip"])
  }

  /// Refuses a write of a resource that is one JSON document if the precondition does not hold.
  func require(_ document: JSONValue?) throws(ScreensError) {
    guard allows(document) else { throw .documentPreconditionFailed(current: document) }
  }

  /// The precondition of a write of a change set; nil if the request has none.
  var onChangeSet: ChangeSetPrecondition? {
    guard ifMatch != nil || ifNoneMatch != nil else { return nil }
    return { review in allows(review.map { ChangeSetDetails($0).jsonValue }) }
  }

  /// Whether `If-Match` names drafts, and no version.
  var namesDraftsOnly: Bool {
    guard let tags = ifMatch?.split(separator: ",") else { return false }
    return tags.allSatisfy { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("\"draft-") }
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
