import JSONText

/// The comments on the items of a screen, oldest first, and the items that it has now.
package struct CommentThread: Sendable {
  package let comments: [ScreenComment]
  /// The ids in the draft, or without one in the current version.
  private let items: Set<ExactString>

  init(_ comments: [Int: ScreenComment], items: Set<ExactString>) {
    self.comments = comments.values.sorted { $0.number < $1.number }
    self.items = items
  }

  /// Whether the item of a comment is still in the screen.
  package func hasItem(of comment: ScreenComment) -> Bool { items.contains(ExactString(comment.item)) }
}

extension JSONValue {
  /// The ids of all items of a definition, those of its variants and those inside others included. The definition may be
  /// an invalid draft.
  var idsOfAllItems: Set<ExactString> {
    var ids: Set<ExactString> = []
    addItemIDs(to: &ids)
    return ids
  }

  private func addItemIDs(to ids: inout Set<ExactString>) {
    switch self {
    case .object(let object):
      if object["viewType"]?.stringValue != nil, let id = object["id"]?.stringValue {
        ids.insert(ExactString(id))
      }
      for member in object { member.value.addItemIDs(to: &ids) }
    case .array(let elements):
      for element in elements { element.addItemIDs(to: &ids) }
    default: break
    }
  }
}
