package import JSONText

/// What a guest sees of a change set: the screens that it changes, before and after.
package struct GuestReview: APIObject {
  package let name: String
  package let message: String?
  package let mayComment: Bool
  package let expiresAt: String
  package let screens: [Screen]

  package init(name: String, message: String?, mayComment: Bool, expiresAt: String, screens: [Screen]) {
    self.name = name
    self.message = message
    self.mayComment = mayComment
    self.expiresAt = expiresAt
    self.screens = screens
  }

  package static let members = MemberList(
    named: "GuestReview", Self.init,
    Member("name", \Self.name), Member("message", \Self.message),
    Member("mayComment", \Self.mayComment), Member("expiresAt", \Self.expiresAt, as: .time),
    Member("screens", \Self.screens))

  /// A screen as its users see it, without conditions and experiments.
  package struct Screen: APIObject {
    package let route: String
    package let effect: String
    package let isValid: Bool
    package let content: Content
    package let variants: [Variant]

    package init(route: String, effect: String, isValid: Bool, content: Content, variants: [Variant]) {
      self.route = route
      self.effect = effect
      self.isValid = isValid
      self.content = content
      self.variants = variants
    }

    package static let members = MemberList(
      named: "GuestReviewScreen", Self.init,
      Member("route", \Self.route),
      Member("effect", \Self.effect, as: .choice(["created", "updated", "deleted", "unchanged"])),
      Member("isValid", \Self.isValid, "Whether the set can be shown: it has no errors in this screen."),
      Member(flattening: \Self.content),
      Member("variants", \Self.variants, "The variants that differ from what they were."))
  }

  /// A variant of a changed screen.
  package struct Variant: APIObject {
    package let variant: String
    package let isNew: Bool
    package let content: Content

    package init(variant: String, isNew: Bool, content: Content) {
      self.variant = variant
      self.isNew = isNew
      self.content = content
    }

    package static let members = MemberList(
      named: "GuestReviewVariant", Self.init,
      Member("variant", \Self.variant), Member("isNew", \Self.isNew), Member(flattening: \Self.content))
  }

  /// Both sides, and their difference in the form of `POST /admin/diff`.
  package struct Content: APIObject {
    package let before: JSONValue
    package let after: JSONValue
    package let difference: Comparison

    package init(before: JSONValue, after: JSONValue, difference: Comparison) {
      self.before = before
      self.after = after
      self.difference = difference
    }

    package static let members = MemberList(
      Self.init,
      Member("before", \Self.before, "Null for a screen that is new."),
      Member("after", \Self.after, "Null for a screen that is deleted, and for one with errors."),
      Member("difference", \Self.difference, "In the form of POST /admin/diff."))
  }
}
