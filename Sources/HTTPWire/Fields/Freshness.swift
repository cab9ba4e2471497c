/// Decides from the fields of a request and a response whether the client's cached copy is still fresh.
package enum Freshness {
  /// Whether the client may use its cached copy. `Cache-Control: no-cache` in the request requests a full response.
  /// If-None-Match takes precedence over If-Modified-Since (RFC 9110 §13.1.3).
  /// - Parameters:
  ///   - request: returns the value of a request field by its name in lower case.
  ///   - response: returns the value of a response field by its name in lower case.
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
    FieldList.elements(of: value).contains { AcceptElement.lowercased($0) == "no-cache" }
  }
}
