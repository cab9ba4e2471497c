package import JSONText

/// Where a text stands in a screen, whatever the order of its items.
package struct TextPlace: Hashable, Sendable {
  package enum Owner: Hashable, Sendable {
    /// An item's content.
    case item(ExactString)
    /// A section: `/header`, `/footer` or `/values/…`.
    case section(ExactString)
    /// The definition: `/screenName` or `/values/…`.
    case screen
  }

  package let owner: Owner
  package let at: JSONPointer

  package init(_ owner: Owner, _ at: JSONPointer) {
    self.owner = owner
    self.at = at
  }

  static let screenName = TextPlace(.screen, JSONPointer(tokens: ["screenName"]))

  package var item: String? { if case .item(let id) = owner { id.text } else { nil } }
  package var section: String? { if case .section(let id) = owner { id.text } else { nil } }

  /// For messages: `/text1 of the item "title"`.
  package var phrase: String {
    switch owner {
    case .item(let id): "\(quoted(at.description)) of the item \(quoted(id.text))"
    case .section(let id): "\(quoted(at.description)) of the section \(quoted(id.text))"
    case .screen: quoted(at.description)
    }
  }

  /// The members that name the place in a unit.
  package var members: JSONObject {
    var object: JSONObject = [:]
    if let item { object["item"] = .string(item) }
    if let section { object["section"] = .string(section) }
    object["at"] = .string(at.description)
    return object
  }
}
