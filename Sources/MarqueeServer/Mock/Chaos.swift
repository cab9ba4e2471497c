extension Marquee {
  /// A damage to a valid screen before it is sent. Each is a fault that has broken apps in production.
  public enum Chaos: String, Sendable, CaseIterable {
    /// One item has a view type that no schema describes.
    case unknownViewType = "unknown-view-type"
    /// One required member is missing.
    case missingRequired = "missing-required"
    /// All optional members are missing.
    case missingOptional = "missing-optional"
    /// One value has a JSON type that its schema does not allow.
    case wrongType = "wrong-type"
    /// One value is null where the schema does not allow it.
    case nullValue = "null-value"
    /// Every object of the content has an unknown member.
    case extraMember = "extra-member"
    /// Texts are very long.
    case longText = "long-text"
    /// Texts are Arabic and Hebrew, with digits and Latin words among them.
    case rightToLeft = "right-to-left"
    /// Texts are emoji of many scalars, and letters under stacks of marks.
    case emoji
    /// All sections are empty.
    case emptyScreen = "empty-screen"
    /// The items are repeated until there are thousands.
    case manyItems = "many-items"
    /// Two items have the same id.
    case duplicateIDs = "duplicate-ids"
    /// The JSON text is cut off.
    case truncatedBody = "truncated-body"
    /// A string of the JSON text has bytes that are not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// A proxy's error page replaces the screen.
    case htmlInstead = "html-instead"
  }
}
