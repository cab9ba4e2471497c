/// The header field `Link` (RFC 8288).
enum LinkField {
  /// Returns the query of the first link with a relation; nil without one.
  static func query(ofRelation relation: String, in field: String) -> String? {
    var rest = Substring(field)
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let address = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let parameters = rest.prefix { $0 != "<" }
      if parameters.contains("rel=\"\(relation)\"") || parameters.contains("rel=\(relation)") {
        return address.firstIndex(of: "?").map { String(address[address.index(after: $0)...]) }
      }
    }
    return nil
  }
}
