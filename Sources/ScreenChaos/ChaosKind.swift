/// What is done to a valid screen on its way out, each kind something that breaks apps in the field.
package enum ChaosKind: String, CaseIterable, Sendable {
  /// One item has a view type that no schema describes.
  case unknownViewType = "unknown-view-type"
  /// One member that a schema requires is gone.
  case missingRequired = "missing-required"
  /// Every member that may be absent is.
  case missingOptional = "missing-optional"
  /// One value is of another JSON type than its schema's `type`.
  case wrongType = "wrong-type"
  /// One value is null where the schema does not allow it.
  case nullValue = "null-value"
  /// Every object of the content has a member that no app knows.
  case extraMember = "extra-member"
  /// Texts have ``TextSupply/longLength`` characters.
  case longText = "long-text"
  /// Texts are Arabic and Hebrew, with digits and Latin words among them.
  case rightToLeft = "right-to-left"
  /// Texts are emoji of many scalars, and letters under stacks of marks.
  case emoji
  /// The sections stay, the items are gone.
  case emptyScreen = "empty-screen"
  /// The items are repeated until they are ``Chaos/manyItems``.
  case manyItems = "many-items"
  /// Two items have one id.
  case duplicateIDs = "duplicate-ids"
  /// The JSON text ends before its end.
  case truncatedBody = "truncated-body"
  /// A string of the JSON text has bytes that are no UTF-8.
  case invalidUTF8 = "invalid-utf8"
  /// A proxy's error page stands in for the screen.
  case htmlInstead = "html-instead"

  /// Whether the kind changes the bytes of the body, and not the items.
  package var changesBody: Bool {
    switch self {
    case .truncatedBody, .invalidUTF8, .htmlInstead: true
    default: false
    }
  }
}
