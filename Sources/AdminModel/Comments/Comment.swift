/// A comment on an item of a screen.
package struct Comment: APIObject {
  package let id: Int
  package let item: String
  package let at: String?
  package let text: String
  package let by: String
  package let createdAt: String
  package let itemExists: Bool
  package let resolvedAt: String?
  package let resolvedBy: String?

  package init(
    id: Int, item: String, at: String?, text: String, by: String, createdAt: String, itemExists: Bool,
    resolvedAt: String?, resolvedBy: String?
  ) {
    self.id = id
    self.item = item
    self.at = at
    self.text = text
    self.by = by
    self.createdAt = createdAt
    self.itemExists = itemExists
    self.resolvedAt = resolvedAt
    self.resolvedBy = resolvedBy
  }

  package static let members = MemberList(
    named: "Comment", Self.init,
    Member("id", \Self.id, "A number that the list of the screen has once."),
    Member("item", \Self.item, "The id of the item."),
    Member(
      optional: "at", \Self.at, "A JSON Pointer into the content of the item; absent for the whole item."),
    Member("text", \Self.text),
    Member("by", \Self.by, "The name of the token; guest for a comment that came with a guest link."),
    Member("createdAt", \Self.createdAt, as: .time),
    Member(
      "itemExists", \Self.itemExists, "Whether the draft, or without one the current version, has the item."),
    Member("resolvedAt", \Self.resolvedAt, as: .orNull(.time)), Member("resolvedBy", \Self.resolvedBy))
}

/// The comments on a screen, oldest first.
package struct CommentList: APIObject {
  package let comments: [Comment]

  package init(comments: [Comment]) { self.comments = comments }

  package static let members = MemberList(
    named: "CommentList", Self.init,
    Member("comments", \Self.comments, "Oldest first, the resolved ones too."))
}
