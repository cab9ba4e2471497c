import AdminModel
import HTTPWire
import JSONText

/// A part of a list that is sorted by the bytes of its names.
struct ListPage: Sendable {
  fileprivate static let maximumLimit = 1000

  /// The length; nil for all up to the end.
  let limit: Int?
  /// The page begins with the first name after this one; nil for the first page.
  let after: String?

  /// The elements of the page, and the value of `Link` if more follow (RFC 8288).
  /// - Parameter all: the whole list, sorted.
  func part<Element>(
    of all: [Element], name: (Element) -> String
  ) -> (elements: ArraySlice<Element>, link: String?) {
    let rest =
      after.map { after in
        all.drop { !after.utf8.lexicographicallyPrecedes(name($0).utf8) }
      } ?? all[...]
    guard let limit, rest.count > limit, let last = rest.prefix(limit).last else { return (rest, nil) }
    // Relative, because a proxy may serve the list at another path.
    let link = "<?limit=\(limit)&after=\(PercentEncoding.encoded(name(last), keeping: "/"))>; rel=\"next\""
    return (rest.prefix(limit), link)
  }
}

extension Parameter where Value == ListPage {
  /// The page of a list of names.
  static var namePage: Self { page(.string) { $0 } }

  /// - Parameters:
  ///   - schema: that of `after`.
  ///   - name: checks `after`.
  static func page(
    _ schema: Schema, _ name: @escaping @Sendable (String) throws(Problem) -> String
  ) -> Self {
    let limit = Parameter<Int?>.integer(
      "limit", "The length of the list; everything by default.", through: ListPage.maximumLimit)
    let after = Parameter<String?>.query(
      "after", "Lists only what follows this name, for the next page.", schema
    ) { (text) throws(Problem) in
      guard let text, !text.isEmpty else { return nil }
      return try name(text)
    }
    return Parameter(limit, after) { ListPage(limit: $0, after: $1) }
  }
}

extension ResponseDeclaration {
  /// A JSON response with a page of a list.
  static func page(_ description: String, _ type: (some APIValue).Type) -> ResponseDeclaration {
    .json(
      description, type,
      headers: [HeaderDeclaration("Link", "The next page, with rel=next; missing on the last page.")])
  }
}

extension HTTPResponse {
  /// The response with a `Link`, if there is one.
  func linked(_ link: String?) -> HTTPResponse {
    guard let link else { return self }
    var response = self
    response.add("Link", link)
    return response
  }
}
