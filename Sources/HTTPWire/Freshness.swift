/// Whether a cache's copy may be used instead of a response: a question about two sets of fields.
package enum Freshness {
  /// `request` and `response` give a field's value by its name in lower case. A request with
  /// `Cache-Control: no-cache` wants a whole answer (an end-to-end reload); If-None-Match stands above
  /// If-Modified-Since (RFC 9110 §13.1.3).
  package static func isFresh(request: (String) -> String?, response: (String) -> String?) -> Bool {
    let noneMatch = nonEmpty(request("if-none-match"))
    let modifiedSince = nonEmpty(request("if-modified-since"))
    guard noneMatch != nil || modifiedSince != nil else { return false }
    if let control = request("cache-control"), hasNoCache(control) { return false }
    if let noneMatch {
      if noneMatch == "*" { return true }
      guard let tag = nonEmpty(response("etag")) else { return false }
      return Array(noneMatch.utf8).withBytes { list in
        Array(tag.utf8).withBytes { EntityTagList.matches(list, $0, .weak) }
      }
    }
    guard let modifiedSince, let since = HTTPDate.parse(modifiedSince), let last = response("last-modified"),
      let modified = HTTPDate.parse(last)
    else { return false }
    return modified <= since
  }

  private static func nonEmpty(_ value: String?) -> String? { value.flatMap { $0.isEmpty ? nil : $0 } }

  private static func hasNoCache(_ value: String) -> Bool {
    value.utf8.split(separator: 0x2C).contains { part in
      Array(part).withBytes { $0.trimmed.equalsIgnoringCase("no-cache") }
    }
  }
}
